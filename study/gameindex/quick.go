package gameindex

import (
	"moyo/board"
	"moyo/game"
	"moyo/game/record"
	"moyo/game/record/sgf"
)

// Line is a game as a sequence of turns from its first position.
type Line struct {
	Board *board.Board
	Rules string  // id
	Start Diagram // before the first turn
	Turns []game.Turn
	Next  game.Color // the side to move after them or, after the end of the game, the side that would be next
}

// LineOf returns the line of a game.
func LineOf(pos game.Position) Line {
	turns := pos.Turns()
	return Line{pos.Board(), pos.Rules().ID(), DiagramAt(pos, 0), turns, sideAt(pos, turns, len(turns))}
}

// At returns the diagram before turn ply, which may be the number of turns.
func (l Line) At(ply int) Diagram {
	d := Diagram{append([]game.Color(nil), l.Start.Stones...), l.Next}
	if ply < len(l.Turns) {
		d.ToPlay = l.Turns[ply].Color
	}
	for _, t := range l.Turns[:ply] {
		if t.Kind == game.TurnStone {
			d.Stones[t.Move] = t.Color
		}
		for _, p := range t.Taken {
			d.Stones[p] = game.Empty
		}
	}
	return d
}

// Reader reads games. It is not safe for concurrent use.
type Reader struct {
	open   game.Opener
	starts map[string]*start // by rules and board; nil if the quick way does not apply
}

// start is the position before the first move of games without setup stones.
type start struct {
	line   Line
	points sgf.Board
	follow func([]game.Colored) ([]game.Turn, bool)
}

// NewReader returns a reader of games; open finds their boards and rules.
func NewReader(open game.Opener) *Reader { return &Reader{open, map[string]*start{}} }

// mostStarts limits the cache.
const mostStarts = 64

// quick follows a game without the history that rules need, if the result is the same. ok is false if the
// rules have to decide.
func (r *Reader) quick(g *sgf.Game) (line Line, ok bool) {
	s := r.start(g)
	if s == nil {
		return line, false
	}
	var moves []game.Colored
	for n := range g.MainLine() {
		for _, p := range n.Properties {
			if asksRules[p.ID] {
				return line, false
			}
		}
		made, err := n.Moves(s.points)
		if err != nil {
			return line, false
		}
		for _, m := range made {
			moves = append(moves, game.Colored{Move: game.Move(m.Point), Color: game.Color(m.Color)})
		}
	}
	if n := len(moves); n > 0 && moves[n-1].Move == game.Pass && g.Root.SimpleText("RE") == "" {
		return line, false // the rules may know the winner
	}
	line = s.line
	if line.Turns, ok = s.follow(moves); ok && len(moves) > 0 {
		line.Next = moves[len(moves)-1].Color.Other()
	}
	return line, ok
}

// asksRules are the properties of nodes with more than moves.
var asksRules = map[string]bool{"AB": true, "AW": true, "AE": true, "PL": true, "OC": true, "OF": true}

// start returns the start of a game, nil if the quick way does not apply.
func (r *Reader) start(g *sgf.Game) *start {
	rules, err := record.Rules(g, r.open)
	if err != nil || g.Carried() != "" {
		return nil
	}
	spec, err := g.BoardSpec()
	if err != nil {
		return nil
	}
	key := rules.ID() + " " + spec
	s, known := r.starts[key]
	if !known {
		if len(r.starts) >= mostStarts {
			clear(r.starts)
		}
		s = r.newStart(rules, spec)
		r.starts[key] = s
	}
	return s
}

func (r *Reader) newStart(rules game.Rules, spec string) *start {
	b, err := r.open.Board(spec)
	if err != nil {
		return nil
	}
	pos, err := rules.New(b)
	if err != nil {
		return nil
	}
	f, ok := pos.(game.Follower)
	if !ok {
		return nil
	}
	return &start{LineOf(pos), record.Points(b), f.Follow()}
}
