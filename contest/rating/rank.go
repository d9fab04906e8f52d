package rating

import (
	"fmt"
	"math"
)

// Ranks of Go from ratings, as Online-Go has them since 2021: the number of a rank is
// 23.15·ln(rating/525), 0 for 30 kyu, 29 for 1 kyu, 30 for 1 dan, 38 for 9 dan.
// (online-go/goratings, analysis/util/RatingMath.py; the constants were fitted to the ranks of the
// European and American federations that its players name.) So a rank spans more points for
// stronger players: 40 at 20 kyu, 80 at 1 dan.
const (
	rankScale = 23.15
	rankZero  = 525.0
	kyus      = 30
	dans      = 9
)

// Rank returns the number of a rating's rank, with its fraction. Ranks without a name are possible.
func Rank(points float64) float64 { return rankScale * math.Log(max(points, minRating)/rankZero) }

// OfRank returns the rating of a rank's number: the inverse of [Rank].
func OfRank(rank float64) float64 { return rankZero * math.Exp(rank/rankScale) }

// RankName returns a rank's name, from "30k" to "9d".
func RankName(rank float64) string {
	n := int(math.Floor(min(max(rank, 0), kyus+dans-1)))
	if n < kyus {
		return fmt.Sprintf("%dk", kyus-n)
	}
	return fmt.Sprintf("%dd", n-kyus+1)
}

// Text returns a rating in few characters, to show beside a name: the rank in a game with ranks,
// otherwise the points. A question mark means that it is provisional.
func (r Rating) Text(game string) string {
	text := fmt.Sprintf("%.0f", r.Points)
	if Ranked(game) {
		text = RankName(Rank(r.Points))
	}
	if r.Provisional() {
		text += "?"
	}
	return text
}
