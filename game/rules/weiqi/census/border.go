package census

import (
	"context"
	"fmt"
	"math/big"
	"math/bits"
)

// The largest grid for Grid, by its shorter side and its points.
const (
	MaxGridSide   = 9
	MaxGridPoints = 81
)

// Grid counts the legal positions of a plain grid of the given sides, point by point, as J. Tromp
// and G. Farnebäck do ("Combinatorics of Go", 2007). Only the border between the processed points
// and the rest matters, so equal borders are counted together. tick, if not nil, receives the
// number of processed points. It returns an error if the grid is too large, or ctx's.
func Grid(ctx context.Context, width, height int, tick func(done, total int64)) (*big.Int, error) {
	w, h := min(width, height), max(width, height)
	if w < 1 || w > MaxGridSide || w*h > MaxGridPoints {
		return nil, fmt.Errorf("a grid of %dx%d points is too large to count: at most %d points, %d on the shorter side",
			width, height, MaxGridPoints, MaxGridSide)
	}
	var edge border
	for x := range w {
		edge = edge.with(x, beyond)
	}
	counts := map[border]uint128{edge: {low: 1}}
	for i := range w * h {
		next := make(map[border]uint128, len(counts))
		for b, n := range counts {
			if len(next)&0xfff == 0 && ctx.Err() != nil {
				return nil, ctx.Err()
			}
			for _, c := range [...]uint64{empty, breathingBlack, breathingWhite} {
				if to, ok := b.step(i%w, w, c); ok {
					next[to] = next[to].plus(n)
				}
			}
		}
		counts = next
		if tick != nil {
			tick(int64(i+1), int64(w*h))
		}
	}
	var sum uint128
	for b, n := range counts {
		if b.allBreathe(w) {
			sum = sum.plus(n)
		}
	}
	total := new(big.Int).SetUint64(sum.high)
	return total.Lsh(total, 64).Or(total, new(big.Int).SetUint64(sum.low)), nil
}

// border is the last processed point of each column, five bits a column:
//
//	0 empty   1 beyond the edge   2, 3 a black, a white stone whose chain has a liberty
//	4+2i, 5+2i  a black, a white stone of chain i, which has none yet
//
// Chains are numbered in the order of their columns. A chain with a liberty needs no number.
type border uint64

const (
	empty uint64 = iota
	beyond
	breathingBlack
	breathingWhite
	firstChain
)

func (b border) at(x int) uint64 { return uint64(b) >> (5 * x) & 31 }

func (b border) with(x int, code uint64) border {
	return b&^(31<<(5*x)) | border(code)<<(5*x)
}

// replace replaces one code by another in all columns.
func (b border) replace(from, to uint64, w int) border {
	for x := range w {
		if b.at(x) == from {
			b = b.with(x, to)
		}
	}
	return b
}

// step processes the next point of column x, which is empty or gets a stone (given as one with a
// liberty). It returns false if a chain is left without liberties.
func (b border) step(x, w int, c uint64) (border, bool) {
	up, left := b.at(x), beyond
	if x > 0 {
		left = b.at(x - 1)
	}
	if c == empty {
		for _, code := range [...]uint64{up, left} {
			if code >= firstChain {
				b = b.replace(code, breathingBlack|code&1, w)
			}
		}
		return b.with(x, empty).renumber(w), true
	}
	const fresh = 30 // a number that no chain has
	stone := fresh | c&1
	breathes := up == empty || left == empty
	for _, code := range [...]uint64{up, left} {
		if code >= breathingBlack && code&1 == c&1 {
			breathes = breathes || code < firstChain
			if code >= firstChain {
				b = b.replace(code, stone, w)
			}
		}
	}
	// The point above leaves the border: unless the stone joined it, its chain must continue elsewhere
	// or have a liberty.
	covered := b.at(x)
	b = b.with(x, stone)
	if covered >= firstChain && covered != stone && !b.has(covered, w) {
		return 0, false
	}
	if breathes {
		b = b.replace(stone, c, w)
	}
	return b.renumber(w), true
}

func (b border) has(code uint64, w int) bool {
	for x := range w {
		if b.at(x) == code {
			return true
		}
	}
	return false
}

// renumber numbers the chains in the order of their columns.
func (b border) renumber(w int) border {
	var names [32]uint64
	next := firstChain
	for x := range w {
		code := b.at(x)
		if code < firstChain {
			continue
		}
		if names[code] == 0 {
			names[code] = next | code&1
			next += 2
		}
		b = b.with(x, names[code])
	}
	return b
}

func (b border) allBreathe(w int) bool {
	for x := range w {
		if b.at(x) >= firstChain {
			return false
		}
	}
	return true
}

// uint128 is large enough for the positions of 81 points, about 10^38.
type uint128 struct{ high, low uint64 }

func (a uint128) plus(b uint128) uint128 {
	low, carry := bits.Add64(a.low, b.low, 0)
	return uint128{a.high + b.high + carry, low}
}
