package sqlite

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"moyo/game/match"
	"moyo/server/store"
	"moyo/server/store/storetest"
)

// The games of BenchmarkLists: the number of people with unfinished games, a tenth of them
// waiting, and the same number of finished games.
const (
	benchGames  = 20_000
	benchPeople = 2_000
)

// BenchmarkLists measures the lists of a lobby with many unfinished games.
func BenchmarkLists(b *testing.B) {
	s, err := Open(b.Context(), b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	fillLists(b, s)
	unfinished := []match.Phase{match.Waiting, match.Playing, match.Counting}
	for _, c := range []struct {
		name string
		q    store.Query
	}{
		{"open", store.Query{Phases: unfinished[:1]}},
		{"running", store.Query{Phases: unfinished[1:]}},
		{"finished", store.Query{Phases: []match.Phase{match.Finished}}},
		{"mine", store.Query{Player: "player-7", Phases: unfinished}},
		{"history", store.Query{Player: "player-7"}},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				if _, err := s.List(b.Context(), c.q); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// fillLists creates the games, several concurrently since each transaction waits for
// the disk.
func fillLists(b *testing.B, s *Store) {
	b.Helper()
	phases := []match.Phase{
		match.Playing, match.Finished, match.Counting, match.Finished, match.Playing,
		match.Finished, match.Playing, match.Finished, match.Waiting, match.Finished,
	}
	var wg sync.WaitGroup
	for w := range 64 {
		wg.Go(func() {
			for i := w; i < 2*benchGames; i += 64 {
				g, first := storetest.Game(fmt.Sprintf("g%06d", i))
				g.Private, g.Phase = false, phases[i%len(phases)]
				g.Black.Player, g.White.Player = fmt.Sprint("player-", i%benchPeople), fmt.Sprint("player-", i*7919%benchPeople)
				g.Updated = g.Updated.Add(time.Duration(i) * time.Second)
				if err := s.Create(context.Background(), g, first); err != nil {
					b.Error(err)
				}
			}
		})
	}
	wg.Wait()
}
