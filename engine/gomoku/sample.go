package gomoku

import (
	"moyo/board"
	"moyo/engine/alphabeta"
	"moyo/engine/gomoku/network"
	"moyo/game/rules/gomoku/pattern"
)

// sample is a position as training of weights sees it.
type sample struct {
	own, foe []counted // kinds of the side to move and of its enemy, at all empty points
	threats  uint16
	me       uint8
	score    int16 // as in judged
	result   int8  // likewise
	moves    []choice
	best     int // index into moves, -1 where the order of moves is not to learn from it
}

// counted is a code and at how many points it stands.
type counted struct {
	code uint16
	n    uint8
}

// choice is a move as the order of moves sees it.
type choice struct{ own, foe uint16 }

// reader turns positions into what is learned from.
type reader struct {
	b     *pattern.Board
	w     *Weights
	fours *foursTable
	count [pattern.Codes]uint8
	moves []alphabeta.Move
}

func newReader(l Lesson, w *Weights) (*reader, error) {
	_, b, err := l.open(w)
	if err != nil {
		return nil, err
	}
	return &reader{b: b, w: w, fours: &foursTable{}}, nil
}

// lay returns the state of a position, and the moves that its order is learned of.
func (r *reader) lay(x *judged) (*state, []alphabeta.Move) {
	for r.b.Stones() > 0 {
		r.b.Undo()
	}
	for i, q := range x.stones {
		r.b.Place(q, pattern.Black+i&1)
	}
	s := newState(r.b, r.w, x.me(), r.fours)
	r.moves = r.moves[:0]
	if x.best != board.None {
		r.moves = s.Moves(r.moves)
	}
	return s, r.moves
}

// sample returns a position as training of weights sees it.
func (r *reader) sample(x *judged) sample {
	s, moves := r.lay(x)
	y := sample{
		own: r.tally(s.me), foe: r.tally(3 - s.me), threats: uint16(s.threats()), me: uint8(s.me),
		score: x.score, result: x.result, best: -1,
	}
	for i, m := range moves {
		y.moves = append(y.moves, choice{s.b.Code(board.Point(m.Point), s.me), s.b.Code(board.Point(m.Point), 3-s.me)})
		if board.Point(m.Point) == x.best {
			y.best = i
		}
	}
	return y
}

// tally counts the codes of c at the empty points.
func (r *reader) tally(c int) []counted {
	var list []counted
	for q := range board.Point(r.b.Len()) {
		if r.b.At(q) == 0 {
			r.count[r.b.Code(q, c)]++
		}
	}
	for q := range board.Point(r.b.Len()) {
		if code := r.b.Code(q, c); r.b.At(q) == 0 && r.count[code] > 0 {
			list = append(list, counted{code, r.count[code]})
			r.count[code] = 0
		}
	}
	return list
}

// lesson returns a position as a network learns from it; ok is false where a search would not ask one.
func (r *reader) lesson(x *judged) (y network.Sample, ok bool) {
	s, moves := r.lay(x)
	if _, decided := s.Decided(0); decided {
		return y, false
	}
	y = network.Sample{
		Mask: uint16(s.threats()), Base: float32(s.Eval()) / scale, Want: float32(target(x.score, x.result, trust)),
	}
	for _, q := range x.stones {
		y.Stones = append(y.Stones, uint16(q))
	}
	best := -1
	for i, m := range moves {
		if board.Point(m.Point) == x.best {
			best = i
		}
	}
	if best < 0 {
		return y, true
	}
	y.Best = best
	for _, m := range moves {
		y.Moves = append(y.Moves, uint16(m.Point))
		y.Prior = append(y.Prior, float32(m.Score)/orderUnit)
	}
	return y, true
}
