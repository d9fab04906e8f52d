package rating

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func drawRating(t *rapid.T, name string) Rating {
	return Rating{
		Points:     rapid.Float64Range(minRating+1, maxRating-1).Draw(t, name),
		Deviation:  rapid.Float64Range(minDeviation, maxDeviation).Draw(t, name+"'s deviation"),
		Volatility: rapid.Float64Range(0.01, 0.1).Draw(t, name+"'s volatility"),
	}
}

// TestAged turns an established rating into a provisional one in a year, as Lichess does.
func TestAged(t *testing.T) {
	r := Rating{Points: 1600, Deviation: 60, Volatility: 0.06}
	got := r.Aged(365 * 24 * time.Hour)
	if math.Abs(got.Deviation-110) > 0.5 || got.Points != r.Points || got.Volatility != r.Volatility {
		t.Errorf("after a year %+v", got)
	}
	if got := r.Aged(Period); got != r.After() {
		t.Errorf("after a period %+v, want the paper's %+v", got, r.After())
	}
	if got := r.Aged(-time.Hour); math.Abs(got.Deviation-r.Deviation) > 1e-9 {
		t.Errorf("a clock that ran back made it %+v", got)
	}
	if got := New().Aged(1 << 62); got.Deviation != maxDeviation {
		t.Errorf("an unknown player became %+v", got)
	}
}

// TestAgedInPieces checks that two waits equal one.
func TestAgedInPieces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawRating(t, "r")
		a, b := rapid.Int64Range(0, 1<<50).Draw(t, "a"), rapid.Int64Range(0, 1<<50).Draw(t, "b")
		one, two := r.Aged(time.Duration(a+b)), r.Aged(time.Duration(a)).Aged(time.Duration(b))
		if math.Abs(one.Deviation-two.Deviation) > 1e-6 {
			t.Errorf("%g in one, %g in two", one.Deviation, two.Deviation)
		}
	})
}

// TestAfterGame checks that a game after a whole period is the paper's, and that an immediate one
// leaves more certainty.
func TestAfterGame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		me, other := drawRating(t, "me"), drawRating(t, "other")
		game := Result{other, float64(rapid.IntRange(0, 2).Draw(t, "score")) / 2}
		if got, want := me.AfterGame(Period, game), me.After(game); got != want {
			t.Errorf("after a period %+v, want %+v", got, want)
		}
		soon, late := me.AfterGame(0, game), me.AfterGame(10*Period, game)
		if soon.Deviation > late.Deviation {
			t.Errorf("immediately %g, much later %g", soon.Deviation, late.Deviation)
		}
		if soon.Deviation > max(me.Deviation, minDeviation)+1e-9 {
			t.Errorf("a game made it less sure: %g, then %g", me.Deviation, soon.Deviation)
		}
	})
}

// TestEstablishedFor ages a rating to either side of the moment.
func TestEstablishedFor(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawRating(t, "r")
		left := r.EstablishedFor()
		if r.Provisional() {
			if left != 0 {
				t.Errorf("%+v is a guess for another %v", r, left)
			}
			return
		}
		if r.Aged(left - time.Minute).Provisional() {
			t.Errorf("%+v is a guess before %v", r, left)
		}
		if !r.Aged(left + time.Minute).Provisional() {
			t.Errorf("%+v is no guess after %v", r, left)
		}
	})
}
