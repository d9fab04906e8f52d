// Package sheet draws many problems on one picture.
package sheet

import (
	"errors"
	"fmt"

	"moyo/board"
	"moyo/client/terminal/files"
	"moyo/client/terminal/words"
	"moyo/game"
	"moyo/game/draw"
	"moyo/game/record/diagram"
	"moyo/solve/life/tsumego"
)

// Options configure a sheet.
type Options struct {
	Title    string
	Columns  int
	Solution bool // mark the first moves that solve the problems, if known
}

// The measures of a problem's picture, in pixels.
const (
	width    = 230 // and height, at most
	step     = 25  // between points, at most
	perLine  = 38  // letters of text
	maxLines = 4
)

// Draw returns the sheet of problems.
func Draw(problems []files.Listed, o Options) (*draw.Picture, error) {
	pictures := make([]draw.Captioned, len(problems))
	for i := range problems {
		p := &problems[i]
		picture, err := drawn(p, o.Solution)
		if err != nil {
			return nil, err
		}
		pictures[i] = draw.Captioned{Picture: picture, Lines: caption(p)}
	}
	return draw.Sheet(o.Title, pictures, max(1, min(o.Columns, len(problems))), width), nil
}

// drawn draws the relevant part of a problem; on boards without columns and rows, all of it.
func drawn(p *files.Listed, solution bool) (*draw.Picture, error) {
	o := draw.Options{Size: width, Stones: p.Walled(), Marks: marks(p, solution)}
	if cells, ok := diagram.Cells(p.Board); ok {
		picture, err := draw.Diagram(p.Board, o, cells, shown(&p.Problem), step)
		if !errors.Is(err, draw.ErrNoCells) {
			return picture, err
		}
	}
	o.Yaw, o.Pitch = draw.Facing(p.Board, shown(&p.Problem))
	return draw.New(p.Board, o)
}

// shown returns the relevant points: the region with adjacent stones, or all stones without a
// region.
func shown(p *tsumego.Problem) (points []game.Point) {
	points = append(points, p.Target...)
	for _, q := range p.Region {
		points = append(append(points, q), p.Board.Neighbors(q)...)
	}
	for q, c := range p.Stones {
		if len(p.Region) == 0 && c != game.Empty {
			points = append(append(points, game.Point(q)), p.Board.Neighbors(board.Point(q))...)
		}
	}
	return points
}

// The labels on the stones of the target, one per chain, and on first moves that solve.
const (
	targetMark   = "▲"
	solutionMark = "1"
)

func marks(p *files.Listed, solution bool) (out []draw.Mark) {
	for _, q := range p.Target {
		out = append(out, draw.Mark{Point: q, Kind: draw.Label, Text: targetMark})
	}
	for _, m := range p.Expect.Answers {
		if solution && m >= 0 {
			out = append(out, draw.Mark{Point: m.Point(), Kind: draw.Label, Text: solutionMark})
		}
	}
	return out
}

// caption returns the lines under a problem: its id and rank, the question, and its tags.
func caption(p *files.Listed) []string {
	about := p.About
	first := words.ID(p.ID)
	if len(about) > 0 {
		first, about = first+" · "+about[0], about[1:]
	}
	asked := words.Side(p.ToPlay) + " to play"
	if p.Asked && p.Question != tsumego.Status {
		asked = words.Side(p.ToPlay) + " to " + p.Question.String()
	}
	asked += ", " + p.Board.Spec()
	lines := append([]string{first, asked}, wrapped(about)...)
	return lines[:min(len(lines), maxLines)]
}

// wrapped breaks words into lines.
func wrapped(list []string) (lines []string) {
	for _, word := range list {
		if n := len(lines); n > 0 && len(lines[n-1])+len(word) < perLine {
			lines[n-1] += " " + word
			continue
		}
		lines = append(lines, word)
	}
	return lines
}

// Title returns a sheet's title, such as "Ko: problems 1 to 60 of 84".
func Title(what string, from, count, all int) string {
	if from == 1 && count == all {
		return what + ": " + words.Count(all, "problem")
	}
	return fmt.Sprintf("%s: problems %d to %d of %d", what, from, from+count-1, all)
}
