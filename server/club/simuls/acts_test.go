package simuls

import (
	"testing"

	"moyo/server/base/access/accesstest"
)

// TestActs performs all acts as all kinds of players, with tokens of every scope and without.
func TestActs(t *testing.T) {
	accesstest.Acts(t, acts, accesstest.Want{
		All:      []string{"ask", "withdraw"},
		Seats:    []string{"ask"},
		Directed: []string{"accept", "refuse", "start", "cancel"},
		Judged:   []string{"cancel"},
	})
}
