package rating

import "math"

// Handicap makes a game of Go between unequal players fair.
type Handicap struct {
	Stones int     // Black's stones at the start: 0 or 2 to 9
	Komi   float64 // points for White
}

// HandicapKomi is the komi of handicap games: half a point, which prevents draws.
const HandicapKomi = 0.5

// The value of the first move, in points. Komi compensates for half a stone, since White moves
// next; the rest follows. Where stones count, the area of a stone adds a point. The numbers are
// goratings', see [Rank].
const (
	fairTerritory = 6.0
	fairArea      = 7.0
)

// EvenKomi is the komi of games without a handicap under area scoring.
const EvenKomi = 7.5

// stoneRanks returns the ranks that a stone is worth on a board of this many points: one on 19×19
// by the definition of rank, three on 13×13, six on 9×9. Boards of other sizes use the nearest of
// the three.
func stoneRanks(points int) float64 {
	switch {
	case points <= 120:
		return 6
	case points <= 250:
		return 3
	}
	return 1
}

// Ranks returns how many ranks the handicap is worth to Black on a board of this many points; area
// reports whether stones count. A negative result favours White.
func (h Handicap) Ranks(points int, area bool) float64 {
	fair, stone := fairTerritory, 2*fairTerritory
	if area {
		fair, stone = fairArea, 2*fairTerritory+1
	}
	free := float64(max(0, h.Stones-1)) // moves that Black makes before White's first, beyond the usual one
	return (fair - h.Komi + stone*free) * stoneRanks(points) / (2 * fairTerritory)
}

// HandicapFor returns the handicap, under area scoring, that is nearest to ranks, on a board of
// this many points with room for most stones; most is 0 where no stones can be placed, as on boards
// that are no grid. Below one rank it is an even game.
func HandicapFor(ranks float64, points, most int) Handicap {
	best := Handicap{Komi: EvenKomi}
	if ranks < 1 {
		return best
	}
	distance := func(h Handicap) float64 { return math.Abs(h.Ranks(points, true) - ranks) }
	for stones := range most + 1 {
		if h := (Handicap{Stones: stones, Komi: HandicapKomi}); stones != 1 && distance(h) < distance(best) {
			best = h
		}
	}
	return best
}

// Against returns the effective strength of an opponent that gives a handicap worth this many
// ranks: stronger by it, or weaker if it is negative. Only games with ranks have handicaps.
func (r Rating) Against(ranks float64) Rating {
	if ranks != 0 {
		r.Points = OfRank(Rank(r.Points) + ranks)
	}
	return r.bounded()
}
