package teams

import (
	"testing"

	"moyo/server/base/access/accesstest"
)

// TestActs performs all acts as all kinds of players, with tokens of every scope and without.
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
