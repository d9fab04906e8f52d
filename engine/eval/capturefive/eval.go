package capturefive

import (
	"moyo/engine/alphabeta"
	"moyo/game"
)

// What chains are worth beside the rows that they are in.
const (
	stoneWorth   = 22 // a stone on the board
	doomed       = 70 // each stone of a chain in atari, the taker to move
	endangered   = 18 // the same, its owner to move
	breathWorth  = 3  // an edge from a chain to an empty point, up to mostBreaths
	mostBreaths  = 8
	moveWorth    = 16 // to be the one to move
	largestWorth = alphabeta.Proved - 1
)

// Eval returns the static value.
func (s *state) Eval() int {
	me := s.b.ToPlay()
	v := s.b.Sum()
	if s.b.Options().Captures {
		v += s.chainsWorth(me)
	}
	if me == game.White {
		v = -v
	}
	return int(max(min(v+moveWorth, largestWorth), -largestWorth))
}

// chainsWorth returns what the chains are worth to Black with me to move.
func (s *state) chainsWorth(me game.Color) int32 {
	sum := int32(0)
	worst := int32(0) // of several chains of the opponent in atari one is taken next
	for p := range uint16(s.b.Len()) {
		c := s.b.At(p)
		if c == game.Empty || s.b.Root(p) != p {
			continue
		}
		size := int32(s.b.Size(p))
		v := size*stoneWorth + breathWorth*int32(min(s.b.PseudoLiberties(p), mostBreaths))
		if _, atari := s.b.InAtari(p); atari {
			if c == me {
				v -= size*endangered + endangered
			} else {
				worst = max(worst, size)
				v -= size * endangered
			}
		}
		if c == game.White {
			v = -v
		}
		sum += v
	}
	if me == game.Black {
		return sum + worst*(doomed-endangered)
	}
	return sum - worst*(doomed-endangered)
}
