package boardfile

import (
	"cmp"
	"math"
	"slices"

	"moyo/board"
)

// place returns where the draft's points lie on the board: in the usual size,
// laid into the plane z = 0 if they lie in some plane, and with the digits that
// custom boards keep. What it returns it leaves as it is when it is given it
// again. flat says that they lie in the plane and no two edges cross. Where the
// draft has no coordinates, or has all points in one place, a layout is made.
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

// spans returns how far the points spread along each axis.
func spans(coords []board.Vec) board.Vec {
	low, high := coords[0], coords[0]
	for _, c := range coords {
		for k := range c {
			low[k], high[k] = min(low[k], c[k]), max(high[k], c[k])
		}
	}
	return high.Sub(low)
}

// extent returns half of the longest span.
func extent(coords []board.Vec) float64 {
	s := spans(coords)
	return max(s[0], s[1], s[2]) / 2
}

// longAxis returns the axis along which the points spread most.
func longAxis(coords []board.Vec) int {
	s := spans(coords)
	return slices.Index(s[:], slices.Max(s[:]))
}

// fit is normalize for strangers' boards: it bounds the size where the edges
// are very short, and leaves alone what fits already but for rounding.
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

// layFlat turns points that lie in one plane into the plane z = 0 and says
// whether they do. A plane that was horizontal, as Blender's floor is, is seen
// from above.
func layFlat(coords []board.Vec) bool {
	const tolerance = 1e-4 // of the extent
	normal, _ := flattest(coords)
	if abs := (board.Vec{math.Abs(normal[0]), math.Abs(normal[1]), math.Abs(normal[2])}); normal[slices.Index(abs[:], slices.Max(abs[:]))] < 0 {
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

// planar says whether no two edges cross or touch but at a common point, and no
// point lies upon another. Meshes that would take too long to check count as
// not planar.
func planar(coords []board.Vec, edges [][2]board.Point) bool {
	sweep := longAxis(coords)
	segments := make([]segment, len(edges))
	for i, e := range edges {
		a, b := coords[e[0]], coords[e[1]]
		segments[i] = segment{a, b, e[0], e[1], min(a[sweep], b[sweep]), max(a[sweep], b[sweep])}
	}
	slices.SortFunc(segments, func(s, t segment) int { return cmp.Compare(s.from, t.from) })
	work := 0
	for i := range segments {
		s := &segments[i]
		for k := i + 1; k < len(segments) && segments[k].from <= s.to+touching; k++ {
			if work++; work > 20_000_000 || s.crosses(&segments[k], 1-sweep) {
				return false
			}
		}
	}
	return apart(coords, sweep)
}

// segment is an edge in the plane from a, point p, to b, point q, and its range
// along the axis of the sweep.
type segment struct {
	a, b     board.Vec
	p, q     board.Point
	from, to float64
}

// crosses says whether two segments have more in common than an end. other is
// the axis that the sweep is not along.
func (s *segment) crosses(t *segment, other int) bool {
	if max(s.a[other], s.b[other]) < min(t.a[other], t.b[other])-touching ||
		max(t.a[other], t.b[other]) < min(s.a[other], s.b[other])-touching {
		return false
	}
	switch {
	case s.p == t.p:
		return overlap(s.a, s.b, t.b)
	case s.p == t.q:
		return overlap(s.a, s.b, t.a)
	case s.q == t.p:
		return overlap(s.b, s.a, t.b)
	case s.q == t.q:
		return overlap(s.b, s.a, t.a)
	}
	return meet(s.a, s.b, t.a, t.b)
}

// touching is the distance, in edges, below which things in the plane touch.
const touching = 1e-3

// overlap says whether segments from a to b and from a to c lie upon each other.
func overlap(a, b, c board.Vec) bool {
	u, v := b.Sub(a), c.Sub(a)
	return u.Dot(v) > 0 && math.Abs(u.Cross(v)[2]) <= touching*max(u.Norm(), v.Norm())
}

// meet says whether the segments a-b and c-d have a point in common, or nearly.
func meet(a, b, c, d board.Vec) bool {
	side := func(p, q, r board.Vec) float64 { // distance of r from the line p-q, to its left
		u := q.Sub(p)
		return u.Cross(r.Sub(p))[2] / max(u.Norm(), 1e-9)
	}
	s1, s2, s3, s4 := side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b)
	return min(s1, s2) <= touching && max(s1, s2) >= -touching && min(s3, s4) <= touching && max(s3, s4) >= -touching
}

// apart says whether no point lies upon another.
func apart(coords []board.Vec, sweep int) bool {
	order := slices.Clone(coords)
	slices.SortFunc(order, func(a, b board.Vec) int { return cmp.Compare(a[sweep], b[sweep]) })
	for i, a := range order {
		for _, b := range order[i+1:] {
			if b[sweep]-a[sweep] > touching {
				break
			}
			if math.Abs(a[1-sweep]-b[1-sweep]) <= touching {
				return false
			}
		}
	}
	return true
}
