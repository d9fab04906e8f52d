package draw

import (
	"image/color"
	"math"
	"slices"

	"moyo/board"
)

// Arrow goes from one point to another. Without a head it is a line.
type Arrow struct {
	From, To board.Point
	Head     bool
}

// The dimensions of arrows in radii of a stone: half the width of the shaft and of the head, the
// length of the head, the width of the outline, and the distance from the centres of the points.
const (
	arrowShaft = 0.13
	arrowHead  = 0.4
	arrowLong  = 0.8
	arrowHalo  = 0.09
	arrowAway  = 0.3
)

// addArrow draws an arrow over stones of radius r.
func (p *Picture) addArrow(from, to vec2, r float64, head bool) {
	way := to.sub(from)
	far := way.norm()
	if far == 0 {
		return
	}
	r = min(r, far/2)
	way = way.mul(r / far)
	neck := to
	if head {
		from, to = from.add(way.mul(arrowAway)), to.sub(way.mul(arrowAway))
		neck = to.sub(way.mul(arrowLong))
	}
	for _, layer := range []struct {
		grown float64
		color color.NRGBA
	}{{arrowHalo * r, p.look.ground}, {0, p.look.accent}} {
		width := 2 * (max(0.5, arrowShaft*r) + layer.grown)
		p.addLine(from, neck, width, layer.color)
		if head {
			p.addHead(neck, to, arrowHead*r, layer.grown, layer.color)
		}
	}
}

// addHead draws the head of an arrow, half as wide at its neck, and expanded on all sides.
func (p *Picture) addHead(neck, tip vec2, half, grown float64, c color.NRGBA) {
	way := tip.sub(neck)
	if way.norm() == 0 {
		return
	}
	aside := vec2{-way.y, way.x}.mul(half / way.norm())
	corners := []vec2{neck.add(aside), tip, neck.sub(aside)}
	if grown > 0 {
		p.addOutline(2*grown, c, corners...)
	}
	p.addPolygon(c, corners...)
}

// dim covers a square, given by its centre and half its side, with the background.
func (p *Picture) dim(at vec2, half float64) {
	p.addRect(at.x-half, at.y-half, 2*half, 2*half, fade(p.look.ground, dimmed))
}

// dimmed is the opacity of that background.
const dimmed = 0.6

// addArrows draws arrows in the shorter direction around the board, clipped at the edge of the picture.
func (w *window) addArrows(p *Picture, arrows []Arrow) {
	for _, a := range arrows {
		dx, dy := w.x.shorter(w.cells.X[a.To]-w.cells.X[a.From]), w.y.shorter(w.cells.Y[a.To]-w.cells.Y[a.From])
		x, _ := w.x.place(w.cells.X[a.From])
		y, _ := w.y.place(w.cells.Y[a.From])
		for _, sx := range w.x.copies() {
			for _, sy := range w.y.copies() {
				from := vec2{float64(x + sx), float64(y + sy)}
				w.addPart(p, from, from.add(vec2{float64(dx), float64(dy)}), a.Head)
			}
		}
	}
}

// shorter returns the way along an axis in the shorter direction around.
func (a axis) shorter(d int) int {
	switch {
	case a.around && 2*d > a.all:
		return d - a.all
	case a.around && -2*d > a.all:
		return d + a.all
	}
	return d
}

// copies returns the offsets of the board's repeated copies.
func (a axis) copies() []int {
	if a.around {
		return []int{-a.all, 0, a.all}
	}
	return []int{0}
}

// addPart draws the part of an arrow in the window, with its head only if its tip is in the window.
func (w *window) addPart(p *Picture, from, to vec2, head bool) {
	low, high := 0.0, 1.0
	clip := func(at, way, size float64) {
		const out = 0.5 // where the arrow's repeated copy enters again
		least, most := -out-at, size-1+out-at
		switch {
		case way == 0 && (least > 0 || most < 0):
			high = -1
		case way != 0:
			low = max(low, min(least/way, most/way))
			high = min(high, max(least/way, most/way))
		}
	}
	way := to.sub(from)
	clip(from.x, way.x, float64(w.x.size))
	clip(from.y, way.y, float64(w.y.size))
	if high-low < 1e-9 {
		return
	}
	border := vec2{w.border, w.border}
	at := func(t float64) vec2 { return from.add(way.mul(t)).add(border).mul(w.step) }
	p.addArrow(at(low), at(high), 0.48*w.step, head && high == 1)
}

// wayOf returns nearly the shortest way in the surface from one point to another, and the nearest
// point at each of its places. Without such a way it is a straight line.
func (v *view) wayOf(from, to board.Point) (way []board.Vec, near []board.Point) {
	points := []board.Point{from, to}
	if v.b.Faces() != nil {
		points = v.pointsTo(from, to)
	}
	for _, q := range points {
		way, near = append(way, v.turned[q]), append(near, q)
	}
	fine := min(v.stone[from], v.stone[to])
	if v.b.Faces() != nil {
		way, near = finer(way, near, fine)
		v.pull(way, near)
	}
	return finer(way, near, fine/4)
}

// maxParts limits the parts that finer makes of a way.
const maxParts = 400

// finer adds places to a way, so that consecutive places are at most that far apart.
func finer(way []board.Vec, near []board.Point, most float64) (fine []board.Vec, nearer []board.Point) {
	for i, c := range way[1:] {
		parts := max(1, min(maxParts/len(way), int(math.Ceil(c.Distance(way[i])/most))))
		for k := range parts {
			t := float64(k) / float64(parts)
			fine, nearer = append(fine, way[i].Scale(1-t).Add(c.Scale(t))), append(nearer, near[i])
		}
	}
	return append(fine, way[len(way)-1]), append(nearer, near[len(near)-1])
}

// maxPulls limits the iterations that tighten a way.
const maxPulls = 300

// pull shortens a way within the surface.
func (v *view) pull(way []board.Vec, near []board.Point) {
	for range min(maxPulls, len(way)*len(way)) {
		for i := 1; i < len(way)-1; i++ {
			n := v.normal[near[i]]
			move := way[i-1].Add(way[i+1]).Scale(0.5).Sub(way[i])
			at := way[i].Add(move.Sub(n.Scale(move.Dot(n))))
			for {
				next := near[i]
				for _, q := range v.b.Neighbors(near[i]) {
					if v.turned[q].Distance(at) < v.turned[next].Distance(at) {
						next = q
					}
				}
				if next == near[i] {
					break
				}
				near[i] = next
			}
			// Project onto the plane of the nearest point.
			n = v.normal[near[i]]
			way[i] = at.Sub(n.Scale(at.Sub(v.turned[near[i]]).Dot(n)))
		}
	}
}

// pointsTo returns the points along the shortest way between neighbours and across faces, or both ends
// alone if they are not connected.
func (v *view) pointsTo(from, to board.Point) []board.Point {
	beside := make([][]board.Point, v.b.Len())
	for q := range beside {
		beside[q] = append(beside[q], v.b.Neighbors(board.Point(q))...)
	}
	for _, face := range v.b.Faces() {
		if len(face) == 4 {
			for i, q := range face {
				beside[q] = append(beside[q], face[(i+2)%4])
			}
		}
	}
	far := make([]float64, v.b.Len())
	before := make([]board.Point, v.b.Len())
	for q := range far {
		far[q] = math.Inf(1)
	}
	far[from] = 0
	for ring := []board.Point{from}; len(ring) > 0; {
		var next []board.Point
		for _, q := range ring {
			for _, n := range beside[q] {
				if l := far[q] + v.turned[q].Distance(v.turned[n]); l < far[n]-1e-9 && l < far[to] {
					far[n], before[n] = l, q
					next = append(next, n)
				}
			}
		}
		ring = next
	}
	points := []board.Point{to}
	for q := to; q != from; points = append(points, q) {
		if math.IsInf(far[q], 1) {
			return []board.Point{from, to}
		}
		q = before[q]
	}
	slices.Reverse(points)
	return points
}

// arrowOutside is the distance between arrows and the centres of balls in space.
const arrowOutside = 1.05

// putArrow draws an arrow in parts, each at its depth, above the surface.
func (v *view) putArrow(p *Picture, a Arrow, front *surfaceDepths, put func(depth float64, draw func())) {
	way, near := v.wayOf(a.From, a.To)
	first, end, tip := 0, len(way)-1, len(way)-1
	stone := min(v.stone[a.From], v.stone[a.To])
	if a.Head {
		away := arrowAway
		if v.b.Faces() == nil {
			away = arrowOutside
		}
		first, tip = walked(way, 0, 1, away*stone), walked(way, end, -1, away*stone)
		tip = max(tip, first+1)
		end = max(first, walked(way, tip, -1, arrowLong*stone))
	}
	for i := first; i <= end; i++ {
		c := way[i]
		depth := c[2] + 0.7
		if v.b.Faces() != nil {
			depth = max(depth, front.points[near[i]]+0.04)
		}
		ink, r := mix(p.look.accent, p.look.paper, 0.6*v.dim(c[2])), stone*v.magnification(c)*v.scale
		put(depth, func() {
			switch {
			case i < end:
				p.addLine(v.at(c), v.at(way[i+1]), 2*max(0.5, arrowShaft*r), ink)
			case a.Head:
				p.addHead(v.at(c), v.at(way[tip]), arrowHead*r, 0, ink)
			}
		})
	}
}

// walked returns the place at that distance along a way, or the middle of a shorter one.
func walked(way []board.Vec, from, step int, long float64) int {
	for i := from; i > 0 && step < 0 || i < len(way)-1 && step > 0; i += step {
		if long -= way[i].Distance(way[i+step]); long <= 0 || 2*abs(i+step-from) >= len(way) {
			return i + step
		}
	}
	return from
}
