package mcts_test

import (
	"sync/atomic"
	"testing"

	"moyo/board"
	"moyo/engine"
	"moyo/engine/mcts"
	"moyo/game"
	"moyo/game/rules/weiqi"
)

// estimated is a game of two moves with blind playouts: only estimates tell which first move wins.
type estimated struct{ playouts int }

func (j estimated) Root(game.Position, *atomic.Bool) (mcts.Root, error) { return j, nil }
func (j estimated) State(uint64) mcts.State                             { return &twoMoves{estimated: j} }
func (estimated) Shortcut() (game.Move, float64, bool)                  { return game.NoMove, 0, false }

type twoMoves struct {
	estimated
	moves []game.Move
}

const wonFirst = 3

func (s *twoMoves) Reset()             { s.moves = s.moves[:0] }
func (s *twoMoves) ToPlay() game.Color { return game.Black + game.Color(len(s.moves)%2) }
func (s *twoMoves) Play(m game.Move)   { s.moves = append(s.moves, m) }
func (s *twoMoves) Terminal() bool     { return len(s.moves) == 2 }
func (s *twoMoves) Expand(buf []mcts.Child) []mcts.Child {
	for m := range game.Move(9) {
		if len(s.moves) == 0 || s.moves[0] != m {
			buf = append(buf, mcts.Child{Move: m, Visits: 2, Wins: 1})
		}
	}
	return buf
}

func (s *twoMoves) Rollout([]game.Color) (value float64, ok bool) { return 0.5, true }

func (s *twoMoves) Estimate() (value float64, playouts int) {
	if len(s.moves) == 1 && s.moves[0] == wonFirst {
		return 1, s.playouts
	}
	return 0.5, s.playouts
}

// TestEstimates searches where only estimates distinguish the moves.
func TestEstimates(t *testing.T) {
	pos, err := weiqi.Default().New(board.Grid(3, 3))
	if err != nil {
		t.Fatal(err)
	}
	for _, threads := range []int{1, 3} {
		e := mcts.New(estimated{playouts: 4}, mcts.Options{Explore: 0.5, FullTime: true}) // blind playouts would try one move alone
		info, err := e.Search(t.Context(), pos, engine.Limits{Nodes: 4000, Seed: 1, Threads: threads}, nil)
		if err != nil || info.Move != wonFirst || info.Value <= 0.5 {
			t.Errorf("%d threads: %v with %v, want %v; %v", threads, info.Move, info.Value, wonFirst, err)
		}
		if info.Nodes != 4000 {
			t.Errorf("%d threads: %d playouts counted, estimates are not playouts", threads, info.Nodes)
		}
	}
}
