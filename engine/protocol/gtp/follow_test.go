package gtp

import (
	"testing"

	"moyo/board"
	"moyo/engine"
)

// TestScoreLead parses the lead of the best candidate, which KataGo reports, and leaves out invalid ones.
func TestScoreLead(t *testing.T) {
	for _, c := range []struct {
		line string
		lead float64
		ok   bool
	}{
		{"info move D4 visits 20 winrate 0.5 scoreLead -3.25 scoreStdev 9 pv " +
			"D4 info move C3 visits 2 winrate 0.1 scoreLead 40 pv C3", -3.25, true},
		{"info move D4 visits 20 winrate 0.5 pv D4 info move C3 visits 2 winrate 0.1 scoreLead 40 pv C3", 0, false},
		{"info move D4 visits 20 winrate 0.5 pv D4 scoreLead", 0, false},
		{"info move D4 visits 20 winrate 0.5 scoreLead NaN pv D4", 0, false},
		{"info move D4 visits 20 winrate 0.5 scoreLead 1e300 pv D4", 0, false},
	} {
		var heard engine.Info
		f := &follower{verts: NewVertices(board.Grid(9, 9)), full: 1, report: func(i engine.Info) { heard = i }}
		f.line(c.line)
		if heard.Value != 0.5 || heard.HasLead != c.ok || c.ok && heard.Lead != c.lead {
			t.Errorf("%s: %+v", c.line, heard)
		}
	}
}
