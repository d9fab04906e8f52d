package rating

import "math"

// Glicko-2 as in Mark E. Glickman, "Example of the Glicko-2 system", Boston University, 22 March
// 2022 (glicko.net/glicko/glicko2.pdf). The step numbers are the paper's.

const (
	glickoScale = 173.7178 // points of the Glicko scale per point of Glicko-2's
	glickoTau   = 0.5      // the system constant: how much a volatility may change in one period
	glickoEnd   = 1e-6     // tolerance of the volatility's iteration
)

// The limits of ratings, which keep a long streak of luck on the scale.
const (
	minRating    = 100
	maxRating    = 4000
	minDeviation = 45 // so that a rating still follows a player that improves after a thousand problems
	maxDeviation = 350
)

// Rating is the strength of a player, or the difficulty of a problem: both are rated alike. An
// attempt is a game, which the player wins by solving the problem.
type Rating struct {
	Points     float64 // on Glicko's scale, 1500 for an unknown player
	Deviation  float64 // one standard deviation, in points
	Volatility float64 // how much the strength itself is expected to vary
}

// New returns the rating of an unknown player.
func New() Rating { return Rating{Points: 1500, Deviation: maxDeviation, Volatility: 0.06} }

// Result is a game of a rating period.
type Result struct {
	Opponent Rating
	Score    float64 // 1 won, 0.5 drawn, 0 lost
}

// After returns the rating after a period with these games; without any, only
// the deviation grows.
func (r Rating) After(results ...Result) Rating { return r.after(1, results).bounded() }

// after is the paper's step over the given number of periods, which may be a fraction.
func (r Rating) after(periods float64, results []Result) Rating {
	// Step 2: to the scale of Glicko-2.
	mu, phi := r.mu(), r.phi()
	if len(results) == 0 {
		return r.from(mu, math.Sqrt(phi*phi+periods*r.Volatility*r.Volatility), r.Volatility)
	}
	// Steps 3 and 4: the variance and the improvement estimated from the games alone.
	var precision, gain float64
	for _, game := range results {
		g := discount(game.Opponent.phi())
		e := expected(mu, game.Opponent)
		precision += g * g * e * (1 - e)
		gain += g * (game.Score - e)
	}
	v := 1 / precision
	// Step 5: the volatility.
	sigma := volatility(phi, r.Volatility, v, v*gain)
	// Steps 6 and 7: the deviation and the rating.
	before := phi*phi + periods*sigma*sigma
	after := 1 / math.Sqrt(1/before+1/v)
	return r.from(mu+after*after*gain, after, sigma)
}

func (r Rating) mu() float64  { return (r.Points - 1500) / glickoScale }
func (r Rating) phi() float64 { return r.Deviation / glickoScale }

// from is step 8: back to the scale of Glicko.
func (r Rating) from(mu, phi, sigma float64) Rating {
	return Rating{Points: glickoScale*mu + 1500, Deviation: glickoScale * phi, Volatility: sigma}
}

func (r Rating) bounded() Rating {
	r.Points = min(max(r.Points, minRating), maxRating)
	r.Deviation = min(max(r.Deviation, minDeviation), maxDeviation)
	return r
}

// discount is the paper's g: the weight of a result against an opponent with this deviation.
func discount(phi float64) float64 { return 1 / math.Sqrt(1+3*phi*phi/(math.Pi*math.Pi)) }

// expected is the paper's E.
func expected(mu float64, o Rating) float64 {
	return 1 / (1 + math.Exp(-discount(o.phi())*(mu-o.mu())))
}

// volatility is step 5: the Illinois algorithm, a regula falsi, for the root of
// f. phi is the deviation before, sigma the volatility before, v the variance
// and delta the improvement of the games.
func volatility(phi, sigma, v, delta float64) float64 {
	a := math.Log(sigma * sigma)
	f := func(x float64) float64 {
		ex := math.Exp(x)
		d := phi*phi + v + ex
		return ex*(delta*delta-d)/(2*d*d) - (x-a)/(glickoTau*glickoTau)
	}
	low := a
	var high float64
	if square := delta*delta - phi*phi - v; square > 0 {
		high = math.Log(square)
	} else {
		k := 1.0
		for f(a-k*glickoTau) < 0 {
			k++
		}
		high = a - k*glickoTau
	}
	fLow, fHigh := f(low), f(high)
	for math.Abs(high-low) > glickoEnd {
		mid := low + (low-high)*fLow/(fHigh-fLow)
		fMid := f(mid)
		if fMid*fHigh <= 0 {
			low, fLow = high, fHigh
		} else {
			fLow /= 2
		}
		high, fHigh = mid, fMid
	}
	return math.Exp(low / 2)
}
