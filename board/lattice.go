package board

import (
	"fmt"
	"strconv"
	"strings"

	"moyo/internal/errtext"
)

// maxHoles limits the holes in a lattice's spec.
const maxHoles = 1000

// latticeUsage is the form of a lattice's spec.
const latticeUsage = "lattice:WxH-HOLE-HOLE..., a hole being a point such as D4 or a rectangle such as C3..E5"

// parseLattice makes a grid with some points missing. The canonical spec names the holes from the
// top left, each as the widest and then tallest rectangle that starts there.
func parseLattice(spec, args string) (*Board, error) {
	fail := func(format string, a ...any) (*Board, error) {
		return nil, &SpecError{spec, fmt.Sprintf(format, a...) + "; want " + latticeUsage}
	}
	parts := strings.Split(args, "-")
	if len(parts)-1 > maxHoles {
		return fail("%d holes are more than %d", len(parts)-1, maxHoles)
	}
	n, err := parseSizes(parts[0], []int{1, 1})
	if err != nil {
		return fail("%v", err)
	}
	if count(n) > MaxPoints {
		return fail("%d points are more than %d", count(n), MaxPoints)
	}
	g := sheet{width: n[0], height: n[1], hole: make([]bool, n[0]*n[1])}
	for _, part := range parts[1:] {
		if err := g.cut(part); err != nil {
			return fail("%v", err)
		}
	}
	p := &Plan{Spec: g.latticeSpec(), Title: fmt.Sprintf("Lattice %d×%d", g.width, g.height), Flat: true}
	g.fill(p, g.plane)
	if len(p.Coords) == 0 {
		return fail("no point is left")
	}
	b := p.build()
	if k := len(b.Components()); k > 1 {
		return fail("the holes cut the board into %d parts", k)
	}
	return b, nil
}

// cut removes a hole: one cell, or a rectangle between two cells.
func (g *sheet) cut(part string) error {
	from, to, two := strings.Cut(part, "..")
	if !two {
		to = from
	}
	x1, y1, ok1 := g.cell(from)
	x2, y2, ok2 := g.cell(to)
	if !ok1 || !ok2 {
		return fmt.Errorf("hole %q is not on a board of %d columns and %d rows", errtext.Clip(part, 40), g.width, g.height)
	}
	for y := min(y1, y2); y <= max(y1, y2); y++ {
		for x := min(x1, x2); x <= max(x1, x2); x++ {
			g.hole[y*g.width+x] = true
		}
	}
	return nil
}

// cell returns the column and the row from the top of a name such as "D4".
func (g *sheet) cell(name string) (x, y int, ok bool) {
	letters := strings.TrimRight(name, "0123456789")
	row, err := strconv.Atoi(name[len(letters):])
	if err != nil || row < 1 || row > g.height || len(letters) > 4 {
		return 0, 0, false
	}
	x, ok = columnOf(strings.ToUpper(letters))
	return x, g.height - row, ok && x < g.width
}

// columnOf is the inverse of ColumnName.
func columnOf(letters string) (x int, ok bool) {
	x = -1
	for _, c := range letters {
		i := strings.IndexRune(columnLetters, c)
		if i < 0 {
			return 0, false
		}
		x = (x+1)*len(columnLetters) + i
	}
	return x, x >= 0
}

// latticeSpec writes the holes as rectangles.
func (g *sheet) latticeSpec() string {
	var spec strings.Builder
	fmt.Fprintf(&spec, "lattice:%dx%d", g.width, g.height)
	left := append([]bool(nil), g.hole...)
	for i := range left {
		if !left[i] {
			continue
		}
		x, y := i%g.width, i/g.width
		w, h := 1, 1
		for x+w < g.width && left[i+w] {
			w++
		}
		for y+h < g.height && full(left[i+h*g.width:][:w]) {
			h++
		}
		for r := range h {
			clear(left[i+r*g.width:][:w])
		}
		spec.WriteString("-" + cellName(x, y, g.height))
		if w*h > 1 {
			spec.WriteString(".." + cellName(x+w-1, y+h-1, g.height))
		}
	}
	return spec.String()
}

// full reports whether all of the cells are holes.
func full(cells []bool) bool {
	for _, c := range cells {
		if !c {
			return false
		}
	}
	return true
}
