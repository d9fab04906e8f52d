package arena

import (
	"math"
	"math/rand/v2"
	"testing"
)

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s: %.6f, want %.6f", what, got, want)
	}
}

// TestElo compares with values computed by hand: 60 % is 400 log10 1.5 Elo.
func TestElo(t *testing.T) {
	near(t, "60 %", Elo(0.6), 70.4365, 1e-3)
	near(t, "50 %", Elo(0.5), 0, 1e-12)
	// 10 pairs lost, 20 even, 30 won: mean 2/3, variance 10/60*(4/9)+20/60*(1/36)+30/60*(1/9) = 5/36.
	p := Pentanomial{10, 0, 20, 0, 30}
	mean, variance := p.Moments()
	near(t, "mean", mean, 2.0/3, 1e-12)
	near(t, "variance", variance, 5.0/36, 1e-12)
	score, low, high := p.Score()
	near(t, "score", score, 2.0/3, 1e-12)
	near(t, "half interval", (high-low)/2, 1.959964*math.Sqrt(5.0/36/60), 1e-6)
	// t-value of a game: (1/6) / sqrt(2*5/36) = 1/sqrt(10).
	near(t, "normalised", p.NormalizedElo(), 347.4356/math.Sqrt(10), 1e-3)
	// All pairs won: Wilson's interval for 20 of 20 games.
	_, low, high = Pentanomial{0, 0, 0, 0, 10}.Score()
	near(t, "low of 20/20", low, 20/(20+1.959964*1.959964), 1e-6)
	near(t, "high of 20/20", high, 1, 1e-12)
}

// TestLLROfTwoScores checks the ratio where it has a closed form. With only the scores 0 and 1 of a
// pair, a distribution has one parameter, the probability p of 1; mean - 1/2 = t sd with sd^2 =
// p(1-p) = 1/4 - (p-1/2)^2 gives p = 1/2 + t/(2 sqrt(1+t^2)), and the likelihood ratio is the
// binomial one.
func TestLLROfTwoScores(t *testing.T) {
	for _, tt := range []struct {
		lost, won  int
		elo0, elo1 float64
	}{{40, 60, 0, 50}, {50, 50, -10, 10}, {300, 340, 0, 10}, {90, 10, -300, 0}, {5, 5, 0, 200}} {
		chance := func(elo float64) float64 {
			v := elo / (800 / math.Ln10) * math.Sqrt2
			return 0.5 + v/(2*math.Sqrt(1+v*v))
		}
		p0, p1 := chance(tt.elo0), chance(tt.elo1)
		want := float64(tt.won)*math.Log(p1/p0) + float64(tt.lost)*math.Log((1-p1)/(1-p0))
		s := SPRT{Elo0: tt.elo0, Elo1: tt.elo1, Alpha: 0.05, Beta: 0.05}
		// A score that never occurred counts a thousandth of a pair and costs about as much.
		near(t, "LLR", s.LLR(Pentanomial{tt.lost, 0, 0, 0, tt.won}), want, 0.02)
	}
}

// TestLLRIsMaximal checks the two distributions behind the ratio: they satisfy the condition, and
// no neighbour that satisfies it explains more.
func TestLLRIsMaximal(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		var counts Pentanomial
		for i := range counts {
			counts[i] = 1 + rng.IntN(200)
		}
		seen := regularized(counts)
		value := (rng.Float64() - 0.5) / 2
		best := mostLikely(seen, value)
		sum := 0.0
		for _, v := range best {
			sum += v
		}
		near(t, "sum", sum, 1, 1e-9)
		near(t, "t-value", tValue(best), value, 1e-6)
		for range 30 {
			p, ok := neighbour(rng, best, value)
			if ok && likelihood(seen, p) > likelihood(seen, best)+1e-9 {
				t.Fatalf("%v at t=%.3f: %v is likelier than %v", counts, value, p, best)
			}
		}
	}
}

func tValue(p distribution) float64 {
	mean, variance := moments(p)
	return (mean - 0.5) / math.Sqrt(variance)
}

func likelihood(seen, p distribution) (sum float64) {
	for i, w := range seen {
		sum += w * math.Log(p[i])
	}
	return sum
}

// neighbour returns a distribution near p with the wanted t-value: p changed at random, then moved
// between its ends until the t-value fits.
func neighbour(rng *rand.Rand, p distribution, value float64) (distribution, bool) {
	for i := range p {
		p[i] *= 1 + 0.05*rng.NormFloat64()
	}
	tilt := func(k float64) (q distribution) {
		sum := 0.0
		for i := range q {
			q[i] = p[i] * math.Exp(k*float64(i))
			sum += q[i]
		}
		for i := range q {
			q[i] /= sum
		}
		return q
	}
	low, high := -3.0, 3.0
	for range 100 {
		if mid := (low + high) / 2; tValue(tilt(mid)) < value {
			low = mid
		} else {
			high = mid
		}
	}
	q := tilt(low)
	for _, v := range q {
		if v <= 0 {
			return q, false
		}
	}
	return q, math.Abs(tValue(q)-value) < 1e-9
}

// TestLLRForLargeSamples compares with the approximation that "Comments on Normalized Elo" gives
// for many games and small differences, N/2 log((1+(t-t0)^2)/(1+(t-t1)^2)), where t is the observed
// t-value.
func TestLLRForLargeSamples(t *testing.T) {
	p := Pentanomial{300, 2200, 4800, 2350, 350}
	mean, variance := p.Moments()
	seen := (mean - 0.5) / math.Sqrt(variance)
	for _, elos := range [][2]float64{{0, 5}, {-3, 1}, {0.5, 2.5}} {
		s := SPRT{elos[0], elos[1], 0.05, 0.05}
		t0, t1 := s.Elo0/perNormalized*math.Sqrt2, s.Elo1/perNormalized*math.Sqrt2
		want := float64(p.Pairs()) / 2 * math.Log((1+(seen-t0)*(seen-t0))/(1+(seen-t1)*(seen-t1)))
		near(t, "LLR", s.LLR(p), want, 0.02*math.Abs(want)+0.01)
	}
}

func TestBounds(t *testing.T) {
	lower, upper := SPRT{0, 5, 0.05, 0.1}.Bounds()
	near(t, "lower", lower, math.Log(0.1/0.95), 1e-12)
	near(t, "upper", upper, math.Log(0.9/0.05), 1e-12)
	if v := (SPRT{0, 5, 0.05, 0.05}).Verdict(Pentanomial{}); v != Open {
		t.Errorf("nothing played: %v", v)
	}
}

func TestParseSPRT(t *testing.T) {
	if s, err := ParseSPRT("0, 5"); err != nil || s != (SPRT{0, 5, 0.05, 0.05}) {
		t.Errorf("%+v, %v", s, err)
	}
	if s, err := ParseSPRT("-3,1,0.01,0.1"); err != nil || s != (SPRT{-3, 1, 0.01, 0.1}) {
		t.Errorf("%+v, %v", s, err)
	}
	for _, text := range []string{"", "1", "1,2,3", "5,0", "0,0", "0,5,0,0.1", "0,5,0.5,0.1", "0,NaN", "0,1e9", "a,b"} {
		if _, err := ParseSPRT(text); err == nil {
			t.Errorf("%q was read", text)
		}
	}
}

// TestErrorRates plays tests under each hypothesis, with pairs of exactly this normalised Elo. At
// most alpha and beta of them may end wrong, within the statistical error of the number of trials.
func TestErrorRates(t *testing.T) {
	const trials = 400
	s := SPRT{Elo0: 0, Elo1: 60, Alpha: 0.05, Beta: 0.1}
	shape := distribution{0.06, 0.2, 0.44, 0.22, 0.08}
	for _, tt := range []struct {
		elo   float64
		wrong Verdict
		rate  float64
	}{{s.Elo0, AcceptH1, s.Alpha}, {s.Elo1, AcceptH0, s.Beta}} {
		p := mostLikely(shape, tt.elo/perNormalized*math.Sqrt2)
		rng := rand.New(rand.NewPCG(7, uint64(tt.elo)))
		wrong, pairs := 0, 0
		for range trials {
			var counts Pentanomial
			for s.Verdict(counts) == Open {
				counts[draw(rng, p)]++
			}
			pairs += counts.Pairs()
			if s.Verdict(counts) == tt.wrong {
				wrong++
			}
		}
		most := tt.rate*trials + 3*math.Sqrt(trials*tt.rate*(1-tt.rate))
		t.Logf("at %g normalised Elo %d of %d tests end wrong, after %d pairs on average", tt.elo, wrong, trials, pairs/trials)
		if float64(wrong) > most {
			t.Errorf("at %g normalised Elo %d of %d tests end wrong, at most %.0f expected", tt.elo, wrong, trials, most)
		}
		if wrong == 0 {
			t.Errorf("at %g normalised Elo no test ends wrong: the bounds are not used up", tt.elo)
		}
	}
}

func draw(rng *rand.Rand, p distribution) int {
	x := rng.Float64()
	for i, w := range p {
		if x -= w; x < 0 {
			return i
		}
	}
	return len(p) - 1
}
