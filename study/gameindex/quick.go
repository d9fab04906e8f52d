package gameindex

import (
	"moyo/board"
	"moyo/game"
	"moyo/game/record"
	"moyo/game/record/sgf"
)

// Line is a game from its first position on.
type Line struct {
	Board *board.Board
	Rules string  // id
	Start Diagram // before the first turn
	Turns []game.Turn
	Next  game.Color // whose turn it is after them or, where the game is over, would be
}

// LineOf returns the line of a game that was played by its rules.
func LineOf(pos game.Position) Line {
	turns := pos.Turns()
	return Line{pos.Board(), pos.Rules().ID(), DiagramAt(pos, 0), turns, sideAt(pos, turns, len(turns))}
}

// At returns the diagram before turn ply, which may be as many as there are.
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

// Reader reads games. It is not safe for use by several goroutines.
type Reader struct {
	open   game.Opener
	starts map[string]*start // by rules and board; nil for those without a quick way
}

// start is where games without stones set up begin.
type start struct {
	line   Line
	points sgf.Board
	follow func([]game.Colored) ([]game.Turn, bool)
}

// NewReader returns a reader of games on boards and by rules that open finds.
func NewReader(open game.Opener) *Reader { return &Reader{open, map[string]*start{}} }

// mostStarts bounds those that are remembered.
const mostStarts = 64

// quick follows a game without its rules' history, where what comes of it is the same. ok is false where the
// rules have to be asked.
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
		return line, false // who has won the rules may say
	}
	line = s.line
	if line.Turns, ok = s.follow(moves); ok && len(moves) > 0 {
		line.Next = moves[len(moves)-1].Color.Other()
	}
	return line, ok
}

// asksRules are the properties of nodes that say more than moves.
var asksRules = map[string]bool{"AB": true, "AW": true, "AE": true, "PL": true, "OC": true, "OF": true}

// start returns where a game begins, nil where there is no quick way from there.
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
