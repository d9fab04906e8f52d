package weiqi

import "moyo/game"

// StonesHash returns a number that identifies the stones alone, for positional superko.
func (f *Fast) StonesHash() uint64 { return f.hash }

// StonesHashAfter returns the StonesHash after a stone of c on p, which must be
// Legal.
func (f *Fast) StonesHashAfter(p game.Point, c game.Color) uint64 {
	h := f.hash ^ f.keys[2*int(p)+int(c-game.Black)]
	other := c.Other()
	nb := f.board.Neighbors(p)
	for i, q := range nb {
		if f.At(q) != other || f.counted(nb[:i], q) {
			continue
		}
		if _, atari := f.InAtari(q); !atari {
			continue
		}
		for r := q; ; {
			h ^= f.keys[2*int(r)+int(other-game.Black)]
			if r = f.Next(r); r == q {
				break
			}
		}
	}
	return h
}

// counted reports whether an earlier point belongs to q's chain.
func (f *Fast) counted(before []game.Point, q game.Point) bool {
	for _, r := range before {
		if f.At(r) != game.Empty && f.Chain(r) == f.Chain(q) {
			return true
		}
	}
	return false
}
