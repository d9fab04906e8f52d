package lessons

import (
	"slices"

	"moyo/game"
	"moyo/study/coach"
)

// chase reads ladders and nets: the hunted chain runs or takes one of the stones
// around it, the hunter takes its liberties away. What it calls caught is caught,
// for the hunted may do all that could help it; what it calls free might still be
// caught by a move that is on no liberty.
type chase struct{ moves int }

// maxChase bounds the moves of one reading, as maxFours those with fours. The most that a move in
// the lessons takes is 296.
const maxChase = 3000

// chainAt returns a chain and its liberties.
func chainAt(pos game.Position, p game.Point) (stones, liberties []game.Point) {
	chainer, ok := pos.(game.Chainer)
	if !ok {
		return nil, nil
	}
	stones, liberties = chainer.Chain(p)
	return slices.Clone(stones), slices.Clone(liberties)
}

// escape returns the move after which the chain at p, whose side is to move, is
// not taken; NoMove where there is none.
func (h *chase) escape(pos game.Position, p game.Point) game.Move {
	best, most := game.NoMove, 0
	for _, m := range h.answers(pos, p) {
		try := pos.Clone()
		if h.moves++; h.moves > maxChase {
			return m
		}
		if try.Play(m) != nil || h.takes(try, p) {
			continue
		}
		_, liberties := chainAt(try, p)
		if len(liberties) > 2 {
			return m
		}
		if len(liberties) > most {
			best, most = m, len(liberties)
		}
	}
	return best
}

// answers returns what could help the chain at p, the most likely first: with one
// liberty to run or to take, else anything.
func (h *chase) answers(pos game.Position, p game.Point) []game.Move {
	_, liberties := chainAt(pos, p)
	var moves []game.Move
	for _, q := range liberties {
		moves = append(moves, game.Place(q))
	}
	for _, t := range coach.Takings(pos, pos.ToPlay()) {
		moves = append(moves, game.Place(t.At))
	}
	if len(liberties) == 1 {
		return moves
	}
	for _, m := range pos.LegalMoves(nil) {
		if m >= 0 && !slices.Contains(moves, m) {
			moves = append(moves, m)
		}
	}
	return moves
}

// takes reports whether the hunter, who is to move, takes the chain at p.
func (h *chase) takes(pos game.Position, p game.Point) bool {
	_, liberties := chainAt(pos, p)
	if len(liberties) > 2 {
		return false
	}
	for _, q := range liberties {
		try := pos.Clone()
		if h.moves++; h.moves > maxChase || try.Play(game.Place(q)) != nil {
			continue
		}
		if try.At(p) == game.Empty || h.escape(try, p) == game.NoMove {
			return true
		}
	}
	return false
}
