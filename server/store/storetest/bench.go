package storetest

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"moyo/game"
	"moyo/server/store"
)

// BenchmarkAppend measures appends from a number of concurrent games: appends a second
// and how long each took until it was on disk.
func BenchmarkAppend(b *testing.B, open func(b *testing.B) store.Store) {
	for _, games := range []int{1, 16, 64, 256, 2000} {
		b.Run(fmt.Sprintf("games=%d", games), func(b *testing.B) {
			s := open(b)
			defer s.Close()
			benchmarkAppend(b, s, games)
		})
	}
}

func benchmarkAppend(b *testing.B, s store.Store, games int) {
	for i := range games {
		g, first := Game(fmt.Sprint("g", i))
		if err := s.Create(b.Context(), g, first); err != nil {
			b.Fatal(err)
		}
	}
	waits := make([][]time.Duration, games)
	var left atomic.Int64
	left.Store(int64(b.N))
	b.ResetTimer()
	var wg sync.WaitGroup
	for i := range games {
		wg.Go(func() {
			g, _ := Game(fmt.Sprint("g", i))
			for left.Add(-1) >= 0 {
				g.Version++
				start := time.Now()
				err := s.Append(b.Context(), g, Move(fmt.Sprint("c", g.Version), game.Black, game.Move(g.Version%81), start))
				if err != nil {
					b.Error(err)
					return
				}
				waits[i] = append(waits[i], time.Since(start))
			}
		})
	}
	wg.Wait()
	b.StopTimer()
	all := slices.Concat(waits...)
	slices.Sort(all)
	b.ReportMetric(float64(len(all))/b.Elapsed().Seconds(), "appends/s")
	b.ReportMetric(all[len(all)/2].Seconds()*1000, "p50-ms")
	b.ReportMetric(all[len(all)*99/100].Seconds()*1000, "p99-ms")
}
