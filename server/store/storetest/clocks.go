package storetest

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"moyo/game"
	"moyo/server/store"
)

// testDue lists games in the order in which flags fall, page by page, and removes a game
// whose clock is stopped.
func testDue(t *testing.T, s store.Store) {
	ctx := context.Background()
	minutes := map[string]int{"a": 3, "b": 1, "c": 2, "d": 2, "e": 0, "f": 9}
	for id, m := range minutes {
		g, first := Game(id)
		if m > 0 {
			g.Deadline = store.Milli(noon.Add(time.Duration(m) * time.Minute))
		}
		if err := s.Create(ctx, g, first); err != nil {
			t.Fatal(err)
		}
		mustLoad(t, s, id, g, first)
	}
	list := func(upTo time.Time, limit int) (ids []string) {
		var after store.Due
		for {
			page, err := s.Due(ctx, upTo, after, limit)
			if err != nil || len(page) > limit {
				t.Fatalf("%+v %v", page, err)
			}
			if len(page) == 0 {
				return ids
			}
			for _, d := range page {
				ids = append(ids, d.Game)
			}
			after = page[len(page)-1]
		}
	}
	exactly := store.Milli(noon.Add(3 * time.Minute))
	for _, c := range []struct {
		upTo time.Time
		want []string
	}{
		{noon, nil}, {exactly, []string{"b", "c", "d", "a"}}, {exactly.Add(-time.Millisecond), []string{"b", "c", "d"}},
		{noon.Add(time.Hour), []string{"b", "c", "d", "a", "f"}},
	} {
		for limit := 1; limit < 7; limit++ {
			if got := list(c.upTo, limit); !slices.Equal(got, c.want) {
				t.Errorf("up to %v, %d a page: %v, want %v", c.upTo, limit, got, c.want)
			}
		}
	}
	g, first := Game("c")
	g.Version = 2
	entry := Move("m", game.Black, 3, noon)
	if err := s.Append(ctx, g, entry); err != nil {
		t.Fatal(err)
	}
	mustLoad(t, s, "c", g, first, entry)
	if got := list(exactly, 9); !slices.Equal(got, []string{"b", "d", "a"}) {
		t.Errorf("after a clock has stopped: %v", got)
	}
}

// testRuns stores when a server ran, and deletes old runs.
func testRuns(t *testing.T, s store.Store) {
	ctx := context.Background()
	run := func(began, seen int) store.Run {
		return store.Run{
			Began: store.Milli(noon.Add(time.Duration(began) * time.Minute)), Seen: store.Milli(noon.Add(time.Duration(seen) * time.Minute)),
		}
	}
	check := func(since int, want ...store.Run) {
		t.Helper()
		got, err := s.Runs(ctx, store.Milli(noon.Add(time.Duration(since)*time.Minute)))
		if err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("runs since %d: %v %v, want %v", since, got, err, want)
		}
	}
	check(-100)
	for _, r := range []store.Run{run(10, 11), run(0, 1), run(0, 5), run(20, 20), run(10, 15)} {
		if err := s.SaveRun(ctx, r); err != nil {
			t.Fatal(err)
		}
	}
	check(-100, run(0, 5), run(10, 15), run(20, 20))
	check(15, run(10, 15), run(20, 20))
	check(16, run(20, 20))
	kept := int(store.RunsKept / time.Minute)
	for _, r := range []store.Run{run(15+kept, 15+kept), run(16+kept, 16+kept)} {
		if err := s.SaveRun(ctx, r); err != nil {
			t.Fatal(err)
		}
	}
	check(-100, run(20, 20), run(15+kept, 15+kept), run(16+kept, 16+kept))
}
