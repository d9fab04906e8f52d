package rating

import (
	"math"
	"time"
)

// Period is the time in which a strength varies by its volatility. With the usual volatility of
// 0.06, a deviation of 60 grows to 110 in a year without a game, and the rating becomes
// provisional. Lichess has the same (0.21436 periods a day).
const Period = 112 * time.Hour

// periods returns a time in periods. Negative times count as 0.
func periods(elapsed time.Duration) float64 { return max(0, float64(elapsed)/float64(Period)) }

// Aged returns the rating after the given time without a game. On the scale of Glicko-2 the
// deviation becomes sqrt(φ² + t·σ²), with t the number of periods, which may be a fraction; with t
// = 1 it is the paper's step 6.
func (r Rating) Aged(elapsed time.Duration) Rating { return r.after(periods(elapsed), nil).bounded() }

// AfterGame returns the rating after a game that ended the given time after the previous one. The
// opponent's rating must be the one before the game.
func (r Rating) AfterGame(elapsed time.Duration, game Result) Rating {
	return r.after(periods(elapsed), []Result{game}).bounded()
}

// provisionalAbove is the deviation above which a rating is provisional.
const provisionalAbove = 110

// Provisional reports whether the rating is uncertain: too little is known of the player.
func (r Rating) Provisional() bool { return r.Deviation > provisionalAbove }

// EstablishedFor returns how long the rating stays established without games: 0 if it is
// provisional.
func (r Rating) EstablishedFor() time.Duration {
	if r.Provisional() {
		return 0
	}
	const limit = provisionalAbove / glickoScale
	t := (limit*limit - r.phi()*r.phi()) / (r.Volatility * r.Volatility)
	return time.Duration(min(t*float64(Period), math.MaxInt64/2))
}
