package capturefive

import (
	"moyo/engine/alphabeta"
	"moyo/game"
)

// worths are the values of chains, in addition to those of rows.
type worths struct {
	stone int32 // a stone on the board
	taker int32 // a chain in atari, the taker to move
	takes int32 // each stone of it
	owner int32 // a chain in atari, its owner to move
	loses int32 // each stone of it
	tight int32 // a chain with few edges to empty points, but not in atari
	move  int32 // the advantage of the move
}

// fewLiberties is the number of edges to empty points up to which a chain is tight.
const fewLiberties = 3

const largestWorth = alphabeta.Proved - 1

// Eval returns the static evaluation.
func (s *state) Eval() int {
	me := s.b.ToPlay()
	v := s.b.Sum()
	if s.b.Options().Captures {
		v += s.chainsWorth(me)
	}
	if me == game.White {
		v = -v
	}
	return int(max(min(v+s.w.move, largestWorth), -largestWorth))
}

// chainsWorth returns the value of the chains for Black with me to move.
func (s *state) chainsWorth(me game.Color) int32 {
	sum := int32(0)
	w := &s.w.worths
	for p := range uint16(s.b.Len()) {
		c := s.b.At(p)
		if c == game.Empty || s.b.Root(p) != p {
			continue
		}
		size := int32(s.b.Size(p))
		v := size * w.stone
		switch _, atari := s.b.InAtari(p); {
		case atari && c == me:
			v -= w.owner + size*w.loses
		case atari:
			v -= w.taker + size*w.takes
		case s.b.PseudoLiberties(p) <= fewLiberties:
			v += w.tight
		}
		if c == game.White {
			v = -v
		}
		sum += v
	}
	return sum
}
