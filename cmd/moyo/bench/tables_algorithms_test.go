package bench

import (
	"context"
	"strings"
	"testing"
)

// TestAlgorithms gives the smallest task to every algorithm.
func TestAlgorithms(t *testing.T) {
	c := contest{title: "4x4 three", rules: "capturefive:n=3,ko=simple", board: "grid:4", plies: 5}
	row := ContestRow{Contest: c.title}
	for _, a := range algorithms {
		r, err := c.run(context.Background(), a)
		if err != nil || r.Nodes == 0 {
			t.Errorf("%s: %+v %v", a.name, r, err)
		}
		row.Results = append(row.Results, r)
	}
	if minimax, cut := row.Results[0].Nodes, row.Results[1].Nodes; minimax <= cut {
		t.Errorf("minimax needs %d positions, alpha-beta %d", minimax, cut)
	}
	c.plies = 1 // earlier than any algorithm can find it
	if _, err := c.run(context.Background(), algorithms[1]); err == nil {
		t.Error("a win was seen a ply ahead")
	}
	var out strings.Builder
	if err := printAlgorithms(&out, []ContestRow{row}); err != nil || !strings.Contains(out.String(), "proof-number") {
		t.Errorf("%v\n%s", err, out.String())
	}
	for _, c := range contests {
		if _, err := c.position(); err != nil {
			t.Errorf("%s: %v", c.title, err)
		}
	}
}
