package gomoku

import (
	"context"
	"math"
	"testing"

	"moyo/board"
	"moyo/engine"
	"moyo/game"
	rules "moyo/game/rules/gomoku"
	"moyo/internal/testenv"
)

// TestBalance finds moves after which a longer search evaluates the position as
// asked, and leaves out excluded moves.
func TestBalance(t *testing.T) {
	testenv.SkipUnderRace(t)
	for _, tt := range []struct {
		moves  []string
		even   engine.Even
		within float64
	}{
		{[]string{"H8"}, engine.Even{Moves: 1, Value: 0.3}, 0.1},
		{[]string{"H8", "H9", "J9"}, engine.Even{Moves: 2, Value: 0.5}, 0.15},
		{[]string{"H8", "H9"}, engine.Even{Moves: 1, Value: 0.4}, 0.15},
	} {
		b, err := board.Parse("grid:15")
		if err != nil {
			t.Fatal(err)
		}
		r, err := rules.Parse("gomoku")
		if err != nil {
			t.Fatal(err)
		}
		pos, err := r.New(b)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range tt.moves {
			p, _ := b.Lookup(name)
			if err := pos.Play(game.Place(p)); err != nil {
				t.Fatal(err)
			}
		}
		e := New(Options{NoBook: true})
		defer e.Close()
		var exclude []game.Move
		for range 2 {
			info, err := e.Balance(context.Background(), pos, tt.even, engine.Limits{Nodes: 50_000, Exclude: exclude}, nil)
			if err != nil || len(info.PV) != tt.even.Moves || info.Move != info.PV[0] {
				t.Fatalf("%v: %+v, %v", tt.moves, info, err)
			}
			next := pos.Clone()
			for _, m := range info.PV {
				if err := next.Play(m); err != nil {
					t.Fatal(err)
				}
			}
			found, err := e.Search(context.Background(), next, engine.Limits{Nodes: 20_000}, nil)
			value := found.Value
			if tt.even.Moves%2 == 1 {
				value = 1 - value
			}
			if err != nil || math.Abs(value-tt.even.Value) > tt.within {
				t.Errorf("%v, %+v: %v is worth %.2f, %v", tt.moves, tt.even, info.PV, value, err)
			}
			if len(exclude) > 0 && info.Move == exclude[0] {
				t.Errorf("%v: an excluded move", tt.moves)
			}
			exclude = []game.Move{info.Move}
		}
	}
}
