package gameindex

import (
	"slices"
	"strings"

	"moyo/board"
	"moyo/game"
	"moyo/game/record"
	"moyo/game/record/sgf"
)

// Line is a game as a sequence of turns from its first position.
type Line struct {
	Board  *board.Board
	Rules  string  // id
	Start  Diagram // before the first turn
	Turns  []game.Turn
	Setups []Setup    // in the middle of the game, in order
	Next   game.Color // the side to move after them or, after the end of the game, the side that would be next
}

// Setup is a change of stones by hand.
type Setup struct {
	Ply     int           // number of turns before it
	Changes []game.Placed // points and their new contents
}

// LineOf returns the line of a game.
func LineOf(pos game.Position) Line {
	turns := pos.Turns()
	return Line{
		Board: pos.Board(), Rules: pos.Rules().ID(), Start: DiagramAt(pos, 0), Turns: turns, Next: sideAt(pos, turns, len(turns)),
	}
}

// lineOf returns the line of a record.
func lineOf(l *record.Line) Line {
	line := Line{Board: l.Board, Rules: l.Rules.ID(), Start: Diagram{l.Stones, l.ToPlay}, Next: l.ToPlay}
	if len(l.Parts) == 0 {
		return line
	}
	line.Start = Diagram{l.Parts[0].Start, l.Parts[0].Turns[0].Color}
	stones := slices.Clone(line.Start.Stones)
	for _, p := range l.Parts {
		line.setUp(stones, p.Start)
		for _, t := range p.Turns {
			t.Do(stones)
		}
		line.Turns = append(line.Turns, p.Turns...)
	}
	line.setUp(stones, l.Stones)
	if line.Next == game.Empty {
		line.Next = line.Turns[len(line.Turns)-1].Color.Other()
	}
	return line
}

// setUp adds the changes of stones by hand after the last turn.
func (l *Line) setUp(stones, to []game.Color) {
	s := Setup{Ply: len(l.Turns)}
	for p, c := range to {
		if stones[p] != c {
			s.Changes = append(s.Changes, game.Placed{Point: game.Point(p), Color: c})
			stones[p] = c
		}
	}
	if s.Changes != nil {
		l.Setups = append(l.Setups, s)
	}
}

// At returns the diagram before turn ply, which may be the number of turns.
func (l Line) At(ply int) Diagram {
	d := Diagram{append([]game.Color(nil), l.Start.Stones...), l.Next}
	if ply < len(l.Turns) {
		d.ToPlay = l.Turns[ply].Color
	}
	setups := l.Setups
	for i := range ply + 1 {
		for len(setups) > 0 && setups[0].Ply == i {
			for _, c := range setups[0].Changes {
				d.Stones[c.Point] = c.Color
			}
			setups = setups[1:]
		}
		if i < ply {
			l.Turns[i].Do(d.Stones)
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
// rules have to decide, or there may be something to repair.
func (r *Reader) quick(g *sgf.Game) (line Line, ok bool) {
	s := r.start(g)
	if s == nil || len(g.Faults) > 0 || len(record.Notes(g)) > 0 || strings.Trim(g.Root.SimpleText("SZ"), "0123456789") != "" {
		return line, false
	}
	var moves []game.Colored
	for n := range g.MainLine() {
		for _, p := range n.Properties {
			if asksRules[p.ID] || (p.ID == "B" || p.ID == "W") && len(p.Values) > 1 {
				return line, false
			}
		}
		made, err := n.Moves(s.points)
		if err != nil || len(made) > 1 {
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
