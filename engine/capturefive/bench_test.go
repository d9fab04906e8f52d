package capturefive

import (
	"context"
	"testing"

	"moyo/engine"
)

// BenchmarkSearch searches the first moves of a game, and reports nodes per second.
func BenchmarkSearch(b *testing.B) {
	for _, spec := range []string{"grid:5", "grid:9", "grid:13"} {
		b.Run(spec, func(b *testing.B) {
			pos := position(b, "n=5", spec, "C3", "D3", "C4", "D4", "B2")
			e := New(Options{Memory: 16 << 20})
			nodes, depth := int64(0), 0
			for b.Loop() {
				info, err := e.Search(context.Background(), pos, engine.Limits{Nodes: 300_000}, nil)
				if err != nil {
					b.Fatal(err)
				}
				nodes += info.Nodes
				depth = info.Depth
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
			b.ReportMetric(float64(depth), "depth")
		})
	}
}
