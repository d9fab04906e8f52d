package lobby

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"moyo/game/match"
	"moyo/server/base/wire"
	"moyo/server/store"
	"moyo/server/store/sqlite/sqlitetest"
	"moyo/server/store/storetest"
)

// still are games that are not open, whose players count as present for that time after the last change.
type still struct {
	live  *[]wire.Miniature
	about time.Duration
}

func (still) Create(context.Context, match.Setup) (store.Game, error) { panic("not here") }
func (still) Game(context.Context, string) (store.Game, error)        { panic("not here") }
func (still) Text(context.Context, string) (string, error)            { panic("not here") }
func (still) Watchers(string) int                                     { return 0 }
func (s still) AttendedUntil(g store.Game) time.Time                  { return g.Updated.Add(s.about) }
func (still) Expired(store.Game) bool                                 { return false }
func (s still) Live(int) []wire.Miniature                             { return *s.live }

// counting counts the reads of a store.
type counting struct {
	store.Store
	lists int
	rows  int
}

func (c *counting) List(ctx context.Context, q store.Query) ([]store.Game, error) {
	games, err := c.Store.List(ctx, q)
	c.lists++
	c.rows += len(games)
	return games, err
}

func newLobby(t testing.TB) (*Service, *counting) {
	t.Helper()
	disk := &counting{Store: sqlitetest.New(t)}
	return New(Config{Store: disk, Games: still{&[]wire.Miniature{}, time.Hour}, Changes: NewChanges(), Now: time.Now}), disk
}

// add adds a running game of those players and announces it.
func (l *Service) add(t testing.TB, id string, phase match.Phase, black, white string) {
	t.Helper()
	g, first := storetest.Game(id)
	g.Phase, g.Private, g.Black.Player, g.White.Player, g.Updated = phase, false, black, white, l.Now()
	if err := l.Store.Create(t.Context(), g, first); err != nil {
		t.Fatal(err)
	}
	l.Changes.Tell(black, white)
}

// keys returns the names of the lists that a view sends next.
func (v *view) keys(t *testing.T) (keys map[string]int) {
	t.Helper()
	data, _, err := v.next(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	keys = map[string]int{}
	if data == nil {
		return keys
	}
	var lists map[string][]json.RawMessage
	if err := json.Unmarshal(data, &lists); err != nil {
		t.Fatalf("%v in %s", err, data)
	}
	for key, list := range lists {
		keys[key] = len(list)
	}
	return keys
}

// TestView checks that each stream sends the lists that have changed for its user: soon if users wait for them, later if they
// only watch.
func TestView(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, _ := newLobby(t)
		ada, bo := l.newView("ada", true), l.newView("bo", false)
		defer bo.leave()
		check := func(who string, v *view, want map[string]int) {
			t.Helper()
			if got := v.keys(t); fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("%s gets %v, want %v", who, got, want)
			}
		}
		check("Ada", ada, map[string]int{"mine": 0, "challenges": 0, "open": 0, "running": 0, "finished": 0, "live": 0})
		check("Bo", bo, map[string]int{"mine": 0, "challenges": 0, "open": 0, "running": 0, "finished": 0})
		check("Ada again", ada, map[string]int{})
		time.Sleep(quickly)
		l.add(t, "a", match.Playing, "ada", "cy")
		check("Ada", ada, map[string]int{"mine": 1, "challenges": 0})
		check("Bo", bo, map[string]int{})
		time.Sleep(slowly)
		check("Bo later", bo, map[string]int{"running": 1})
		check("Ada later", ada, map[string]int{"running": 1})
		l.Changes.Tell() // nothing differs
		time.Sleep(slowly)
		check("Bo", bo, map[string]int{})
		ada.leave()
		if len(l.Changes.listeners) != 1 {
			t.Errorf("%d listeners after one has left", len(l.Changes.listeners))
		}
	})
}

// TestManyViews checks that shared lists are read once per change, and a player's own lists only if the player's games have
// changed.
func TestManyViews(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, disk := newLobby(t)
		var views []*view
		for i := range 1000 {
			v := l.newView(fmt.Sprint("p", i), false)
			v.keys(t)
			views = append(views, v)
		}
		time.Sleep(slowly)
		disk.lists = 0
		l.add(t, "a", match.Playing, "p1", "p2")
		for _, v := range views {
			v.keys(t)
		}
		if disk.lists != 3+2 {
			t.Errorf("%d lists were read for 1,000 users, want the shared ones and those of two players", disk.lists)
		}
	})
}

// BenchmarkManyViews measures the cost of a change with 1,000 viewers and full lists: each viewer gets the running games again.
func BenchmarkManyViews(b *testing.B) {
	l, _ := newLobby(b)
	for i := range 3 * listLength {
		l.add(b, fmt.Sprintf("g%03d", i), []match.Phase{match.Waiting, match.Playing, match.Finished}[i%3], "x", "y")
	}
	now := time.Now()
	l.Now = func() time.Time { return now }
	var views []*view
	for i := range 1000 {
		views = append(views, l.newView(fmt.Sprint("p", i), false))
	}
	bytes := 0
	n := 0
	for b.Loop() {
		n++
		now = now.Add(slowly)
		l.add(b, fmt.Sprint("new", n), match.Playing, "x", "y")
		for _, v := range views {
			data, _, err := v.next(b.Context())
			if err != nil {
				b.Fatal(err)
			}
			bytes += len(data)
		}
	}
	b.ReportMetric(float64(bytes)/float64(b.N)/1000, "bytes/listener")
}

// FuzzCursor reads cursors from addresses: a valid one must survive a round trip.
func FuzzCursor(f *testing.F) {
	for _, seed := range []string{"", "x", "kf12ab.g0", ".", "zzzzzzzzzzzzz.a", "-1.a", "0.", "0.a.b"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, ok := parseCursor(text)
		if !ok || text == "" {
			return
		}
		again, ok := parseCursor(cursorText(c))
		if !ok || again != c {
			t.Fatalf("%q is %+v, and that %+v", text, c, again)
		}
	})
}

// TestLobbyOfMany checks that neither reads nor bytes sent depend on the number of games, and that reads do not depend on the
// number of viewers.
func TestLobbyOfMany(t *testing.T) {
	type cost struct{ lists, rows, sent int }
	look := func(games, viewers int) (all cost) {
		synctest.Test(t, func(t *testing.T) {
			l, disk := newLobby(t)
			for i := range games {
				l.add(t, fmt.Sprintf("g%05d", i), match.Playing, "ada", "bo")
			}
			var views []*view
			for i := range viewers {
				views = append(views, l.newView(fmt.Sprintf("v%d", i), true))
				views[i].keys(t)
			}
			time.Sleep(slowly)
			l.add(t, "another", match.Playing, "ada", "bo")
			disk.lists, disk.rows = 0, 0
			for _, v := range views {
				data, _, err := v.next(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				all.sent += len(data)
				v.leave()
			}
			all.lists, all.rows = disk.lists, disk.rows
		})
		return all
	}
	few, many, crowd := look(100, 1), look(3000, 1), look(100, 50)
	if few != many || few.lists == 0 || few.rows == 0 || few.sent == 0 {
		t.Errorf("with 100 games %+v, with 3,000 %+v", few, many)
	}
	if crowd != (cost{few.lists, few.rows, 50 * few.sent}) {
		t.Errorf("with one viewer %+v, with 50 %+v", few, crowd)
	}
}
