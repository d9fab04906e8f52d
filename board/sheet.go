package board

import (
	"fmt"
	"slices"
)

// seam is the connection at a side of a sheet.
type seam uint8

const (
	open    seam = iota // nothing: the board ends
	joined              // the opposite side
	flipped             // the opposite side, mirrored
)

// sheet is a rectangle of width×height points. Its left and right sides may be joined (across), and
// its top and bottom sides too (along). Point (x, y) is y*width+x. Torus, cylinder, Möbius band,
// Klein bottle, projective plane, cut sphere and circle are sheets; they differ in their seams and
// in the positions of their points in space.
type sheet struct {
	width, height int
	leftRight     seam
	topBottom     seam
	hole          []bool // by point: missing from the board; nil for no holes
}

// heading is one of the eight directions on a sheet.
type heading struct{ dx, dy int }

// headings in the order of a board's directions: opposite ones in pairs, the four along rows and
// columns first.
var headings = [8]heading{{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, -1}, {1, -1}, {-1, 1}}

// headingDir is the inverse of headings, at (dy+1)*3+dx+1.
var headingDir = [9]int8{5, 3, 6, 1, -1, 0, 7, 2, 4}

func (h heading) dir() int8 { return headingDir[(h.dy+1)*3+h.dx+1] }

// step goes one point from (x, y) and over the seams. A flipped seam mirrors the other coordinate
// and with it the heading. ok is false beyond an open side.
func (g *sheet) step(x, y int, h heading) (nx, ny int, nh heading, ok bool) {
	if x += h.dx; x < 0 || x >= g.width {
		switch g.leftRight {
		case open:
			return 0, 0, h, false
		case flipped:
			y, h.dy = g.height-1-y, -h.dy
		}
		x = (x + g.width) % g.width
	}
	if y += h.dy; y < 0 || y >= g.height {
		switch g.topBottom {
		case open:
			return 0, 0, h, false
		case flipped:
			x, h.dx = g.width-1-x, -h.dx
		}
		y = (y + g.height) % g.height
	}
	return x, y, h, true
}

// fill gives the plan the sheet's points, placed by at, and their names, edges, faces and lines.
// Holes are left out and the following points move up.
func (g *sheet) fill(p *Plan, at func(x, y int) Vec) {
	index := g.index()
	for y := range g.height {
		for x := range g.width {
			if index[y*g.width+x] != None {
				p.Coords = append(p.Coords, at(x, y))
				p.Names = append(p.Names, cellName(x, y, g.height))
			}
		}
	}
	p.Lines = newLines(len(p.Coords), len(headings))
	for y := range g.height {
		for x := range g.width {
			if i := index[y*g.width+x]; i != None {
				g.link(p, index, x, y, i)
			}
		}
	}
}

// index returns the board's point of each point of the sheet, None for holes.
func (g *sheet) index() []Point {
	index := make([]Point, g.width*g.height)
	n := Point(0)
	for i := range index {
		if g.hole != nil && g.hole[i] {
			index[i] = None
			continue
		}
		index[i] = n
		n++
	}
	return index
}

// link adds the edges, the steps and the face that start at (x, y), which is point i of the board.
func (g *sheet) link(p *Plan, index []Point, x, y int, i Point) {
	for d, h := range headings {
		nx, ny, nh, ok := g.step(x, y, h)
		if !ok {
			continue
		}
		j := index[ny*g.width+nx]
		// A diagonal around the corner of a projective plane would return to its start. It ends instead.
		if j == None || j == i {
			continue
		}
		kind := Orthogonal
		if h.dx != 0 && h.dy != 0 {
			kind = Diagonal
		} else if h.dx+h.dy > 0 {
			p.Edges = append(p.Edges, [2]Point{i, j})
		}
		p.Lines.set(i, d, Step{j, nh.dir()}, kind)
	}
	if face := g.face(index, x, y); face != nil {
		p.Faces = append(p.Faces, face)
	}
}

// face returns the square whose first corner is (x, y), in order around it, or nil if it is missing
// or if joining has merged two corners.
func (g *sheet) face(index []Point, x, y int) []Point {
	face := make([]Point, 0, 4)
	for _, h := range [4]heading{{0, 0}, {1, 0}, {1, 1}, {0, 1}} {
		nx, ny, _, ok := g.step(x, y, h)
		if !ok {
			return nil
		}
		j := index[ny*g.width+nx]
		if j == None || slices.Contains(face, j) {
			return nil
		}
		face = append(face, j)
	}
	return face
}

// gluedSheet returns the board of a sheet whose points are placed in space by at, scaled to the
// usual size.
func gluedSheet(kind, title string, g sheet, at func(x, y int) Vec) *Plan {
	p := &Plan{
		Spec:  fmt.Sprintf("%s:%dx%d", kind, g.width, g.height),
		Title: fmt.Sprintf("%s %d×%d", title, g.width, g.height),
	}
	g.fill(p, at)
	normalize(p.Coords, p.Edges)
	return p
}
