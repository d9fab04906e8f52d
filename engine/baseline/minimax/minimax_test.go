package minimax

import (
	"context"
	"testing"

	"moyo/engine"
	"moyo/engine/enginetest"
	"moyo/game"
	"moyo/game/rules/capturefive"
	"moyo/game/rules/gomoku"
	"moyo/game/rules/weiqi"
)

func TestEngine(t *testing.T) {
	parsers := map[string]func(string) (game.Rules, error){
		"capturefive:n=4": capturefive.Parse, "gomoku:n=4": gomoku.Parse,
		"weiqi:komi=0.5": func(id string) (game.Rules, error) { return weiqi.Parse(id) },
	}
	for id, parse := range parsers {
		r, err := parse(id)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(id, func(t *testing.T) {
			enginetest.Run(t, enginetest.Config{
				Rules: r, Boards: enginetest.Boards(t, "grid:4", "torus:5x5", "grid:13"), Nodes: 100,
				New: func() engine.Engine { return New(Options{}) },
			})
		})
	}
}

// TestSolves finds known values of the smallest boards, with cuts and without.
func TestSolves(t *testing.T) {
	for _, c := range []struct {
		params, spec string
		depth        int
		value        float64
		mate         int
	}{
		{"n=3,captures=no", "grid:3", 9, 0.5, 0},
		{"n=3,captures=no", "grid:4", 5, 1, 5},
		{"n=3", "grid:4", 5, 1, 5},
		{"n=3,ko=simple", "grid:3", 7, 1, 7},
		{"n=3,lines=all,captures=no", "grid:4x3", 7, 1, 0}, // a win of some length
	} {
		r, err := capturefive.Parse(c.params)
		if err != nil {
			t.Fatal(err)
		}
		pos, err := r.New(enginetest.Boards(t, c.spec)[0])
		if err != nil {
			t.Fatal(err)
		}
		info, err := New(Options{}).Search(context.Background(), pos, engine.Limits{Depth: c.depth, Nodes: 1 << 40}, nil)
		if err != nil || info.Value != c.value || c.mate > 0 && info.Mate != c.mate {
			t.Errorf("%s on %s: %+v %v, want %v in %d", c.params, c.spec, info, err, c.value, c.mate)
		}
	}
}
