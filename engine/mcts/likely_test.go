package mcts

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"
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

// TestLikeliest compares with sorting, with equal priors among them.
func TestLikeliest(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 500 {
		w := &worker{search: &search{tree: &tree{likely: 2 + r.Int32N(20)}}}
		all := make([]Child, 1+r.IntN(60))
		for i := range all {
			all[i] = Child{Move: game.Move(i), Wins: float32(r.IntN(12))}
		}
		sorted := slices.Clone(all)
		slices.SortStableFunc(sorted, func(a, b Child) int { return int(b.Wins - a.Wins) })
		n := min(len(all), int(w.tree.likely))
		byMove := func(a, b Child) int { return int(a.Move - b.Move) }
		slices.SortFunc(sorted[:n], byMove)
		slices.SortFunc(sorted[n:], byMove)
		front := w.likeliest(all)
		if len(front) != n || !slices.Equal(all, sorted) {
			t.Fatalf("%d of %d: %v, want %v", len(front), len(all), all, sorted)
		}
	}
}

// wideGame is a game of eight plies with one playable point less each time. A hash of the moves determines values and priors.
type wideGame struct {
	begun []game.Move
	pause func() // before an evaluation; may be nil
}

const widePoints = 30

func (g wideGame) Root(pos game.Position, _ *atomic.Bool) (Root, error) {
	return wideGame{slices.Clone(pos.Moves()), g.pause}, nil
}
func (wideGame) Shortcut() (game.Move, float64, bool) { return game.NoMove, 0, false }

func (g wideGame) State(uint64) State {
	s := &wideState{wideGame: g}
	s.Reset()
	return s
}

type wideState struct {
	wideGame
	hash   rng
	played []game.Move
}

func (s *wideState) Reset() {
	s.hash, s.played = 1, s.played[:0]
	for _, m := range s.begun {
		s.Play(m)
	}
}

func (s *wideState) ToPlay() game.Color                   { return game.Color(1 + len(s.played)%2) }
func (s *wideState) Terminal() bool                       { return len(s.played) == 8 }
func (s *wideState) Expand(buf []Child) []Child           { return buf }
func (s *wideState) Rollout([]game.Color) (float64, bool) { return 0, true }

func (s *wideState) Play(m game.Move) {
	s.hash = s.hash*31 + rng(m) + 7
	s.played = append(s.played, m)
}

func (s *wideState) Evaluate(buf []Child) ([]Child, float64) {
	if s.pause != nil {
		s.pause()
	}
	r := s.hash
	value := r.float()
	for m := range game.Move(widePoints) {
		if !slices.Contains(s.played, m) && !s.Terminal() {
			buf = append(buf, Child{Move: m, Visits: 1, Wins: float32(math.Pow(r.float(), 4))})
		}
	}
	return buf, value
}

func widePosition(t *testing.T) game.Position {
	t.Helper()
	pos, err := weiqi.Default().New(board.Grid(widePoints, 1))
	if err != nil {
		t.Fatal(err)
	}
	return pos
}

// TestLikelySearchesTheSame searches with nodes that get few children first and with nodes that get all.
func TestLikelySearchesTheSame(t *testing.T) {
	testenv.SkipUnderRace(t)
	type found struct {
		visits int64
		value  float64
	}
	avoid := []engine.Avoided{
		{Side: game.Black, Moves: []game.Move{3, 8, 9, 20}, Plies: 5}, {Side: game.White, Moves: []game.Move{1, 2, 12}, Plies: 4},
	}
	search := func(likely int32, nodes int64) (map[game.Move]found, int) {
		e := New(wideGame{}, Options{FullTime: true})
		e.likely = likely
		if _, err := e.Search(t.Context(), widePosition(t), engine.Limits{Nodes: nodes, Seed: 3, Avoid: avoid}, nil); err != nil {
			t.Fatal(err)
		}
		addsUp(t, e, firstNode)
		all := map[game.Move]found{}
		for _, n := range e.tree.ranked(e.tree.at(firstNode), widePoints) {
			all[n.move] = found{n.visits(), n.value()}
		}
		return all, inUse(&e.tree)
	}
	for _, nodes := range []int64{1, 3, 10, 30, 300, 5000} {
		want, all := search(chunkNodes, nodes)
		for _, likely := range []int32{2, 3, 8, likelyChildren, widePoints - 3} {
			got, used := search(likely, nodes)
			if !maps.Equal(got, want) {
				t.Errorf("%d evaluations, %d children first: %v, want %v", nodes, likely, got, want)
			}
			if used > all || nodes == 300 && likely <= likelyChildren && used == all {
				t.Errorf("%d evaluations, %d children first: %d nodes, with all %d", nodes, likely, used, all)
			}
		}
	}
}

// TestLikelyTogether: many threads give the same nodes their other children.
func TestLikelyTogether(t *testing.T) {
	for seed := range uint64(testenv.Rounds(5, 2)) {
		e := New(evalGame{pause: letOthersRun}, Options{FullTime: true})
		e.likely = 2
		info := searchOf(t, e, engine.Limits{Nodes: 2000, Threads: 16, Seed: seed})
		if info.Nodes != 2000 {
			t.Errorf("%d evaluations", info.Nodes)
		}
		addsUp(t, e, firstNode)
	}
}

// TestOthersInAnyOrder gives a position its other children in another order than the evaluation does, as ties go to the first.
func TestOthersInAnyOrder(t *testing.T) {
	testenv.SkipUnderRace(t)
	e := New(wideGame{}, Options{FullTime: true})
	if _, err := e.Search(t.Context(), widePosition(t), engine.Limits{Nodes: 5000}, nil); err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, n := range e.tree.ranked(e.tree.at(firstNode), 5) {
		if others := e.tree.children(n)[1]; others != nil {
			seen++
			ordered := true
			for k := range others[1:] {
				ordered = ordered && others[k].move < others[k+1].move
			}
			if ordered {
				t.Errorf("after %d the %d others are in the order of Evaluate", n.move, len(others))
			}
		}
	}
	if seen == 0 {
		t.Error("no node has others")
	}
}

// inside returns the most visited move after which all other points may be played: not beside an end of the line, which would be suicide.
func (e *Engine) inside() game.Move {
	for _, n := range e.tree.ranked(e.tree.at(firstNode), widePoints) {
		if n.move > 1 && n.move < widePoints-2 {
			return n.move
		}
	}
	return game.NoMove
}

// TestWholeRoot continues from a node that had its likely children alone: at the root it gets all.
func TestWholeRoot(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := New(wideGame{pause: func() { time.Sleep(time.Millisecond) }}, Options{FullTime: true})
		e.likely = 25 // no child has enough visits to get the others before
		pos := widePosition(t)
		lim := engine.Limits{Time: 40 * time.Millisecond}
		if _, err := e.Search(t.Context(), pos, lim, nil); err != nil {
			t.Fatal(err)
		}
		m := e.inside()
		before := e.tree.at(must(e.tree.child(firstNode, m))).visits()
		if err := pos.Play(m); err != nil {
			t.Fatal(err)
		}
		info, err := e.Search(t.Context(), pos, lim, nil)
		if err != nil {
			t.Fatal(err)
		}
		if now := e.tree.at(firstNode).visits(); before < 2 || now != before+info.Nodes {
			t.Errorf("%d visits: %d kept, %d new", now, before, info.Nodes)
		}
		if moves := len(e.tree.ranked(e.tree.at(firstNode), widePoints)); moves != widePoints-1 {
			t.Errorf("%d moves at the root", moves)
		}
	})
}
