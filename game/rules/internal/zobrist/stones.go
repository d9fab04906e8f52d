package zobrist

import "moyo/game"

// Stone returns the key of a stone of colour c on p.
func Stone(p game.Point, c game.Color) uint64 { return Key(uint64(p)<<2 | uint64(c)) }

// Ko returns the key of a simple ko point.
func Ko(p game.Point) uint64 { return Key(uint64(p) << 2) }

// Side returns the key of the side to move.
func Side(c game.Color) uint64 { return Key(1<<40 | uint64(c)) }

// Passes returns the key of n passes in a row.
func Passes(n uint8) uint64 { return Key(1<<41 | uint64(n)) }

// Taken returns the key of the numbers of stones captured by each side.
func Taken(black, white int) uint64 { return Key(1<<43 | uint64(black)<<20 | uint64(white)) }
