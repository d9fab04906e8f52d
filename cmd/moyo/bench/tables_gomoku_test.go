package bench

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"moyo/internal/testenv"
)

func TestBenchTables(t *testing.T) {
	testenv.SkipUnderRace(t)
	m := &tableRun{ctx: context.Background(), engine: "random", scale: 1000}
	tables, err := m.measure(1)
	if err != nil {
		t.Fatal(err)
	}
	if len(tables.Depths) != len(tableSeconds)*tableStages || len(tables.Nodes) != len(documentNodes) ||
		len(tables.Cutoffs) != len(documentCutoffs) || len(tables.Methods) != tableDepth-1 {
		t.Fatalf("%+v", tables)
	}
	if m.spent != m.total {
		t.Errorf("progress ends at %v of %v", m.spent, m.total)
	}
	for i, r := range tables.Nodes {
		if i > 0 && r.Negascout.Evaluated < tables.Nodes[i-1].Negascout.Evaluated || r.Engine != int64(i+1) {
			t.Errorf("nodes at move %d: %+v", r.Move, r)
		}
	}
	for _, r := range tables.Methods {
		if r.Depth > 1 && !(r.Minimax > r.AlphaBeta && r.AlphaBeta > r.Ordered) {
			t.Errorf("methods at depth %d: %+v", r.Depth, r)
		}
	}
	var out strings.Builder
	if err := tables.print(&out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"divided by 1000", "13-16", "2383451  418070  31741  18.9", "11485  2773    4.1"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
}

func TestBenchTablesStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	tables, err := (&tableRun{ctx: ctx, engine: "random", scale: 1000}).measure(2)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(tables)
	if err != nil {
		t.Fatal(err)
	}
	if want := `{"engine":"random","time_divided_by":1000,"depths":[],"nodes":[],"cutoffs":[],"methods":[]}`; string(text) != want {
		t.Errorf("%s, want %s", text, want)
	}
}
