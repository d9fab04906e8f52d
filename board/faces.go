package board

import (
	"cmp"
	"math"
	"slices"
)

// deriveFaces finds the surface of a mesh in space that comes as points and
// edges alone, so that views can draw it: triangles and quadrilaterals between
// edges that are next to each other around their points, as seen along the
// normal there. It returns nil where that makes no surface, as on a solid
// lattice, where an edge would bound more than two faces.
func deriveFaces(coords []Vec, edges [][2]Point) [][]Point {
	start, adj := compress(len(coords), edges)
	m := &mesher{coords: coords, start: start, adj: adj, seen: make(map[[4]Point]*sighting)}
	for p := range Point(len(coords)) {
		m.look(p)
	}
	return m.surface()
}

// mesher collects the faces that the points see.
type mesher struct {
	coords []Vec
	start  []int32
	adj    []Point
	seen   map[[4]Point]*sighting // by corners, ascending; the fourth None of a triangle
}

// sighting is a face and how many of its corners see it between two edges.
type sighting struct {
	face  []Point
	times int
}

// neighbors returns the neighbours of p, none where they are too many to lie on
// a surface.
func (m *mesher) neighbors(p Point) []Point {
	if row := m.adj[m.start[p]:m.start[p+1]]; len(row) <= maxLineDegree {
		return row
	}
	return nil
}

// look enters the faces between edges at p that follow each other.
func (m *mesher) look(p Point) {
	around := slices.Clone(m.neighbors(p))
	if len(around) < 2 {
		return
	}
	ways := make(map[Point]Vec, len(around))
	list := make([]Vec, len(around))
	for i, q := range around {
		list[i] = m.coords[q].sub(m.coords[p]).unit()
		ways[q] = list[i]
	}
	normal, _ := flattest(list)
	right := list[0].sub(normal.scale(list[0].dot(normal))).unit()
	up := normal.cross(right)
	angle := func(q Point) float64 { return math.Atan2(ways[q].dot(up), ways[q].dot(right)) }
	slices.SortStableFunc(around, func(a, b Point) int { return cmp.Compare(angle(a), angle(b)) })
	for i, a := range around {
		b := around[(i+1)%len(around)]
		if len(around) == 2 && i == 1 {
			break // the same two again
		}
		if face := m.close(a, p, b); face != nil {
			key := [4]Point{None, None, None, None}
			copy(key[:], face)
			slices.Sort(key[:])
			if s := m.seen[key]; s != nil {
				s.times++
			} else {
				m.seen[key] = &sighting{face, 1}
			}
		}
	}
}

// close returns the face with the edges a-p and p-b: a triangle, or the
// quadrilateral nearest to a parallelogram, or nil.
func (m *mesher) close(a, p, b Point) []Point {
	if slices.Contains(m.neighbors(a), b) {
		return []Point{a, p, b}
	}
	best, least := None, math.Inf(1)
	want := m.coords[a].add(m.coords[b]).sub(m.coords[p])
	for _, c := range m.neighbors(a) {
		if c == p || !slices.Contains(m.neighbors(b), c) {
			continue
		}
		if d := m.coords[c].distance(want); d < least {
			best, least = c, d
		}
	}
	if best == None {
		return nil
	}
	return []Point{a, p, b, best}
}

// surface returns the faces that all of their corners see, or all but one of
// four.
func (m *mesher) surface() [][]Point {
	var faces [][]Point
	bounds := make(map[[2]Point]int)
	for _, s := range m.seen {
		if s.times < 3 {
			continue
		}
		faces = append(faces, s.face)
		for i, p := range s.face {
			q := s.face[(i+1)%len(s.face)]
			e := [2]Point{min(p, q), max(p, q)}
			if bounds[e]++; bounds[e] > 2 {
				return nil
			}
		}
	}
	slices.SortFunc(faces, slices.Compare)
	return faces
}
