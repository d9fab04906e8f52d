package boardfile

import (
	"cmp"
	"math"
	"slices"

	"moyo/board"
)

// place returns the coordinates of the draft's points on the board: scaled to the usual size,
// rotated into the plane z = 0 if they are coplanar, and rounded to the digits of custom boards. It
// is idempotent. flat reports that the points are in the plane and no two edges cross. If the draft
// has no coordinates, or all points are in one place, place computes a layout.
func (d *Draft) place() (coords []board.Vec, flat bool) {
	coords = slices.Clone(d.coords)
	if coords == nil || d.points > 1 && extent(coords) == 0 {
		coords = d.layout()
	}
	flat = layFlat(coords)
	fit(coords, d.edges)
	for i, c := range coords {
		coords[i] = board.Vec{round(c[0]), round(c[1]), round(c[2])}
	}
	return coords, flat && planar(coords, d.edges)
}

// spans returns the extents of the points along each axis.
func spans(coords []board.Vec) board.Vec {
	low, high := coords[0], coords[0]
	for _, c := range coords {
		for k := range c {
			low[k], high[k] = min(low[k], c[k]), max(high[k], c[k])
		}
	}
	return high.Sub(low)
}

// extent returns half of the largest span.
func extent(coords []board.Vec) float64 {
	s := spans(coords)
	return max(s[0], s[1], s[2]) / 2
}

// longAxis returns the axis of the largest span.
func longAxis(coords []board.Vec) int {
	s := spans(coords)
	return slices.Index(s[:], slices.Max(s[:]))
}

// fit is normalize for uploaded boards. It limits the size if the edges are very short, and leaves
// coordinates that already fit unchanged except for rounding.
func fit(coords []board.Vec, edges [][2]board.Point) {
	const tolerance = 1e-4
	var middle board.Vec
	for _, c := range coords {
		middle = middle.Add(c.Scale(1 / float64(len(coords))))
	}
	length := extent(coords) * 1e-5
	mean := 0.0
	for _, e := range edges {
		mean += coords[e[0]].Distance(coords[e[1]]) / float64(len(edges))
	}
	length = max(length, mean)
	if length == 0 {
		length = 1
	}
	if middle.Norm() < tolerance*length && math.Abs(length-1) < tolerance {
		return
	}
	for i, c := range coords {
		coords[i] = c.Sub(middle).Scale(1 / length)
	}
}

// layFlat rotates coplanar points into the plane z = 0 and reports whether they are coplanar. A
// horizontal plane, such as Blender's floor, is seen from above.
func layFlat(coords []board.Vec) bool {
	const tolerance = 1e-4 // of the extent
	normal, _ := flattest(coords)
	abs := (board.Vec{math.Abs(normal[0]), math.Abs(normal[1]), math.Abs(normal[2])})
	if normal[slices.Index(abs[:], slices.Max(abs[:]))] < 0 {
		normal = normal.Scale(-1)
	}
	right := board.Vec{1, 0, 0}
	if math.Abs(normal[0]) > 0.9 {
		right = board.Vec{0, 0, -1}
	}
	right = right.Sub(normal.Scale(right.Dot(normal))).Unit()
	up := normal.Cross(right)
	size, height := extent(coords), coords[0].Dot(normal)
	still := true
	for _, c := range coords {
		if math.Abs(c.Dot(normal)-height) > tolerance*size {
			return false
		}
		still = still && c[2] == 0
	}
	if still {
		return true
	}
	for i, c := range coords {
		coords[i] = board.Vec{c.Dot(right), c.Dot(up), 0}
	}
	return true
}

// maxSweep limits the work of finding crossings to less than a tenth of a second. The cost of a
// pair of edges is about the time it takes.
const (
	maxSweep = 30_000_000
	passing  = 1  // a pair that is apart along an axis or shares a point
	meeting  = 10 // a pair that needs an intersection test
)

// planar reports whether edges touch only at common points and no two points coincide. Meshes that
// would take too long to check count as not planar.
func planar(coords []board.Vec, edges [][2]board.Point) bool {
	if !apart(coords) || overlapping(coords, edges) {
		return false
	}
	sweep := longAxis(coords)
	segments := make([]segment, len(edges))
	for i, e := range edges {
		a, b := coords[e[0]], coords[e[1]]
		segments[i] = segment{a, b, e[0], e[1], min(a[sweep], b[sweep]), max(a[sweep], b[sweep])}
	}
	slices.SortFunc(segments, func(s, t segment) int { return cmp.Compare(s.from, t.from) })
	crosses, _ := crossing(segments, 1-sweep)
	return !crosses
}

// crossing reports whether two of the segments, in sweep order, share more than an end, or whether
// the check would take too long. It also returns the amount of work.
func crossing(segments []segment, other int) (crosses bool, work int) {
	for i := range segments {
		s := &segments[i]
		for k := i + 1; k < len(segments) && segments[k].from <= s.to+touching; k++ {
			t := &segments[k]
			work += passing
			if s.passes(t, other) {
				continue
			}
			if work += meeting; work > maxSweep || meet(s.a, s.b, t.a, t.b) {
				return true, work
			}
		}
		if work > maxSweep {
			return true, work
		}
	}
	return false, work
}

// overlapping reports whether two edges of one point overlap. If any do, two adjacent ones do,
// because edges between two overlapping ones overlap as well.
func overlapping(coords []board.Vec, edges [][2]board.Point) bool {
	graph := board.NewGraph(len(coords), edges)
	for p := range board.Point(len(coords)) {
		around := slices.Clone(graph.Neighbors(p))
		angles := make(map[board.Point]float64, len(around))
		for _, q := range around {
			way := coords[q].Sub(coords[p])
			angles[q] = math.Atan2(way[1], way[0])
		}
		slices.SortFunc(around, func(a, b board.Point) int { return cmp.Compare(angles[a], angles[b]) })
		for i, q := range around {
			if next := around[(i+1)%len(around)]; next != q && overlap(coords[p], coords[q], coords[next]) {
				return true
			}
		}
	}
	return false
}

// segment is an edge in the plane from a, point p, to b, point q, and its range
// along the axis of the sweep.
type segment struct {
	a, b     board.Vec
	p, q     board.Point
	from, to float64
}

// passes reports whether two segments need no intersection test: they are apart along the other
// axis, or share a point, which overlapping has handled.
func (s *segment) passes(t *segment, other int) bool {
	return s.p == t.p || s.p == t.q || s.q == t.p || s.q == t.q ||
		max(s.a[other], s.b[other]) < min(t.a[other], t.b[other])-touching ||
		max(t.a[other], t.b[other]) < min(s.a[other], s.b[other])-touching
}

// touching is the distance, in edge lengths, below which things in the plane touch.
const touching = 1e-3

// overlap reports whether the segments a-b and a-c overlap.
func overlap(a, b, c board.Vec) bool {
	u, v := b.Sub(a), c.Sub(a)
	return u.Dot(v) > 0 && math.Abs(u.Cross(v)[2]) <= touching*max(u.Norm(), v.Norm())
}

// meet reports whether the segments a-b and c-d share a point, or nearly.
func meet(a, b, c, d board.Vec) bool {
	side := func(p, q, r board.Vec) float64 { // distance of r from the line p-q, positive to its left
		u := q.Sub(p)
		return u.Cross(r.Sub(p))[2] / max(u.Norm(), 1e-9)
	}
	s1, s2, s3, s4 := side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b)
	return min(s1, s2) <= touching && max(s1, s2) >= -touching && min(s3, s4) <= touching && max(s3, s4) >= -touching
}
