package simuls

import (
	"context"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"

	"moyo/server/base/identity"
	"moyo/server/store"
)

// known maps every token to one person.
type known string

func (k known) Who(context.Context, string) (identity.Who, error) {
	return identity.Who{Player: string(k), Role: store.Member}, nil
}

// lists returns the lists of exhibitions as a player sees them; "" asks internally, without a player.
func (w *world) lists(player string) (out *SimulLists, err error) {
	w.t.Helper()
	ask := func(ctx context.Context) {
		answer, asked := w.s.list(ctx, nil)
		if err = asked; err == nil {
			out = answer.Body
		}
	}
	if player == "" {
		ask(w.t.Context())
		return out, err
	}
	identity.Identify(known(player), http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { ask(r.Context()) })).
		ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/", nil))
	return out, err
}

// TestList: an exhibition is in the list of its phase, and among those of its host and guests until it is
// over; refused guests and strangers have none.
func TestList(t *testing.T) {
	for _, phase := range []string{open, running, over} {
		w := newWorld(t)
		w.keep(phase, setup{Color: hostWhite}, guest{State: accepted}, guest{State: asked}, guest{State: refused})
		for player, mine := range map[string]bool{"ada": true, "p1": true, "p2": true, "p3": false, "stranger": false, "": false} {
			got, err := w.lists(player)
			if err != nil {
				t.Fatal(err)
			}
			for name, list := range map[string][]SimulHead{open: got.Open, running: got.Running, over: got.Over} {
				if want := name == phase; len(list) != 1 && want || len(list) > 0 && (!want || list[0].ID != "a" || list[0].Title != "Friday") {
					t.Errorf("%s: in the list %s are %+v", phase, name, list)
				}
			}
			if slices.Contains(got.Mine, "a") != (mine && phase != over) || len(got.Mine) > 1 {
				t.Errorf("%s: those of %q are %q", phase, player, got.Mine)
			}
		}
	}
}
