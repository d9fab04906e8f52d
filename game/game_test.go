package game_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"moyo/board"
	"moyo/game"
	"moyo/game/rules/gomoku"
	"moyo/game/rules/weiqi"
	"moyo/internal/testenv"
)

func ExamplePicture() {
	rules, _ := weiqi.Parse("weiqi:komi=0.5")
	pos, _ := rules.New(board.Grid(3, 3))
	for _, name := range []string{"B2", "pass", "C3"} {
		m, _ := game.ParseMove(pos, name)
		_ = pos.Play(m)
	}
	fmt.Print(game.Picture(pos))
	// Output:
	//   A B C
	// 3 . . X 3
	// 2 . X . 2
	// 1 . . . 1
	//   A B C
}

func TestOutcome(t *testing.T) {
	for want, o := range map[string]game.Outcome{
		"?":     {},
		"0":     {Over: true},
		"B+":    {Over: true, Winner: game.Black},
		"W+0.5": {Over: true, Winner: game.White, Margin: 0.5},
	} {
		if got := o.String(); got != want {
			t.Errorf("%+v is %q, want %q", o, got, want)
		}
	}
}

// TestPerft counts the first moves on 3x3, which are easy to verify: 10 = 9 points and a pass, 91 =
// 9 * 9 + 10.
func TestPerft(t *testing.T) {
	pos, err := weiqi.Default().New(board.Grid(3, 3))
	if err != nil {
		t.Fatal(err)
	}
	for depth, want := range []uint64{1, 10, 91} {
		if got, err := game.Perft(t.Context(), pos, depth); err != nil || got != want {
			t.Errorf("depth %d: %d, %v; want %d", depth, got, err, want)
		}
	}
	if len(pos.Moves()) != 0 {
		t.Error("moves are left on the board")
	}
}

// TestGames plays every game of tic-tac-toe, whose numbers are well known.
func TestGames(t *testing.T) {
	testenv.SkipUnderRace(t)
	r, err := gomoku.Parse("n=3")
	if err != nil {
		t.Fatal(err)
	}
	pos, err := r.New(board.Grid(3, 3))
	if err != nil {
		t.Fatal(err)
	}
	want := game.Census{Games: 255168, Black: 131184, White: 77904, Draws: 46080, Longest: 9, Positions: 5478}
	if got, err := game.Games(t.Context(), pos); err != nil || got != want {
		t.Errorf("%+v, %v; want %+v", got, err, want)
	}
	for depth, want := range []uint64{1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872} {
		if got, err := game.Perft(t.Context(), pos, depth); err != nil || got != want {
			t.Errorf("depth %d: %d, %v; want %d", depth, got, err, want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := game.Games(ctx, pos); !errors.Is(err, context.Canceled) || len(pos.Moves()) != 0 {
		t.Errorf("stopped: %v after %d moves", err, len(pos.Moves()))
	}
}
