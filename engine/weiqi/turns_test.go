package weiqi

import "testing"

// TestTurns expects fewer moves the fuller the board is, and always some.
func TestTurns(t *testing.T) {
	empty, later := rootOf(t, "weiqi", "grid:9").Turns(), rootOf(t, "weiqi", "grid:9", "e5", "c3", "g7", "c6", "f3", "d4").Turns()
	if empty < 20 || empty > 35 || later >= empty {
		t.Errorf("%d moves on an empty board, %d later", empty, later)
	}
	if full := rootOf(t, "weiqi:komi=0.5", "grid:5", walls...).Turns(); full != turnsLeast {
		t.Errorf("%d moves on a full board", full)
	}
	if large := rootOf(t, "weiqi", "grid:19").Turns(); large < 90 || large > 130 {
		t.Errorf("%d moves on a large board", large)
	}
}
