// Package diagram shows lines of moves as books do: stones with move numbers, figures of several
// moves each, and notes such as "52 at 37" for moves on points with a numbered stone. A line
// becomes a picture (SVG, PNG), an animation (GIF), or pages with comments (PDF). The package knows
// no rules: the caller provides the effects of moves.
package diagram

import (
	"iter"
	"slices"
	"strconv"
	"strings"

	"moyo/board"
	"moyo/game"
	"moyo/game/draw"
)

// Line is a line of moves on a board.
type Line struct {
	Board  *board.Board
	Stones []game.Color // before the first step, by point
	Marks  []draw.Mark  // before the first step
	Over   Overlay      // before the first step
	Said   string       // before the first step
	Steps  []Step
}

// Step is the effect of a node of a game.
type Step struct {
	Color   game.Color // of the move, Empty if there is no move
	Point   game.Point // of the stone, board.None if none is placed
	Words   string     // the move in words if it places no stone, such as "pass"
	Number  int        // of the move, 0 if there is no move
	Changes []game.Placed
	Marks   []draw.Mark
	Over    Overlay
	Comment string
	Anew    bool // a figure starts here: stones are set up, or the record starts one
}

// Overlay contains what a record draws on the board besides marks.
type Overlay struct {
	Arrows []draw.Arrow
	Dimmed []board.Point
	View   []board.Point // the only points to show; all if nil
}

// Figure is a position with the moves that led to it.
type Figure struct {
	Stones      []game.Color // with the stones of the moves, including captured ones
	Marks       []draw.Mark  // numbers and letters on stones, and the marks of the last step
	Over        Overlay      // of the last step
	First, Last int          // numbers of moves, 0 if there are no moves
	Notes       []string     // such as "52, 58 at 37"
	Comments    []Comment    // in the order of their moves
}

// Comment is the comment of a record on a move.
type Comment struct {
	Move string // such as "12" or "12 pass"; "" for a comment before the first move
	Text string
}

// Caption returns the range of moves in a figure, such as "1–50".
func (f *Figure) Caption() string {
	switch {
	case f.First == 0:
		return ""
	case f.First == f.Last:
		return strconv.Itoa(f.First)
	}
	return strconv.Itoa(f.First) + "–" + strconv.Itoa(f.Last)
}

// Figures cuts the line into figures of the given number of moves. A line without moves is one figure.
func (l *Line) Figures(moves int) iter.Seq[*Figure] {
	return func(yield func(*Figure) bool) {
		stones := slices.Clone(l.Stones)
		d := newDrafting(stones)
		d.marks, d.figure.Over = l.Marks, l.Over
		if l.Said != "" {
			d.figure.Comments = append(d.figure.Comments, Comment{"", l.Said})
		}
		for i, s := range l.Steps {
			if d.steps > 0 && (s.Anew || s.Number > 0 && d.moves == moves) {
				if !yield(d.end()) {
					return
				}
				d = newDrafting(stones)
			}
			d.add(&l.Steps[i])
			for _, c := range s.Changes {
				stones[c.Point] = c.Color
			}
			if d.moves == 0 {
				copy(d.figure.Stones, stones) // set up before the first of the moves
			}
		}
		yield(d.end())
	}
}

// drafting is a figure under construction.
type drafting struct {
	figure       Figure
	steps, moves int
	on           map[game.Point]string // labels of stones
	letters      int                   // number of letters used, on stones from before the figure
	repeats      notes[game.Point]     // moves on points that already have a number or a letter
	others       notes[string]         // moves that place no stone, by their words
	marks        []draw.Mark
}

// note is the list of moves that share a note.
type note[T comparable] struct {
	of      T
	numbers []string
}

// notes are the notes of a figure, up to one for each point of the board.
type notes[T comparable] struct {
	list []note[T]
	at   map[T]int // index of a note
}

// add adds a move to an existing note or a new one.
func (n *notes[T]) add(of T, number string) {
	i, known := n.at[of]
	if !known {
		if n.at == nil {
			n.at = map[T]int{}
		}
		i, n.at[of] = len(n.list), len(n.list)
		n.list = append(n.list, note[T]{of: of})
	}
	n.list[i].numbers = append(n.list[i].numbers, number)
}

func newDrafting(stones []game.Color) *drafting {
	return &drafting{figure: Figure{Stones: slices.Clone(stones)}, on: make(map[game.Point]string)}
}

// add adds a step.
func (d *drafting) add(s *Step) {
	d.steps++
	d.marks, d.figure.Over = s.Marks, s.Over
	name := ""
	if s.Number > 0 {
		name = strconv.Itoa(s.Number)
		d.moves++
		d.number(s, name)
		if s.Words != "" {
			d.others.add(s.Words, name)
			name += " " + s.Words
		}
	}
	if s.Comment != "" {
		d.figure.Comments = append(d.figure.Comments, Comment{name, s.Comment})
	}
}

// number writes a move's number on its stone, or adds a note if an earlier stone of the figure is on the
// point.
func (d *drafting) number(s *Step, name string) {
	if d.figure.First == 0 {
		d.figure.First = s.Number
	}
	d.figure.Last = s.Number
	if s.Point == board.None {
		return
	}
	if d.figure.Stones[s.Point] == game.Empty {
		d.figure.Stones[s.Point] = s.Color
		d.on[s.Point] = name
		return
	}
	if d.on[s.Point] == "" { // a stone from before the figure that was captured since
		d.on[s.Point] = letter(d.letters)
		d.letters++
	}
	d.repeats.add(s.Point, name)
}

// letter returns a, b, … z, aa, ab, ….
func letter(i int) string {
	name := ""
	for ; i >= 0; i = i/26 - 1 {
		name = string(rune('a'+i%26)) + name
	}
	return name
}

// end returns the figure.
func (d *drafting) end() *Figure {
	f := &d.figure
	for p := range f.Stones {
		if text := d.on[game.Point(p)]; text != "" {
			f.Marks = append(f.Marks, draw.Mark{Point: game.Point(p), Kind: draw.Label, Text: text})
		}
	}
	for _, m := range d.marks {
		if d.on[m.Point] == "" {
			f.Marks = append(f.Marks, m)
		}
	}
	for _, n := range d.repeats.list {
		f.Notes = append(f.Notes, strings.Join(n.numbers, ", ")+" at "+d.on[n.of])
	}
	for _, n := range d.others.list {
		f.Notes = append(f.Notes, strings.Join(n.numbers, ", ")+" "+n.of)
	}
	return f
}
