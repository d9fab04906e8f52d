package boardfile

import (
	"cmp"
	"math"
	"slices"

	"moyo/board"
)

// deriveFaces finds the surface of a mesh in space that has only points and edges, so that views
// can draw it. Faces are triangles and quadrilaterals between edges that are adjacent around their
// points, as seen along the normal. It returns nil if that makes no surface, as on a solid lattice,
// where an edge would bound more than two faces.
func deriveFaces(coords []board.Vec, edges [][2]board.Point) [][]board.Point {
	f := &faceFinder{coords: coords, graph: board.NewGraph(len(coords), edges), candidates: make(map[[4]board.Point]*candidate)}
	for p := range board.Point(len(coords)) {
		f.collect(p)
	}
	return f.surface()
}

// faceFinder collects faces, corner by corner.
type faceFinder struct {
	coords     []board.Vec
	graph      board.Graph
	candidates map[[4]board.Point]*candidate // by corners, ascending; the fourth None of a triangle
}

// candidate is a face and the number of its corners at which its two edges are adjacent.
type candidate struct {
	face    []board.Point
	corners int
}

// neighbors returns the neighbours of p, or none if p has too many to be on a surface.
func (f *faceFinder) neighbors(p board.Point) []board.Point {
	if row := f.graph.Neighbors(p); len(row) <= maxLineDegree {
		return row
	}
	return nil
}

// collect adds the faces between adjacent edges at p.
func (f *faceFinder) collect(p board.Point) {
	around := slices.Clone(f.neighbors(p))
	if len(around) < 2 {
		return
	}
	ways := make(map[board.Point]board.Vec, len(around))
	list := make([]board.Vec, len(around))
	for i, q := range around {
		list[i] = f.coords[q].Sub(f.coords[p]).Unit()
		ways[q] = list[i]
	}
	normal, _ := flattest(list)
	right := list[0].Sub(normal.Scale(list[0].Dot(normal))).Unit()
	up := normal.Cross(right)
	angle := func(q board.Point) float64 { return math.Atan2(ways[q].Dot(up), ways[q].Dot(right)) }
	slices.SortStableFunc(around, func(a, b board.Point) int { return cmp.Compare(angle(a), angle(b)) })
	for i, a := range around {
		b := around[(i+1)%len(around)]
		if len(around) == 2 && i == 1 {
			break // the same two again
		}
		if face := f.faceBetween(a, p, b); face != nil {
			key := [4]board.Point{board.None, board.None, board.None, board.None}
			copy(key[:], face)
			slices.Sort(key[:])
			if c := f.candidates[key]; c != nil {
				c.corners++
			} else {
				f.candidates[key] = &candidate{face, 1}
			}
		}
	}
}

// faceBetween returns the face with the edges a-p and p-b: a triangle, or the
// quadrilateral nearest to a parallelogram, or nil.
func (f *faceFinder) faceBetween(a, p, b board.Point) []board.Point {
	if slices.Contains(f.neighbors(a), b) {
		return []board.Point{a, p, b}
	}
	best, least := board.None, math.Inf(1)
	want := f.coords[a].Add(f.coords[b]).Sub(f.coords[p])
	for _, c := range f.neighbors(a) {
		if c == p || !slices.Contains(f.neighbors(b), c) {
			continue
		}
		if d := f.coords[c].Distance(want); d < least {
			best, least = c, d
		}
	}
	if best == board.None {
		return nil
	}
	return []board.Point{a, p, b, best}
}

// surface returns the faces that all of their corners found, or all but one of four.
func (f *faceFinder) surface() [][]board.Point {
	var faces [][]board.Point
	bounds := make(map[[2]board.Point]int)
	for _, c := range f.candidates {
		if c.corners < 3 {
			continue
		}
		faces = append(faces, c.face)
		for i, p := range c.face {
			q := c.face[(i+1)%len(c.face)]
			e := [2]board.Point{min(p, q), max(p, q)}
			if bounds[e]++; bounds[e] > 2 {
				return nil
			}
		}
	}
	slices.SortFunc(faces, slices.Compare)
	return faces
}
