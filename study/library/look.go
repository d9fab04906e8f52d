package library

import (
	"fmt"

	"moyo/board"
	"moyo/game"
)

// look is a query on its way: under which key, and what it means what is found there.
type look struct {
	key    uint64
	board  *board.Board
	family string
	toPlay game.Color
	move   func(Next) (game.Point, game.Color, bool)
	equal  func(pos game.Position, d Diagram) bool
}

func (s *Shelf) look(q Query) (look, error) {
	b := q.Position.Board()
	symmetries := s.symmetriesOf(b)
	rules := q.Position.Rules().ID()
	d := DiagramAt(q.Position, len(q.Position.Turns()))
	l := look{board: b, family: family(rules), toPlay: d.ToPlay}
	if q.Corner == 0 {
		place := symmetries.Place(rules, d)
		l.key = place.Key
		l.move = func(n Next) (game.Point, game.Color, bool) {
			p, ok := place.Point(n)
			return p, d.ToPlay, ok
		}
		l.equal = func(pos game.Position, found Diagram) bool {
			return pos.Board().Spec() == b.Spec() && symmetries.Same(d, found)
		}
		return l, nil
	}
	place, ok := symmetries.CornerPlace(rules, d, q.Corner, q.Side)
	if !ok {
		return l, fmt.Errorf("%s has no corners of %dx%d points", b.Title(), q.Corner, q.Corner)
	}
	l.key, l.move = place.Key, place.Move
	l.equal = func(pos game.Position, found Diagram) bool {
		return place.SameCorner(pos.Board(), d.Stones, found.Stones)
	}
	return l, nil
}

// answer returns what was played on the board of the query.
func (l look) answer(f Fared) Answer {
	a := Answer{Fared: f}
	if p, color, ok := l.move(f.Next); ok {
		a.Move, a.Color = l.board.Name(p), color
		return a
	}
	switch f.Next {
	case Passed:
		a.Move, a.Color = "pass", l.toPlay
	case Chosen:
		a.Move, a.Color = "choice", l.toPlay
	}
	return a
}

// same compares a game that was found with what is looked for.
func (l look) same(pos game.Position, ply int) bool {
	return family(pos.Rules().ID()) == l.family && l.equal(pos, DiagramAt(pos, ply))
}
