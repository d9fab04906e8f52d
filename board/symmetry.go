package board

import (
	"cmp"
	"slices"
)

// Symmetries returns ways to map the board onto itself. Each maps point p to m[p] so that
// neighbours stay neighbours and lines stay lines of their kind. The identity comes first. It
// returns at most limit; a grid has 8 or 4, torus:9x9 has 648. The work is limited too, so on a
// graph made to be hard some may be missing; those returned are right.
//
// Colour refinement distinguishes points. Then a backtracking search maps them in an order in which
// each has a neighbour that is already mapped.
func (b *Board) Symmetries(limit int) [][]Point {
	if limit < 1 {
		return nil
	}
	s := newSymmetrySearch(b, limit)
	s.search()
	return s.found
}

func newSymmetrySearch(b *Board, limit int) *symmetrySearch {
	n := b.Len()
	s := &symmetrySearch{
		b: b, limit: limit, color: b.refine(),
		image: slices.Repeat([]Point{None}, n), taken: make([]bool, n),
		work: 2_000_000 + 20*limit*n,
	}
	s.orderPoints()
	if b.lines != nil {
		s.rays = make([][]ray, n)
		for p := range s.rays {
			s.rays[p] = b.raysAt(Point(p), nil)
		}
	}
	return s
}

// symmetrySearch is the state of one search.
type symmetrySearch struct {
	b      *Board
	limit  int
	color  []int
	order  []Point // the points in mapping order
	parent []Point // of each in that order: an earlier neighbour, or None
	image  []Point // by point; None if not mapped
	taken  []bool  // whether a point is an image
	rays   [][]ray
	work   int // remaining work
	found  [][]Point
}

// orderPoints lists the points breadth first, each part from a point of the rarest colour.
func (s *symmetrySearch) orderPoints() {
	count := make(map[int]int)
	for _, c := range s.color {
		count[c]++
	}
	roots := make([]Point, s.b.Len())
	for i := range roots {
		roots[i] = Point(i)
	}
	slices.SortStableFunc(roots, func(p, q Point) int { return cmp.Compare(count[s.color[p]], count[s.color[q]]) })
	seen := make([]bool, s.b.Len())
	for _, root := range roots {
		if seen[root] {
			continue
		}
		seen[root] = true
		s.order, s.parent = append(s.order, root), append(s.parent, None)
		for i := len(s.order) - 1; i < len(s.order); i++ {
			for _, q := range s.b.Neighbors(s.order[i]) {
				if !seen[q] {
					seen[q] = true
					s.order, s.parent = append(s.order, q), append(s.parent, s.order[i])
				}
			}
		}
	}
}

// search maps the points one after the other. It does not recurse, because boards are deep. next[i]
// counts the images tried for order[i].
func (s *symmetrySearch) search() {
	next := []int{0}
	for len(next) > 0 && s.work > 0 && len(s.found) < s.limit {
		at := len(next) - 1
		p := s.order[at]
		if s.image[p] != None {
			s.taken[s.image[p]] = false
			s.image[p] = None
		}
		q, more := s.candidate(at, next[at])
		if !more {
			next = next[:at]
			continue
		}
		next[at]++
		s.work--
		if q == None || s.taken[q] || s.color[q] != s.color[p] || !s.fits(p, q) {
			continue
		}
		s.image[p], s.taken[q] = q, true
		if at+1 < len(s.order) {
			next = append(next, 0)
			continue
		}
		s.work -= s.b.Len()
		if s.keepsLines() {
			s.found = append(s.found, slices.Clone(s.image))
		}
	}
}

// candidate returns the i-th candidate image of order[at]: itself, then the neighbours of its
// parent's image, or all points if it has no parent. It is [None] for a repeat. more is false at the
// end.
func (s *symmetrySearch) candidate(at, i int) (q Point, more bool) {
	p, from := s.order[at], s.order
	if u := s.parent[at]; u != None {
		from = s.b.Neighbors(s.image[u])
	}
	switch {
	case i == 0:
		return p, true
	case i > len(from):
		return None, false
	case from[i-1] == p:
		return None, true
	}
	return from[i-1], true
}

// fits reports whether p can map to q: the mapped neighbours of p must map to exactly the taken
// neighbours of q.
func (s *symmetrySearch) fits(p, q Point) bool {
	taken := 0
	s.work -= 2 * s.b.Degree(p)
	for _, r := range s.b.Neighbors(q) {
		if s.taken[r] {
			taken++
		}
	}
	for _, r := range s.b.Neighbors(p) {
		if s.image[r] == None {
			continue
		}
		if _, ok := slices.BinarySearch(s.b.Neighbors(q), s.image[r]); !ok {
			return false
		}
		taken--
	}
	return taken == 0
}

// ray is one axis at a point: the next points along it in both directions, the smaller first.
type ray struct {
	a, b Point
	kind Axis
}

// raysAt returns the axes at p in order, with each point mapped by image.
func (b *Board) raysAt(p Point, image []Point) []ray {
	var rays []ray
	for d := 0; d < b.lines.Dirs; d += 2 {
		kind := b.lines.Axis(p, d)
		if kind == NoAxis {
			continue
		}
		x, y := b.lines.Next(p, d).To, b.lines.Next(p, d^1).To
		if image != nil {
			x, y = imageOf(image, x), imageOf(image, y)
		}
		rays = append(rays, ray{min(x, y), max(x, y), kind})
	}
	slices.SortFunc(rays, func(r, s ray) int {
		return cmp.Or(cmp.Compare(r.a, s.a), cmp.Compare(r.b, s.b), cmp.Compare(r.kind, s.kind))
	})
	return rays
}

func imageOf(image []Point, p Point) Point {
	if p == None {
		return None
	}
	return image[p]
}

// keepsLines reports whether the finished map takes lines to lines.
func (s *symmetrySearch) keepsLines() bool {
	if s.rays == nil {
		return true
	}
	for p := range Point(s.b.Len()) {
		if !slices.Equal(s.b.raysAt(p, s.image), s.rays[s.image[p]]) {
			return false
		}
	}
	return true
}

// refine colours the points so that no symmetry maps a point to one of another colour: first by
// degree, then by the colours of the neighbours, until nothing changes or a limit of rounds is
// reached.
func (b *Board) refine() []int {
	const rounds = 64
	color := make([]int, b.Len())
	for p := range color {
		color[p] = b.Degree(Point(p))
	}
	colors := 0
	for range rounds {
		type pointKey struct {
			key []int
			p   int
		}
		keys := make([]pointKey, b.Len())
		for p := range keys {
			row := b.Neighbors(Point(p))
			key := make([]int, 1, len(row)+1)
			for _, q := range row {
				key = append(key, color[q])
			}
			slices.Sort(key[1:])
			key[0] = color[p]
			keys[p] = pointKey{key, p}
		}
		slices.SortFunc(keys, func(a, c pointKey) int { return slices.Compare(a.key, c.key) })
		next := 0
		for i, k := range keys {
			if i > 0 && !slices.Equal(k.key, keys[i-1].key) {
				next++
			}
			color[k.p] = next
		}
		if next+1 == colors {
			break
		}
		colors = next + 1
	}
	return color
}
