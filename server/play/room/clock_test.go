package room

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"moyo/catalog"
	"moyo/engine"
	"moyo/game"
	"moyo/game/match"
	"moyo/internal/testenv"
	"moyo/server/base/identity"
	"moyo/server/base/socket"
	"moyo/server/base/wire"
	"moyo/server/machines/engines"
	"moyo/server/share/boards"
	"moyo/server/store"
	"moyo/server/store/sqlite/sqlitetest"
)

// timed is solo with a clock.
func timed(spec string) match.Setup {
	setup := solo("grid:5")
	setup.Clock = spec
	return setup
}

// table is a game with both of its people at it.
type table struct {
	t       *testing.T
	r       *room
	seats   [3]*socket.Conn
	release func()
	sent    int
}

// sit opens a new game with both people there.
func sit(t *testing.T, h *Hub, setup match.Setup) *table {
	t.Helper()
	g, err := h.Create(t.Context(), setup)
	if err != nil {
		t.Fatal(err)
	}
	return sitAt(t, h, g.ID)
}

// sitAt opens a game with both people there.
func sitAt(t *testing.T, h *Hub, id string) *table {
	t.Helper()
	r, release, err := h.open(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	tb := &table{t: t, r: r, release: release}
	for side, player := range map[game.Color]string{game.Black: "me", game.White: "you"} {
		tb.seats[side] = socket.NewConn(identity.Who{Player: player}, func(error) {})
		do(t, r, func() { r.handle(tb.seats[side], wire.ClientMessage{Type: "hello"}) })
	}
	return tb
}

// command gives a command and returns the answer's error code, "" for none.
func (tb *table) command(side game.Color, msg wire.ClientMessage) string {
	tb.t.Helper()
	tb.sent++
	msg.ID = fmt.Sprintf("c%d-%p", tb.sent, tb)
	received(tb.t, tb.seats[side])
	do(tb.t, tb.r, func() { tb.r.handle(tb.seats[side], msg) })
	for _, m := range received(tb.t, tb.seats[side]) {
		switch {
		case m.Ack != nil && m.Ack.ID == msg.ID:
			return ""
		case m.Error != nil && m.Error.ID == msg.ID:
			return m.Error.Code
		}
	}
	tb.t.Fatalf("no answer to %+v", msg)
	return ""
}

// must gives a command that has to be acknowledged.
func (tb *table) must(side game.Color, msg wire.ClientMessage) {
	tb.t.Helper()
	if code := tb.command(side, msg); code != "" {
		tb.t.Fatalf("%+v: %s", msg, code)
	}
}

// move places the next stone, point after point.
func (tb *table) move(side game.Color) string {
	var msg wire.ClientMessage
	do(tb.t, tb.r, func() {
		pos := tb.r.m.Position()
		n := len(pos.Moves())
		msg = wire.ClientMessage{Type: "play", Ply: n, Move: pos.Board().Name(game.Point(n % pos.Board().Len()))}
	})
	return tb.command(side, msg)
}

// kinds returns the kinds of the events in the store.
func (tb *table) kinds() (kinds []match.Kind) {
	tb.t.Helper()
	_, log, err := tb.r.h.Store.Load(tb.t.Context(), tb.r.id)
	if err != nil {
		tb.t.Fatal(err)
	}
	for _, e := range log {
		kinds = append(kinds, e.Event.Kind)
	}
	return kinds
}

// look reads something of the match.
func look[T any](tb *table, read func(*match.Match) T) (value T) {
	tb.t.Helper()
	do(tb.t, tb.r, func() { value = read(tb.r.m) })
	return value
}

func result(tb *table) string { return look(tb, (*match.Match).Result) }

// main returns what is left of a player's main time.
func main(tb *table, side game.Color) time.Duration {
	return look(tb, func(m *match.Match) time.Duration { return m.Left(side).Main })
}

// TestFlagFalls lets the time of both run out: the flag falls when it is due, and
// is an event like any other, once.
func TestFlagFalls(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := sit(t, testHub(t, scripted{}), timed("absolute=10s"))
		time.Sleep(4 * time.Second)
		if code := tb.move(game.Black); code != "" {
			t.Fatal(code)
		}
		received(t, tb.seats[game.White])
		time.Sleep(10 * time.Second)
		if synctest.Wait(); result(tb) != "" {
			t.Fatal("the flag falls with the last of the time")
		}
		time.Sleep(time.Millisecond)
		if synctest.Wait(); result(tb) != "B+T" {
			t.Fatalf("result %q", result(tb))
		}
		time.Sleep(time.Hour)
		events := 0
		for _, m := range received(t, tb.seats[game.White]) {
			if m.Event != nil {
				events++
				if m.Event.Kind != "flagged" || m.Event.By != "white" || m.Event.State.Result != "B+T" || m.Event.State.Clocks.White.Total != 0 {
					t.Errorf("event %+v", m.Event)
				}
			}
		}
		if events != 1 {
			t.Errorf("%d events", events)
		}
		if got := fmt.Sprint(tb.kinds()); got != "[created moved flagged]" {
			t.Errorf("the log has %s", got)
		}
		if main(tb, game.Black) != 6*time.Second {
			t.Errorf("Black has %v", main(tb, game.Black))
		}
	})
}

// boundaryHub returns a hub that holds as many games as a test likes.
func boundaryHub(t *testing.T, disk store.Store) (*Hub, context.CancelFunc) {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	h := New(ctx, Config{
		Store: disk, Boards: boards.NewCache(disk), Rules: catalog.Rules, Engines: scripted{},
		SearchTime: 10 * time.Second, Rooms: 100_000, PerGame: 100, Idle: time.Minute,
		Strengths: nobodys{}, Ended: func() {}, Terms: anyTerms{}, Changed: func(...string) {},
		Awaited: func(context.Context, time.Time) (bool, error) { return false, nil },
		Log:     slog.New(slog.DiscardHandler), Now: time.Now, Metrics: NewMetrics(prometheus.NewRegistry()),
	})
	return h, func() { stop(); h.Wait() }
}

// TestBoundary makes 10,000 moves around the moment in which a flag falls, some
// of them in that very moment, by connections of all kinds of lag. Each game is
// decided once: either the move is in the log and the game goes on, or the flag
// has fallen and the move is refused; and a player who was in time was not flagged.
func TestBoundary(t *testing.T) {
	testenv.SkipUnderRace(t)
	const games, each = 10, 1000
	var moved, flagged, exact atomic.Int32
	for range games {
		synctest.Test(t, func(t *testing.T) {
			h, stop := boundaryHub(t, sqlitetest.New(t))
			defer stop()
			done := make(chan struct{})
			for i := range each {
				go func() {
					defer func() { done <- struct{}{} }()
					tb := sit(t, h, timed("absolute=10s"))
					defer tb.release()
					lag := time.Duration(i%8) * 100 * time.Millisecond
					tb.seats[game.Black].SetLag(lag)
					left := 10*time.Second + min(lag, maxLag)
					late := []time.Duration{
						-time.Second, -time.Millisecond, 0, 1, time.Millisecond - 1, time.Millisecond, time.Millisecond + 1, time.Second,
					}[i/8%8]
					time.Sleep(left + late)
					code := tb.move(game.Black)
					kinds := fmt.Sprint(tb.kinds())
					switch {
					case code == "" && kinds == "[created moved]" && late < time.Millisecond:
						moved.Add(1)
					case (code == "time-up" || code == "game-over" || code == "out-of-step") && kinds == "[created flagged]" && late >= time.Millisecond:
						flagged.Add(1)
					default:
						t.Errorf("lag %v, %v late: answer %q, log %s", lag, late, code, kinds)
					}
					if late == time.Millisecond || late == 0 {
						exact.Add(1)
					}
					if code == "" && main(tb, game.Black) != max(0, -late) {
						t.Errorf("lag %v, %v late: %v left", lag, late, main(tb, game.Black))
					}
				}()
			}
			for range each {
				<-done
			}
		})
	}
	t.Logf("%d moved, %d flagged, %d in the very moment", moved.Load(), flagged.Load(), exact.Load())
	if moved.Load()+flagged.Load() != games*each {
		t.Error("some games were decided twice, or not at all")
	}
}

// TestLagIsNotSavedUp forgives lag with each move, up to the bound and no more
// than there was.
func TestLagIsNotSavedUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := sit(t, testHub(t, scripted{}), timed("absolute=1m"))
		for _, c := range []struct{ lag, thought, counted time.Duration }{
			{0, time.Second, time.Second},
			{200 * time.Millisecond, time.Second, 800 * time.Millisecond},
			{200 * time.Millisecond, 100 * time.Millisecond, 0},
			{200 * time.Millisecond, time.Second, 800 * time.Millisecond}, // what was not needed is gone
			{time.Hour, time.Second, 500 * time.Millisecond},
			{time.Hour, 2 * time.Second, 1500 * time.Millisecond},
		} {
			tb.seats[game.Black].SetLag(c.lag)
			before := main(tb, game.Black)
			time.Sleep(c.thought)
			if code := tb.move(game.Black); code != "" {
				t.Fatal(code)
			}
			if got := before - main(tb, game.Black); got != c.counted {
				t.Errorf("lag %v, thought %v: %v counted, want %v", c.lag, c.thought, got, c.counted)
			}
			if code := tb.move(game.White); code != "" {
				t.Fatal(code)
			}
		}
	})
}

// TestMiddleOfTurn lets the other player speak while the clock runs: all of the
// time is counted, and where a move may still be on its way, no flag falls.
func TestMiddleOfTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := sit(t, testHub(t, scripted{}), timed("fischer=10s+2s"))
		tb.move(game.Black)
		time.Sleep(1500 * time.Microsecond) // time counts in milliseconds, and none gets lost in between
		tb.must(game.Black, wire.ClientMessage{Type: "undo"})
		time.Sleep(1500 * time.Microsecond)
		tb.must(game.White, wire.ClientMessage{Type: "deny"})
		time.Sleep(time.Second)
		tb.must(game.Black, wire.ClientMessage{Type: "time"})
		if got := main(tb, game.White); got != 24*time.Second+997*time.Millisecond-time.Second {
			t.Errorf("White has %v", got)
		}
		tb.move(game.White)
		tb.seats[game.Black].SetLag(400 * time.Millisecond)
		time.Sleep(12*time.Second + 300*time.Millisecond) // Black has 12 s
		tb.must(game.White, wire.ClientMessage{Type: "undo"})
		if code := tb.move(game.Black); code != "" {
			t.Errorf("a move that was in time but for the lag: %s", code)
		}
		if got := main(tb, game.Black); got != 2*time.Second+100*time.Millisecond && got != 2*time.Second {
			t.Errorf("Black has %v", got)
		}
	})
}

// TestCommandCountsFromArrival has a command wait in line for a second: it was in
// time when it came.
func TestCommandCountsFromArrival(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := sit(t, testHub(t, scripted{}), timed("absolute=10s"))
		time.Sleep(9500 * time.Millisecond)
		tb.r.do(func() { time.Sleep(time.Second) }) // the disk is slow
		v := &visit{tb.r, func() {}}
		if err := v.Receive(t.Context(), tb.seats[game.Black], []byte(`{"type":"play","id":"x","move":"A1"}`)); err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * time.Second)
		synctest.Wait()
		if got := fmt.Sprint(tb.kinds()); got != "[created moved]" || main(tb, game.Black) != 500*time.Millisecond {
			t.Errorf("the log has %s, Black has %v", got, main(tb, game.Black))
		}
	})
}

// TestClockMessage tells a member who comes in the middle how long the clock has been
// running.
func TestClockMessage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := sit(t, testHub(t, scripted{}), timed("byoyomi=10m+5x30s"))
		time.Sleep(42 * time.Second)
		late := socket.NewConn(identity.Who{Player: "late"}, func(error) {})
		do(t, tb.r, func() { tb.r.handle(late, wire.ClientMessage{Type: "hello"}) })
		got := received(t, late)
		if len(got) != 3 || got[0].Snapshot == nil || got[1].Clock == nil || *got[1].Clock != (wire.Running{Version: 1, Elapsed: 42_000}) {
			t.Fatalf("%+v", got)
		}
		c := got[0].Snapshot.State.Clocks
		if c == nil || c.Running != "black" || c.Black.Main != 600_000 || c.Black.Periods != 5 || c.Black.Period != 30_000 ||
			c.Black.Total != 750_000 || c.Text != "10 minutes, then 5 periods of 30 seconds a move" {
			t.Errorf("%+v", c)
		}
		if info := got[0].Snapshot.Game; info.Clock != "byoyomi=10m+5x30s" || info.Speed != "rapid" || info.ClockText != c.Text {
			t.Errorf("%+v", info)
		}
	})
}

// TestEngineKeepsTime plays the computer, which thinks as long as it may, on every
// kind of clock: it never oversteps, and is quicker the less there is left.
func TestEngineKeepsTime(t *testing.T) {
	testenv.LongUnderRace(t)
	for _, spec := range []string{"absolute=5s", "fischer=5s+1s", "byoyomi=5s+2x1s", "canadian=5s+5/2s", "move=2s", "correspondence=1d"} {
		synctest.Test(t, func(t *testing.T) {
			thinks := func(ctx context.Context, pos game.Position, _ func(engine.Info)) (engine.Info, error) {
				<-ctx.Done()
				time.Sleep(3 * time.Millisecond) // it is not stopped in no time
				return engine.Info{Move: pos.LegalMoves(nil)[0]}, nil
			}
			setup := timed(spec)
			setup.Board, setup.White = "grid:19", match.Seat{Kind: match.Engine, Engine: "scripted"}
			h := testHub(t, scripted{thinks})
			h.SearchTime = time.Minute
			tb := sit(t, h, setup)
			var last time.Duration
			for i := range 150 {
				began := time.Now()
				name := look(tb, func(m *match.Match) string {
					for p := range game.Point(361) {
						if m.Position().Check(game.Move(360-p)) == game.Legal {
							return m.Position().Board().Name(360 - p)
						}
					}
					return "pass"
				})
				tb.must(game.Black, wire.ClientMessage{Type: "play", Ply: 2 * i, Move: name})
				for e := (wire.Event{}); e.By != "white"; {
					var msg wire.ServerMessage
					if err := json.Unmarshal(<-tb.seats[game.Black].Queue(), &msg); err != nil {
						t.Fatal(err)
					}
					if msg.Event != nil {
						e = *msg.Event
					}
				}
				last = time.Since(began)
			}
			if left := look(tb, func(m *match.Match) time.Duration { return m.Clock().Left(m.Left(game.White)) }); result(tb) != "" || left < 0 {
				t.Errorf("%s: result %q, %v left", spec, result(tb), left)
			}
			if last > 2*time.Minute || spec == "absolute=5s" && last > 100*time.Millisecond {
				t.Errorf("%s: the last move took %v", spec, last)
			}
			if main(tb, game.Black) == 0 && spec != "correspondence=1d" {
				t.Errorf("%s: the computer thinks at the expense of the person", spec)
			}
		})
	}
}

// TestEngineWaitsForNothing has no processor free for the computer for an hour:
// that is not its fault, and only its search counts.
func TestEngineWaitsForNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		setup := timed("absolute=10s")
		setup.Black = match.Seat{Kind: match.Engine, Engine: "scripted"}
		queue := waiting{scripted{func(context.Context, game.Position, func(engine.Info)) (engine.Info, error) {
			time.Sleep(100 * time.Millisecond)
			return engine.Info{Move: 3}, nil
		}}}
		setup.White.Player = "me"
		r, _ := enter(t, queue, setup)
		if g, err := r.h.Store.Game(t.Context(), r.id); err != nil || !g.Deadline.IsZero() {
			t.Errorf("the computer's flag is to fall at %v (%v)", g.Deadline, err)
		}
		time.Sleep(time.Hour + time.Second)
		if g, err := r.h.Store.Game(t.Context(), r.id); err != nil || g.Deadline.Sub(g.Updated) != 10*time.Second {
			t.Errorf("the person's flag is to fall at %v (%v)", g.Deadline, err)
		}
		time.Sleep(time.Hour)
		synctest.Wait()
		do(t, r, func() {
			if r.m.Left(game.Black).Main != 9900*time.Millisecond || r.m.Ply() != 1 {
				t.Errorf("ply %d, %+v left", r.m.Ply(), r.m.Left(game.Black))
			}
			if r.m.Result() != "B+T" { // the person has had an hour
				t.Errorf("result %q", r.m.Result())
			}
		})
	})
}

// waiting lends its engine after an hour.
type waiting struct{ scripted }

func (w waiting) Use(ctx context.Context, l engines.Loan, f func(engine.Engine) error) error {
	time.Sleep(time.Hour)
	return w.scripted.Use(ctx, l, f)
}

// TestAbort calls a game off before both have moved, and not later.
func TestAbort(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := testHub(t, scripted{})
		tb := sit(t, h, timed("absolute=10s"))
		tb.move(game.Black)
		tb.must(game.White, wire.ClientMessage{Type: "abort"})
		if result(tb) != "Void" {
			t.Errorf("result %q", result(tb))
		}
		tb = sit(t, h, timed("absolute=10s"))
		tb.move(game.Black)
		tb.move(game.White)
		if code := tb.command(game.Black, wire.ClientMessage{Type: "abort"}); code != "not-now" {
			t.Errorf("after two moves: %q", code)
		}
	})
}

// TestClaim lets a player leave during their own turn: after a fair time the other
// may claim the game, as won or drawn, and not before.
func TestClaim(t *testing.T) {
	for _, c := range []struct {
		clock, want string
		wait        time.Duration
		draw        bool
	}{
		{"fischer=5m+3s", "B+F", time.Minute, false},
		{"byoyomi=10m+5x30s", "0", 2 * time.Minute, true},
		{"absolute=1h", "B+F", 3 * time.Minute, false},
	} {
		synctest.Test(t, func(t *testing.T) {
			tb := sit(t, testHub(t, scripted{}), timed(c.clock))
			do(t, tb.r, func() { tb.r.leave(tb.seats[game.White]) })
			time.Sleep(c.wait) // it is Black's turn: the game does not wait for White
			claim := wire.ClientMessage{Type: "claim", Draw: c.draw}
			if code := tb.command(game.Black, claim); code != "not-now" {
				t.Fatalf("in Black's own turn: %q", code)
			}
			tb.move(game.Black)
			time.Sleep(c.wait - time.Millisecond)
			if code := tb.command(game.Black, claim); code != "not-now" {
				t.Fatalf("before the time: %q", code)
			}
			back := socket.NewConn(identity.Who{Player: "you"}, func(error) {})
			do(t, tb.r, func() { tb.r.handle(back, wire.ClientMessage{Type: "hello"}) })
			time.Sleep(time.Hour / 60)
			if code := tb.command(game.Black, claim); code != "not-now" {
				t.Fatalf("White is back: %q", code)
			}
			received(t, tb.seats[game.Black])
			do(t, tb.r, func() { tb.r.leave(back) })
			time.Sleep(presenceWait)
			synctest.Wait()
			if got := received(t, tb.seats[game.Black]); len(got) != 1 || got[0].Presence.Claim == nil ||
				*got[0].Presence.Claim != (wire.Claim{By: "black", In: int((c.wait - presenceWait).Milliseconds())}) {
				t.Fatalf("Black hears %+v", got)
			}
			time.Sleep(c.wait - presenceWait)
			do(t, tb.r, func() {
				if tb.r.leave(tb.seats[game.Black]); tb.r.away.claim(time.Now(), tb.r.time.began) != nil {
					t.Error("somebody may claim the game who is away, too")
				}
				tb.r.handle(tb.seats[game.Black], wire.ClientMessage{Type: "hello"})
			})
			tb.must(game.Black, claim)
			if result(tb) != c.want {
				t.Errorf("result %q, want %q", result(tb), c.want)
			}
		})
	}
}

// TestNoClaim: not without a clock, not in a correspondence game, not against the
// computer.
func TestNoClaim(t *testing.T) {
	for _, clock := range []string{"", "correspondence=30d"} {
		synctest.Test(t, func(t *testing.T) {
			tb := sit(t, testHub(t, scripted{}), timed(clock))
			tb.move(game.Black)
			do(t, tb.r, func() { tb.r.leave(tb.seats[game.White]) })
			time.Sleep(24 * time.Hour)
			if code := tb.command(game.Black, wire.ClientMessage{Type: "claim"}); code != "not-now" {
				t.Errorf("%s: %q", clock, code)
			}
		})
	}
}

// TestNoClaimOfHosts: who plays many games at once is at another board most of the time. While play goes
// on the clock decides; of a count to which they do not come the other waits for longer, once they have
// accepted it.
func TestNoClaimOfHosts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		setup := timed("absolute=20m")
		setup.Black.Host = true
		tb := sit(t, testHub(t, scripted{}), setup)
		claim := wire.ClientMessage{Type: "claim"}
		tb.move(game.Black)
		tb.move(game.White)
		do(t, tb.r, func() { tb.r.leave(tb.seats[game.Black]) })
		time.Sleep(10 * time.Minute)
		if code := tb.command(game.White, claim); code != "not-now" {
			t.Errorf("while the host plays elsewhere: %q", code)
		}
		time.Sleep(11 * time.Minute)
		synctest.Wait()
		if result(tb) != "W+T" {
			t.Errorf("result %q, want that of the clock", result(tb))
		}
	})
}

// TestClaimOfHostsCount has the guest accept a count to which the host does not come.
func TestClaimOfHostsCount(t *testing.T) {
	const fair = 2 * time.Minute
	for _, host := range []game.Color{game.Black, game.White} {
		synctest.Test(t, func(t *testing.T) {
			setup, guest := timed("absolute=20m"), host.Other()
			seat := &setup.White
			if host == game.Black {
				seat = &setup.Black
			}
			seat.Host = true
			tb := sit(t, testHub(t, scripted{}), setup)
			claim := wire.ClientMessage{Type: "claim"}
			tb.move(game.Black)
			for ply, side := range []game.Color{game.White, game.Black} {
				tb.must(side, wire.ClientMessage{Type: "play", Ply: ply + 1, Move: "pass"})
			}
			synctest.Wait()
			do(t, tb.r, func() { tb.r.leave(tb.seats[host]) })
			time.Sleep(time.Hour)
			if code := tb.command(guest, claim); code != "not-now" {
				t.Errorf("without having accepted: %q", code)
			}
			tb.must(guest, wire.ClientMessage{Type: "accept"})
			time.Sleep(hostWait*fair - time.Second)
			if code := tb.command(guest, claim); code != "not-now" {
				t.Errorf("as soon as of anybody: %q", code)
			}
			time.Sleep(time.Second)
			tb.must(guest, claim)
			if want := guest.String(); !strings.HasPrefix(result(tb), strings.ToUpper(want[:1])+"+F") {
				t.Errorf("result %q for %s", result(tb), want)
			}
		})
	}
	synctest.Test(t, func(t *testing.T) { // a guest who leaves is no host
		setup := timed("absolute=20m")
		setup.Black.Host = true
		tb := sit(t, testHub(t, scripted{}), setup)
		tb.move(game.Black)
		do(t, tb.r, func() { tb.r.leave(tb.seats[game.White]) })
		time.Sleep(fair)
		tb.must(game.Black, wire.ClientMessage{Type: "claim"})
	})
}

// TestNoClaimAfterAccepting: who has accepted the count and gone cannot be claimed
// from, be other stones marked then; who has gone without can.
func TestNoClaimAfterAccepting(t *testing.T) {
	claim := wire.ClientMessage{Type: "claim"}
	for _, accepts := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			tb := sit(t, testHub(t, scripted{}), timed("fischer=5m+3s"))
			tb.move(game.Black)
			for ply, side := range []game.Color{game.White, game.Black} {
				tb.must(side, wire.ClientMessage{Type: "play", Ply: ply + 1, Move: "pass"})
			}
			synctest.Wait()
			if accepts {
				tb.must(game.White, wire.ClientMessage{Type: "accept"})
			}
			do(t, tb.r, func() { tb.r.leave(tb.seats[game.White]) })
			tb.must(game.Black, wire.ClientMessage{Type: "toggle", Point: 0})
			time.Sleep(time.Hour)
			if code := tb.command(game.Black, claim); (code == "not-now") != accepts {
				t.Errorf("White has accepted: %v; Black's claim: %q", accepts, code)
			}
		})
	}
}

// TestLeaveOfRoom stops a correspondence game for a leave.
func TestLeaveOfRoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := sit(t, testHub(t, scripted{}), timed("correspondence=1d"))
		time.Sleep(12 * time.Hour)
		tb.must(game.Black, wire.ClientMessage{Type: "pause"})
		time.Sleep(10 * 24 * time.Hour)
		tb.must(game.Black, wire.ClientMessage{Type: "unpause"})
		time.Sleep(12 * time.Hour)
		if synctest.Wait(); result(tb) != "" {
			t.Fatal("flagged in time")
		}
		time.Sleep(time.Millisecond)
		if synctest.Wait(); result(tb) != "W+T" {
			t.Fatalf("result %q", result(tb))
		}
	})
}

// TestRecordOfClock writes the clock into the record as other programs do.
func TestRecordOfClock(t *testing.T) {
	for spec, want := range map[string]string{
		"absolute=20m": "TM[1200]", "fischer=5m+3s": "TM[300]OT[3 fischer]", "byoyomi=10m+5x30s": "TM[600]OT[5x30 byo-yomi]",
		"canadian=10m+25/5m": "TM[600]OT[25/300 canadian]", "move=30s": "TM[0]OT[30 per move]", "none": "",
	} {
		synctest.Test(t, func(t *testing.T) {
			tb := sit(t, testHub(t, scripted{}), timed(spec))
			text := look(tb, recordOf)
			if !strings.Contains(text, want) || want == "" && strings.Contains(text, "TM[") {
				t.Errorf("%s: %s, want %s", spec, text, want)
			}
		})
	}
}

// failing is a disk on which nothing can be kept.
type failing struct {
	store.Store
	fails atomic.Bool
}

func (f *failing) Append(ctx context.Context, g store.Game, entries ...store.Entry) error {
	if f.fails.Load() {
		return errors.New("no space left")
	}
	return f.Store.Append(ctx, g, entries...)
}

// TestFlagWithoutDisk lets a flag fall that cannot be written down: the room is
// given up, and the flag falls when the disk is back.
func TestFlagWithoutDisk(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		disk := &failing{Store: sqlitetest.New(t)}
		h, stop := boundaryHub(t, disk)
		defer stop()
		tb := sit(t, h, timed("absolute=10s"))
		disk.fails.Store(true)
		time.Sleep(time.Minute)
		synctest.Wait()
		select {
		case <-tb.r.gone:
		default:
			t.Fatal("the room goes on")
		}
		disk.fails.Store(false)
		tb = sitAt(t, h, tb.r.id)
		synctest.Wait()
		if result(tb) != "W+T" {
			t.Errorf("result %q", result(tb))
		}
	})
}
