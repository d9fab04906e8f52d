package ladders

import (
	"testing"

	"moyo/server/base/access/accesstest"
)

// TestActs performs all acts as all kinds of players, with tokens of every scope and without.
func TestActs(t *testing.T) {
	accesstest.Acts(t, acts, accesstest.Want{
		All:      []string{"join", "leave", "challenge", "ready", "yield"},
		Seats:    []string{"join", "challenge", "ready"},
		Directed: []string{"remove", "close"},
		Judged:   []string{"remove", "close"},
	})
}
