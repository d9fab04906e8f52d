package gameindex

import (
	"fmt"

	"moyo/board"
	"moyo/game"
)

// Lookup is a prepared query: the key of its entries, and their meaning.
type Lookup struct {
	Key    uint64
	board  *board.Board
	family string
	toPlay game.Color
	move   func(Next) (game.Point, game.Color, bool)
	equal  func(b *board.Board, d Diagram) bool
}

// Lookup prepares a query on the board. The error is for the user.
func (s *Symmetries) Lookup(q Query) (Lookup, error) {
	b := s.board
	rules := q.Position.Rules().ID()
	d := DiagramAt(q.Position, len(q.Position.Turns()))
	l := Lookup{board: b, family: family(rules), toPlay: d.ToPlay}
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

// Answer converts a move's results to the board of the query.
func (l Lookup) Answer(f MoveResults) Answer {
	a := Answer{MoveResults: f, Point: board.None}
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

// Same compares a found game, before its turn ply, with the query.
func (l Lookup) Same(g Line, ply int) bool {
	return family(g.Rules) == l.family && l.equal(g.Board, g.At(ply))
}
