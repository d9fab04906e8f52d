package mcts

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"moyo/board"
	"moyo/engine"
	"moyo/game"
	"moyo/game/rules/weiqi"
)

// hashGame is a game of six plies with seven moves each, whose results are a
// hash of the moves: its whole tree grows in a moment.
type hashGame struct{ stop *atomic.Bool }

func (g hashGame) Root(_ game.Position, stop *atomic.Bool) (Root, error) {
	return hashGame{stop}, nil
}
func (g hashGame) Shortcut() (game.Move, float64, bool) { return game.NoMove, 0, false }
func (g hashGame) State(uint64) State                   { return &hashState{stop: g.stop} }

type hashState struct {
	stop *atomic.Bool
	path rng
	ply  int
}

func (s *hashState) Reset()             { s.path, s.ply = 1, 0 }
func (s *hashState) ToPlay() game.Color { return game.Color(1 + s.ply%2) }
func (s *hashState) Play(m game.Move)   { s.path = s.path*31 + rng(m) + 7; s.ply++ }
func (s *hashState) Terminal() bool     { return s.ply == 6 }

func (s *hashState) Expand(buf []Child) []Child {
	for m := range game.Move(7) {
		buf = append(buf, Child{Move: m, Visits: 1, Wins: 0.5})
	}
	return buf
}

func (s *hashState) Rollout(first []game.Color) (float64, bool) {
	r := s.path
	first[r.below(7)] = game.Black
	return float64(r.below(2)), !s.stop.Load()
}

// TestThreadsCountEverything searches with four threads, cut short by time, and
// then adds up: no visit may be lost, and none that was taken back may remain.
func TestThreadsCountEverything(t *testing.T) {
	e := New(hashGame{}, Options{ExpandAt: 1, FullTime: true})
	pos, err := weiqi.Default().New(board.Grid(7, 1))
	if err != nil {
		t.Fatal(err)
	}
	info, err := e.Search(context.Background(), pos, engine.Limits{Time: 100 * time.Millisecond, Threads: 4}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if root := e.tree.at(firstNode); root.visits() != info.Nodes {
		t.Errorf("the root has %d visits after %d playouts", root.visits(), info.Nodes)
	}
	var check func(i uint32, depth int)
	check = func(i uint32, depth int) {
		n := e.tree.at(i)
		visits, sum := unpack(n.count.Load())
		if sum > visits {
			t.Fatalf("%g points in %g playouts", sum, visits)
		}
		first := n.first.Load()
		if first < firstNode {
			return
		}
		below := int64(0)
		for k := range uint32(n.n) {
			below += e.tree.at(first + k).visits()
			check(first+k, depth+1)
		}
		// The playouts that ended here came before the node had children, or while
		// another thread was making them. That thread may have been suspended
		// meanwhile, so their number has no bound.
		if n.visits() < below {
			t.Fatalf("depth %d: %d visits, %d below", depth, n.visits(), below)
		}
	}
	check(firstNode, 0)
	if info.Nodes < 100 {
		t.Errorf("%d playouts only", info.Nodes)
	}
}

// TestHandedTurn keeps the tree of a game whose sides alternate, and no other.
func TestHandedTurn(t *testing.T) {
	pos, err := weiqi.Default().Start(board.Grid(5, 5))
	if err != nil {
		t.Fatal(err)
	}
	last := pos.Clone()
	play := func(m game.Move) {
		t.Helper()
		if err := pos.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	if moves, ok := since(last, pos); !ok || len(moves) != 0 {
		t.Errorf("since: %v, %t in the same position", moves, ok)
	}
	play(7)
	play(12)
	if _, ok := since(pos, last); ok {
		t.Error("the tree is kept of a position that comes later")
	}
	if moves, ok := since(last, pos); !ok || len(moves) != 2 {
		t.Errorf("since: %v, %t after two moves", moves, ok)
	}
	pos.Undo()
	pos.SetToPlay(game.Black)
	if _, ok := since(last, pos); ok {
		t.Error("the tree is kept although the turn was handed over")
	}
	play(12)
	if _, ok := since(last, pos); ok {
		t.Error("the tree is kept although Black moved twice")
	}
}

// TestOtherStart plays the same moves to the same stones in a game that began
// with one more stone, which was captured: superko distinguishes the two.
func TestOtherStart(t *testing.T) {
	var games [2]*weiqi.Position
	for i := range games {
		pos, err := weiqi.Default().Start(board.Grid(5, 5))
		if err != nil {
			t.Fatal(err)
		}
		if err := pos.Set([]game.Placed{{Point: 0, Color: game.White}}[:i], game.Black); err != nil {
			t.Fatal(err)
		}
		games[i] = pos
	}
	last := games[0].Clone()
	for _, pos := range games {
		for _, m := range []game.Move{1, 24, 5} {
			if err := pos.Play(m); err != nil {
				t.Fatal(err)
			}
		}
	}
	if games[0].Hash() != games[1].Hash() {
		t.Fatal("the games differ: the test shows nothing")
	}
	if _, ok := since(last, games[0]); !ok {
		t.Error("the tree of the game itself is not kept")
	}
	if _, ok := since(last, games[1]); ok {
		t.Error("the tree of a game that began otherwise is kept")
	}
}
