package capturefive

import (
	"sync/atomic"
	"testing"

	"moyo/board"
	"moyo/game/rules/capturefive"
)

// BenchmarkWithin measures the search by plies on one thread, with captures: 7x7, four in a row, up
// to 9 plies.
func BenchmarkWithin(b *testing.B) {
	for _, c := range []struct {
		spec  string
		plies int
	}{{"grid:5", 11}, {"grid:7", 9}} {
		b.Run(c.spec, func(b *testing.B) {
			on, err := board.Parse(c.spec)
			if err != nil {
				b.Fatal(err)
			}
			r, err := capturefive.Parse("n=4,ko=simple")
			if err != nil {
				b.Fatal(err)
			}
			known, err := rulesOf(r)
			if err != nil {
				b.Fatal(err)
			}
			g, err := newGeometry(on, known)
			if err != nil {
				b.Fatal(err)
			}
			var count atomic.Int64
			for b.Loop() {
				b.StopTimer()
				x := newWithin(g, &known, newTable(64<<20), new(atomic.Bool), &count)
				b.StartTimer()
				for d := 1; d <= c.plies; d += 2 {
					x.wins(&state{ko: none}, d)
				}
				x.flushCount()
			}
			b.ReportMetric(float64(count.Load())/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}
