package tournament_test

import (
	"math/rand/v2"
	"testing"

	"moyo/contest/tournament"
)

// TestTieBreaks compares tables of random tournaments, with all tie-breaks, with the slow
// implementation; players pause, return and leave.
func TestTieBreaks(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for i := range 300 {
		s := setup([]tournament.Format{tournament.Swiss, tournament.McMahon}[i%2])
		s.TieBreaks = tournament.TieBreaks(s.Format)
		rng.Shuffle(len(s.TieBreaks), func(i, j int) { s.TieBreaks[i], s.TieBreaks[j] = s.TieBreaks[j], s.TieBreaks[i] })
		r := begin(s).fill(2 + rng.IntN(14))
		r.play(rng, func() {
			id := r.t.Players()[rng.IntN(len(r.t.Players()))].ID
			_ = r.do(tournament.Event{
				Kind: []tournament.Kind{
					tournament.Paused, tournament.Resumed, tournament.Resumed, tournament.Resumed, tournament.Withdrew,
				}[rng.IntN(5)], Player: id,
			})
		})
		r.check(t)
	}
}
