package pairing

import (
	"cmp"
	"math"
	"slices"
	"time"
)

// Seek is somebody who looks for a game at once.
type Seek struct {
	Player string
	Pool   string  // what both have to want alike: board, rules, clock, rated or not
	Points float64 // rating, where Known
	Known  bool
	Near   bool // wants somebody of about the same rating
	Bot    bool // a program
	Bots   bool // plays with programs too
	Since  time.Time
}

// Pair are two who are to play, the one who has waited longer first.
type Pair struct{ First, Second Seek }

// The patience of those who wait: at first they take only opponents within
// firstRange points of them, then with every second as many more as widening, and
// after untilAll anybody. Somebody they have just played with they take when
// they have waited for untilAgain in vain.
const (
	firstRange = 75.0
	widening   = 25.0
	untilAll   = 20 * time.Second
	untilAgain = 8 * time.Second
)

// Circle knows what stands between people.
type Circle interface {
	// Apart says whether two may not be paired at all.
	Apart(a, b string) bool
	// Again says whether two have played each other of late.
	Again(a, b string) bool
}

// Match returns who is to play whom now. Who has waited longest chooses first, of
// all who are willing the one that was not their last opponent, then the nearest in
// rating, then who has waited longest. So nobody is passed over for somebody who
// came later and would have suited no better.
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

// matchPool is Match for those who want the same, in the order in which they came.
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

// choices returns whom s would play with of those who came later, best first.
// Whether two are to be kept apart costs more to know, and is asked last.
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

// inRange says whether the two are near enough to each other when the one who has
// waited longer has waited for that time.
func inRange(a, b Seek, waited time.Duration) bool {
	if !a.Near && !b.Near || waited >= untilAll {
		return true
	}
	return distance(a, b) <= firstRange+widening*waited.Seconds()
}

// distance returns how many points the two are apart; those whose strength nobody
// knows are as far away as somebody can be who is still in the first range.
func distance(a, b Seek) float64 {
	if !a.Known || !b.Known {
		return firstRange
	}
	return math.Abs(a.Points - b.Points)
}
