package rating

import "math"

// Handicap is what makes a game of Go between unequal players fair.
type Handicap struct {
	Stones int     // of Black on the board at the start: 0 or 2 to 9
	Komi   float64 // points that White gets
}

// HandicapKomi is the komi of games with a handicap: half a point, so that nobody
// draws.
const HandicapKomi = 0.5

// What the first move is worth, in points. Komi makes up for half a stone, since
// White moves next; the rest follows. The area of a stone is a point more where
// stones count. The numbers are goratings', see [Rank].
const (
	fairTerritory = 6.0
	fairArea      = 7.0
)

// EvenKomi is the komi of games without a handicap under area scoring.
const EvenKomi = 7.5

// stoneRanks is how many ranks a stone is worth on a board of so many points: one
// on 19×19 by the meaning of rank, three on 13×13, six on 9×9. Boards of other
// sizes go by the nearest of the three.
func stoneRanks(points int) float64 {
	switch {
	case points <= 120:
		return 6
	case points <= 250:
		return 3
	}
	return 1
}

// Ranks returns how many ranks the handicap is worth to Black on a board of so
// many points; area says whether stones count. Below 0 it helps White.
func (h Handicap) Ranks(points int, area bool) float64 {
	fair, stone := fairTerritory, 2*fairTerritory
	if area {
		fair, stone = fairArea, 2*fairTerritory+1
	}
	free := float64(max(0, h.Stones-1)) // moves that Black makes before White's first, beside the usual one
	return (fair - h.Komi + stone*free) * stoneRanks(points) / (2 * fairTerritory)
}

// HandicapFor returns the handicap, under area scoring, that comes nearest to so
// many ranks on a board of so many points with room for most stones: 0 where no
// stones can be placed, as on boards that are no grid. Below one rank it is an
// even game.
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

// Against returns how strong an opponent is to whom a handicap is worth so many
// ranks: stronger by it, or weaker where it is below 0. Only games with ranks
// have handicaps.
func (r Rating) Against(ranks float64) Rating {
	if ranks != 0 {
		r.Points = OfRank(Rank(r.Points) + ranks)
	}
	return r.bounded()
}
