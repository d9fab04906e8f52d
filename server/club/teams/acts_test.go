package teams

import (
	"testing"

	"moyo/server/base/access/accesstest"
)

// TestActs has everybody do everything, with tokens of every scope and without.
func TestActs(t *testing.T) {
	accesstest.Acts(t, teamActs, accesstest.Want{
		All:      []string{"join", "leave"},
		Directed: []string{"admit", "refuse", "remove", "promote", "demote", "change", "link", "close"},
	})
	accesstest.Acts(t, matchActs, accesstest.Want{
		Directed: []string{"challenge", "accept", "decline", "lineup", "cancel"},
		Judged:   []string{"cancel"},
	})
}
