package alphabeta

import "testing"

// passing is a game in which the answer to a pass has a known score, and passes are counted.
type passing struct {
	*toy
	eval          int
	value         int // after a pass, for the side to move
	passes, depth int // of all, and those not taken back
	during        func(ply int)
}

func (p *passing) Eval() int { return p.eval }

func (p *passing) Decided(ply int) (int, bool) {
	if p.depth > 0 && p.during != nil {
		p.during(ply)
	}
	return p.value, p.depth > 0
}

func (p *passing) Pass() {
	p.passes, p.depth = p.passes+1, p.depth+1
	p.toy.Pass()
}

func (p *passing) UndoPass() {
	p.depth--
	p.toy.UndoPass()
}

// TestNullMove: a pass cuts where the score after it reaches beta, and proves nothing: in
// zugzwang a side may win by passing alone. The search does not pass where it need not.
func TestNullMove(t *testing.T) {
	const ply, beta = 3, 100
	usual := Default()
	enough, margin := usual.Get(NullDepth), usual.Get(NullMargin)
	for _, c := range []struct {
		name         string
		value        int // for the opponent after the pass
		eval         int // for the side to move
		beta, depth  int
		uncut, twice bool
		off, stopped bool
		passes, want int // -1 for no cut
	}{
		{name: "a win after the pass", value: ply + 1 - Win, want: Proved - 1},
		{name: "the least of proved wins", value: -Proved, want: Proved - 1},
		{name: "just not proved", value: 1 - Proved, want: Proved - 1},
		{name: "a good score", value: -beta - 7, want: beta + 7},
		{name: "just enough", value: -beta, want: beta},
		{name: "just not enough", value: 1 - beta, want: -1},
		{name: "a loss after the pass", value: Win - ply - 2, want: -1},
		{name: "too shallow", value: -beta - 7, depth: enough - 1, want: -1},
		{name: "static value at the margin", value: -beta - 7, eval: beta + margin, want: beta + 7},
		{name: "static value below the margin", value: -beta - 7, eval: beta + margin - 1, want: -1},
		{name: "no cut is expected", value: -beta - 7, uncut: true, want: -1},
		{name: "after a pass", value: -beta - 7, twice: true, want: -1},
		{name: "to avoid a proved loss", value: 0, beta: -Proved, want: -1},
		{name: "to avoid a loss that is not proved", value: 0, beta: 1 - Proved, want: 0},
		{name: "switched off", value: -beta - 7, off: true, want: -1},
		{name: "stopped meanwhile", value: -beta - 7, stopped: true, want: -1},
	} {
		opt := Options{NullMove: !c.off}
		if c.beta == 0 {
			c.beta = beta
		}
		if c.eval == 0 {
			c.eval = c.beta + margin + 50
		}
		if c.depth == 0 {
			c.depth = enough
		}
		g := &passing{toy: newToy(3, 3), eval: c.eval, value: c.value}
		w := newWorker(g, g.Moves(nil), NewTable(1<<12), &opt, &shared{slots: 9, num: opt.numbers()}, 0)
		w.frames[ply].eval = c.eval
		w.frames[ply-1].null = c.twice
		g.during = func(at int) {
			if f := w.frames[ply]; at != ply+1 || !f.null || f.move != noMove || w.frames[ply+1].excluded != noMove {
				t.Errorf("%s: after the pass, at ply %d, the frame before it is %+v", c.name, at, f)
			}
			w.stop = c.stopped
		}
		w.frames[ply+1].excluded = 5
		score, ok := w.prune(c.beta-1, c.beta, c.depth, ply, !c.uncut, false)
		if !ok {
			score = -1
		}
		if score != c.want {
			t.Errorf("%s: %d %v, want %d", c.name, score, ok, c.want)
		}
		if g.depth != 0 || w.frames[ply].null {
			t.Errorf("%s: the pass is not taken back", c.name)
		}
		if may := c.want >= 0 || c.value == 1-beta || c.value > 0 && c.beta == beta || c.stopped; may != (g.passes == 1) {
			t.Errorf("%s: %d passes, want one: %v", c.name, g.passes, may)
		}
	}
}

// TestNothingProvedByPassing: a side wins by a pass alone; the search must not
// report a proved win.
func TestNothingProvedByPassing(t *testing.T) {
	opt := Options{NullMove: true, Table: true}
	g := &passing{toy: newToy(3, 3), eval: 5000, value: -Proved - 100}
	w := newWorker(g, g.Moves(nil), NewTable(1<<12), &opt, &shared{slots: 9, num: opt.numbers()}, 0)
	if score := w.search(99, 100, 8, 1, true); score < 100 || score >= Proved {
		t.Errorf("score %d, want a cut without proof", score)
	}
}
