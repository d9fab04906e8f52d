package pairing

import (
	"cmp"
	"math"
	"slices"
	"time"
)

// Seek is a request for an opponent.
type Seek struct {
	Player string
	Pool   string  // what both must agree on: board, rules, clock, rated or not
	Points float64 // rating, if Known
	Known  bool
	Near   bool // wants an opponent of about the same rating
	Bot    bool // the player is a program
	Bots   bool // also accepts programs
	Since  time.Time
}

// Pair is two players that Match has paired; First has waited longer.
type Pair struct{ First, Second Seek }

// A player first accepts opponents within firstRange rating points. The range grows by widening points per second, and after
// untilAll any opponent will do. A player accepts the last opponent again only after waiting for untilAgain.
const (
	firstRange = 75.0
	widening   = 25.0
	untilAll   = 20 * time.Second
	untilAgain = 8 * time.Second
)

// Circle knows the relations between players.
type Circle interface {
	// Apart reports whether two players must not be paired at all.
	Apart(a, b string) bool
	// Again reports whether two players have played each other recently.
	Again(a, b string) bool
}

// Match returns the pairs to start now. The player that has waited longest chooses first. Among acceptable opponents, it prefers
// one that it has not just met, then the nearest rating, then the longest wait. A later player therefore never passes an earlier
// one that suits as well.
func Match(seeks []Seek, now time.Time, circle Circle) []Pair {
	pools := map[string][]Seek{}
	for _, s := range seeks {
		pools[s.Pool] = append(pools[s.Pool], s)
	}
	var pairs []Pair
	for _, pool := range pools {
		slices.SortFunc(pool, func(a, b Seek) int {
			return cmp.Or(a.Since.Compare(b.Since), cmp.Compare(a.Player, b.Player))
		})
		pairs = append(pairs, matchPool(pool, now, circle)...)
	}
	slices.SortFunc(pairs, func(a, b Pair) int {
		return cmp.Or(a.First.Since.Compare(b.First.Since), cmp.Compare(a.First.Player, b.First.Player))
	})
	return pairs
}

// matchPool is Match for one pool, ordered by arrival.
func matchPool(pool []Seek, now time.Time, circle Circle) (pairs []Pair) {
	taken := map[string]bool{}
	for i, s := range pool {
		if taken[s.Player] {
			continue
		}
		for _, other := range choices(s, pool[i+1:], taken, now, circle) {
			if !circle.Apart(s.Player, other.Player) {
				taken[s.Player], taken[other.Player] = true, true
				pairs = append(pairs, Pair{s, other})
				break
			}
		}
	}
	return pairs
}

// choices returns the players in later that s accepts, best first. It calls Apart last because Apart is expensive.
func choices(s Seek, later []Seek, taken map[string]bool, now time.Time, circle Circle) []Seek {
	waited := now.Sub(s.Since)
	type choice struct {
		seek  Seek
		again bool
	}
	var all []choice
	for _, o := range later {
		if o.Player == s.Player || taken[o.Player] || !inRange(s, o, waited) || s.Bot && !o.Bots || o.Bot && !s.Bots {
			continue
		}
		again := circle.Again(s.Player, o.Player)
		if !again || waited >= untilAgain {
			all = append(all, choice{o, again})
		}
	}
	slices.SortStableFunc(all, func(a, b choice) int {
		if a.again != b.again {
			if a.again {
				return 1
			}
			return -1
		}
		return cmp.Compare(distance(s, a.seek), distance(s, b.seek))
	})
	out := make([]Seek, len(all))
	for i, c := range all {
		out[i] = c.seek
	}
	return out
}

// inRange reports whether the ratings are close enough after the longer-waiting player has waited for waited.
func inRange(a, b Seek, waited time.Duration) bool {
	if !a.Near && !b.Near || waited >= untilAll {
		return true
	}
	return distance(a, b) <= firstRange+widening*waited.Seconds()
}

// distance returns the difference in rating. A player without a rating counts as being at the edge of the first range.
func distance(a, b Seek) float64 {
	if !a.Known || !b.Known {
		return firstRange
	}
	return math.Abs(a.Points - b.Points)
}
