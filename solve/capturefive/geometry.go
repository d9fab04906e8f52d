package capturefive

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"

	"moyo/board"
)

const (
	maxPoints = 64
	// maxSymmetries limits the images of a position that are compared. With more, boards such as tori
	// would spend all time on them.
	maxSymmetries = 512
)

// geometry is a board as masks: bit p is point p.
type geometry struct {
	points  int
	all     uint64
	near    [maxPoints]uint64 // neighbours of each point
	steps   []step            // the neighbours of a set, by shifts
	need    int
	windows []uint64            // every row of need points
	through [maxPoints][]uint64 // the windows of each point
	shapes  []shape
	images  []image // symmetries, the identity first
	dense   int     // with more stones only few symmetries are tried
	few     int     // the number of those
}

// step moves the points of mask to neighbours by a shift: to the left by left or, if negative, to
// the right.
type step struct {
	mask uint64
	left int
}

// shape is a form of windows: the points at offsets from a base, for all bases.
type shape struct {
	bases   uint64
	offsets [maxNeed]uint8 // ascending, the first 0
}

// image maps sets of points by a symmetry, a byte of the set at a time.
type image struct {
	bytes [8][256]uint64
	to    [noMove + 1]uint8 // maps points and other moves
	from  [noMove + 1]uint8 // the inverse
}

// newGeometry returns the masks of a board under rules, or an error if the game cannot be solved on
// it.
func newGeometry(b *board.Board, r rules) (*geometry, error) {
	n := b.Len()
	if n > maxPoints {
		return nil, fmt.Errorf("board %s has %d points: only boards of at most %d points can be solved", b.Spec(), n, maxPoints)
	}
	g := &geometry{points: n, all: ^uint64(0) >> (maxPoints - n), need: r.need}
	for p := range n {
		for _, q := range b.Neighbors(board.Point(p)) {
			g.near[p] |= 1 << q
		}
	}
	g.findSteps()
	if r.need > 0 {
		lines := b.Lines()
		if lines == nil {
			return nil, fmt.Errorf("board %s has no lines", b.Spec())
		}
		g.findWindows(lines, r)
		g.findShapes()
	}
	g.findImages(b)
	return g, nil
}

// findSteps groups the edges by their distance in bits.
func (g *geometry) findSteps() {
	byShift := map[int]uint64{}
	for p := range g.points {
		for m := g.near[p]; m != 0; m &= m - 1 {
			byShift[bits.TrailingZeros64(m)-p] |= 1 << p
		}
	}
	for by, mask := range byShift {
		g.steps = append(g.steps, step{mask, by})
	}
	slices.SortFunc(g.steps, func(a, b step) int { return cmp.Compare(a.left, b.left) })
}

// findWindows collects the rows of need different points along lines that count.
func (g *geometry) findWindows(lines *board.Lines, r rules) {
	seen := map[uint64]bool{}
	for p := range g.points {
		for d := range lines.Dirs {
			w := window(lines, board.Point(p), d, r)
			if w == 0 || seen[w] {
				continue
			}
			seen[w] = true
			g.windows = append(g.windows, w)
		}
	}
	slices.Sort(g.windows)
	for _, w := range g.windows {
		for m := w; m != 0; m &= m - 1 {
			p := bits.TrailingZeros64(m)
			g.through[p] = append(g.through[p], w)
		}
	}
}

// window returns the row that begins at p in direction d, or 0: a row ends where the line ends or
// returns to itself.
func window(lines *board.Lines, p board.Point, d int, r rules) uint64 {
	w := uint64(1) << p
	for range r.need - 1 {
		if kind := lines.Axis(p, d); kind == board.NoAxis || kind != board.Orthogonal && !r.all {
			return 0
		}
		s := lines.Next(p, d)
		if s.To == board.None || w>>s.To&1 != 0 {
			return 0
		}
		p, d = s.To, int(s.Dir)
		w |= 1 << p
	}
	return w
}

// findShapes groups the windows by their form.
func (g *geometry) findShapes() {
	byForm := map[[maxNeed]uint8]uint64{}
	var order [][maxNeed]uint8
	for _, w := range g.windows {
		base := bits.TrailingZeros64(w)
		var form [maxNeed]uint8
		for i, m := 0, w; m != 0; i, m = i+1, m&(m-1) {
			form[i] = uint8(bits.TrailingZeros64(m) - base)
		}
		if byForm[form] == 0 {
			order = append(order, form)
		}
		byForm[form] |= 1 << base
	}
	for _, form := range order {
		g.shapes = append(g.shapes, shape{byForm[form], form})
	}
}

// findImages makes tables of the symmetries that keep the windows.
func (g *geometry) findImages(b *board.Board) {
	windows := map[uint64]bool{}
	for _, w := range g.windows {
		windows[w] = true
	}
	for _, to := range b.Symmetries(maxSymmetries) {
		im := newImage(to)
		keeps := true
		for _, w := range g.windows {
			keeps = keeps && windows[im.of(w)]
		}
		if keeps {
			g.images = append(g.images, im)
		}
	}
	g.few, g.dense = len(g.images), g.points
	if len(g.images) > 16 {
		g.few, g.dense = 1, 9
	}
}

func newImage(to []board.Point) image {
	var im image
	for m := range im.to {
		im.to[m], im.from[m] = uint8(m), uint8(m)
	}
	for p, q := range to {
		im.to[p], im.from[q] = uint8(q), uint8(p)
		for v := range 256 {
			if v>>(p&7)&1 != 0 {
				im.bytes[p>>3][v] |= 1 << q
			}
		}
	}
	return im
}

// of returns the image of a set.
func (im *image) of(m uint64) uint64 {
	var to uint64
	for i := 0; m != 0; i, m = i+1, m>>8 {
		to |= im.bytes[i][m&255]
	}
	return to
}

// around returns the points that have a neighbour in m.
func (g *geometry) around(m uint64) uint64 {
	var to uint64
	for i := range g.steps {
		s := &g.steps[i]
		to |= bits.RotateLeft64(m&s.mask, s.left) // no bit of the mask wraps around
	}
	return to
}

// chain returns the stones connected with those of m, within stones.
func (g *geometry) chain(m, stones uint64) uint64 {
	for {
		grown := m | g.around(m)&stones
		if grown == m {
			return m
		}
		m = grown
	}
}

// completing returns the empty points that complete a row of own stones.
func (g *geometry) completing(own, empty uint64) uint64 {
	var to uint64
	last := g.need - 1
	for i := range g.shapes {
		s := &g.shapes[i]
		// full: the bases at which all points so far are own; short: all but one, which is empty. The
		// position of the hole distinguishes pairs only at the end.
		full, holes := s.bases, [maxNeed]uint64{}
		for k := 0; k <= last; k++ {
			at := s.offsets[k]
			o := own >> at
			for j := range k {
				holes[j] &= o
			}
			holes[k] = full & (empty >> at)
			full &= o
		}
		for k := 0; k <= last; k++ {
			to |= holes[k] << s.offsets[k]
		}
	}
	return to
}

// open reports whether a window contains no stone of others.
func (g *geometry) open(others uint64) bool {
	for i := range g.shapes {
		s := &g.shapes[i]
		free := s.bases
		for k := 0; k < g.need; k++ {
			free &^= others >> s.offsets[k]
		}
		if free != 0 {
			return true
		}
	}
	return false
}

// free returns the number of points without stones.
func (g *geometry) free(stones uint64) int { return bits.OnesCount64(g.all &^ stones) }
