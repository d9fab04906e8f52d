package weiqi

import (
	"testing"

	"moyo/board"
)

// BenchmarkPlayout reports moves and playouts a second from the empty board.
func BenchmarkPlayout(b *testing.B) {
	for _, spec := range []string{"grid:9", "grid:13", "grid:19", "torus:9x9", "torus:13x13", "hex:6", "geodesic:3", "box:4x4x4"} {
		bd, err := board.Parse(spec)
		if err != nil {
			b.Logf("%s: %v", spec, err)
			continue
		}
		b.Run(spec, func(b *testing.B) {
			empty, f, rng := NewFast(bd), NewFast(bd), NewRand(1)
			b.ReportAllocs()
			moves := 0
			for b.Loop() {
				f.CopyFrom(empty)
				moves += f.Playout(rng, 10*bd.Len())
			}
			s := b.Elapsed().Seconds()
			b.ReportMetric(float64(moves)/s/1e6, "Mmoves/s")
			b.ReportMetric(float64(b.N)/s/1e3, "kplayouts/s")
			b.ReportMetric(float64(moves)/float64(b.N), "moves/playout")
		})
	}
}
