package mcts

import (
	"slices"
	"testing"

	"moyo/engine"
	"moyo/game"
)

// TestExclude leaves moves out at the root as long as others are left.
func TestExclude(t *testing.T) {
	_, info := hashSearch(t, Options{}, engine.Limits{Nodes: 300, Seed: 1})
	best := info.Move
	_, info = hashSearch(t, Options{}, engine.Limits{Nodes: 300, Seed: 1, Exclude: []game.Move{best, 99, game.NoMove, -16}})
	if info.Move == best || len(info.Candidates) != 6 ||
		slices.ContainsFunc(info.Candidates, func(c engine.Candidate) bool { return c.Move == best }) {
		t.Errorf("without %d: %+v", best, info)
	}
	all := []game.Move{0, 1, 2, 3, 4, 5, 6, game.Pass}
	if _, info = hashSearch(t, Options{}, engine.Limits{Nodes: 300, Seed: 1, Exclude: all}); len(info.Candidates) != 7 {
		t.Errorf("without all: %+v", info)
	}
}

// TestAvoid leaves one side's moves out down to a depth.
func TestAvoid(t *testing.T) {
	avoid := []engine.Avoided{
		{Side: game.Black, Moves: []game.Move{1, 2}, Plies: 3}, {Side: game.White, Moves: []game.Move{0, 1, 2, 3}, Plies: 2},
		{Side: game.Black, Moves: []game.Move{3}, Plies: 0},
	}
	e, _ := hashSearch(t, Options{ExpandAt: 1, FullTime: true}, engine.Limits{Nodes: 3000, Seed: 1, Avoid: avoid})
	want := [][]game.Move{{0, 3, 4, 5, 6}, {4, 5, 6}, {0, 3, 4, 5, 6}, {0, 1, 2, 3, 4, 5, 6}, {0, 1, 2, 3, 4, 5, 6}}
	var visit func(i uint32, ply int)
	visit = func(i uint32, ply int) {
		n := e.tree.at(i)
		first := n.first.Load()
		if first < firstNode || ply >= len(want) {
			return
		}
		var moves []game.Move
		for k := range e.tree.block(first, n.n) {
			moves = append(moves, e.tree.at(first+uint32(k)).move)
			visit(first+uint32(k), ply+1)
		}
		if slices.Sort(moves); !slices.Equal(moves, want[ply]) {
			t.Fatalf("%d plies deep: moves %v, want %v", ply, moves, want[ply])
		}
	}
	visit(firstNode, 0)
	if e.last != nil {
		t.Error("a tree that lacks moves would be searched on")
	}
}

// TestForget frees the tree and begins again.
func TestForget(t *testing.T) {
	e, _ := hashSearch(t, Options{}, engine.Limits{Nodes: 300, Seed: 1})
	if e.Forget(); e.last != nil || inUse(&e.tree) != 0 {
		t.Error("the tree was not freed")
	}
}
