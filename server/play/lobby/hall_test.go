package lobby

import (
	"context"
	"fmt"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"moyo/game/clock"
	"moyo/game/match"
	"moyo/server/base/wire"
	"moyo/server/store"
	"moyo/server/store/storetest"
)

// quietLobby returns a lobby in which players count as present for a time after the last change of their game, its store, and a
// function that adds a game without announcing it.
func quietLobby(t *testing.T, about time.Duration) (*Service, *counting, func(id string, change func(*store.Game))) {
	t.Helper()
	l, disk := newLobby(t)
	l.Games = still{&[]wire.Miniature{}, about}
	return l, disk, func(id string, change func(*store.Game)) {
		t.Helper()
		g, first := storetest.Game(id) // against the computer
		g.Private, g.Updated = false, l.Now()
		change(&g)
		if err := disk.Create(t.Context(), g, first); err != nil {
			t.Fatal(err)
		}
	}
}

// waits makes a game wait for any player, with a clock of that class.
func waits(speed clock.Speed) func(*store.Game) {
	return func(g *store.Game) {
		g.Phase, g.Speed, g.White = match.Waiting, string(speed), match.Seat{Kind: match.Open}
	}
}

// between makes a game one between two people.
func between(g *store.Game) { g.White = g.Black }

// listed returns the ids of the open and of the running games.
func listed(t *testing.T, l *Service) string {
	t.Helper()
	lists, err := l.everybodys(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	ids := func(games []wire.GameInfo) (ids []string) {
		for _, g := range games {
			ids = append(ids, g.ID)
		}
		slices.Sort(ids)
		return ids
	}
	return fmt.Sprint(ids(lists.Open), ids(lists.Running))
}

// TestListsPass checks that expired games leave the lists at the next request, although no event announces them, and that
// nothing is read before.
func TestListsPass(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, disk, add := quietLobby(t, 2*time.Minute)
		add("alone", func(*store.Game) {})
		add("two", between)
		add("live", waits(clock.SpeedBlitz))
		add("letter", waits(clock.SpeedCorrespondence))
		add("slow", waits(clock.SpeedNone))
		time.Sleep(time.Minute)
		add("alone, later", func(*store.Game) {})
		for _, c := range []struct {
			after time.Duration
			want  string
			reads int
		}{
			{0, "[letter live slow] [alone alone, later two]", 3},
			{time.Minute - time.Millisecond, "[letter live slow] [alone alone, later two]", 0},
			{time.Millisecond, "[letter slow] [alone, later two]", 2},
			{time.Minute, "[letter slow] [two]", 1},
			{13 * 24 * time.Hour, "[letter slow] [two]", 0},
			{24 * time.Hour, "[letter] []", 2},
			{20 * 24 * time.Hour, "[letter] []", 1},
		} {
			time.Sleep(c.after)
			disk.lists = 0
			if got := listed(t, l); got != c.want || disk.lists != c.reads {
				t.Errorf("%v later: %s by %d reads, want %s by %d", c.after, got, disk.lists, c.want, c.reads)
			}
			if listed(t, l); disk.lists != c.reads {
				t.Errorf("%v later: the second viewer causes a read", c.after)
			}
		}
	})
}

// TestStreamPasses checks that streams announce a game that has left a list, and that no list is read before that.
func TestStreamPasses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, disk, add := quietLobby(t, 2*time.Minute)
		add("alone", func(*store.Game) {})
		ctx, cancel := context.WithCancel(t.Context())
		w := httptest.NewRecorder()
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			l.Events(w, httptest.NewRequestWithContext(ctx, "GET", "/api/games/events", nil))
		}()
		time.Sleep(2*time.Minute + time.Second)
		cancel()
		<-ended
		if disk.lists != 4+1 { // the shared lists, the viewer's own, and once more the running games
			t.Errorf("%d lists were read", disk.lists)
		}
		if n := strings.Count(w.Body.String(), `"running":`); n != 2 || !strings.Contains(w.Body.String(), `data: {"running":[]}`) {
			t.Errorf("running games were sent %d times, want twice, and none at the end: %s", n, w.Body.String())
		}
	})
}

// TestNewest checks that a list has the newest of many games, including those behind a limited number of hidden ones.
func TestNewest(t *testing.T) {
	for name, c := range map[string]struct {
		open, left int // number of games; the hidden ones are newer
		want, rows int
	}{
		"few":                               {30, 0, 30, 30},
		"many":                              {500, 0, listLength, readAtOnce},
		"few behind some hidden":            {30, 45, 30, 75},
		"few behind many hidden":            {30, 350, 30, 380},
		"many behind many hidden":           {500, 250, listLength, 300},
		"few behind too many":               {30, mostRead, 0, mostRead},
		"the number that is read at a time": {readAtOnce, 0, listLength, readAtOnce},
		"all hidden, the same number":       {0, readAtOnce, 0, readAtOnce},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				l, disk, add := quietLobby(t, 0)
				for i := range c.open + c.left {
					speed := clock.SpeedCorrespondence
					if i >= c.open {
						speed = clock.SpeedBlitz
					}
					add(fmt.Sprintf("g%04d", i), waits(speed))
					time.Sleep(time.Second)
				}
				lists, err := l.everybodys(t.Context())
				if err != nil || len(lists.Open) != c.want || disk.rows != c.rows {
					t.Fatalf("%d games by %d rows, %v; want %d by %d", len(lists.Open), disk.rows, err, c.want, c.rows)
				}
				for i, g := range lists.Open {
					if want := fmt.Sprintf("g%04d", c.open-1-i); g.ID != want {
						t.Errorf("place %d has %s, want %s", i, g.ID, want)
					}
				}
			})
		})
	}
}
