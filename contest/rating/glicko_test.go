package rating

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// TestGlickmansExample is the worked example of the paper, with the digits that
// it gives.
func TestGlickmansExample(t *testing.T) {
	r := Rating{Points: 1500, Deviation: 200, Volatility: 0.06}
	got := r.after(1, []Result{
		{Rating{Points: 1400, Deviation: 30}, 1},
		{Rating{Points: 1550, Deviation: 100}, 0},
		{Rating{Points: 1700, Deviation: 300}, 0},
	})
	for _, c := range []struct {
		what             string
		got, want, digit float64
	}{
		{"rating", got.Points, 1464.06, 0.01},
		{"deviation", got.Deviation, 151.52, 0.01},
		{"volatility", got.Volatility, 0.05999, 0.00001},
	} {
		if math.Abs(c.got-c.want) > c.digit {
			t.Errorf("%s %.6f, want %g", c.what, c.got, c.want)
		}
	}
}

// TestGlickmansSteps are the intermediate values of the paper.
func TestGlickmansSteps(t *testing.T) {
	for _, c := range []struct{ points, deviation, g, e float64 }{
		{1400, 30, 0.9955, 0.639},
		{1550, 100, 0.9531, 0.432},
		{1700, 300, 0.7242, 0.303},
	} {
		o := Rating{Points: c.points, Deviation: c.deviation}
		if g := discount(o.phi()); math.Abs(g-c.g) > 0.0001 {
			t.Errorf("g of %v: %.5f, want %g", o, g, c.g)
		}
		if e := expected(0, o); math.Abs(e-c.e) > 0.001 {
			t.Errorf("E of %v: %.4f, want %g", o, e, c.e)
		}
	}
}

func TestAPeriodWithoutGames(t *testing.T) {
	r := Rating{Points: 1600, Deviation: 60, Volatility: 0.06}
	got := r.After()
	if got.Points != r.Points || got.Volatility != r.Volatility || got.Deviation <= r.Deviation {
		t.Errorf("after nothing %+v", got)
	}
	if got := New().After(); got.Deviation != maxDeviation {
		t.Errorf("the deviation of an unknown player grew to %g", got.Deviation)
	}
}

// TestRatingsMoveTheRightWay plays random games. Winners rise, losers fall, nothing leaves its
// bounds, and a game counts less the more is known.
func TestRatingsMoveTheRightWay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := func(name string) Rating {
			return Rating{
				Points:     rapid.Float64Range(minRating+1, maxRating-1).Draw(t, name),
				Deviation:  rapid.Float64Range(minDeviation, maxDeviation).Draw(t, name+"'s deviation"),
				Volatility: rapid.Float64Range(0.01, 0.1).Draw(t, name+"'s volatility"),
			}
		}
		me, other := draw("me"), draw("other")
		won, lost := me.After(Result{other, 1}), me.After(Result{other, 0})
		if won.Points < me.Points || lost.Points > me.Points {
			t.Errorf("%+v against %+v: %+v if won, %+v if lost", me, other, won, lost)
		}
		for _, r := range []Rating{won, lost} {
			if r != r.bounded() || math.IsNaN(r.Points+r.Deviation) || !(r.Volatility > 0 && r.Volatility < 1) {
				t.Errorf("out of bounds: %+v", r)
			}
		}
	})
}

// TestRatingsConverge lets a player of known strength solve random problems of all levels: the
// rating must approach the strength.
func TestRatingsConverge(t *testing.T) {
	const truth = 1900
	dice := rand.New(rand.NewPCG(7, 0))
	me := New()
	for range 200 {
		problem := Rating{Points: me.Points + 300*(dice.Float64()-0.5), Deviation: 120, Volatility: 0.03}
		score := 0.0
		if dice.Float64() < 1/(1+math.Exp((problem.Points-truth)/glickoScale)) {
			score = 1
		}
		me = me.After(Result{problem, score})
	}
	if math.Abs(me.Points-truth) > 2.5*me.Deviation || me.Provisional() {
		t.Errorf("after 200 problems %+v, want %d", me, truth)
	}
}
