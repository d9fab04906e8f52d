package mcts

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"moyo/board"
	"moyo/engine"
	"moyo/game"
	"moyo/game/rules/weiqi"
	"moyo/internal/testenv"
)

// tiedGame is the hash game with points: Black's lead and the ownership of each point follow from the value of an end.
// So do those of every row of a report, if its visits, value, lead and ownership come from the same ends.
type tiedGame struct {
	hashGame
	evaluates bool
	hook      func()      // called at each end; may be nil
	moves     []game.Move // before the root
}

const tiedWin, tiedLoss = 10, -4 // leads

func (g *tiedGame) Root(pos game.Position, stop *atomic.Bool) (Root, error) {
	return &tiedGame{hashGame: hashGame{stop}, evaluates: g.evaluates, hook: g.hook, moves: pos.Moves()}, nil
}

func (g *tiedGame) State(uint64) State {
	s := &tiedState{hashState: hashState{stop: g.stop}, hook: g.hook, moves: g.moves}
	if g.evaluates {
		return &tiedEval{tiedState: s}
	}
	return s
}

type tiedState struct {
	hashState
	hook   func()
	moves  []game.Move // before the root
	played []game.Move
	value  float64
}

func (s *tiedState) Reset() {
	s.hashState.Reset()
	s.played = s.played[:0]
	for _, m := range s.moves {
		s.Play(m)
	}
}

func (s *tiedState) Play(m game.Move) {
	s.hashState.Play(m)
	s.played = append(s.played, m)
}

func (s *tiedState) Expand(buf []Child) []Child {
	return slices.DeleteFunc(s.hashState.Expand(buf), func(c Child) bool { return slices.Contains(s.played, c.Move) })
}

func (s *tiedState) ended(value float64) float64 {
	if s.hook != nil {
		s.hook()
	}
	s.value = value
	return value
}

func (s *tiedState) Rollout(first []game.Color) (float64, bool) {
	value, ok := s.hashState.Rollout(first)
	return s.ended(value), ok
}

func (s *tiedState) EndScore(owner []float64) float64 {
	for p := range owner {
		owner[p] += 2*s.value - 1
	}
	return tiedLead(s.value)
}

// tiedLead is Black's lead by its value.
func tiedLead(value float64) float64 { return tiedLoss + (tiedWin-tiedLoss)*value }

// tiedEval evaluates positions of the tied game.
type tiedEval struct{ *tiedState }

func (s *tiedEval) Evaluate(buf []Child) ([]Child, float64) {
	r := s.path
	value := s.ended(float64(r.below(2)))
	if s.Terminal() {
		return buf, value
	}
	return s.Expand(buf), value
}

// checkRows checks that each row is from the same ends in all its parts.
func checkRows(t *testing.T, name string, side game.Color, info engine.Info, ownership bool) {
	t.Helper()
	sign, visits, sum := 1.0, int64(0), 0.0
	if side == game.White {
		sign = -1
	}
	near := func(a, b float64) bool { return math.Abs(a-b) < 1e-9 }
	for _, c := range info.Candidates {
		if c.HasLead != (c.Visits > 0) {
			t.Fatalf("%s: move %d with %d visits: lead known: %t", name, c.Move, c.Visits, c.HasLead)
		}
		if c.Visits == 0 {
			continue
		}
		black := 0.5 + sign*(c.Value-0.5)
		if !near(sign*c.Lead, tiedLead(black)) || c.PVVisits[0] != c.Visits {
			t.Fatalf("%s: move %d with %d visits wins %v and leads by %v; line visited %v", name, c.Move, c.Visits, c.Value, c.Lead, c.PVVisits)
		}
		if ownership && !near(c.Ownership[3], 2*black-1) || !ownership && c.Ownership != nil {
			t.Fatalf("%s: move %d with %d visits wins %v and owns %v", name, c.Move, c.Visits, c.Value, c.Ownership)
		}
		if want := (tiedWin - tiedLoss) * math.Sqrt(black*(1-black)); c.LeadStdev != 0 && math.Abs(c.LeadStdev-want) > 1e-6 {
			t.Fatalf("%s: move %d with %d visits wins %v; deviation of the lead %v, want %v", name, c.Move, c.Visits, c.Value, c.LeadStdev, want)
		}
		visits += c.Visits
		sum += float64(c.Visits) * c.Lead
	}
	if visits > 0 && (!info.HasLead || !near(info.Lead, sum/float64(visits))) {
		t.Fatalf("%s: lead %v, that of the moves %v", name, info.Lead, sum/float64(visits))
	}
}

// TestRows analyses positions one after the other, each search stopped after some ends: the same position again, with
// ownership or without, the position after a move, and the one before it. All rows of each report agree.
func TestRows(t *testing.T) {
	testenv.SkipUnderRace(t)
	for _, evaluates := range []bool{false, true} {
		for _, threads := range []int{1, 3} {
			for stop := int64(1); stop < 40; stop += 5 {
				name := fmt.Sprintf("evaluates %t, %d threads, stopped after %d", evaluates, threads, stop)
				analyseStopped(t, name, &tiedGame{evaluates: evaluates}, threads, stop)
			}
		}
	}
}

func analyseStopped(t *testing.T, name string, g *tiedGame, threads int, stop int64) {
	t.Helper()
	pos, err := weiqi.Default().New(board.Grid(9, 9))
	if err != nil {
		t.Fatal(err)
	}
	e := New(g, Options{FullTime: true, ExpandAt: 1, Memory: 4 * chunkBytes})
	full := false
	search := func(ownership bool) engine.Info {
		t.Helper()
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		var ends atomic.Int64
		g.hook = func() {
			if ends.Add(1) == stop {
				cancel()
			}
		}
		info, err := e.Search(ctx, pos, engine.Limits{Time: time.Hour, Threads: threads, Ownership: ownership, Full: full}, nil)
		if err != nil {
			t.Fatal(err)
		}
		checkRows(t, name, pos.ToPlay(), info, ownership)
		return info
	}
	visits := func(info engine.Info) (sum int64) {
		for _, c := range info.Candidates {
			sum += c.Visits
		}
		return sum
	}
	before := search(false)
	again := search(false)
	if visits(again) < visits(before)+again.Nodes {
		t.Fatalf("%s: %d visits, then %d with %d more", name, visits(before), visits(again), again.Nodes)
	}
	if err := pos.Play(again.Move); err != nil {
		t.Fatal(err)
	}
	search(false)
	owned := search(true) // begins again
	if more := search(true); visits(more) < visits(owned)+more.Nodes {
		t.Fatalf("%s: ownership of %d visits, then of %d with %d more", name, visits(owned), visits(more), more.Nodes)
	}
	search(false)
	search(true)
	pos.Undo()
	search(true)
	if err := pos.Play(again.Move); err != nil {
		t.Fatal(err)
	}
	search(true)
	full = true
	pos.Undo()
	search(true)
	search(false)
	search(true)
	if err := pos.Play(again.Move); err != nil {
		t.Fatal(err)
	}
	search(false)
}

// TestRowsUnderWay looks at the rows whenever a playout is about to end, while another thread is in the middle of one.
func TestRowsUnderWay(t *testing.T) {
	pos, err := weiqi.Default().New(board.Grid(9, 9))
	if err != nil {
		t.Fatal(err)
	}
	for _, evaluates := range []bool{false, true} {
		e := New(nil, Options{ExpandAt: 1})
		s := &search{opt: &e.opt, tree: &e.tree, biases: &e.biases}
		depth, seen := 0, 0
		c := controller{search: s, side: game.Black}
		visit := func(k int) {
			if evaluates {
				c.workers[k].evaluate()
			} else {
				c.workers[k].playout()
			}
		}
		g := &tiedGame{hashGame: hashGame{&s.stop}, evaluates: evaluates, hook: func() {
			if len(c.workers) == 0 {
				return
			}
			if depth++; depth == 1 {
				visit(1)
			}
			depth--
			seen++
			checkRows(t, fmt.Sprintf("evaluates %t, end %d", evaluates, seen), game.Black, c.info(), true)
		}}
		s.root = g
		workers := s.workers(81, engine.Limits{Threads: 2, Ownership: true})
		e.shape(evaluates)
		s.reset()
		workers[0].plantRoot(pos)
		c.workers = workers
		for range 60 {
			visit(0)
		}
		if seen < 100 {
			t.Errorf("evaluates %t: rows seen %d times", evaluates, seen)
		}
	}
}

// TestRowsEstimated: estimates count as visits, and the lead of the playout after them counts as often.
func TestRowsEstimated(t *testing.T) {
	w := &worker{search: &search{opt: &Options{RAVE: -1}, tree: &tree{}}, scorer: &tiedState{value: 1}, first: make([]game.Color, 2)}
	*w.tree = newTree(chunkBytes)
	w.tree.reset()
	first, _ := w.tree.alloc(2)
	for k := range uint32(2) {
		w.tree.at(first + k).set(Child{Move: game.Move(k)})
	}
	w.estimator = fixedEstimate{}
	w.path = []step{{node: firstNode, toPlay: game.Black}, {node: first, toPlay: game.White}}
	w.addEstimate() // of the first move
	w.path = append(w.path, step{node: first + 1, toPlay: game.Black})
	for _, s := range w.path {
		w.tree.at(s.node).count.Add(oneVisit)
	}
	w.update(1)
	for i, want := range map[uint32]int64{first: 1 + estimatedAs, first + 1: 1} {
		if n := w.tree.at(i); n.visits() != want || n.lead.Load() != want*tiedWin*leadUnit {
			t.Errorf("%d visits with a lead of %d in all, want %d visits of %d", n.visits(), n.lead.Load(), want, tiedWin*leadUnit)
		}
	}
}

const estimatedAs = 3

// fixedEstimate is a state that estimates every position alike.
type fixedEstimate struct{ State }

func (fixedEstimate) Estimate() (value float64, playouts int) { return 0.5, estimatedAs }

// TestOwnersBound keeps sums of ownership and of its squares until the next search if they are small enough, and counts their memory.
func TestOwnersBound(t *testing.T) {
	o := newOwners(3)
	o.of(1).games++
	o.of(4)
	if o.bytes() != 2*2*3*8 || o.within(o.bytes()) != o || o.within(o.bytes()-1) != nil {
		t.Errorf("%d bytes; within them %v, within fewer %v", o.bytes(), o.within(o.bytes()), o.within(o.bytes()-1))
	}
	if o.of(4).mean() != nil || len(o.of(1).mean()) != 3 {
		t.Errorf("ownership %v without games, %v with them", o.of(4).mean(), o.of(1).mean())
	}
	e := New(&tiedGame{}, Options{Memory: 4 * chunkBytes})
	before, _ := e.Memory()
	e.owned = o
	if held, _ := e.Memory(); held != before+o.bytes() {
		t.Errorf("%d bytes in use, %d without the sums", held, before)
	}
	if e.Forget(); e.owned != nil {
		t.Error("the sums are not forgotten")
	}
}
