package bench

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"
)

// TestRobogoTable measures small rows for a short time: the document's method and the full width
// must find the same move.
func TestRobogoTable(t *testing.T) {
	for _, place := range robogoPlaces {
		if place.size > 5 {
			continue
		}
		row := RobogoRow{Board: "grid:" + string(rune('0'+place.size)), N: place.n, Depth: min(place.depth, 5), Document: place.seconds}
		plain, err := fullWidth(context.Background(), row, false, 0)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := fullWidth(context.Background(), row, true, 0); err != nil {
			t.Error(err)
		}
		old, err := oldRobogo(context.Background(), row, time.Minute)
		if err != nil {
			t.Fatal(err)
		}
		if old.Over || old.Move != plain.Move || plain.Nodes == 0 || plain.Nodes > old.Nodes {
			t.Errorf("%s, %d in a row, depth %d: robogo %+v, full width %+v", row.Board, row.N, row.Depth, old, plain)
		}
	}
}

func TestPrintRobogo(t *testing.T) {
	rows := []RobogoRow{{
		Board: "grid:4", N: 3, Depth: 8, Document: 20, Robogo: RobogoSpeed{Seconds: 1.5, Over: true},
		Plain: RobogoSpeed{Seconds: 0.001, Nodes: 9000, Factor: 20000}, Captures: RobogoSpeed{Seconds: 0.01, Nodes: 9000, Factor: 2000},
	}}
	var out strings.Builder
	if err := printRobogo(&out, rows); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"> 1.500", "0.001000", "9.0", "grid:4, 3 in a row, depth 8, with captures: 2000"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
	if strings.Contains(out.String(), "without captures: ") {
		t.Errorf("a row that is fast enough is named:\n%s", out.String())
	}
}

func TestRobogoTableStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	rows, err := MeasureRobogo(ctx, true, nil)
	text, _ := json.Marshal(Tables{CaptureFive: rows})
	if err != nil || string(text) != "{}" {
		t.Errorf("%s %v", text, err)
	}
}
