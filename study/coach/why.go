package coach

import (
	"fmt"
	"slices"

	"moyo/game"
)

// Why says why the side to move in pos may not play m, in words that teach; ""
// for a legal move.
func Why(pos game.Position, m game.Move, you game.Color) string {
	v := voice{pos.Board(), you}
	reason := pos.Check(m)
	p := m.Point()
	switch reason {
	case game.Legal:
		return ""
	case game.Occupied:
		return fmt.Sprintf("There is a stone on %s already. A stone goes on an empty point.", v.board.Name(p))
	case game.Suicide:
		return v.whySuicide(pos, p)
	case game.Ko:
		return v.whyKo(pos, p)
	case game.Floating:
		return v.whyFloating(pos, p)
	case game.NotInThisWay:
		if m == game.Pass {
			return "In this game nobody may pass: place a stone."
		}
	}
	return reason.Sentence()
}

// whySuicide names what a stone on p would be without, and what it fails to take.
func (v voice) whySuicide(pos game.Position, p game.Point) string {
	own, others := around(pos, p)
	text := fmt.Sprintf("A stone on %s would have no liberty, no empty point beside it", v.board.Name(p))
	if len(own) > 0 {
		text = fmt.Sprintf("With a stone on %s %s %s would have no liberty left", v.board.Name(p), v.whose(pos.ToPlay()), v.stones(own))
	}
	if len(others) == 0 {
		return sentence(text + ", and nothing is taken by it")
	}
	nearest := slices.MinFunc(others, func(a, b chain) int { return len(a.liberties) - len(b.liberties) })
	var left []game.Point
	for _, q := range nearest.liberties {
		if q != p {
			left = append(left, q)
		}
	}
	has := "still have"
	if len(nearest.stones) == 1 {
		has = "still has"
	}
	return fmt.Sprintf("%s, and it takes nothing: %s %s %s %s, at %s. That is suicide.", text,
		v.whose(nearest.color), v.stones(nearest.stones), has, Count(len(left), "other liberty", "other liberties"), v.points(left, "and"))
}

// around returns the stones of the side to move that are joined to p, ascending,
// and the other side's chains beside it.
func around(pos game.Position, p game.Point) (own []game.Point, others []chain) {
	chainer, ok := pos.(game.Chainer)
	if !ok {
		return nil, nil
	}
	for _, q := range pos.Board().Neighbors(p) {
		c := pos.At(q)
		if c == game.Empty || slices.Contains(own, q) || slices.ContainsFunc(others, func(ch chain) bool { return slices.Contains(ch.stones, q) }) {
			continue
		}
		stones, liberties := chainer.Chain(q)
		if c == pos.ToPlay() {
			own = append(own, stones...)
		} else {
			others = append(others, chain{c, slices.Clone(stones), slices.Clone(liberties)})
		}
	}
	slices.Sort(own)
	return own, others
}

// whyKo names the move that would be undone, or the move after which the stones
// lay as they would again.
func (v voice) whyKo(pos game.Position, p game.Point) string {
	again := picture(pos, p)
	then := game.Stones(pos)
	for n, t := range slices.Backward(pos.Turns()) {
		if t.Undo(then); slices.Equal(then, again) {
			return v.koText(pos, p, n)
		}
	}
	return game.Ko.Sentence()
}

// koText speaks of a stone on p that brings back the stones as they lay after n
// moves.
func (v voice) koText(pos game.Position, p game.Point, n int) string {
	moves := pos.Moves()
	mover, at := pos.ToPlay(), v.board.Name(p)
	switch last := len(moves) - 1; {
	case n == last:
		return fmt.Sprintf("%s just took %s stone on %s with %s. Taking back at once would bring back the position before that (ko). Play somewhere else first.",
			capital(v.who(mover.Other())), v.whose(mover), at, game.Format(pos, moves[last]))
	case n == 0:
		return fmt.Sprintf("A stone on %s would bring back the first position of the game (ko). Play somewhere else first.", at)
	}
	return fmt.Sprintf("A stone on %s would bring back the position after move %d, %s (ko). Play somewhere else first.", at, n, game.Format(pos, moves[n-1]))
}

// picture returns the stones after one of the side to move on p, as captures of
// chains without liberties leave them.
func picture(pos game.Position, p game.Point) []game.Color {
	stones := game.Stones(pos)
	stones[p] = pos.ToPlay()
	_, others := around(pos, p)
	for _, ch := range others {
		if len(ch.liberties) == 1 {
			for _, q := range ch.stones {
				stones[q] = game.Empty
			}
		}
	}
	return stones
}

// whyFloating names where the stone would fall.
func (v voice) whyFloating(pos game.Position, p game.Point) string {
	if f, ok := pos.(game.Faller); ok {
		if q := f.Landing(p); q >= 0 {
			return fmt.Sprintf("A stone does not stay on %s: it falls to %s, the lowest free point of its column.", v.board.Name(p), v.board.Name(q))
		}
	}
	return game.Floating.Sentence()
}
