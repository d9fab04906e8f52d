package proof

import (
	"context"
	"errors"
	"testing"

	"moyo/board"
	"moyo/game"
)

// TestPushBounds: a walk along paths ends at any one of its limits, and with its context.
func TestPushBounds(t *testing.T) {
	g, err := newGround(&Claim{Board: "grid:3", Rules: "capturefive:n=3"})
	if err != nil {
		t.Fatal(err)
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	for _, c := range []struct {
		name   string
		change func(w *pathWalk)
		want   error
	}{
		{"nothing is bounded", func(w *pathWalk) { w.steps = 1 << 40 }, nil},
		{"the last step", func(w *pathWalk) { w.opt.Steps, w.steps = 7, 6 }, nil},
		{"a step too many", func(w *pathWalk) { w.opt.Steps, w.steps = 7, 7 }, errSteps},
		{"no steps at all", func(w *pathWalk) { w.opt.Steps = 0 }, errSteps},
		{"the longest path", func(w *pathWalk) { w.path = make([]pathStep, maxPath-1) }, nil},
		{"a path too long", func(w *pathWalk) { w.path = make([]pathStep, maxPath) }, errSteps},
		{"all the memory", func(w *pathWalk) { w.bytes = maxDone }, nil},
		{"too much memory", func(w *pathWalk) { w.bytes = maxDone + 1 }, errSteps},
		{"the context has ended", func(w *pathWalk) { w.ctx, w.steps = ended, 1023 }, context.Canceled},
	} {
		w := &pathWalk{loops: &loops{checker: &checker{ground: g, ctx: context.Background(), opt: Options{Steps: -1}}}, on: map[stones]int{}}
		c.change(w)
		s := State{Ko: board.None, ToPlay: game.Black}
		if err := w.push(&s, game.NoMove); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
	}
}
