package room

import (
	"context"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"moyo/game"
	"moyo/game/match"
	"moyo/server/base/socket"
	"moyo/server/base/wire"
	"moyo/server/store"
	"moyo/server/store/sqlite/sqlitetest"
)

// TestOverlap counts each moment once, and only those between the bounds.
func TestOverlap(t *testing.T) {
	at := func(s int) time.Time { return time.Unix(int64(s), 0) }
	runs := func(seconds ...int) (runs []store.Run) {
		for i := 0; i < len(seconds); i += 2 {
			runs = append(runs, store.Run{Began: at(seconds[i]), Seen: at(seconds[i+1])})
		}
		return runs
	}
	for _, c := range []struct {
		runs           []store.Run
		from, to, want int
	}{
		{nil, 0, 100, 0},
		{runs(10, 20), 0, 100, 10},
		{runs(10, 20), 15, 100, 5},
		{runs(10, 20), 15, 18, 3},
		{runs(10, 20), 20, 30, 0},
		{runs(30, 40, 10, 20), 0, 100, 20},
		{runs(10, 20, 15, 25), 0, 100, 15},
		{runs(10, 40, 20, 30), 0, 100, 30},
		{runs(10, 20, 10, 30), 12, 25, 13},
		{runs(10, 10), 0, 100, 0},
	} {
		if got := overlap(c.runs, at(c.from), at(c.to)); got != time.Duration(c.want)*time.Second {
			t.Errorf("%v from %d to %d: %v, want %d s", c.runs, c.from, c.to, got, c.want)
		}
	}
}

// TestUptime sums up what is known of three runs: time between a beat and the next
// start does not count.
func TestUptime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		disk, ctx := sqlitetest.New(t), t.Context()
		beat := func(u *uptime) {
			if err := u.beat(ctx); err != nil {
				t.Fatal(err)
			}
		}
		start := time.Now().Round(0)
		u := newUptime(disk, time.Now)
		beat(u)
		time.Sleep(time.Minute)
		beat(u)
		time.Sleep(time.Second) // killed, and a second is not known of
		time.Sleep(time.Hour)
		u = newUptime(disk, time.Now)
		time.Sleep(10 * time.Second)
		check := func(from, work, away time.Duration) {
			t.Helper()
			gotWork, gotAway, err := u.since(ctx, start.Add(from))
			if err != nil || gotWork != work || gotAway != away {
				t.Errorf("since %v: %v at work, %v away (%v), want %v and %v", from, gotWork, gotAway, err, work, away)
			}
		}
		down := time.Hour + time.Second
		check(0, time.Minute+10*time.Second-settle, down+settle)
		check(30*time.Second, 30*time.Second+10*time.Second-settle, down+settle)
		check(time.Minute, 10*time.Second-settle, down+settle)
		check(2*time.Minute, 10*time.Second-settle, down+settle-time.Minute)
		check(time.Minute+down, 10*time.Second, 0) // a turn that began after the start
		check(time.Minute+down+4*time.Second, 6*time.Second, 0)
		check(3*time.Hour, 0, 0) // the time of day has gone back
		beat(u)
		check(0, time.Minute+10*time.Second-settle, down+settle)
		time.Sleep(2 * time.Second)
		check(0, time.Minute+12*time.Second-settle, down+settle)
	})
}

// TestDayJumps sets the time of day while the server is at work, forward and back: the
// work before and after is known, and no player is charged for the jump.
func TestDayJumps(t *testing.T) {
	for _, jump := range []time.Duration{time.Hour, -10 * time.Second} {
		synctest.Test(t, func(t *testing.T) {
			var offset time.Duration
			u := newUptime(sqlitetest.New(t), time.Now)
			u.day = func() time.Time { return time.Now().Round(0).Add(offset) }
			from := u.day()
			time.Sleep(time.Minute)
			if err := u.beat(t.Context()); err != nil {
				t.Fatal(err)
			}
			offset = jump
			time.Sleep(30 * time.Second)
			work, away, err := u.since(t.Context(), from)
			if max := 90 * time.Second; err != nil || work > max || work < max-30*time.Second-settle-jump.Abs()%time.Hour {
				t.Errorf("jump %v: %v at work, %v away (%v)", jump, work, away, err)
			}
			began := u.day()
			time.Sleep(30 * time.Second)
			if work, away, err := u.since(t.Context(), began); err != nil || work != 30*time.Second || away != 0 {
				t.Errorf("a turn after a jump of %v: %v at work, %v away (%v)", jump, work, away, err)
			}
			if runs, err := u.store.Runs(t.Context(), time.Time{}); err != nil || len(runs) != 1 {
				t.Errorf("%v %v", runs, err)
			}
		})
	}
}

// TestCredit kills a server in the middle of a turn: what it was away for is given
// back, as an event, and what was known before counts.
func TestCredit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		disk := sqlitetest.New(t)
		h, kill := boundaryHub(t, disk)
		tb := sit(t, h, timed("absolute=1m"))
		if code := tb.move(game.Black); code != "" {
			t.Fatal(code)
		}
		time.Sleep(10 * time.Second)
		if err := h.uptime.beat(t.Context()); err != nil {
			t.Fatal(err)
		}
		time.Sleep(beatEvery)
		kill()
		time.Sleep(time.Hour)
		h, kill = boundaryHub(t, disk)
		defer kill()
		time.Sleep(5 * time.Second)
		tb = sitAt(t, h, tb.r.id)
		synctest.Wait()
		_, log, err := disk.Load(t.Context(), tb.r.id)
		if err != nil || len(log) != 3 {
			t.Fatalf("%+v %v", log, err)
		}
		e := log[2].Event
		away := time.Hour + beatEvery + settle
		if e.Kind != match.Credited || e.By != game.White || e.Elapsed != 12_000 || time.Duration(e.Time)*time.Millisecond != away {
			t.Errorf("%+v, want %v credited", e, away)
		}
		if main(tb, game.White) != 48*time.Second {
			t.Errorf("White has %v", main(tb, game.White))
		}
		time.Sleep(48 * time.Second)
		if synctest.Wait(); result(tb) != "" {
			t.Fatal("the flag fell early")
		}
		time.Sleep(time.Millisecond)
		if synctest.Wait(); result(tb) != "B+T" {
			t.Errorf("result %q", result(tb))
		}
	})
}

// TestUnloadedInBetween leaves a correspondence game alone until its room has ended:
// opened again by the same server, all of the time counts and nothing is credited.
func TestUnloadedInBetween(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, stop := boundaryHub(t, sqlitetest.New(t))
		defer stop()
		tb := sit(t, h, timed("correspondence=1d"))
		for _, c := range tb.seats[1:] {
			do(t, tb.r, func() { tb.r.leave(c) })
		}
		tb.release()
		time.Sleep(12*time.Hour + 345*time.Millisecond)
		if h.isOpen(tb.r.id) {
			t.Fatal("the room of a game that no one has open goes on")
		}
		tb = sitAt(t, h, tb.r.id)
		synctest.Wait()
		if code := tb.move(game.Black); code != "" {
			t.Fatal(code)
		}
		_, log, err := h.Store.Load(t.Context(), tb.r.id)
		if err != nil || len(log) != 2 || log[1].Event.Elapsed != (12*time.Hour+345*time.Millisecond).Milliseconds() {
			t.Errorf("%+v %v", log, err)
		}
	})
}

// TestSweep has games of every kind that no one has open: games whose time is up are
// flagged all the same, once, and others are left alone.
func TestSweep(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		disk := sqlitetest.New(t)
		h, kill := boundaryHub(t, disk)
		h.KeepTime()
		create := func(h *Hub, clock string) string {
			g, err := h.Create(t.Context(), timed(clock))
			if err != nil {
				t.Fatal(err)
			}
			return g.ID
		}
		var soon []string
		for i := range 3 * mostDue {
			soon = append(soon, create(h, fmt.Sprintf("absolute=%ds", 10+i%3)))
		}
		later, never := create(h, "correspondence=1d"), create(h, "")
		time.Sleep(30 * time.Second)
		synctest.Wait()
		for _, id := range soon {
			checkLog(t, disk, id, "[created flagged]", "W+T")
		}
		kill()
		time.Sleep(24 * time.Hour)
		h, kill = boundaryHub(t, disk)
		defer kill()
		h.KeepTime()
		time.Sleep(10 * time.Second)
		synctest.Wait()
		checkLog(t, disk, later, "[created credited]", "")
		checkLog(t, disk, never, "[created]", "")
		time.Sleep(24*time.Hour + beatEvery)
		synctest.Wait()
		checkLog(t, disk, later, "[created credited flagged]", "W+T")
	})
}

// TestBadGames has many games that cannot be opened, whose flags are long due: they
// do not delay others.
func TestBadGames(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		disk := sqlitetest.New(t)
		h, stop := boundaryHub(t, disk)
		defer stop()
		for i := range 2 * mostDue {
			badGame(t, disk, fmt.Sprint("bad", i))
		}
		g, err := h.Create(t.Context(), timed("absolute=10s"))
		if err != nil {
			t.Fatal(err)
		}
		h.KeepTime()
		time.Sleep(10*time.Second + 2*beatEvery)
		synctest.Wait()
		checkLog(t, disk, g.ID, "[created flagged]", "W+T")
		checkLog(t, disk, "bad0", "[created]", "")
	})
}

// badGame stores a game whose board does not exist and whose flag would fall at once.
func badGame(t *testing.T, disk store.Store, id string) string {
	t.Helper()
	setup := timed("absolute=1s")
	setup.Board = "nowhere:9"
	g := store.Game{
		ID: id, Board: setup.Board, Rules: setup.Rules, Clock: setup.Clock, Phase: match.Playing,
		Version: 1, Created: time.Now(), Updated: time.Now(), Deadline: time.Now(),
	}
	if err := disk.Create(t.Context(), g, store.Entry{Event: match.Event{Kind: match.Created, At: time.Now(), Setup: &setup}}); err != nil {
		t.Fatal(err)
	}
	return g.ID
}

func checkLog(t *testing.T, disk store.Store, id, kinds, result string) {
	t.Helper()
	g, log, err := disk.Load(context.Background(), id)
	if err != nil {
		t.Fatal(err)
	}
	var got []match.Kind
	for _, e := range log {
		got = append(got, e.Event.Kind)
	}
	if fmt.Sprint(got) != kinds || g.Result != result || (result != "" && !g.Deadline.IsZero()) {
		t.Errorf("game %s (%s): %v, result %q, deadline %v; want %s, %q", id, g.Clock, got, g.Result, g.Deadline, kinds, result)
	}
}

// TestBeatsForLadders: a club ladder waits for people whom no clock waits for.
func TestBeatsForLadders(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		disk := sqlitetest.New(t)
		h, stop := boundaryHub(t, disk)
		defer stop()
		began := time.Now()
		h.Awaited = func(_ context.Context, by time.Time) (bool, error) { return by.After(began.Add(24 * time.Hour)), nil }
		h.KeepTime()
		time.Sleep(time.Minute)
		if runs, err := disk.Runs(t.Context(), time.Time{}); err != nil || len(runs) != 1 {
			t.Errorf("%v %v", runs, err)
		}
		if work, err := h.AtWork(t.Context(), began.Add(20*time.Second)); err != nil || work != 40*time.Second {
			t.Errorf("at work for %v, %v", work, err)
		}
	})
}

// TestNoBeats: without a clock anywhere nothing is written.
func TestNoBeats(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		disk := sqlitetest.New(t)
		h, stop := boundaryHub(t, disk)
		defer stop()
		h.KeepTime()
		if _, err := h.Create(t.Context(), solo("grid:5")); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Hour)
		if runs, err := disk.Runs(t.Context(), time.Time{}); err != nil || len(runs) != 0 {
			t.Errorf("%v %v", runs, err)
		}
		if _, err := h.Create(t.Context(), timed("absolute=1h")); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Minute)
		if runs, err := disk.Runs(t.Context(), time.Time{}); err != nil || len(runs) != 1 {
			t.Errorf("%v %v", runs, err)
		}
	})
}

// TestTakeover loads a game that another node had until two seconds after the last move. Only
// these count. A player's time runs only after they had a moment to come back, whether it was
// their turn or not.
func TestTakeover(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, stop := boundaryHub(t, sqlitetest.New(t))
		defer stop()
		tb := sit(t, h, timed("absolute=1m"))
		time.Sleep(10 * time.Second)
		do(t, tb.r, func() {
			tb.r.time.restart()
			if err := tb.r.time.countSince(t.Context(), h.uptime, h.Now().Add(-8*time.Second)); err != nil {
				t.Error(err)
			}
			tb.r.creditDowntime()
		})
		want := func(side game.Color, left time.Duration) {
			t.Helper()
			if code := tb.move(side); code != "" {
				t.Fatal(code)
			}
			if got := main(tb, side); got != left {
				t.Errorf("side %d has %v, want %v", side, got, left)
			}
		}
		time.Sleep(settle - 2*time.Second)
		want(game.Black, time.Minute)
		time.Sleep(2*time.Second - time.Millisecond)
		want(game.White, time.Minute)
		time.Sleep(time.Second)
		want(game.Black, time.Minute-time.Second+time.Millisecond)
	})
}

// TestLapsed: a room whose node was paused for longer than its lease answers nothing, takes
// no move and lets no flag fall: another node may have the game.
func TestLapsed(t *testing.T) {
	for what, f := range map[string]func(tb *table){
		"a look": func(tb *table) { tb.r.handle(tb.seats[game.Black], wire.ClientMessage{Type: "hello"}) },
		"a move": func(tb *table) {
			tb.r.handle(tb.seats[game.Black], wire.ClientMessage{Type: "play", ID: "late", Move: "A1"})
		},
		"a flag": func(tb *table) { tb.r.lookAtFlag() },
	} {
		synctest.Test(t, func(t *testing.T) {
			disk := sqlitetest.New(t)
			h, stop := boundaryHub(t, disk)
			defer stop()
			tb := sit(t, h, timed("absolute=1m"))
			received(t, tb.seats[game.Black])
			tb.r.do(func() {
				tb.r.journal.mine = func() bool { return false }
				tb.r.time.mark = tb.r.time.mark.Add(-2 * time.Minute)
				f(tb)
			})
			select {
			case <-tb.r.gone:
			case <-time.After(time.Second):
				t.Fatalf("%s: the room goes on", what)
			}
			checkLog(t, disk, tb.r.id, "[created]", "")
			if messages := received(t, tb.seats[game.Black]); len(messages) > 0 {
				t.Errorf("%s is answered with %+v", what, messages)
			}
		})
	}
}

// TestCut: the server's own network cuts a player off. What they used until then counts, the
// time until that is noticed and some to come back do not; nor does it count for an opponent
// who is cut off too, and whose turn it is next. A second connection or a client that went by
// itself make that no different from any other leaving.
func TestCut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		disk := sqlitetest.New(t)
		h, stop := boundaryHub(t, disk)
		defer stop()
		tb := sit(t, h, timed("absolute=1m"))
		leave := func(side game.Color, cut time.Duration) {
			c := tb.seats[side]
			if cut > 0 {
				c.SetCut(time.Now().Add(-cut))
			}
			do(t, tb.r, func() { tb.r.leave(c) })
			c = socket.NewConn(c.Who, func(error) {})
			tb.seats[side] = c
			do(t, tb.r, func() { tb.r.handle(c, wire.ClientMessage{Type: "hello"}) })
		}
		want := func(side game.Color, left time.Duration) {
			t.Helper()
			if code := tb.move(side); code != "" {
				t.Fatal(code)
			}
			if got := main(tb, side); got != left {
				t.Errorf("side %d has %v, want %v", side, got, left)
			}
		}
		time.Sleep(10 * time.Second)
		leave(game.White, 3*time.Second)
		leave(game.Black, 3*time.Second)
		time.Sleep(2 * time.Second)
		want(game.Black, 53*time.Second)
		time.Sleep(2 * time.Second)
		want(game.White, 59*time.Second)
		time.Sleep(4 * time.Second)
		leave(game.Black, 0)
		second := socket.NewConn(tb.seats[game.Black].Who, func(error) {})
		do(t, tb.r, func() { tb.r.handle(second, wire.ClientMessage{Type: "hello"}) })
		leave(game.Black, 3*time.Second)
		time.Sleep(time.Second)
		want(game.Black, 48*time.Second)
		do(t, tb.r, func() { tb.r.leave(second) })
		leave(game.White, 3*time.Second) // in the turn before
		time.Sleep(3 * time.Second)
		want(game.White, 59*time.Second)
		checkLog(t, disk, tb.r.id, "[created credited moved moved moved moved]", "")
		leave(game.Black, 20*time.Second) // the flag is set anew
		time.Sleep(48*time.Second + settle - time.Millisecond)
		if synctest.Wait(); result(tb) != "" {
			t.Error("the flag fell early")
		}
		time.Sleep(2 * time.Millisecond)
		if synctest.Wait(); result(tb) != "W+T" {
			t.Errorf("result %q", result(tb))
		}
	})
}
