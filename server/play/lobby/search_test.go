package lobby

import (
	"context"
	"testing"
	"time"

	"moyo/game/match"
	"moyo/server/base/identity"
	"moyo/server/store"
)

// strengths are ratings by player.
type strengths map[string]float64

func (s strengths) Points(_ context.Context, player string, _ match.Setup) (float64, bool) {
	points, ok := s[player]
	return points, ok
}

// termsBy are terms that only know ratings.
type termsBy struct {
	Terms
	strengths
}

func (t termsBy) Points(ctx context.Context, player string, setup match.Setup) (float64, bool) {
	return t.strengths.Points(ctx, player, setup)
}

// TestShows checks that the limits of ratings are inclusive and apply to waiting games. A maker without a rating is outside
// every limit.
func TestShows(t *testing.T) {
	l, _, _ := quietLobby(t, time.Hour)
	l.Terms = termsBy{strengths: strengths{"ada": 1500, "bo": 1500 + near, "cy": 1501 + near}}
	for _, c := range []struct {
		name  string
		maker string
		in    Filters
		want  bool
	}{
		{"no bound", "unrated", Filters{}, true},
		{"at the lower limit", "ada", Filters{Least: 1500}, true},
		{"below the lower limit", "ada", Filters{Least: 1500.5}, false},
		{"at the upper limit", "ada", Filters{Most: 1500}, true},
		{"above the upper limit", "ada", Filters{Most: 1499.5}, false},
		{"between", "ada", Filters{Least: 1400, Most: 1600}, true},
		{"without a rating", "unrated", Filters{Most: 3000}, false},
		{"at the limit of near", "bo", Filters{Near: true}, true},
		{"not near", "cy", Filters{Near: true}, false},
		{"near, without a rating", "unrated", Filters{Near: true}, false},
	} {
		ctx := identity.With(t.Context(), identity.Who{Player: "ada"})
		for phase, want := range map[match.Phase]bool{match.Waiting: c.want, match.Playing: true} {
			g := store.Game{Phase: phase, Updated: l.Now(), Black: match.Seat{Kind: match.Human, Player: c.maker}}
			if got := l.shows(ctx, c.in, store.Query{Player: c.maker, Private: true}, g); got != want {
				t.Errorf("%s: %s game shown %v", c.name, phase, got)
			}
		}
	}
}
