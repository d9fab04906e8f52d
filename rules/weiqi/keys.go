package weiqi

import (
	"moyo/game"
	"moyo/rules/internal/zobrist"
)

// stoneKey is the key of a stone of colour c on p.
func stoneKey(p game.Point, c game.Color) uint64 { return zobrist.Key(uint64(p)<<2 | uint64(c)) }

// koKey is the key of a point where simple ko forbids to play.
func koKey(p game.Point) uint64 { return zobrist.Key(uint64(p) << 2) }

// sideKey is the key of the side to move.
func sideKey(c game.Color) uint64 { return zobrist.Key(1<<40 | uint64(c)) }

// passKey is the key of n passes in a row.
func passKey(n uint8) uint64 { return zobrist.Key(1<<41 | uint64(n)) }
