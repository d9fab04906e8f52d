package convert

import (
	"testing"

	"moyo/game/match"
	"moyo/server/store"
)

// TestRegistered tells names of accounts from other names.
func TestRegistered(t *testing.T) {
	for _, c := range []struct {
		what string
		seat match.Seat
		want bool
	}{
		{"an account", match.Seat{Kind: match.Human, Player: "a", Name: "Ada", Rank: "?"}, true},
		{"a guest", match.Seat{Kind: match.Human, Player: "a", Name: "Ada"}, false},
		{"a deleted account", match.Seat{Kind: match.Human, Player: "a", Name: store.Gone, Rank: "5k"}, false},
		{"a challenged player", match.Seat{Kind: match.Open, Player: "a", Name: "Ada"}, true},
		{"an open seat", match.Seat{Kind: match.Open}, false},
		{"an engine", match.Seat{Kind: match.Engine, Engine: "level:3", Rank: "5k"}, false},
	} {
		if got := Player(c.seat).Registered; got != c.want {
			t.Errorf("%s: %v", c.what, got)
		}
	}
}
