package boardfile

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"moyo/board"
	"moyo/internal/errtext"
)

// maxName bounds a point's name, in bytes.
const maxName = 16

// takeNames checks the names and stores them in the draft.
func (d *Draft) takeNames(names []string) (where string, err error) {
	if len(names) != d.points {
		return "names", fmt.Errorf("%d names for %d points", len(names), d.points)
	}
	seen := make(map[string]int, len(names))
	for i, name := range names {
		where := fmt.Sprintf("names[%d]", i)
		if err := checkName(name); err != nil {
			return where, err
		}
		folded := board.FoldName(name)
		if first, ok := seen[folded]; ok {
			return where, fmt.Errorf("%q is the name of point %d already", name, first)
		}
		seen[folded] = i
	}
	d.names = names
	return "", nil
}

// checkName checks a user's name for a point. It must be printable, easy to type as a move, and
// different from other moves.
func checkName(name string) error {
	if name == "" || len(name) > maxName || !utf8.ValidString(name) {
		return fmt.Errorf("the name %q is empty or longer than %d bytes", errtext.Clip(name, maxName), maxName)
	}
	for _, r := range name {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-._+'", r) {
			return fmt.Errorf("the name %q has a character other than letters, digits and -._+'", name)
		}
	}
	switch board.FoldName(name) {
	case "pass", "resign", "none", "null", "swap", "undo":
		return fmt.Errorf("the name %q means something else in a game", name)
	}
	return nil
}

// checkFaces checks that the faces are polygons of points.
func (d *Draft) checkFaces() (where string, err error) {
	for i, face := range d.faces {
		where := fmt.Sprintf("faces[%d]", i)
		if len(face) < 3 {
			return where, fmt.Errorf("%d corners; want at least 3", len(face))
		}
		for _, p := range face {
			if int(p) >= d.points {
				return where, fmt.Errorf("there is no point %d; they go from 0 to %d", p, d.points-1)
			}
		}
		if p, twice := repeated(face); twice {
			return where, fmt.Errorf("point %d is there twice", p)
		}
	}
	return "", nil
}

// takeStars checks the handicap points and stores them in the draft.
func (d *Draft) takeStars(stars []board.Point) (where string, err error) {
	for i, p := range stars {
		if int(p) >= d.points {
			return fmt.Sprintf("stars[%d]", i), fmt.Errorf("there is no point %d; they go from 0 to %d", p, d.points-1)
		}
	}
	d.stars = slices.Clone(stars)
	slices.Sort(d.stars)
	d.stars = slices.Compact(d.stars)
	return "", nil
}

// checkRows checks that the lines use points of the board, that lines other than diagonals follow
// its edges, and that not too many of them cross at one point.
func (d *Draft) checkRows() (where string, err error) {
	graph := board.NewGraph(d.points, d.edges)
	through := make([]int, d.points)
	total := 0
	for i, r := range d.rows {
		where := fmt.Sprintf("lines[%d]", i)
		if total += len(r.points); total > board.MaxPoints*board.MaxDirs/2 {
			return where, fmt.Errorf("the lines have more than %d points", board.MaxPoints*board.MaxDirs/2)
		}
		if len(r.points) < 2 {
			return where, fmt.Errorf("%d points; want at least 2", len(r.points))
		}
		for k, p := range r.points {
			if int(p) >= d.points {
				return where, fmt.Errorf("there is no point %d; they go from 0 to %d", p, d.points-1)
			}
			if through[p]++; through[p] > board.MaxDirs/2 {
				return where, fmt.Errorf("more than %d lines go through point %d", board.MaxDirs/2, p)
			}
			next := (k + 1) % len(r.points)
			if next == 0 && !r.closed {
				continue
			}
			q := r.points[next]
			if p == q {
				return where, fmt.Errorf("point %d follows itself", p)
			}
			if !r.diagonal && int(q) < d.points && !graph.Adjacent(p, q) {
				return where, fmt.Errorf("no edge leads from %d to %d, and the line is not diagonal", p, q)
			}
		}
	}
	return "", nil
}
