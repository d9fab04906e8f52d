package mcts_test

import (
	"context"
	"fmt"
	"sync/atomic"

	"moyo/board"
	"moyo/engine"
	"moyo/engine/mcts"
	"moyo/game"
	"moyo/game/rules/weiqi"
)

// corner is a model of a one-move game, in which Black wins on the first point
// alone.
type corner struct{}

func (corner) Root(game.Position, *atomic.Bool) (mcts.Root, error) { return corner{}, nil }
func (corner) State(uint64) mcts.State                             { return &oneMove{played: game.NoMove} }
func (corner) Shortcut() (game.Move, float64, bool)                { return game.NoMove, 0, false }

type oneMove struct{ played game.Move }

func (s *oneMove) Reset()             { s.played = game.NoMove }
func (s *oneMove) ToPlay() game.Color { return game.Black }
func (s *oneMove) Play(m game.Move)   { s.played = m }
func (s *oneMove) Terminal() bool     { return s.played != game.NoMove }
func (s *oneMove) Expand(buf []mcts.Child) []mcts.Child {
	for m := range game.Move(9) {
		buf = append(buf, mcts.Child{Move: m, Visits: 2, Wins: 1})
	}
	return buf
}

func (s *oneMove) Rollout([]game.Color) (value float64, ok bool) {
	if s.played == 0 {
		return 1, true
	}
	return 0, true
}

func Example() {
	pos, _ := weiqi.Default().New(board.Grid(3, 3))
	info, _ := mcts.New(corner{}, mcts.Options{}).Search(context.Background(), pos, engine.Limits{Nodes: 200, Seed: 1}, nil)
	fmt.Println(game.Format(pos, info.Move), info.Value)
	// Output: A3 1
}
