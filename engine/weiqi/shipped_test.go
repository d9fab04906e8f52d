package weiqi

import (
	"testing"

	"moyo/engine/neural"
	"moyo/game"
	"moyo/internal/testenv"
)

// TestShippedNetwork checks that the built-in network receives the features that it was trained with: near the
// end of games it knows the winner, also on boards outside its training, and its first move is not at the edge.
func TestShippedNetwork(t *testing.T) {
	testenv.SkipUnderRace(t)
	l := newSamples(Shipped().Config.Features, 0.5)
	l.model.net = Shipped()
	for n, spec := range []string{"grid:9", "grid:9", "torus:7x7", "hex:4", "grid:11x7"} {
		g, err := PlayGame(t.Context(), PlayOptions{Boards: []string{spec}, Playouts: 60, Seed: 3}, uint64(n))
		if err != nil {
			t.Fatal(err)
		}
		s, err := l.start(g)
		if err != nil {
			t.Fatal(err)
		}
		lead := -s.rules.Komi
		for _, o := range g.Owner {
			lead += float64(o)
		}
		if n == 0 {
			out := s.eval.Evaluate([]neural.Input{s.view()}, false)[0]
			if p := topPoint(out); out.Policy[p] < out.Pass || s.height[p] < 3 {
				t.Errorf("%s: it begins on line %d", spec, s.height[p])
			}
		}
		for _, m := range g.Moves[:len(g.Moves)-6] {
			s.Play(m)
		}
		win := s.eval.Evaluate([]neural.Input{s.view()}, false)[0].Win
		if s.ToPlay() == game.White {
			win = 1 - win
		}
		if lead > 0 != (win > 0.8) || lead < 0 != (win < 0.2) {
			t.Errorf("%s: Black's win probability near the end is %.2f, and it leads by %v at the end", spec, win, lead)
		}
	}
}

// topPoint returns the point with the highest policy.
func topPoint(out neural.Output) (best int) {
	for p := range out.Policy {
		if out.Policy[p] > out.Policy[best] {
			best = p
		}
	}
	return best
}
