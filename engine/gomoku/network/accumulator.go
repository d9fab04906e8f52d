package network

// Views of a point: the stones as Black and as White see them.
const (
	black = 0
	white = 1
)

// Accumulator is a network's state for a position, updated as stones come and
// go. It belongs to one goroutine.
type Accumulator struct {
	net    *Net
	l      *Layout
	keys   []window           // 4 per point
	x      [2][]int16         // vectors by view and point, before clipping
	sum    [2][Channels]int16 // by view: of the clipped vectors of empty points
	empty  []uint8            // by point: 0 with a stone, else 1
	stones []placed
	steps  [2][]step // scratch
	at     []uint32  // scratch
}

// window is a key with the numbers of its rows, for Black's and White's view.
type window struct {
	key  uint16
	rows [2]uint16
}

type placed struct {
	point  int32
	colour uint16
}

// New returns the accumulator of an empty board.
func (n *Net) New(l *Layout) *Accumulator {
	a := &Accumulator{net: n, l: l, keys: make([]window, len(l.empty)), empty: make([]uint8, l.n)}
	for v := range a.x {
		a.x[v] = make([]int16, l.n*Channels)
	}
	most := int32(0)
	for p := range l.n {
		most = max(most, l.from[p+1]-l.from[p])
	}
	a.steps = [2][]step{make([]step, most), make([]step, most)}
	for i, key := range l.empty {
		a.keys[i] = window{key, l.views[key]}
	}
	for p := range l.n {
		a.empty[p] = 1
		for v := range a.x {
			x := a.x[v][p*Channels:][:Channels]
			copy(x, n.bias[:])
			for _, k := range a.keys[4*p : 4*p+4] {
				for i, r := range n.rows[int(k.rows[v])*Channels:][:Channels] {
					x[i] += r
				}
			}
		}
		a.count(p, 1)
	}
	return a
}

// Clone returns an independent copy.
func (a *Accumulator) Clone() *Accumulator {
	c := *a
	c.keys = append([]window(nil), a.keys...)
	c.empty = append([]uint8(nil), a.empty...)
	c.stones = append([]placed(nil), a.stones...)
	c.at = nil
	for v := range a.x {
		c.x[v] = append([]int16(nil), a.x[v]...)
		c.steps[v] = make([]step, len(a.steps[v]))
	}
	return &c
}

// count adds the clipped vectors of p to the sums, or subtracts them for a sign of -1.
func (a *Accumulator) count(p int, sign int16) {
	for v := range a.x {
		sum := &a.sum[v]
		for i, x := range a.x[v][p*Channels:][:Channels] {
			sum[i] += sign * max(0, min(x, unit))
		}
	}
}

// Stones returns the number of stones.
func (a *Accumulator) Stones() int { return len(a.stones) }

// Place puts a stone of a colour (1 Black, 2 White) on the empty point p.
func (a *Accumulator) Place(p, colour int) {
	a.stones = append(a.stones, placed{int32(p), uint16(colour)})
	a.count(p, -1)
	a.empty[p] = 0
	a.turn(p, uint16(colour))
}

// Undo takes the last stone back.
func (a *Accumulator) Undo() {
	last := a.stones[len(a.stones)-1]
	a.stones = a.stones[:len(a.stones)-1]
	a.turn(int(last.point), last.colour)
	a.empty[last.point] = 1
	a.count(int(last.point), 1)
}

// turn adds a stone to the windows that contain its point, or removes it, and updates the vectors
// of empty points. It does not test whether points are empty: processors predict that branch badly.
func (a *Accumulator) turn(p int, colour uint16) {
	views := a.l.views
	seen := a.l.seen[a.l.from[p]:a.l.from[p+1]]
	b, w := a.steps[black][:len(seen)], a.steps[white][:len(seen)]
	n := 0
	for _, s := range seen {
		k := &a.keys[s.key]
		key := k.key ^ colour<<(s.shift&15)
		now := window{key, views[key]}
		at := uint32(s.key>>2) * rowBytes
		b[n] = step{at, uint32(k.rows[black]) * rowBytes, uint32(now.rows[black]) * rowBytes}
		w[n] = step{at, uint32(k.rows[white]) * rowBytes, uint32(now.rows[white]) * rowBytes}
		*k = now
		n += int(a.empty[s.key>>2])
	}
	b, w = b[:n], w[:n]
	advance(a.x[black], &a.sum[black], a.net.rows, b)
	advance(a.x[white], &a.sum[white], a.net.rows, w)
}

// Value returns the network's addition to the value for the side to move (1
// Black, 2 White), in logits times scale, where mask is the set of threats.
func (a *Accumulator) Value(me, mask, scale int) int {
	pre := a.net.mask[mask]
	own, foe := &a.sum[me-1], &a.sum[2-me]
	hide(&pre, own, &a.net.first[0])
	hide(&pre, foe, &a.net.first[1])
	v := int64(a.net.last)
	for j, x := range pre {
		v += int64(max(0, min(x>>hiddenShift, most*hiddenUnit))) * int64(a.net.second[j])
	}
	return int(v * int64(scale) >> valueShift)
}

// Order sets scores to the network's scores of moves on points for the side to
// move (1 Black, 2 White), in logits times orderUnit.
func (a *Accumulator) Order(me int, points []uint32, scores []int32) {
	a.at = a.at[:0]
	for _, p := range points {
		a.at = append(a.at, p*rowBytes)
	}
	clear(scores)
	weigh(a.x[me-1], &a.net.order[0], a.at, scores)
	weigh(a.x[2-me], &a.net.order[1], a.at, scores)
	for i := range scores {
		scores[i] >>= unitShift
	}
}
