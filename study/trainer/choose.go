package trainer

import (
	"math"
	"math/rand/v2"
	"slices"
	"time"
)

// Candidate is a problem to choose from.
type Candidate struct {
	ID     string
	Rating float64
}

// How problems are chosen: a little below the person's rating, so that about three in five are
// solved, from the nearest ones.
const (
	easier  = 60 // points below the person's rating
	nearest = 12
)

// Choose returns the index of a suitable problem for a person with this rating, or -1 if there is
// none. Problems that were tried come only after all others, the one tried longest ago first; tried
// returns the zero time for untried ones.
func Choose(dice *rand.Rand, rating float64, from []Candidate, tried func(id string) time.Time) int {
	var fresh []int
	oldest, at := -1, time.Time{}
	for i, c := range from {
		switch when := tried(c.ID); {
		case when.IsZero():
			fresh = append(fresh, i)
		case oldest < 0 || when.Before(at):
			oldest, at = i, when
		}
	}
	if len(fresh) == 0 {
		return oldest
	}
	distance := func(i int) float64 { return math.Abs(from[i].Rating - (rating - easier)) }
	slices.SortStableFunc(fresh, func(i, j int) int {
		switch di, dj := distance(i), distance(j); {
		case di < dj:
			return -1
		case di > dj:
			return 1
		}
		return 0
	})
	return fresh[dice.IntN(min(nearest, len(fresh)))]
}

// InOrder returns the index of the next problem of a collection after the one with this id: the
// first unsolved one or, if all are solved, simply the next. It is -1 in an empty collection.
func InOrder(from []Candidate, after string, solved func(id string) bool) int {
	n := len(from)
	if n == 0 {
		return -1
	}
	at := slices.IndexFunc(from, func(c Candidate) bool { return c.ID == after })
	for k := 1; k <= n; k++ {
		if i := (at + k) % n; !solved(from[i].ID) {
			return i
		}
	}
	return (at + 1) % n
}
