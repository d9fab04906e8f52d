package tournaments

import (
	"testing"

	"moyo/server/base/access/accesstest"
)

// TestActs has everybody do everything, with tokens of every scope and without.
func TestActs(t *testing.T) {
	accesstest.Acts(t, acts, accesstest.Want{
		All:      []string{"join", "withdraw", "pause", "resume"},
		Seats:    []string{"join", "resume"},
		Directed: []string{"start", "halt", "continue", "remove", "result", "cancel"},
		Judged:   []string{"cancel"},
	})
}
