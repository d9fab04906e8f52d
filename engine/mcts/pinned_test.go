package mcts

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"moyo/board"
	"moyo/engine"
	"moyo/game"
	"moyo/game/rules/weiqi"
	"moyo/internal/testenv"
)

// hashSearch searches the hash game with one thread.
func hashSearch(t *testing.T, opt Options, lim engine.Limits) (*Engine, engine.Info) {
	t.Helper()
	pos, err := weiqi.Default().New(board.Grid(7, 1))
	if err != nil {
		t.Fatal(err)
	}
	e := New(hashGame{}, opt)
	lim.Threads = 1
	info, err := e.Search(context.Background(), pos, lim, nil)
	if err != nil {
		t.Fatal(err)
	}
	return e, info
}

// TestPinned pins the visits of the moves, in the order of their rank, for each
// of the options.
func TestPinned(t *testing.T) {
	testenv.SkipUnderRace(t)
	var got strings.Builder
	for _, c := range []struct {
		name string
		opt  Options
	}{
		{"usual", Options{FullTime: true}},
		{"settled", Options{ExpandAt: 1}},
		{"expand immediately", Options{FullTime: true, ExpandAt: 1}},
		{"much RAVE", Options{FullTime: true, RAVE: 1e6}},
		{"no RAVE", Options{FullTime: true, RAVE: -1}},
		{"explores", Options{FullTime: true, RAVE: -1, Explore: 0.7}},
	} {
		_, info := hashSearch(t, c.opt, engine.Limits{Nodes: 500, Seed: 3})
		fmt.Fprintf(&got, "%s: %d nodes, value %.3f, line %v, visits", c.name, info.Nodes, info.Value, info.PV)
		for _, c := range info.Candidates {
			fmt.Fprintf(&got, " %d:%d", c.Move, c.Visits)
		}
		got.WriteString("\n")
	}
	for _, opt := range []Options{{Temperature: 2}, {Blunder: 0.5}} {
		fmt.Fprintf(&got, "temperature %v, blunder %v:", opt.Temperature, opt.Blunder)
		for seed := range uint64(12) {
			_, info := hashSearch(t, opt, engine.Limits{Nodes: 60, Seed: seed})
			fmt.Fprintf(&got, " %d", info.Move)
		}
		got.WriteString("\n")
	}
	if got.String() != pinned {
		t.Errorf("found\n%s", got.String())
	}
}

const pinned = `usual: 500 nodes, value 0.497, line [4 0 5 5 4 4], visits 4:177 2:162 3:84 1:49 5:27 0:1 6:0
settled: 383 nodes, value 0.306, line [5 6 5 2 3 1], visits 5:248 6:101 0:31 4:2 1:1 3:0 2:0
expand immediately: 500 nodes, value 0.262, line [5 6 5 2 3 1], visits 5:290 6:120 0:87 4:2 1:1 3:0 2:0
much RAVE: 500 nodes, value 0.435, line [4 0 5 5 3 5], visits 4:170 2:161 3:83 1:50 5:35 0:1 6:0
no RAVE: 500 nodes, value 0.363, line [5 1 1 1 2 4], visits 5:237 6:141 1:47 3:45 2:28 0:1 4:1
explores: 500 nodes, value 0.477, line [2 0 1 2 1], visits 2:107 6:101 1:96 3:90 0:65 5:34 4:7
temperature 2, blunder 0: 2 1 5 0 5 4 6 2 3 4 6 2
temperature 0, blunder 0.5: 3 3 2 1 4 5 5 3 5 2 4 5
`

// minimax returns the value for Black of positions of the hash game, by the values of its ends.
func minimax(end func(s hashState) float64) func(s hashState) float64 {
	var value func(s hashState) float64
	value = func(s hashState) float64 {
		if s.Terminal() {
			return end(s)
		}
		best := float64(s.ply % 2)
		for m := range game.Move(7) {
			next := s
			next.Play(m)
			if v := value(next); s.ply%2 == 0 && v > best || s.ply%2 == 1 && v < best {
				best = v
			}
		}
		return best
	}
	return value
}

// TestFindsTheBestMove compares a search of the whole hash game with its value
// by minimax.
func TestFindsTheBestMove(t *testing.T) {
	testenv.SkipUnderRace(t)
	value := minimax(func(s hashState) float64 {
		s.path.below(7)
		return float64(s.path.below(2))
	})
	root := hashState{}
	root.Reset()
	want := value(root)
	_, info := hashSearch(t, Options{FullTime: true, ExpandAt: 1, RAVE: -1, Explore: 0.5}, engine.Limits{Nodes: 60_000, Seed: 1})
	after := root
	after.Play(info.Move)
	if value(after) != want || info.Value > 0.5 != (want == 1) {
		t.Errorf("move %d is worth %v, the game %v, valued at %.3f", info.Move, value(after), want, info.Value)
	}
}

// TestLimits takes exactly the number of playouts of the lower of the two
// limits.
func TestLimits(t *testing.T) {
	for _, c := range []struct {
		opt, lim int64
		want     int64
	}{{0, 1, 1}, {0, 65, 65}, {200, 65, 65}, {65, 200, 65}, {77, 0, 77}} {
		e, info := hashSearch(t, Options{Playouts: c.opt, FullTime: true}, engine.Limits{Nodes: c.lim})
		if root := e.tree.at(firstNode); info.Nodes != c.want || root.visits() != c.want {
			t.Errorf("%d playouts, %d visits; want %d", info.Nodes, root.visits(), c.want)
		}
	}
	if lim := (Options{}).merge(engine.Limits{}, 40); lim.Time != defaultTime {
		t.Errorf("an unbounded search takes %v", lim.Time)
	}
	if lim := (Options{Time: 3}).merge(engine.Limits{Time: 5}, 40); lim.Time != 3 {
		t.Errorf("time %d, want the shorter", lim.Time)
	}
}

// TestStoppedBefore has to return a move although there is no time.
func TestStoppedBefore(t *testing.T) {
	pos, err := weiqi.Default().New(board.Grid(7, 1))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	info, err := New(hashGame{}, Options{}).Search(ctx, pos, engine.Limits{Nodes: 100}, nil)
	if err != nil || info.Nodes != 0 || pos.Check(info.Move) != game.Legal {
		t.Errorf("%+v, %v", info, err)
	}
}

// TestSettled stops when no other move can catch up, and not before.
func TestSettled(t *testing.T) {
	tr := newTree(chunkBytes)
	tr.reset()
	first, _ := tr.alloc(3)
	for k, visits := range []uint64{10, 30, 20} {
		n := tr.at(first + uint32(k))
		n.set(Child{Move: game.Move(k)})
		n.count.Add(visits * oneVisit)
	}
	r := tr.at(firstNode)
	r.n = 3
	r.first.Store(first)
	s := &search{tree: &tr}
	for remaining, want := range map[int64]bool{0: true, 9: true, 10: false, 11: false} {
		if s.settled(remaining) != want {
			t.Errorf("with %d playouts left settled is %v", remaining, !want)
		}
	}
	var moves []game.Move
	for _, n := range tr.ranked(r, 2) {
		moves = append(moves, n.move)
	}
	if fmt.Sprint(moves) != "[1 2]" {
		t.Errorf("the best two are %v", moves)
	}
}

// TestResigns resigns late, with enough playouts and a low value only.
func TestResigns(t *testing.T) {
	pos, err := weiqi.Default().New(board.Grid(4, 2))
	if err != nil {
		t.Fatal(err)
	}
	s := &search{opt: &Options{Resign: 0.1}}
	info := func(value float64, visits int64) engine.Info {
		return engine.Info{Value: value, Candidates: []engine.Candidate{{Visits: visits}}}
	}
	if s.resigns(pos, info(0.01, 500)) {
		t.Error("gives up before the game has begun")
	}
	for _, m := range []game.Move{1, 6} {
		if err := pos.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		value  float64
		visits int64
		want   bool
		judged bool
	}{{0.09, 50, true, false}, {0.09, 49, false, false}, {0.1, 50, false, false}, {0.09, 5, true, true}, {0.09, 4, false, true}} {
		s.evaluates = c.judged
		if got := s.resigns(pos, info(c.value, c.visits)); got != c.want {
			t.Errorf("at %v after %d visits (evaluates: %v): %v", c.value, c.visits, c.judged, got)
		}
	}
	s.evaluates = true
	for _, c := range []struct {
		value, lead float64
		counted     bool
		want        bool
	}{{0.09, -10.1, true, true}, {0.09, -10, true, false}, {0.1, -30, true, false}, {0.09, -30, false, false}, {0.09, 30, true, false}} {
		one := info(c.value, 1)
		one.Lead, one.HasLead = c.lead, c.counted
		if got := s.resigns(pos, one); got != c.want {
			t.Errorf("after one evaluation, at %v and %v points (known: %v): %v", c.value, c.lead, c.counted, got)
		}
	}
	if s.evaluates = false; s.resigns(pos, engine.Info{Value: 0.01, Lead: -30, HasLead: true, Candidates: []engine.Candidate{{Visits: 1}}}) {
		t.Error("one playout is taken for an evaluation")
	}
}
