package life

import (
	"testing"
	"time"
)

// TestAddCost: the cost of a second solver is added, but not its verdict.
func TestAddCost(t *testing.T) {
	a := Answer{Verdict: Unknown, Nodes: 10, Elapsed: time.Second}
	other := a
	other.Verdict, other.Nodes, other.Elapsed = Win, 5, 2*time.Second
	a.addCost(&other)
	if a.Nodes != 15 || a.Elapsed != 3*time.Second || a.Verdict != Unknown {
		t.Errorf("%+v", a)
	}
}
