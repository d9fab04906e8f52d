package notify

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"moyo/game"
	"moyo/game/match"
	"moyo/internal/testenv"
	"moyo/server/base/outbox"
	"moyo/server/store"
	"moyo/server/store/sqlite"
	"moyo/server/store/sqlite/sqlitetest"
)

// ends ends a game by an event, as a room does.
func ends(t testing.TB, s store.Store, g store.Game, result string, e match.Event) store.Game {
	t.Helper()
	g.Version, g.Phase, g.Turn, g.Result, g.Updated = g.Version+1, match.Finished, game.Empty, result, time.Now()
	if err := s.Append(t.Context(), g, store.Entry{Event: e}); err != nil {
		t.Fatal(err)
	}
	return g
}

// texts returns a player's notifications, newest first.
func texts(t testing.TB, s store.Store, player string) (texts []string) {
	t.Helper()
	list, err := rows{s}.of(t.Context(), player)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range list {
		texts = append(texts, n.Text)
	}
	return texts
}

// mortal is the store of a process that is killed at a step; after it, calls have no effect.
type mortal struct {
	store.Store
	mu    sync.Mutex
	steps int // remaining steps
	dead  bool
}

var errKilled = errors.New("killed")

// step reports whether the process is still alive.
func (m *mortal) step() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.steps == 0 {
		m.dead = true
		return errKilled
	}
	m.steps--
	return nil
}

func (m *mortal) Notices(ctx context.Context, subscriber string, limit int) ([]store.Notice, error) {
	if err := m.step(); err != nil {
		return nil, err
	}
	return m.Store.Notices(ctx, subscriber, limit)
}

func (m *mortal) Load(ctx context.Context, id string) (store.Game, []store.Entry, error) {
	if err := m.step(); err != nil {
		return store.Game{}, nil, err
	}
	return m.Store.Load(ctx, id)
}

func (m *mortal) Player(ctx context.Context, id string) (store.Player, error) {
	if err := m.step(); err != nil {
		return store.Player{}, err
	}
	return m.Store.Player(ctx, id)
}

// Write has two steps: it may be on disk although the process gets no answer.
func (m *mortal) Write(ctx context.Context, n int, write func(context.Context, store.Tx) error) error {
	if err := m.step(); err != nil {
		return err
	}
	return errors.Join(m.Store.Write(ctx, n, write), m.step())
}

func (m *mortal) Heard(ctx context.Context, subscriber string, number int64) error {
	if err := m.step(); err != nil {
		return err
	}
	return errors.Join(m.Store.Heard(ctx, subscriber, number), m.step())
}

func (m *mortal) Each(ctx context.Context, scan func(store.Row) error, query string, args ...any) error {
	if err := m.step(); err != nil {
		return err
	}
	return m.Store.Each(ctx, scan, query, args...)
}

// TestKilledAtAnEnd ends games of an account and of a guest, and kills the processes that report the end. It kills the first two at
// each of their steps. In the end there is exactly one row for the game. One message was pushed if no process was killed, and never
// two.
func TestKilledAtAnEnd(t *testing.T) {
	killed := []bool{true, true}
	for first := 0; killed[0]; first++ {
		killed[1] = true
		for second := 0; killed[1]; second++ {
			synctest.Test(t, func(t *testing.T) { killed = killedAt(t, sqlitetest.New(t), first, second) })
		}
		if !killed[0] && first < 10 {
			t.Errorf("a process that is not killed has %d steps", first)
		}
	}
}

// TestKilledOnDisk is TestKilledAtAnEnd with a database, for one process.
func TestKilledOnDisk(t *testing.T) {
	testenv.LongUnderRace(t)
	killed := []bool{true}
	for first := 0; killed[0]; first++ {
		synctest.Test(t, func(t *testing.T) {
			s, err := sqlite.Open(t.Context(), t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			killed = killedAt(t, s, first)
		})
	}
}

// killedAt ends the games while no process runs. Then it starts processes that are killed after the given steps, and at last one
// that is not. It returns which ones were killed before they had finished.
func killedAt(t *testing.T, on store.Store, steps ...int) (killed []bool) {
	f := &fakes{here: map[string]bool{}, status: http.StatusCreated}
	people(t, on)
	first := newServiceOn(on, f)
	hers, guests := subscribe(t, first, ada, "ada's"), subscribe(t, first, guest, guest+"andtherest")
	g, h := aGame(t, first, "g", "", game.Black), aGame(t, first, "h", "", game.Black)
	first.Close() // any time may pass between the commit of the last move and the notification
	h.Black = match.Seat{Kind: match.Human, Player: guest}
	for _, g := range []store.Game{g, h} {
		ends(t, on, g, "B+R", match.Event{Kind: match.Resigned, By: game.White})
	}
	for _, n := range append(steps, 1<<30) {
		m := &mortal{Store: on, steps: n}
		s := newServiceOn(m, f)
		time.Sleep(time.Second) // time for the disk; too short for another try
		s.Close()
		killed = append(killed, m.dead)
		time.Sleep(time.Minute)
	}
	again := newServiceOn(on, f)
	again.ended.Wake()
	time.Sleep(time.Hour)
	again.Close()
	if got := fmt.Sprint(texts(t, on, ada)); got != "[Your game of Go on 9×9 against Bo is over. Black won by resignation.]" {
		t.Errorf("killed after %v steps: Ada has heard %s", steps, got)
	}
	if got := texts(t, on, bo); len(got) > 0 {
		t.Errorf("killed after %v steps: Bo, who has resigned, has heard %q", steps, got)
	}
	pushed := map[string]int{}
	for _, endpoint := range f.take() {
		pushed[endpoint]++
	}
	if pushed[hers] > 1 || pushed[guests] > 1 || !slices.Contains(killed, true) && len(pushed) != 2 {
		t.Errorf("killed after %v steps: pushed %v", steps, pushed)
	}
	return killed
}

// TestEndIsTold: players who are away are notified of an end, also if their own flag has fallen, and of nothing else.
func TestEndIsTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, f := newService(t)
		defer s.Close()
		type told = [2]int // Ada and Bo
		for i, c := range []struct {
			what   string
			result string
			last   match.Event
			here   bool // Ada
			want   told
		}{
			{"resigned", "B+R", match.Event{Kind: match.Resigned, By: game.White}, false, told{1, 0}},
			{"resigned in her sight", "B+R", match.Event{Kind: match.Resigned, By: game.White}, true, told{0, 0}},
			{"called off", "Void", match.Event{Kind: match.Cancelled, By: game.Black}, false, told{0, 1}},
			{"flag", "W+T", match.Event{Kind: match.Flagged, By: game.Black}, false, told{1, 1}},
			{"her flag, in her sight", "W+T", match.Event{Kind: match.Flagged, By: game.Black}, true, told{0, 1}},
		} {
			before := told{len(texts(t, s.Store, ada)), len(texts(t, s.Store, bo))}
			g := aGame(t, s, fmt.Sprint("g", i), "", game.Black)
			f.mu.Lock()
			f.here[g.ID+game.Black.String()] = c.here
			f.mu.Unlock()
			g = ends(t, s.Store, g, c.result, c.last)
			s.Changed(g, c.last, true)
			s.Changed(g, c.last, true) // the room may report a change twice
			time.Sleep(time.Second)
			if got := (told{len(texts(t, s.Store, ada)) - before[0], len(texts(t, s.Store, bo)) - before[1]}); got != c.want {
				t.Errorf("%s: Ada and Bo have heard %v, want %v", c.what, got, c.want)
			}
		}
		g := ends(t, s.Store, aGame(t, s, "unsaid", "", game.Black), "B+R", match.Event{Kind: match.Resigned, By: game.White})
		if err := s.Store.Erase(t.Context(), store.Player{ID: bo, Role: store.Deleted}, Erasure...); err != nil {
			t.Fatal(err)
		}
		time.Sleep(outbox.LookEvery + time.Second)
		rows, err := s.rows().of(t.Context(), ada)
		if err != nil || len(rows) == 0 || rows[0].Path != "/game/unsaid" ||
			rows[0].Sender != "" || !rows[0].Created.Equal(store.Milli(g.Updated)) {
			t.Errorf("no sender, and the opponent was deleted: %+v %v", rows, err)
		}
	})
}
