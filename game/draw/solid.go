package draw

import (
	"cmp"
	"math"
	"slices"

	"moyo/board"
	"moyo/game"
)

// The view of boards in space.
const (
	defaultYaw   = 0.5
	defaultPitch = 0.55
	// eye is the distance of the viewer from the centre, in radii of the board.
	eye = 4.0
)

// view rotates the board and projects it.
type view struct {
	b      *board.Board
	turned []board.Vec // as seen by the viewer: x right, y up, z towards the viewer
	normal []board.Vec // of the surface at each point, rotated; zero if unknown
	stone  []float64   // radius of a stone at each point, in edges
	radius float64     // of the ball around the board
	scale  float64     // pixels an edge at the centre's depth
	centre vec2
	size   vec2 // of the picture
}

// Facing returns the rotation of a solid board that turns the middle of some points towards the viewer.
// It returns zeros, for the default view, if the points surround the board's centre.
func Facing(b *board.Board, points []board.Point) (yaw, pitch float64) {
	var middle board.Vec
	for _, q := range points {
		middle = middle.Add(b.Coord(q))
	}
	if middle.Norm() < 1e-6 {
		return 0, 0
	}
	return -math.Atan2(middle[0], middle[2]), math.Atan2(middle[1], math.Hypot(middle[0], middle[2]))
}

// newView rotates the board so that it fills a picture of the given size.
func newView(b *board.Board, o *Options) *view {
	yaw, pitch := o.Yaw, o.Pitch
	if yaw == 0 && pitch == 0 {
		yaw, pitch = defaultYaw, defaultPitch
	}
	v := &view{b: b, turned: make([]board.Vec, b.Len()), radius: 1e-9}
	sy, cy := math.Sincos(yaw)
	sp, cp := math.Sincos(pitch)
	for q := range v.turned {
		c := b.Coord(board.Point(q))
		x, z := cy*c[0]+sy*c[2], -sy*c[0]+cy*c[2]
		v.turned[q] = board.Vec{x, cp*c[1] - sp*z, sp*c[1] + cp*z}
		if o.FromBehind {
			v.turned[q][0], v.turned[q][2] = -v.turned[q][0], -v.turned[q][2]
		}
		v.radius = max(v.radius, c.Norm())
	}
	v.normals()
	v.sizeStones()
	v.fill(float64(o.Size))
	return v
}

// fill sets scale and centre so that the board with its stones fills a picture whose longer side
// has that size.
func (v *view) fill(size float64) {
	v.scale = 1
	low, high := v.at(v.turned[0]), v.at(v.turned[0])
	for q, c := range v.turned {
		s, r := v.at(c), v.stone[q]*v.magnification(c)
		low, high = vec2{min(low.x, s.x-r), min(low.y, s.y-r)}, vec2{max(high.x, s.x+r), max(high.y, s.y+r)}
	}
	const border = 0.04 // of the picture
	v.scale = size * (1 - 2*border) / max(1e-9, high.x-low.x, high.y-low.y)
	v.size = high.sub(low).mul(v.scale).add(vec2{2 * border * size, 2 * border * size})
	v.centre = v.size.mul(0.5).sub(low.add(high).mul(v.scale / 2))
}

// sizeStones computes the radius of a stone on each point: as large as fits between its neighbours,
// but not larger than most and not too small to see.
func (v *view) sizeStones() {
	v.stone = make([]float64, len(v.turned))
	var lengths []float64
	for q := range v.stone {
		v.stone[q] = math.Inf(1)
		for _, n := range v.b.Neighbors(board.Point(q)) {
			l := v.turned[q].Distance(v.turned[n])
			v.stone[q] = min(v.stone[q], l)
			lengths = append(lengths, l)
		}
	}
	usual := 1.0
	if len(lengths) > 0 {
		slices.Sort(lengths)
		usual = lengths[len(lengths)/2]
	}
	part := 0.47
	if v.b.Faces() == nil {
		part = 0.34 // no far side: all points must be visible
	}
	for q, room := range v.stone {
		v.stone[q] = part * max(0.4*usual, min(usual, room))
	}
}

// magnification returns the magnification at that depth relative to the centre.
func (v *view) magnification(c board.Vec) float64 { return eye * v.radius / (eye*v.radius - c[2]) }

// at projects a rotated place onto the picture.
func (v *view) at(c board.Vec) vec2 {
	f := v.magnification(c) * v.scale
	return vec2{c[0] * f, -c[1] * f}.add(v.centre)
}

// dim returns 0 for the nearest and 1 for the farthest depth.
func (v *view) dim(z float64) float64 { return max(0, min(1, 0.5-z/(2*v.radius))) }

// normals sums the normals of the faces around each point. Faces may be oriented differently, as on
// a Möbius band, so each is turned towards the viewer.
func (v *view) normals() {
	v.normal = make([]board.Vec, v.b.Len())
	for _, face := range v.b.Faces() {
		n := v.faceNormal(face)
		for _, q := range face {
			if v.normal[q].Dot(n) < 0 {
				v.normal[q] = v.normal[q].Sub(n)
			} else {
				v.normal[q] = v.normal[q].Add(n)
			}
		}
	}
	for q, n := range v.normal {
		if l := n.Norm(); l > 1e-9 {
			v.normal[q] = n.Scale(1 / l)
		}
	}
}

// faceNormal returns the unit normal of a face, towards the viewer.
func (v *view) faceNormal(face []board.Point) board.Vec {
	var n board.Vec
	for i, p := range face {
		n = n.Add(v.turned[p].Cross(v.turned[face[(i+1)%len(face)]]))
	}
	if l := n.Norm(); l > 0 {
		n = n.Scale(1 / l)
	}
	if n[2] < 0 {
		n = n.Scale(-1)
	}
	return n
}

// item is one shape to draw, far ones first.
type item struct {
	depth float64
	draw  func()
}

// drawSolid draws a board in perspective: faces, edges and stones from far to near. Faces are
// slightly transparent.
func drawSolid(b *board.Board, o *Options) *Picture {
	v := newView(b, o)
	p := &Picture{Width: int(math.Ceil(v.size.x - 1e-6)), Height: int(math.Ceil(v.size.y - 1e-6)), title: b.Title(), look: o.look()}
	p.addRect(0, 0, float64(p.Width), float64(p.Height), p.look.paper)
	var items []item
	put := func(depth float64, draw func()) { items = append(items, item{depth, draw}) }
	front := newSurfaceDepths(b)
	for _, face := range b.Faces() {
		depth := v.faceDepth(face)
		front.addFace(face, depth)
		put(depth, func() { v.drawFace(p, face) })
	}
	thin := max(1, min(3, 0.04*v.scale))
	for _, e := range b.Edges() {
		if a, c, visible := v.visiblePart(o, e); visible {
			depth := (a[2] + c[2]) / 2
			put(max(depth+0.3, front.edges[e]+0.01), func() {
				f := v.magnification(board.Vec{0, 0, depth})
				p.addLine(v.at(a), v.at(c), thin*f, mix(p.look.ink, p.look.paper, 0.8*v.dim(depth)))
			})
		}
	}
	for q := range board.Point(b.Len()) {
		put(max(v.turned[q][2]+0.5, front.points[q]+0.02), func() { v.drawPoint(p, o, q) })
	}
	for _, a := range o.Arrows {
		v.putArrow(p, a, front, put)
	}
	slices.SortStableFunc(items, func(a, b item) int { return cmp.Compare(a.depth, b.depth) })
	for _, it := range items {
		it.draw()
	}
	return p
}

// surfaceDepths is the depth of the nearest face at each point and edge. Anything on a surface must
// be drawn after all of the faces that it touches; otherwise the nearer ones would cover half of a
// stone.
type surfaceDepths struct {
	points []float64
	edges  map[[2]board.Point]float64 // as in board.Edges
}

func newSurfaceDepths(b *board.Board) *surfaceDepths {
	far := slices.Repeat([]float64{math.Inf(-1)}, b.Len())
	f := &surfaceDepths{points: far, edges: make(map[[2]board.Point]float64, b.EdgeCount())}
	for _, e := range b.Edges() {
		f.edges[e] = math.Inf(-1)
	}
	return f
}

// addFace adds a face at that depth.
func (f *surfaceDepths) addFace(face []board.Point, depth float64) {
	for i, p := range face {
		q := face[(i+1)%len(face)]
		e := [2]board.Point{min(p, q), max(p, q)}
		f.points[p] = max(f.points[p], depth)
		f.edges[e] = max(f.edges[e], depth)
	}
}

// faceDepth returns the depth of the centre of a face.
func (v *view) faceDepth(face []board.Point) float64 {
	depth := 0.0
	for _, q := range face {
		depth += v.turned[q][2] / float64(len(face))
	}
	return depth
}

// visiblePart returns the part of an edge that the stones at its ends do not cover.
func (v *view) visiblePart(o *Options, e [2]board.Point) (a, c board.Vec, visible bool) {
	a, c = v.turned[e[0]], v.turned[e[1]]
	way := c.Sub(a)
	whole := way.Norm()
	covered := 0.0
	cut := func(q board.Point) board.Vec {
		if o.Stones[q] == game.Empty || whole == 0 {
			return board.Vec{}
		}
		part := min(1, 0.9*v.stone[q]/whole)
		covered += part
		return way.Scale(part)
	}
	a, c = a.Add(cut(e[0])), c.Sub(cut(e[1]))
	return a, c, covered < 1
}

// drawFace fills a face, lighter if it faces the light over the viewer's shoulder.
func (v *view) drawFace(p *Picture, face []board.Point) {
	n := v.faceNormal(face)
	light := board.Vec{-0.35, 0.55, 0.76}
	shade := 0.35 + 0.65*max(0, n.Dot(light))
	points := make([]vec2, len(face))
	for i, q := range face {
		points[i] = v.at(v.turned[q])
	}
	fill := mix(p.look.groundEdge, mix(p.look.ground, p.look.paper, 0.25), shade)
	p.addPolygon(fade(fill, 0.8), points...)
}

// drawPoint draws the contents of a point: a stone, marks, or a dot.
func (v *view) drawPoint(p *Picture, o *Options, q board.Point) {
	c := v.turned[q]
	f := v.magnification(c) * v.scale
	n := v.normal[q]
	s := spot{at: v.at(c), r: v.stone[q] * f, minor: v.stone[q] * f, dim: v.dim(c[2])}
	if n.Norm() > 0 {
		const thickness = 0.45 // of a stone, relative to its width
		s.minor = s.r * math.Sqrt(n[2]*n[2]+thickness*thickness*(1-n[2]*n[2]))
		s.angle = math.Atan2(-n[1], n[0])
	}
	if stone := o.Stones[q]; stone != game.Empty {
		p.addStone(s, stone)
	} else {
		p.addDisc(s.at, max(0.8, 0.13*s.r), mix(p.look.ink, p.look.paper, 0.8*s.dim))
	}
	if slices.Contains(o.Dimmed, q) {
		p.addEllipse(spot{at: s.at, r: 1.1 * s.r, minor: 1.1 * s.minor, angle: s.angle}.ellipse(fade(p.look.ground, dimmed)))
	}
	for _, m := range o.Marks {
		if m.Point == q {
			p.addMark(s, m, o.Stones[q])
		}
	}
}
