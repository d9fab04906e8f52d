package alphabeta

import "math/bits"

// toy is three in a row on a small grid, with known values.
type toy struct {
	w, h   int
	stones [2]uint32
	me     int
	lines  []uint32
	moves  []int32
}

func newToy(w, h int) *toy {
	t := &toy{w: w, h: h}
	for y := range h {
		for x := range w {
			for _, d := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}} {
				ex, ey := x+2*d[0], y+2*d[1]
				if ex >= 0 && ex < w && ey >= 0 && ey < h {
					t.lines = append(t.lines, 1<<(y*w+x)|1<<((y+d[1])*w+x+d[0])|1<<(ey*w+ex))
				}
			}
		}
	}
	return t
}

func (t *toy) Key() uint64 {
	k := uint64(t.stones[0])<<32 | uint64(t.stones[1])<<1 | uint64(t.me)
	k = (k ^ k>>30) * 0xbf58476d1ce4e5b9
	k = (k ^ k>>27) * 0x94d049bb133111eb
	return k ^ k>>31
}

func (t *toy) Decided(ply int) (int, bool) {
	for _, l := range t.lines {
		if t.stones[1-t.me]&l == l {
			return ply - Win, true
		}
	}
	if bits.OnesCount32(t.stones[0]|t.stones[1]) == t.w*t.h {
		return Draw, true
	}
	return 0, false
}

// Eval counts the lines that each side may still fill.
func (t *toy) Eval() int {
	v := 0
	for _, l := range t.lines {
		if t.stones[1-t.me]&l == 0 {
			v += 10
		}
		if t.stones[t.me]&l == 0 {
			v -= 10
		}
	}
	return v
}

func (t *toy) Threatened() bool { return false }

func (t *toy) Moves(buf []Move) []Move {
	for p := range int32(t.w * t.h) {
		if (t.stones[0]|t.stones[1])>>p&1 == 0 {
			buf = append(buf, Move{Point: p, Score: -p})
		}
	}
	return buf
}

func (t *toy) Quiesce(alpha, beta, ply int, nodes *int64) int {
	if v, ok := t.Decided(ply); ok {
		return v
	}
	return t.Eval()
}

func (t *toy) Play(p int32) {
	t.stones[t.me] |= 1 << p
	t.me = 1 - t.me
	t.moves = append(t.moves, p)
}

func (t *toy) Undo() {
	t.me = 1 - t.me
	t.stones[t.me] &^= 1 << t.moves[len(t.moves)-1]
	t.moves = t.moves[:len(t.moves)-1]
}

func (t *toy) Pass()     { t.me = 1 - t.me }
func (t *toy) UndoPass() { t.me = 1 - t.me }

func (t *toy) Clone() Game {
	c := *t
	c.moves = append([]int32(nil), t.moves...)
	return &c
}

// minimax is the value by definition, the reference for every search.
func minimax(t *toy, depth, ply int) int {
	if v, ok := t.Decided(ply); ok {
		return v
	}
	if depth == 0 {
		return t.Eval()
	}
	best := -Win
	for _, m := range t.Moves(nil) {
		t.Play(m.Point)
		best = max(best, -minimax(t, depth-1, ply+1))
		t.Undo()
	}
	return best
}
