package weiqi

import (
	"math"
	"testing"

	"moyo/board"
	"moyo/engine"
	"moyo/engine/internal/kernel"
	"moyo/engine/neural"
	rules "moyo/game/rules/weiqi"
	"moyo/internal/testenv"
)

// TestCoarse measures the error of the built-in network in 8-bit arithmetic on
// positions of games between lower levels: it is small beside the network's own error.
func TestCoarse(t *testing.T) {
	testenv.SkipUnderRace(t)
	if !kernel.Bytes() {
		t.Skip("the processor has no products of bytes")
	}
	for _, spec := range []string{"grid:9", "grid:13", "hex:5"} {
		var o offness
		for seed := range uint64(3) {
			o.compareGame(t, spec, seed)
		}
		win, policy, best := o.win/o.count, o.policy/o.count, o.best/o.count
		t.Logf("%s: win %.4f off, policy by %.4f nats, the same best move in %.0f %%", spec, win, policy, 100*best)
		if o.count < 100 || win == 0 || win > 0.025 || policy > 0.006 || best < 0.9 {
			t.Errorf("%s, %g positions: win %.4f off, policy by %.4f nats, the same best move in %.0f %%", spec, o.count, win, policy, 100*best)
		}
	}
}

// offness sums the errors of 8-bit arithmetic.
type offness struct {
	count, win, policy, best float64
}

// compareGame compares the positions of a game on a board.
func (o *offness) compareGame(t *testing.T, spec string, seed uint64) {
	t.Helper()
	b, err := board.Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	pos, err := rules.Default().New(b)
	if err != nil {
		t.Fatal(err)
	}
	net := Shipped()
	e := New(Options{Net: net, NetSearch: ShippedSearch(), Level: 6})
	fine, coarse := net.NewEval(neural.Fine), net.NewEval(neural.Coarse)
	for range 60 {
		info, err := e.Search(t.Context(), pos, engine.Limits{Seed: seed}, nil)
		if err != nil || pos.Play(info.Move) != nil || pos.ToPlay() == 0 {
			break
		}
		s := netStateOf(t, net, ShippedSearch(), pos)
		in := []neural.Input{s.view()}
		right, near := fine.Evaluate(in, false)[0], coarse.Evaluate(in, false)[0]
		o.count++
		o.win += math.Abs(float64(right.Win - near.Win))
		if topPoint(right) == topPoint(near) {
			o.best++
		}
		policy := s.children(nil, near)
		for i, c := range s.children(nil, right) {
			o.policy += float64(c.Wins) * math.Log(float64(c.Wins/policy[i].Wins))
		}
	}
}
