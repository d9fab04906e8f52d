package lessons

import (
	"slices"

	"moyo/game"
	"moyo/study/coach"
)

// chase reads ladders and nets: the hunted chain extends or captures one of the stones around it,
// and the hunter fills its liberties. A result of caught is exact, since the hunted side tries
// everything that could help. A result of free may be wrong if a move away from the liberties
// catches the chain.
type chase struct{ moves int }

// maxChase limits the moves of one reading, as maxFours does for fours. The lessons need at most
// 296.
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

// escape returns a move after which the chain at p, whose side is to move, is safe; NoMove for
// none.
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

// answers returns the moves that could help the chain at p, the most likely first: with one liberty
// only extending or capturing.
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

// takes reports whether the hunter, who is to move, catches the chain at p.
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
