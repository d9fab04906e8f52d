package gomoku

import (
	"moyo/board"
	"moyo/engine/alphabeta"
	"moyo/engine/gomoku/network"
	"moyo/game/rules/gomoku/pattern"
)

// sample is a position for the training of weights.
type sample struct {
	own, foe []counted // kinds of the side to move and of its opponent, at all empty points
	threats  uint16
	me       uint8
	score    int16 // as in searched
	result   int8  // likewise
	moves    []choice
	best     int // index into moves, -1 if the sample is not for the order of moves
}

// counted is a code and its number of points.
type counted struct {
	code uint16
	n    uint8
}

// choice is a move for the training of the order of moves.
type choice struct{ own, foe uint16 }

// reader makes samples of positions.
type reader struct {
	b     *pattern.Board
	w     *Weights
	fours *foursTable
	count [pattern.Codes]uint8
	moves []alphabeta.Move
}

func newReader(l SelfPlay, w *Weights) (*reader, error) {
	_, b, err := l.open(w)
	if err != nil {
		return nil, err
	}
	return &reader{b: b, w: w, fours: &foursTable{}}, nil
}

// lay returns the state of a position, and the moves whose order is trained.
func (r *reader) lay(x *searched) (*state, []alphabeta.Move) {
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

// sample returns a position as a sample for weights.
func (r *reader) sample(x *searched) sample {
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

// networkSample returns a position as a sample for a network; ok is false if a search would not evaluate it with one.
func (r *reader) networkSample(x *searched) (y network.Sample, ok bool) {
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
