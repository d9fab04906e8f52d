package weiqi

import "moyo/game"

// The keys of Zobrist hashing (A. Zobrist, 1970) are not a table but a function
// of the point, so that boards of any size need no memory for them: splitmix64
// (G. Steele et al., 2014), a bijection of 64-bit words, of distinct inputs.

// stoneKey is the key of a stone of colour c on p.
func stoneKey(p game.Point, c game.Color) uint64 { return mix(uint64(p)<<2 | uint64(c)) }

// koKey is the key of a point where simple ko forbids to play.
func koKey(p game.Point) uint64 { return mix(uint64(p) << 2) }

// sideKey is the key of the side to move.
func sideKey(c game.Color) uint64 { return mix(1<<40 | uint64(c)) }

// passKey is the key of n passes in a row.
func passKey(n uint8) uint64 { return mix(1<<41 | uint64(n)) }

func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
