package mcts

import (
	"context"
	"math"
	"runtime"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"moyo/board"
	"moyo/engine"
	"moyo/game"
	"moyo/game/rules/weiqi"
	"moyo/internal/testenv"
)

// evalGame is the hash game with an evaluation that prefers moves in the order
// of their numbers and knows the ends of games, nothing else.
type evalGame struct {
	hashGame
	pause func() // before an evaluation; may be nil
}

func (g evalGame) Root(_ game.Position, stop *atomic.Bool) (Root, error) {
	return evalGame{hashGame{stop}, g.pause}, nil
}
func (g evalGame) State(uint64) State { return &evalState{hashState{stop: g.stop}, g.pause} }

type evalState struct {
	hashState
	pause func()
}

// letOthersRun pauses an evaluation while other threads search. It does not sleep: a thread
// that comes to the same position spins, so that in a bubble the time would never pass.
func letOthersRun() {
	for range 20 {
		runtime.Gosched()
	}
}

const (
	unsure = 0.503 // not a multiple of the unit
	likely = 0.25
)

func (s *evalState) Evaluate(buf []Child) ([]Child, float64) {
	if s.pause != nil {
		s.pause()
	}
	if s.Terminal() {
		r := s.path
		r.below(7)
		return buf, float64(r.below(2))
	}
	prior := float32(likely)
	for m := range game.Move(7) {
		buf = append(buf, Child{Move: m, Visits: 1, Wins: prior})
		prior *= 0.8
	}
	return buf, unsure
}

func (s *evalState) EndScore(owner []float64) float64 {
	for p := range owner {
		owner[p] += 0.5
	}
	return 3
}

func searchOf(t *testing.T, e *Engine, lim engine.Limits) engine.Info {
	t.Helper()
	pos, err := weiqi.Default().New(board.Grid(7, 1))
	if err != nil {
		t.Fatal(err)
	}
	info, err := e.Search(t.Context(), pos, lim, nil)
	if err != nil {
		t.Fatal(err)
	}
	return info
}

// addsUp checks that each node's visits are its own evaluation and its children's visits,
// or the evaluations at the end of a game or at a position without memory for children.
func addsUp(t *testing.T, e *Engine, i uint32) {
	t.Helper()
	n := e.tree.at(i)
	visits, sum := unpack(n.count.Load())
	if sum > visits {
		t.Fatalf("%g points in %g visits", sum, visits)
	}
	if n.first.Load() < firstNode {
		return
	}
	below := int64(0)
	for _, block := range e.tree.children(n) {
		for k := range block {
			below += block[k].visits()
			at, _ := e.tree.child(i, block[k].move)
			addsUp(t, e, at)
		}
	}
	if n.visits() != below+1 {
		t.Fatalf("%d visits, %d below", n.visits(), below)
	}
}

// TestGuidedCountsEverything searches with one thread and four, to an end and cut short:
// each position is evaluated once, no visit is lost, and none that was taken back remains.
func TestGuidedCountsEverything(t *testing.T) {
	for _, lim := range []engine.Limits{{Nodes: 3000}, {Nodes: 3000, Threads: 4}, {Time: 100 * time.Millisecond, Threads: 4}} {
		lim.Ownership = true
		e := New(evalGame{}, Options{FullTime: true})
		info := searchOf(t, e, lim)
		if root := e.tree.at(firstNode); root.visits() != info.Nodes+1 || lim.Nodes > 0 && info.Nodes != lim.Nodes {
			t.Errorf("%+v: the root has %d visits after %d", lim, root.visits(), info.Nodes)
		}
		addsUp(t, e, firstNode)
		if len(info.Ownership) != 7 || info.Ownership[3] != 0.5 || info.Candidates[0].Lead != 3 || !info.Candidates[0].HasLead {
			t.Errorf("%+v: owners %v, lead %v", lim, info.Ownership, info.Candidates[0].Lead)
		}
	}
}

// TestGuidedWaits: threads come to positions that another thread evaluates.
func TestGuidedWaits(t *testing.T) {
	e := New(evalGame{pause: letOthersRun}, Options{FullTime: true, PUCT: &PUCT{FPU: 10, RootFPU: 10}})
	searchOf(t, e, engine.Limits{Nodes: 60, Threads: 4})
	addsUp(t, e, firstNode)
}

// TestGuidedSlowly has evaluations that take longer than the interval of the checks for a settled
// search: the first evaluation, which is under way and counts as a visit, settles nothing.
func TestGuidedSlowly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := New(evalGame{pause: func() { time.Sleep(80 * time.Millisecond) }}, Options{})
		if info := searchOf(t, e, engine.Limits{Time: 2 * time.Second}); info.Nodes < 3 {
			t.Errorf("after %d evaluations and %v the search was settled", info.Nodes, info.Elapsed)
		}
	})
}

// TestGuidedRoot has other constants at the root, by which only one move is tried.
func TestGuidedRoot(t *testing.T) {
	e := New(evalGame{}, Options{FullTime: true, PUCT: &PUCT{Explore: 1, RootFPU: 10, Temper: 1}})
	info := searchOf(t, e, engine.Limits{Nodes: 40})
	i, _ := e.tree.child(firstNode, info.Move)
	if info.Candidates[1].Visits > 0 || len(e.tree.ranked(e.tree.at(i), 7)) < 7 || e.tree.ranked(e.tree.at(i), 7)[1].visits() == 0 {
		t.Errorf("%+v", info.Candidates)
	}
}

// TestGuidedFull searches with a full tree.
func TestGuidedFull(t *testing.T) {
	e := New(evalGame{}, Options{FullTime: true, Memory: 1})
	nodes := int64(testenv.Rounds(20_000, 5000))
	info := searchOf(t, e, engine.Limits{Nodes: nodes, Threads: 2})
	if held, _ := e.Memory(); info.Nodes != nodes || held > chunkBytes {
		t.Errorf("%d visits, %d bytes", info.Nodes, held)
	}
	coversChildren(t, e, firstNode)
}

// TestGuidedFindsTheBestMove compares a search of the whole game with its value by minimax.
func TestGuidedFindsTheBestMove(t *testing.T) {
	testenv.SkipUnderRace(t)
	value := minimax(func(s hashState) float64 {
		_, v := (&evalState{s, nil}).Evaluate(nil)
		return v
	})
	root := hashState{}
	root.Reset()
	want := value(root)
	info := searchOf(t, New(evalGame{}, Options{FullTime: true}), engine.Limits{Nodes: 100_000, Seed: 1})
	root.Play(info.Move)
	if value(root) != want || info.Value > 0.5 != (want == 1) {
		t.Errorf("move %d is worth %v, the game %v, valued at %.3f", info.Move, value(root), want, info.Value)
	}
}

// TestGuidedFewVisits stops at each small number of visits. Unvisited moves are in the order
// of their priors and have the value of the position: a prior is not a win probability.
func TestGuidedFewVisits(t *testing.T) {
	sum := 0.0
	for m := range 7 {
		sum += likely * math.Pow(0.8, float64(m))
	}
	ended, stop := context.WithCancel(t.Context())
	stop()
	pos, err := weiqi.Default().New(board.Grid(7, 1))
	if err != nil {
		t.Fatal(err)
	}
	for nodes := range int64(30) {
		ctx := t.Context()
		if nodes == 0 {
			ctx = ended
		}
		info, err := New(evalGame{}, Options{FullTime: true}).Search(ctx, pos, engine.Limits{Nodes: nodes, Seed: uint64(nodes)}, nil)
		if err != nil || info.Nodes != nodes || len(info.Candidates) != 7 || info.Resign {
			t.Fatalf("%d visits: %+v, %v", nodes, info, err)
		}
		if nodes <= 1 && info.Move != 0 {
			t.Errorf("%d visits: the likeliest move is 0, not %d", nodes, info.Move)
		}
		visits, before := int64(0), engine.Candidate{Visits: nodes, Prior: 1}
		for _, c := range info.Candidates {
			visits += c.Visits
			if want := likely * math.Pow(0.8, float64(c.Move)) / sum; math.Abs(c.Prior-want) > 1e-6 {
				t.Errorf("the prior of move %d is %g, want %g", c.Move, c.Prior, want)
			}
			if c.Visits > before.Visits || c.Visits == 0 && before.Visits == 0 && c.Prior > before.Prior {
				t.Errorf("%d visits: %+v comes after %+v", nodes, c, before)
			}
			if c.Visits == 0 && math.Abs(c.Value-info.Candidates[0].Value) > 0.25 || nodes == 0 && math.Abs(c.Value-unsure) > 1.0/unit {
				t.Errorf("%d visits: %+v", nodes, c)
			}
			before = c
		}
		if visits != nodes {
			t.Errorf("%d visits: %d by move", nodes, visits)
		}
	}
}

// TestGuidedResumes continues with the tree of a game that has continued, and finds its counts.
func TestGuidedResumes(t *testing.T) {
	e := New(evalGame{}, Options{FullTime: true})
	pos, err := weiqi.Default().New(board.Grid(7, 1))
	if err != nil {
		t.Fatal(err)
	}
	lim := engine.Limits{Time: 30 * time.Millisecond}
	info, err := e.Search(t.Context(), pos, lim, nil)
	if err != nil {
		t.Fatal(err)
	}
	child, ok := e.tree.child(firstNode, info.Move)
	if !ok {
		t.Fatal("no child")
	}
	before := e.tree.at(child).count.Load()
	if err := pos.Play(info.Move); err != nil {
		t.Fatal(err)
	}
	if !e.resume(t.Context(), pos, nil) {
		t.Fatal("the tree is not kept")
	}
	addsUp(t, e, firstNode)
	if after := e.tree.at(firstNode).count.Load(); after != before {
		t.Errorf("%x counted at the root, before %x", after, before)
	}
}

// TestPUCTTerms compares with numbers computed by hand.
func TestPUCTTerms(t *testing.T) {
	p := PUCT{Explore: 0.5, ExploreLog: 0.2, ExploreBase: 100, RootExplore: 2, FPU: 0.2, RootFPU: 0.1}
	for _, c := range []struct {
		visits, value, seen float64
		root                bool
		unvisited, explore  float64
	}{
		{1, 0.5, 0, false, 0.5, 0.5 + 0.2*math.Log(1.01)},
		{100, 0.6, 0.25, false, 0.5, 10 * (0.5 + 0.2*math.Ln2)},
		{100, 0.6, 0.25, true, 0.55, 20 * (0.5 + 0.2*math.Ln2)},
	} {
		unvisited, explore := p.terms(c.visits, c.value, c.seen, c.root)
		if math.Abs(unvisited-c.unvisited) > 1e-9 || math.Abs(explore-c.explore) > 1e-9 {
			t.Errorf("%+v: %g, %g", c, unvisited, explore)
		}
	}
}

// TestBest: the first visits of a position follow the formula.
func TestBest(t *testing.T) {
	e := New(evalGame{}, Options{PUCT: &PUCT{Explore: 1, RootExplore: 1, FPU: 0.4, RootFPU: 0.4, Temper: 1}})
	s := &search{opt: &e.opt, tree: &e.tree}
	s.root, _ = evalGame{}.Root(nil, &s.stop)
	w := newWorker(s, 7, 1)
	e.tree.reset()
	r := e.tree.at(firstNode)
	w.plant(r, []Child{{0, 1, 0.6}, {1, 1, 0.3}, {2, 1, 0.1}})
	count := func(m game.Move, visits int, value float64) {
		i, _ := e.tree.child(firstNode, m)
		e.tree.at(i).count.Store(uint64(visits) * (oneVisit + pack(value)))
	}
	for _, c := range []struct {
		root          float64 // value for the side that has moved, of ten visits and one under way
		first, second float64
		want          game.Move
	}{
		{0.5, 0.5, 0.5, 1}, // 0.5+0.19, 0.5+0.24, 0.5-0.4 sqrt 0.9+0.32 = 0.44 unvisited
		{0.5, 0.9, 0.1, 0},
		{0.5, 0.25, 0.15, 0}, // 0.440, 0.387, 0.437; the visit under way does not count yet
		{0.1, 0.5, 0.2, 2},   // 0.69, 0.44, 0.9-0.38+0.32 = 0.84
	} {
		r.count.Store(10*(oneVisit+pack(c.root)) + oneVisit)
		count(0, 9, c.first)
		count(1, 3, c.second)
		i := w.best(r, false)
		if m := e.tree.at(i).move; m != c.want {
			t.Errorf("%+v: goes to %d", c, m)
		}
	}
}

// TestNoise: the search tries moves with almost no prior, others in each
// search. Their reported priors stay, and only the root has noise.
func TestNoise(t *testing.T) {
	plain := DefaultPUCT()
	plain.FPU, plain.RootFPU = 0.3, 0.3
	noisy := plain
	noisy.Noise, noisy.NoiseMoves = 0.5, 2
	visits := func(p PUCT, seed uint64) map[game.Move]bool {
		e := New(evalGame{}, Options{FullTime: true, PUCT: &p})
		tried := map[game.Move]bool{}
		for _, c := range searchOf(t, e, engine.Limits{Nodes: 12, Seed: seed}).Candidates {
			if want := likely * math.Pow(0.8, float64(c.Move)) / (5 * likely * (1 - math.Pow(0.8, 7))); math.Abs(c.Prior-want) > 1e-6 {
				t.Errorf("move %d has the prior %g, want %g", c.Move, c.Prior, want)
			}
			tried[c.Move] = c.Visits > 0
		}
		return tried
	}
	all := map[game.Move]bool{}
	for seed := range uint64(20) {
		if tried := visits(plain, seed); tried[6] || tried[5] {
			t.Fatalf("without noise: %v", tried)
		}
		tried := visits(noisy, seed)
		for m := range game.Move(7) {
			all[m] = all[m] || tried[m]
		}
	}
	if len(all) != 7 || !all[5] || !all[6] {
		t.Errorf("tried in 20 searches: %v", all)
	}
	for _, c := range []struct {
		p            PUCT
		moves        [2]int
		share, noise float64
		noisy        [2]int
	}{
		{PUCT{}, [2]int{2, 0}, 1, 0, [2]int{}}, {PUCT{Noise: 0.25}, [2]int{}, 1, 0, [2]int{}},
		{PUCT{Noise: 0.25}, [2]int{2, 0}, 0.75, 0.125, [2]int{2, 0}}, {PUCT{Noise: 0.25}, [2]int{1, 4}, 0.75, 0.05, [2]int{1, 4}},
	} {
		if share, noise, n := c.p.noise(c.moves); share != c.share || noise != c.noise || n != c.noisy {
			t.Errorf("%+v: %g, %g, %d", c, share, noise, n)
		}
	}
}

// TestCredit: values finer than the counters are right on average.
func TestCredit(t *testing.T) {
	e := New(evalGame{}, Options{})
	s := &search{opt: &e.opt, tree: &e.tree}
	s.root, _ = evalGame{}.Root(nil, &s.stop)
	w := newWorker(s, 7, 1)
	e.tree.reset()
	r := e.tree.at(firstNode)
	w.plant(r, []Child{{0, 1, 1}})
	w.path = []step{{node: firstNode, toPlay: game.Black}, {node: r.first.Load(), toPlay: game.White}}
	const n, value = 20_000, 0.9987
	for range n {
		w.credit(value)
	}
	_, root := unpack(r.count.Load())
	_, child := unpack(e.tree.at(r.first.Load()).count.Load())
	if root+child != n || math.Abs(child/n-value) > 2e-4 {
		t.Errorf("%g for Black, %g for White of %d", child, root, n)
	}
}

// TestTemperRoot makes the priors at the root more even for one search, which leaves nothing to the next.
func TestTemperRoot(t *testing.T) {
	e := New(evalGame{}, Options{})
	plain := searchOf(t, e, engine.Limits{Nodes: 50, Seed: 1})
	even := searchOf(t, e, engine.Limits{Nodes: 50, Seed: 1, Temper: 100})
	if p, q := plain.Candidates[0].Prior, even.Candidates[0].Prior; p < 0.2 || math.Abs(q-1.0/7) > 0.01 {
		t.Errorf("prior %.3f, then %.3f", p, q)
	}
	if e.last != nil {
		t.Error("the tree is kept")
	}
}

// TestFull: a search up to its limit does not stop when its result is certain.
func TestFull(t *testing.T) {
	const n = 300
	e := New(evalGame{}, Options{})
	if info := searchOf(t, e, engine.Limits{Nodes: n, Seed: 1, Full: true}); info.Nodes != n || len(info.Candidates) != 7 {
		t.Errorf("%d of %d nodes, %d candidates", info.Nodes, n, len(info.Candidates))
	}
}

// TestStdev: the deviations of lead and ownership are those of the positions searched.
func TestStdev(t *testing.T) {
	e := newOwned(2)
	for _, lead := range []float64{1, 5} {
		e.plus(&owned{games: 1, lead: lead, square: lead * lead, black: []float64{lead / 5, 1}, squares: []float64{lead * lead / 25, 1}})
	}
	if own := e.stdev(); e.leadStdev() != 2 || math.Abs(own[0]-0.4) > 1e-9 || own[1] != 0 {
		t.Errorf("%v %v", e.leadStdev(), own)
	}
	info := searchOf(t, New(evalGame{}, Options{}), engine.Limits{Nodes: 50, Seed: 1, Ownership: true})
	if info.LeadStdev != 0 || len(info.OwnershipStdev) != 7 || info.OwnershipStdev[3] != 0 || info.Ownership[3] != 0.5 {
		t.Errorf("%+v", info) // every end of this game is the same
	}
}

// TestTemper makes priors more even.
func TestTemper(t *testing.T) {
	e := New(evalGame{}, Options{PUCT: &PUCT{Temper: 2}})
	w := &worker{search: &search{opt: &e.opt}}
	got := w.temper([]Child{{0, 1, 0.8}, {1, 1, 0.2}}, 0)
	if math.Abs(float64(got[0].Wins)-2.0/3) > 1e-6 || math.Abs(float64(got[1].Wins)-1.0/3) > 1e-6 {
		t.Errorf("%+v", got)
	}
	got = w.temper([]Child{{0, 1, 16. / 17}, {1, 1, 1. / 17}}, 2)
	if math.Abs(float64(got[0].Wins)-2.0/3) > 1e-6 {
		t.Errorf("with a factor: %+v", got)
	}
	if got = w.temper([]Child{{0, 1, 0.3}, {1, 1, 0.2}}, 0.001); got[0].Wins != 1 || got[1].Wins != 0 {
		t.Errorf("with a tiny factor: %+v", got)
	}
	if got = w.temper([]Child{{0, 1, 0}, {1, 1, 0}}, 1); got[0].Wins != 0.5 || got[1].Wins != 0.5 {
		t.Errorf("%+v", got)
	}
}
