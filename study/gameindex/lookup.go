package gameindex

import (
	"fmt"

	"moyo/board"
	"moyo/game"
)

// Look is a query on its way: under which key its entries are, and what they mean.
type Look struct {
	Key    uint64
	board  *board.Board
	family string
	toPlay game.Color
	move   func(Next) (game.Point, game.Color, bool)
	equal  func(b *board.Board, d Diagram) bool
}

// Look returns how a query on the board is looked for. The error is for whoever asks.
func (s *Symmetries) Look(q Query) (Look, error) {
	b := s.board
	rules := q.Position.Rules().ID()
	d := DiagramAt(q.Position, len(q.Position.Turns()))
	l := Look{board: b, family: family(rules), toPlay: d.ToPlay}
	if q.Corner == 0 {
		place := s.Place(rules, d)
		l.Key = place.Key
		l.move = func(n Next) (game.Point, game.Color, bool) {
			p, ok := place.Point(n)
			return p, d.ToPlay, ok
		}
		l.equal = func(other *board.Board, found Diagram) bool {
			return other.Spec() == b.Spec() && s.Same(d, found)
		}
		return l, nil
	}
	place, ok := s.CornerPlace(rules, d, q.Corner, q.Side)
	if !ok {
		return l, fmt.Errorf("%s has no corners of %dx%d points", b.Title(), q.Corner, q.Corner)
	}
	l.Key, l.move = place.Key, place.Move
	l.equal = func(other *board.Board, found Diagram) bool {
		return place.SameCorner(other, d.Stones, found.Stones)
	}
	return l, nil
}

// Answer returns what was played on the board of the query.
func (l Look) Answer(f Fared) Answer {
	a := Answer{Fared: f, Point: board.None}
	if p, color, ok := l.move(f.Next); ok {
		a.Move, a.Point, a.Color = l.board.Name(p), p, color
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

// Same compares a game that was found, before its turn ply, with what is looked for.
func (l Look) Same(g Line, ply int) bool {
	return family(g.Rules) == l.family && l.equal(g.Board, g.At(ply))
}
