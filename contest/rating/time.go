package rating

import (
	"math"
	"time"
)

// Period is the time in which a strength wanders by its volatility: with the
// usual one of 0.06 a deviation of 60 grows to 110, and a rating that was sure
// becomes a guess, in a year without a game. Lichess has the same (0.21436
// periods a day).
const Period = 112 * time.Hour

// periods is how many periods a time is. Time that runs back is none.
func periods(elapsed time.Duration) float64 { return max(0, float64(elapsed)/float64(Period)) }

// Aged returns the rating after so long without a game. On the scale of Glicko-2
// the deviation becomes sqrt(φ² + t·σ²), with t the number of periods, which may
// be a fraction; with t = 1 it is the paper's step 6.
func (r Rating) Aged(elapsed time.Duration) Rating { return r.after(periods(elapsed), nil).bounded() }

// AfterGame returns the rating after a game that ended so long after the last
// one. The opponent's rating is to be the one before the game.
func (r Rating) AfterGame(elapsed time.Duration, game Result) Rating {
	return r.after(periods(elapsed), []Result{game}).bounded()
}

// provisionalAbove is the deviation above which a rating is a guess.
const provisionalAbove = 110

// Provisional says whether so little is known that the rating is a guess.
func (r Rating) Provisional() bool { return r.Deviation > provisionalAbove }

// EstablishedFor returns for how long the rating stays one that is no guess when
// no game is played: 0 where it is a guess already.
func (r Rating) EstablishedFor() time.Duration {
	if r.Provisional() {
		return 0
	}
	const limit = provisionalAbove / glickoScale
	t := (limit*limit - r.phi()*r.phi()) / (r.Volatility * r.Volatility)
	return time.Duration(min(t*float64(Period), math.MaxInt64/2))
}
