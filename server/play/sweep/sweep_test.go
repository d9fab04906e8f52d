package sweep

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"moyo/game/match"
	"moyo/server/play/room"
	"moyo/server/store"
	"moyo/server/store/sqlite"
	"moyo/server/store/sqlite/sqlitetest"
	"moyo/server/store/storetest"
)

const day = 24 * time.Hour

// hub is a room.Hub with some open games.
type hub struct {
	store.Store
	open     map[string]bool
	ended    []string
	failures map[string]error
}

func (h *hub) Forget(ctx context.Context, g store.Game) error {
	if h.open[g.ID] {
		return room.ErrOpen
	}
	return h.DeleteGame(ctx, g.ID, g.Version)
}

func (h *hub) Abandon(_ context.Context, g store.Game) error {
	if h.open[g.ID] {
		return room.ErrOpen
	}
	if err := h.failures[g.ID]; err != nil {
		return err
	}
	h.ended = append(h.ended, g.ID)
	return nil
}

// cache records the boards that it should forget.
type cache []string

func (c *cache) Forget(spec string) { *c = append(*c, spec) }

// school is a list of unused classes, by the time of their last use.
type school []time.Time

func (s *school) EndUnused(_ context.Context, before time.Time) (int, error) {
	had := len(*s)
	*s = slices.DeleteFunc(*s, func(used time.Time) bool { return used.Before(before) })
	return had - len(*s), nil
}

// clubs is a list of unused teams, by the time of their last use.
type clubs struct{ school }

func (c *clubs) CloseUnused(ctx context.Context, before time.Time) (int, error) {
	return c.EndUnused(ctx, before)
}

// bench is a sweep with its dependencies.
type bench struct {
	*Service
	disk   *sqlite.Store
	hub    *hub
	cache  *cache
	school school
	clubs  clubs
	empty  []string // players whose libraries were emptied

	registry *prometheus.Registry
}

func newBench(t testing.TB, keep Keep) *bench {
	b := &bench{disk: sqlitetest.New(t), cache: &cache{}, registry: prometheus.NewRegistry()}
	b.hub = &hub{Store: b.disk, open: map[string]bool{}, failures: map[string]error{}}
	b.Service = New(Config{
		Store: b.disk, Games: b.hub, Boards: b.cache, Classes: &b.school, Teams: &b.clubs, Keep: keep,
		EmptyLibrary: func(_ context.Context, owner string) error {
			b.empty = append(b.empty, owner)
			return nil
		},
		Registry: b.registry, Log: slog.New(slog.DiscardHandler), Now: time.Now,
	})
	return b
}

// game saves a game of two people that has been idle for age.
func (b *bench) game(t *testing.T, id string, age time.Duration, change func(*store.Game)) {
	t.Helper()
	g, first := storetest.Game(id)
	g.Clock, g.Rated, g.White = "", false, match.Seat{Kind: match.Human, Player: "bo"}
	g.Created = time.Now().Add(-age)
	g.Updated = g.Created
	if change != nil {
		change(&g)
	}
	if err := b.disk.Create(t.Context(), g, first); err != nil {
		t.Fatal(err)
	}
}

func (b *bench) left(t *testing.T) (ids []string) {
	t.Helper()
	games, err := b.disk.List(t.Context(), store.Query{Private: true, Limit: 1000})
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range games {
		ids = append(ids, g.ID)
	}
	slices.Sort(ids)
	return ids
}

// TestGames checks what happens to each game by its age, and that open games are not touched.
func TestGames(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		waiting := func(g *store.Game) { g.Phase = match.Waiting }
		played := func(g *store.Game) { g.Ply = 20 }
		timed := func(g *store.Game) { g.Clock = "correspondence=3d" }
		both := func(f ...func(*store.Game)) func(*store.Game) {
			return func(g *store.Game) {
				for _, f := range f {
					f(g)
				}
			}
		}
		b := newBench(t, Keep{Open: 30 * day, Unfinished: 365 * day})
		want := map[string]string{}
		for _, c := range []struct {
			name   string
			age    time.Duration
			change func(*store.Game)
			fate   string
		}{
			{"waits", 31 * day, waiting, "gone"},
			{"waits, young", 29 * day, waiting, "left"},
			{"waits, open", 31 * day, waiting, "left"},
			{"waits, with a clock", 31 * day, both(waiting, timed), "gone"},
			{"few moves", 31 * day, func(g *store.Game) { g.Ply = 3 }, "gone"},
			{"few moves, on leave", 31 * day, timed, "left"},
			{"few moves, on leave for too long", 201 * day, timed, "gone"},
			{"few moves, a clock runs", 400 * day, both(timed, func(g *store.Game) { g.Deadline = time.Now() }), "left"},
			{"called off", 31 * day, func(g *store.Game) { g.Phase, g.Result = match.Finished, store.Void }, "gone"},
			{"class-autumn-3", 31 * day, nil, "left"},
			{"class-autumn-4", 366 * day, played, "left"},
			{"resigned immediately", 3000 * day, func(g *store.Game) { g.Phase, g.Result = match.Finished, "B+R" }, "left"},
			{"played", 364 * day, played, "left"},
			{"played, old", 366 * day, played, "ended"},
			{"played, old, open", 366 * day, played, "left"},
			{"played, old, broken", 366 * day, played, "left"},
			{"played, old, being counted", 366 * day, both(played, func(g *store.Game) { g.Phase = match.Counting }), "ended"},
			{"long log", 366 * day, nil, "gone"},
		} {
			b.game(t, c.name, c.age, c.change)
			want[c.name] = c.fate
		}
		for i := range 2*page + 5 { // more than one page, all created at the same time
			b.game(t, fmt.Sprint("many ", i), 40*day, waiting)
			want[fmt.Sprint("many ", i)] = "gone"
		}
		b.hub.open["waits, open"], b.hub.open["played, old, open"] = true, true
		b.hub.failures["played, old, broken"] = errors.New("it cannot be opened")
		if err := b.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		b.checkFates(t, want)
		families, err := b.registry.Gather()
		if err != nil || len(families) != 1 || families[0].GetMetric()[0].GetCounter().GetValue() != 2*page+5+6 {
			t.Errorf("counted are %v %v", families, err)
		}
	})
}

// checkFates compares what happened to games.
func (b *bench) checkFates(t *testing.T, want map[string]string) {
	got := map[string]string{}
	for name := range want {
		got[name] = "gone"
	}
	for _, id := range b.left(t) {
		got[id] = "left"
	}
	for _, id := range b.hub.ended {
		got[id] = "ended"
	}
	for name := range want {
		if got[name] != want[name] {
			t.Errorf("%s: %s, want %s", name, got[name], want[name])
		}
	}
}

// TestForEver checks that only data that expires by itself is deleted if the operator keeps everything.
func TestForEver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, Keep{})
		b.game(t, "g", 3000*day, func(g *store.Game) { g.Phase = match.Waiting })
		old := time.Now().Add(-3000 * day)
		if err := errors.Join(
			storetest.Insert(t.Context(), b.disk, `INSERT INTO wishes (player, body, updated) VALUES ('guest', ?, ?)`, []byte{}, old.UnixMilli()),
			b.disk.SaveBoard(t.Context(), "guest", store.Board{Hash: "h", JSON: []byte("{}"), Created: old}),
			b.disk.SaveSession(t.Context(), store.Session{Hash: "s", Expires: old}),
		); err != nil {
			t.Fatal(err)
		}
		if err := b.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		ids, err := b.disk.Guests(t.Context(), "", 9)
		if _, ended := b.disk.Session(t.Context(), "s"); len(b.left(t)) != 1 || len(ids) != 1 || !errors.Is(ended, store.ErrNotFound) {
			t.Errorf("%v and %v are left %v; session: %v", b.left(t), ids, err, ended)
		}
	})
}

// TestGuestsAndBoards checks that guests without much data are deleted, and then the boards that only they used.
func TestGuestsAndBoards(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, Keep{Guests: 90 * day, Trained: 1000 * day, Boards: 30 * day})
		ctx := t.Context()
		for i := range 2*page + 5 {
			id, at := fmt.Sprint("guest ", i), time.Now().Add(-91*day)
			if i%2 == 0 {
				at = time.Now().Add(-89 * day)
			}
			board := store.Board{Hash: fmt.Sprint("h", i), JSON: []byte("{}"), Created: at}
			if err := b.disk.SaveBoard(ctx, id, board); err != nil {
				t.Fatal(err)
			}
		}
		b.game(t, "g", day, func(g *store.Game) { g.Board = "id:h1" })
		if err := b.Sweep(ctx); err != nil {
			t.Fatal(err)
		}
		if len(b.empty) != page+2 || slices.Contains(b.empty, "guest 0") || !slices.Contains(b.empty, "guest 1") {
			t.Errorf("the libraries of %d guests are emptied: %v", len(b.empty), b.empty)
		}
		left := 0
		for i := range 2*page + 5 {
			_, err := b.disk.LoadBoard(ctx, fmt.Sprint("h", i))
			if there := err == nil; there != (i%2 == 0 || i == 1) {
				t.Errorf("board %d: %v", i, err)
			} else if there {
				left++
			}
		}
		gone := maps.Collect(slices.All(*b.cache))
		if len(gone) != 2*page+5-left || slices.Contains(*b.cache, "id:h1") {
			t.Errorf("%d boards are forgotten, %d of them by the cache", 2*page+5-left, len(gone))
		}
	})
}

// TestRun checks that the sweep runs soon after the start and every hour, and stops immediately.
func TestRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, Keep{Open: 30 * day})
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() { defer close(done); b.Run(ctx) }()
		waits := func(g *store.Game) { g.Phase = match.Waiting }
		for round, wait := range []time.Duration{2 * firstAfter, every + time.Minute, every + time.Minute} {
			b.game(t, fmt.Sprint("g", round), 31*day, waits)
			time.Sleep(wait)
			if left := b.left(t); len(left) != 0 {
				t.Errorf("round %d: %v are left", round, left)
			}
		}
		for i := range 500 {
			b.game(t, fmt.Sprint("many ", i), 31*day, waits)
		}
		time.Sleep(every - 10*time.Minute)
		for len(b.left(t)) == 500 {
			time.Sleep(time.Second)
		}
		time.Sleep(20 * pause)
		at := time.Now()
		cancel()
		<-done
		if waited := time.Since(at); waited > 0 || len(b.left(t)) < 400 {
			t.Errorf("it ended after %v, with %d games left", waited, len(b.left(t)))
		}
	})
}

// TestSweepClasses ends unused classes and teams. Unfinished deletions are completed even if all others are kept for ever.
func TestSweepClasses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for keep, want := range map[time.Duration]int{0: 2, 365 * day: 1, 10 * day: 0} {
			b := newBench(t, Keep{Classes: keep, Teams: keep})
			b.school = school{time.UnixMilli(0), time.Now().Add(-11 * day), time.Now().Add(-366 * day)}
			b.clubs = clubs{slices.Clone(b.school)}
			if err := b.Sweep(t.Context()); err != nil {
				t.Fatal(err)
			}
			if len(b.school) != want || len(b.clubs.school) != want {
				t.Errorf("kept for %v: %d classes and %d teams are left, want %d", keep, len(b.school), len(b.clubs.school), want)
			}
		}
	})
}

// TestOneOfTwo checks that ending games by age does not depend on the limit for games without an opponent, and the other way
// round.
func TestOneOfTwo(t *testing.T) {
	for _, c := range []struct {
		keep        Keep
		left, ended []string
	}{
		{Keep{}, []string{"played", "waits"}, nil},
		{Keep{Unfinished: 30 * day}, []string{"played", "waits"}, []string{"played"}},
		{Keep{Open: 30 * day}, []string{"played"}, nil},
		{Keep{Open: 90 * day, Unfinished: 30 * day}, []string{"played", "waits"}, []string{"played"}},
		{Keep{Open: 30 * day, Unfinished: 90 * day}, []string{"played"}, nil},
		{Keep{Open: 30 * day, Unfinished: 30 * day}, []string{"played"}, []string{"played"}},
	} {
		synctest.Test(t, func(t *testing.T) {
			b := newBench(t, c.keep)
			b.game(t, "waits", 31*day, func(g *store.Game) { g.Phase = match.Waiting })
			b.game(t, "played", 31*day, func(g *store.Game) { g.Ply = 20 })
			if err := b.Sweep(t.Context()); err != nil {
				t.Fatal(err)
			}
			if left := b.left(t); !slices.Equal(left, c.left) || !slices.Equal(b.hub.ended, c.ended) {
				t.Errorf("%+v: %q are left and %q ended, want %q and %q", c.keep, left, b.hub.ended, c.left, c.ended)
			}
		})
	}
}
