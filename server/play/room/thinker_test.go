package room

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"moyo/board"
	"moyo/catalog"
	"moyo/engine"
	"moyo/game"
	"moyo/game/match"
	"moyo/server/base/queue"
	"moyo/server/base/wire"
	"moyo/server/machines/engines"
	"moyo/server/store"
)

// desk is the room of a thinker in a test. It notes what the thinker does with it.
type desk struct {
	*thinker
	t       *testing.T
	did     []string
	refuses []error // the next events, nil for one that is taken
}

func (d *desk) record(_ string, e match.Event) (err error) {
	d.did = append(d.did, fmt.Sprint(e.Kind, " ", max(int(e.Move), len(e.Dead))))
	if len(d.refuses) > 0 {
		err, d.refuses = d.refuses[0], d.refuses[1:]
	}
	if err == nil {
		e.At, e.Elapsed = store.Milli(time.Now()), 0 // without a clock no time is used
		_, err = d.m.Apply(e)
	}
	return err
}

func (d *desk) broadcastData([]byte) { d.did = append(d.did, "tell") }

func (d *desk) drive() { d.did = append(d.did, "drive") }

func (d *desk) fail(error) { d.did = append(d.did, "fail") }

// check does what waits in the inbox and compares what the thinker has done since the last check.
func (d *desk) check(when, want string) {
	d.t.Helper()
	for synctest.Wait(); len(d.queue()) > 0; synctest.Wait() {
		(<-d.queue())()
	}
	if got := fmt.Sprint(d.did); got != want {
		d.t.Errorf("%s: the thinker did %s, want %s", when, got, want)
	}
	d.did = nil
}

func (d *desk) queue() chan func() { return d.inbox.queue }

func (d *desk) play(moves ...game.Move) *desk {
	d.t.Helper()
	for _, m := range moves {
		if err := d.record("", match.Event{Kind: match.Moved, By: d.m.Turn(), Move: m}); err != nil {
			d.t.Fatal(err)
		}
	}
	d.did = nil
	return d
}

// newDesk returns a thinker with a new game. It has to be called within synctest.Test.
func newDesk(t *testing.T, pool Engines, setup match.Setup) *desk {
	t.Helper()
	b, err := board.Parse(setup.Board)
	if err != nil {
		t.Fatal(err)
	}
	rules, err := catalog.Rules(setup.Rules)
	if err != nil {
		t.Fatal(err)
	}
	m, err := match.New(b, rules, match.Event{Kind: match.Created, At: store.Milli(time.Now()), Setup: &setup})
	if err != nil {
		t.Fatal(err)
	}
	d := &desk{t: t, thinker: &thinker{
		seats: &seats{m: m}, ctx: t.Context(), game: "g", engines: pool, counter: "counter", longest: time.Minute, now: time.Now,
		log: slog.New(slog.DiscardHandler), metrics: NewMetrics(prometheus.NewRegistry()),
		inbox: inbox{make(chan func(), 8), make(chan struct{})}, unseen: time.NewTimer(time.Hour),
	}}
	d.room = d
	t.Cleanup(func() { close(d.inbox.gone) })
	return d
}

// lender lends engines that play the first point as soon as they are stopped, and notes which. One may know dead stones.
type lender struct {
	lent  []string
	knows string
	err   error // of the next searches
	ended int   // searches
}

func (l *lender) Use(_ context.Context, loan engines.Loan, f func(engine.Engine) error) error {
	l.lent = append(l.lent, loan.Engine)
	err := l.err
	eng := scripted{func(ctx context.Context, pos game.Position, report func(engine.Info)) (engine.Info, error) {
		if report != nil {
			report(engine.Info{})
		}
		<-ctx.Done()
		l.ended++
		return engine.Info{Move: pos.LegalMoves(nil)[0]}, err
	}}
	if loan.Engine == l.knows {
		return f(deadFinder{eng})
	}
	return f(eng)
}

// deadFinder is an engine that finds two dead stones.
type deadFinder struct{ scripted }

func (deadFinder) Dead(context.Context, game.Position) ([]game.Point, error) {
	return []game.Point{0, 5}, nil
}

// TestWhichSearch: an engine is asked for a move in its own turn alone, and for the dead stones
// where play has stopped, the server's own first.
func TestWhichSearch(t *testing.T) {
	for _, c := range []struct {
		name  string
		moves []game.Move
		knows string
		lent  string
		did   string
	}{
		{"a person's turn", nil, "", "[]", "[]"},
		{"the engine's turn", []game.Move{7}, "", "[scripted]", "[tell tell moved 0]"},
		{"a count by the server", []game.Move{0, 5, game.Pass, game.Pass}, "counter", "[counter]", "[scoring 2]"},
		{"a count by the opponent", []game.Move{0, 5, game.Pass, game.Pass}, "scripted", "[counter scripted]", "[scoring 2]"},
		{"a count by no engine", []game.Move{0, 5, game.Pass, game.Pass}, "", "[counter scripted]", "[scoring 0]"},
	} {
		synctest.Test(t, func(t *testing.T) {
			pool := &lender{knows: c.knows}
			d := newDesk(t, pool, against()).play(c.moves...)
			d.think(queue.Asker{})
			time.Sleep(time.Minute)
			d.check(c.name, c.did)
			if got := fmt.Sprint(pool.lent); got != c.lent || d.search != nil {
				t.Errorf("%s: asked %s, want %s; still at it: %v", c.name, got, c.lent, d.search != nil)
			}
		})
	}
}

// TestRefusedProposal: a refused proposal of dead stones is made again without any, and once only.
func TestRefusedProposal(t *testing.T) {
	odd := errors.New("odd")
	for want, refuses := range map[string][]error{
		"[scoring 2]":                {errStore},
		"[scoring 2 scoring 0]":      {odd},
		"[scoring 2 scoring 0 fail]": {odd, odd},
	} {
		synctest.Test(t, func(t *testing.T) {
			d := newDesk(t, &lender{knows: "counter"}, against()).play(0, 5, game.Pass, game.Pass)
			d.refuses = refuses
			d.think(queue.Asker{})
			d.check(fmt.Sprint(refuses), want)
		})
	}
}

// TestAbandonedSearch: a search at rest ends at once, and nothing of it is told or played, even if
// its result waits in the inbox already.
func TestAbandonedSearch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pool := &lender{}
		d := newDesk(t, pool, against()).play(7)
		d.think(queue.Asker{})
		old := d.search
		d.check("at the start", "[tell]")
		d.rest()
		if synctest.Wait(); pool.ended != 1 || d.search != nil {
			t.Errorf("%d searches ended", pool.ended)
		}
		d.check("after rest", "[]")
		d.think(queue.Asker{})
		d.check("again", "[tell]")
		d.tell(old, wire.ServerMessage{})
		d.check("what the old one says", "[]")
		if err := d.stop(); err != nil {
			t.Error(err)
		}
		synctest.Wait() // the result is in the inbox
		d.rest()
		d.check("too late", "[]")
		d.leaveAlone()
		time.Sleep(lookAway - time.Millisecond)
		d.check("no one is here", "[]")
		select {
		case <-d.unseen.C:
			t.Error("told to rest too early")
		default:
		}
		time.Sleep(time.Millisecond)
		<-d.unseen.C
		d.leaveAlone()
		d.wake()
		time.Sleep(lookAway)
		d.check("somebody is back", "[drive]")
		select {
		case <-d.unseen.C:
			t.Error("told to rest although somebody is back")
		default:
		}
	})
}

// TestStop: a person stops a search, which plays what it has, but not in a rated game, where no one hears what it thinks either.
func TestStop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t, &lender{}, against()).play(7)
		d.think(queue.Asker{})
		if err := d.stop(); err != nil {
			t.Error(err)
		}
		d.check("stopped", "[tell tell moved 0]")
		if err := d.stop(); err != nil {
			t.Error(err)
		}
		d.check("stopped in a person's turn", "[]")

		setup := against()
		setup.Rated, setup.White.Player = true, ""
		d = newDesk(t, &lender{}, setup).play(7)
		d.think(queue.Asker{})
		if err := d.stop(); err == nil {
			t.Error("stopped in a rated game")
		}
		d.check("refused", "[]")
		time.Sleep(time.Minute)
		d.check("in time", "[moved 0]")
	})
}

// TestFailures: after a failure an engine is asked again in a while, unless the game has gone on or it is
// being asked, and a few times only; then a person has to say so. A move makes up for all failures.
func TestFailures(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pool := &lender{err: errors.New("out of ideas")}
		d := newDesk(t, pool, against()).play(7)
		failing := func() {
			t.Helper()
			d.rest()
			d.think(queue.Asker{})
			time.Sleep(time.Minute)
			d.check("failing", "[tell tell tell]")
		}
		for n := range maxRetries {
			failing()
			time.Sleep(retryAfter - time.Millisecond)
			d.check("before the time", "[]")
			time.Sleep(time.Millisecond)
			d.check(fmt.Sprint("failure ", n), "[drive]")
		}
		if d.wake(); len(d.did) != 1 {
			t.Error("not woken")
		}
		d.did = nil
		failing()
		d.wake()
		time.Sleep(time.Hour)
		d.check("given up", "[]")
		if err := d.stop(); err != nil {
			t.Error(err)
		}
		if d.check("a person says so", "[drive]"); d.failures != 0 {
			t.Errorf("%d failures after that", d.failures)
		}

		failing()
		pool.err = nil
		d.think(queue.Asker{})
		d.wake()
		time.Sleep(retryAfter)
		d.check("at it again", "[tell]")
		time.Sleep(time.Minute)
		d.check("in its senses", "[tell moved 0]")
		if d.failures != 0 {
			t.Errorf("%d failures", d.failures)
		}
		pool.err = errStore
		d.play(9).think(queue.Asker{})
		time.Sleep(time.Minute)
		d.check("the room is given up already", "[tell tell]")
	})
}

// TestRetryIsObsolete: an engine is not asked again after its game has gone on.
func TestRetryIsObsolete(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(t, &lender{err: errors.New("out of ideas")}, against()).play(7)
		d.think(queue.Asker{})
		time.Sleep(time.Minute)
		d.check("failing", "[tell tell tell]")
		d.play(9)
		time.Sleep(retryAfter)
		d.check("after another's move", "[]")
	})
}

// TestOtherOutcomes: an engine resigns, panics, or chooses what it may not.
func TestOtherOutcomes(t *testing.T) {
	for want, search := range map[string]func() engine.Info{
		"[tell resigned 0]":    func() engine.Info { return engine.Info{Resign: true} },
		"[fail]":               func() engine.Info { panic("a mistake") },
		"[tell moved 7 tell]":  func() engine.Info { return engine.Info{Move: 7} },
		"[tell moved 40]":      func() engine.Info { return engine.Info{Move: 40} },
		"[tell moved 99 tell]": func() engine.Info { return engine.Info{Move: 99} },
	} {
		synctest.Test(t, func(t *testing.T) {
			d := newDesk(t, scripted{func(context.Context, game.Position, func(engine.Info)) (engine.Info, error) {
				return search(), nil
			}}, against()).play(7)
			if want == "[tell moved 99 tell]" {
				d.refuses = []error{errors.New("not now")}
			}
			d.think(queue.Asker{})
			d.check("outcome", want)
		})
	}
}

// TestBudget lets an engine take its time for a large board and after the first moves; with a clock it gets
// a share of what is left, and a little where next to nothing is.
func TestBudget(t *testing.T) {
	for _, c := range []struct {
		side, moves int
		clock       string
		low, high   time.Duration
	}{
		{9, 0, "", firstTime, firstTime}, {9, 1, "", firstTime, firstTime}, {9, 2, "", time.Minute, time.Minute},
		{19, 0, "", time.Minute, time.Minute}, {9, 0, "absolute=10m", firstTime, firstTime},
		{19, 0, "absolute=10m", time.Second, time.Minute - 1}, {19, 0, "absolute=1s", quickest, quickest},
	} {
		setup := timed(c.clock)
		setup.Board = fmt.Sprint("grid:", c.side)
		synctest.Test(t, func(t *testing.T) {
			d := newDesk(t, nil, setup)
			for i := range c.moves {
				d.play(game.Move(i))
			}
			if got := d.budget(); got.most < c.low || got.most > c.high || (got.clock != engine.Clock{}) != (c.clock != "") {
				t.Errorf("%+v: %v, %+v", c, got.most, got.clock)
			}
		})
	}
}
