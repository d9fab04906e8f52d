package tournaments

import (
	"testing"

	"moyo/server/base/access/accesstest"
)

// TestActs performs all acts as all kinds of players, with tokens of every scope and without.
func TestActs(t *testing.T) {
	accesstest.Acts(t, acts, accesstest.Want{
		All:      []string{"join", "withdraw", "pause", "resume"},
		Seats:    []string{"join", "resume"},
		Directed: []string{"start", "halt", "continue", "remove", "result", "cancel"},
		Judged:   []string{"cancel"},
	})
}
