package life

import (
	"context"
	"testing"
	"time"
)

// TestBriefly: a limit of nodes alone also limits each region by nodes alone, so that time does not influence
// the answer.
func TestBriefly(t *testing.T) {
	limited, cancel := context.WithTimeout(t.Context(), time.Hour)
	defer cancel()
	for _, c := range []struct {
		name  string
		ctx   context.Context
		nodes int64
		most  time.Duration // 0 for no deadline
	}{
		{"neither", t.Context(), 0, 10 * time.Second},
		{"nodes", t.Context(), 5, 0},
		{"time", limited, 0, 12 * time.Minute},
		{"both", limited, 5, 12 * time.Minute},
	} {
		part, cancel := (&Solver{opt: Options{Nodes: c.nodes}}).briefly(c.ctx)
		end, ok := part.Deadline()
		if cancel(); ok != (c.most > 0) || ok && time.Until(end) > c.most {
			t.Errorf("%s: ends %v, %v; want after %v at most", c.name, ok, end, c.most)
		}
	}
}
