package match

import (
	"testing"
	"time"

	"moyo/game"
	"moyo/game/clock"
)

// timely starts a match on grid:5 with a clock.
func timely(t *testing.T, spec string, black, white Seat) *Match {
	t.Helper()
	first := createdBy("grid:5", black, white)
	first.Setup.Clock = spec
	m, err := New(mustBoard(t, "grid:5"), mustRules(t, "komi=0.5"), first)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// after returns e with the elapsed time before it, in milliseconds.
func after(ms int64, e Event) Event {
	e.Elapsed = ms
	return e
}

func by(kind Kind, player game.Color) Event { return Event{Kind: kind, At: start, By: player} }

func TestClockOfSetup(t *testing.T) {
	first := createdBy("grid:5", ada, bo)
	first.Setup.Clock = "sand=5m"
	if _, err := New(mustBoard(t, "grid:5"), mustRules(t, ""), first); err == nil {
		t.Error("a game with a clock of sand")
	}
	m := begin(t, ada, bo)
	if _, ok := m.FlagIn(); ok || m.Running() != game.Empty {
		t.Error("a clock runs in a game without one")
	}
	refused(t, m, CodeBadEvent, after(1, move(game.Black, 3)))
	refused(t, m, CodeNotNow, by(Flagged, game.Black))
	refused(t, m, CodeBadEvent, by(Credited, game.Black))
	refused(t, m, CodeNotAllowed, Event{Kind: Gave, By: game.Black, Time: 1000})
}

// TestClockRuns plays a game with increments: time runs for the player to move as soon as both have
// joined.
func TestClockRuns(t *testing.T) {
	m := timely(t, "fischer=10s+3s", ada, off)
	if m.Running() != game.Empty {
		t.Error("a clock runs while a seat is open")
	}
	refused(t, m, CodeBadEvent, after(5, Event{Kind: Joined, By: game.White, Seat: &bo}))
	must(t, m, Event{Kind: Joined, At: start, By: game.White, Seat: &bo})
	must(t, m, after(2000, move(game.Black, 3)))
	must(t, m, after(1000, by(Asked, game.Black))) // while White thinks
	must(t, m, after(2500, move(game.White, 4)))
	for player, want := range map[game.Color]time.Duration{game.Black: 11 * time.Second, game.White: 9500 * time.Millisecond} {
		if got := m.Left(player).Main; got != want {
			t.Errorf("%s has %v left, want %v", player, got, want)
		}
	}
	if left, ok := m.FlagIn(); !ok || left != 11*time.Second || m.Running() != game.Black {
		t.Errorf("%s's flag falls in %v", m.Running(), left)
	}
	refused(t, m, CodeBadEvent, after(-1, move(game.Black, 5)))
	refused(t, m, CodeBadEvent, after(mostElapsed+1, by(Flagged, game.Black)))
}

// TestFlag goes to the end of the time and beyond: either a move or a fallen flag is valid, never
// both, and nothing else is accepted after the flag has fallen.
func TestFlag(t *testing.T) {
	m := timely(t, "absolute=10s", ada, bo)
	must(t, m, after(10_000, move(game.Black, 3))) // all of it is still in time
	refused(t, m, CodeNotNow, after(10_000, by(Flagged, game.White)))
	refused(t, m, CodeBadEvent, after(10_001, by(Flagged, game.Black)))
	for _, e := range []Event{move(game.White, 4), by(Resigned, game.White), by(Resigned, game.Black), by(Asked, game.Black)} {
		refused(t, m, CodeTimeUp, after(10_001, e))
	}
	if m.Left(game.White).Main != 10*time.Second {
		t.Errorf("what was refused took time: %+v", m.Left(game.White))
	}
	fx := must(t, m, after(10_001, by(Flagged, game.White)))
	if !fx.Phase || m.Result() != "B+T" || m.Outcome().How != "time" || m.Winner() != game.Black || m.Left(game.White) != (clock.State{}) {
		t.Errorf("result %s, %+v", m.Result(), m.Outcome())
	}
	refused(t, m, CodeGameOver, by(Flagged, game.White))
}

// TestClocksStand: the clocks stop while the players agree on dead stones.
func TestClocksStand(t *testing.T) {
	m := timely(t, "byoyomi=0s+2x10s", ada, bo)
	must(t, m, after(15_000, move(game.Black, 3)), after(1000, move(game.White, game.Pass)), after(1000, move(game.Black, game.Pass)))
	if _, ok := m.FlagIn(); ok {
		t.Error("a clock runs while dead stones are agreed on")
	}
	refused(t, m, CodeBadEvent, after(1, by(Scoring, game.Empty)))
	must(t, m, Event{Kind: Scoring, At: start}, by(Resumed, game.White))
	if left, ok := m.FlagIn(); !ok || left != 20*time.Second || m.Running() != game.White {
		t.Errorf("after resuming %s's flag falls in %v", m.Running(), left)
	}
	if m.Left(game.Black).Periods != 1 {
		t.Errorf("Black has %+v", m.Left(game.Black))
	}
}

// TestLeftWins: the remaining time in a log is used even if the program computes another one.
func TestLeftWins(t *testing.T) {
	m := timely(t, "fischer=10s+3s", ada, bo)
	e := after(1000, move(game.Black, 3))
	e.Left = &clock.State{Main: time.Minute}
	must(t, m, e)
	if m.Left(game.Black).Main != time.Minute {
		t.Errorf("%+v", m.Left(game.Black))
	}
	e = after(0, move(game.Black, 3))
	e.Left = &clock.State{Main: time.Minute}
	if untimed := begin(t, ada, bo); must(t, untimed, e).Set == nil || untimed.Left(game.Black) != (clock.State{}) {
		t.Error("a game without a clock has time left")
	}
}

// TestLefts: the match keeps the remaining time after every move that was not taken back.
func TestLefts(t *testing.T) {
	m := timely(t, "fischer=10s+3s", ada, bo)
	must(t, m, after(1000, move(game.Black, 3)), after(2000, move(game.White, 4)), after(500, move(game.Black, 5)))
	want := []time.Duration{12 * time.Second, 11 * time.Second, 14500 * time.Millisecond}
	check := func() {
		t.Helper()
		if len(m.Lefts()) != len(want) {
			t.Fatalf("%d times of %d moves", len(m.Lefts()), len(want))
		}
		for i, st := range m.Lefts() {
			if st.Main != want[i] {
				t.Errorf("%v left after move %d, want %v", st.Main, i+1, want[i])
			}
		}
	}
	check()
	must(t, m, by(Asked, game.White), by(Granted, game.Black))
	want = want[:1]
	check()
	must(t, m, after(1000, move(game.White, game.Pass)), after(1000, move(game.Black, game.Pass)),
		Event{Kind: Scoring, At: start}, by(Resumed, game.White))
	if n := len(m.Position().Turns()); len(m.Lefts()) != n {
		t.Errorf("after resuming %d times of %d turns", len(m.Lefts()), n)
	}
	if m := begin(t, ada, bo); must(t, m, move(game.Black, 3)).Set == nil || m.Lefts() != nil {
		t.Error("times without a clock")
	}
}

// TestOpeningsByPlayer: in an opening with swaps the clock belongs to the player, not to the
// stones.
func TestOpeningsByPlayer(t *testing.T) {
	first := createdBy("grid:9", ada, bo)
	first.Setup.Clock = "absolute=1m"
	m, err := New(mustBoard(t, "grid:9"), mustGomoku(t, "opening=swap"), first)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"A1", "A2", "B1"} {
		must(t, m, after(1000, named(t, m, game.Black, name)))
	}
	must(t, m, after(5000, named(t, m, game.White, "black")))
	if m.Running() != game.Black || m.Left(game.Black).Main != 57*time.Second || m.Left(game.White).Main != 55*time.Second {
		t.Errorf("the time of %s: %+v %+v", m.Running(), m.Left(game.Black), m.Left(game.White))
	}
	must(t, m, after(57_001, by(Flagged, game.Black)))
	if m.Result() != "B+T" || m.Winner() != game.White { // Bo took the black stones
		t.Errorf("%s, won by %s", m.Result(), m.Winner())
	}
}

func TestCredited(t *testing.T) {
	m := timely(t, "absolute=10s", ada, bo)
	credit := Event{Kind: Credited, At: start, By: game.Black, Elapsed: 4000, Time: 60_000}
	refused(t, m, CodeBadEvent, Event{Kind: Credited, By: game.White, Time: 1})
	refused(t, m, CodeBadEvent, Event{Kind: Credited, By: game.Black})
	must(t, m, credit)
	if left, _ := m.FlagIn(); left != 6*time.Second {
		t.Errorf("%v left, want 6 s: the minute does not count, what was before it does", left)
	}
}

func TestGiving(t *testing.T) {
	m := timely(t, "absolute=10s", ada, bo)
	give := func(player game.Color, ms int64) Event {
		return Event{Kind: Gave, At: start, By: player, Elapsed: 1000, Time: ms}
	}
	for _, ms := range []int64{0, -1, mostElapsed + 1} {
		refused(t, m, CodeBadEvent, give(game.White, ms))
	}
	refused(t, m, CodeNotNow, give(game.White, 24*3600*1000))
	must(t, m, give(game.White, 15_000), give(game.Black, 15_000))
	if m.Left(game.Black).Main != 23*time.Second || m.Left(game.White).Main != 25*time.Second {
		t.Errorf("%+v %+v", m.Left(game.Black), m.Left(game.White))
	}
	refused(t, timely(t, "absolute=10s", ada, bot), CodeNotAllowed, give(game.Black, 1000))
	refused(t, timely(t, "absolute=10s", ada, off), CodeNotNow, Event{Kind: Gave, By: game.Black, Time: 1000})
}

// TestLeave stops the clocks of a correspondence game until the leave ends.
func TestLeave(t *testing.T) {
	const day = 24 * 3600 * 1000
	m := timely(t, "correspondence=3d", ada, bo)
	refused(t, m, CodeNotNow, by(Unpaused, game.White))
	must(t, m, after(day, by(Paused, game.White)))
	refused(t, m, CodeNotNow, by(Paused, game.White))
	refused(t, m, CodeNotNow, by(Unpaused, game.Black))
	if left, _ := m.FlagIn(); left != clock.Leave+2*day*time.Millisecond || !m.Paused(game.White) {
		t.Errorf("the flag falls in %v", left)
	}
	must(t, m, after(10*day, move(game.Black, 3))) // moves are possible during a leave
	if m.Left(game.White).Leave != clock.Leave-10*day*time.Millisecond || m.Left(game.Black).Leave != clock.Leave || !m.Paused(game.White) {
		t.Errorf("%+v %+v", m.Left(game.Black), m.Left(game.White))
	}
	must(t, m, after(5*day, by(Paused, game.Black)), after(6*day, move(game.White, 4)))
	if m.Paused(game.White) || !m.Paused(game.Black) {
		t.Error("the player that moves is back, and the other is not")
	}
	must(t, m, after(26*day, by(Unpaused, game.Black))) // 24 of leave, and two that count
	if left, _ := m.FlagIn(); left != day*time.Millisecond || m.Left(game.Black).Leave != 0 {
		t.Errorf("the flag falls in %v, %+v", left, m.Left(game.Black))
	}
	refused(t, m, CodeNotNow, by(Paused, game.Black))
	must(t, m, after(day+1, by(Flagged, game.Black)))

	refused(t, timely(t, "absolute=10s", ada, bo), CodeNotAllowed, by(Paused, game.Black))
	refused(t, timely(t, "correspondence=3d", ada, off), CodeNotNow, by(Paused, game.Black))
}

// TestAsking takes back between people: the other player agrees, declines, or plays on. Used time
// stays used.
func TestAsking(t *testing.T) {
	m := timely(t, "fischer=10s+3s", ada, bo)
	refused(t, m, CodeNotNow, by(Asked, game.Black)) // nothing to take back
	must(t, m, after(1000, move(game.Black, 3)), after(1000, move(game.White, 4)))
	refused(t, m, CodeNotAllowed, by(Undone, game.White))
	refused(t, m, CodeNotNow, by(Granted, game.Black))
	refused(t, m, CodeNotNow, by(Denied, game.Black))
	must(t, m, by(Asked, game.White))
	if m.Asked() != game.White || m.AskedBack() != 1 {
		t.Errorf("asked by %s, for %d moves", m.Asked(), m.AskedBack())
	}
	refused(t, m, CodeNotNow, by(Asked, game.White))
	refused(t, m, CodeNotNow, by(Asked, game.Black))
	refused(t, m, CodeNotNow, by(Granted, game.White))
	must(t, m, by(Denied, game.Black))
	if m.AskedBack() != 0 {
		t.Errorf("%d moves are requested after a refusal", m.AskedBack())
	}
	refused(t, m, CodeNotNow, by(Asked, game.White)) // no repeated requests
	must(t, m, by(Asked, game.Black), by(Denied, game.Black), after(1000, move(game.Black, 5)))
	must(t, m, after(500, by(Asked, game.Black)), after(500, by(Granted, game.White)))
	if m.Ply() != 2 || m.Running() != game.Black || m.Asked() != game.Empty ||
		m.Left(game.Black).Main != 11*time.Second || m.Left(game.White).Main != 11*time.Second {
		t.Errorf("taken back to ply %d, the time of %s: %+v %+v", m.Ply(), m.Running(), m.Left(game.Black), m.Left(game.White))
	}
	refused(t, m, CodeNotNow, by(Asked, game.Black))                            // not one after the other, either
	must(t, m, move(game.Black, 6), by(Asked, game.Black), move(game.White, 7)) // a move declines
	if m.Asked() != game.Empty {
		t.Error("a request is still open after the answer")
	}
	refused(t, m, CodeNotNow, by(Asked, game.Black)) // that was the answer
	must(t, m, move(game.Black, 8), move(game.White, 9), by(Asked, game.Black), by(Granted, game.White))
	if m.Ply() != 4 {
		t.Errorf("taken back to ply %d, want Black's last move and the answer gone", m.Ply())
	}
	must(t, m, move(game.Black, game.Pass), move(game.White, game.Pass), by(Asked, game.White), by(Granted, game.Black))
	if m.Phase() != Playing || m.Running() != game.White {
		t.Errorf("taken back out of the count: phase %s, the time of %s", m.Phase(), m.Running())
	}
	refused(t, timely(t, "absolute=10s", ada, bot), CodeNotAllowed, by(Asked, game.Black))
	refused(t, timely(t, "absolute=10s", ada, off), CodeNotNow, by(Asked, game.Black))
}

// TestRatedStands: in a rated game the computer does not allow taking back.
func TestRatedStands(t *testing.T) {
	first := createdBy("grid:5", ada, bot)
	first.Setup.Rated = true
	m, err := New(mustBoard(t, "grid:5"), mustRules(t, ""), first)
	if err != nil {
		t.Fatal(err)
	}
	must(t, m, move(game.Black, 3))
	refused(t, m, CodeNotAllowed, by(Undone, game.Black))
}

func TestCallingOff(t *testing.T) {
	m := begin(t, ada, bo)
	must(t, m, move(game.Black, 3), by(Cancelled, game.White))
	if m.Result() != "Void" || m.Phase() != Finished {
		t.Errorf("phase %s, result %s", m.Phase(), m.Result())
	}
	m = begin(t, ada, bo)
	must(t, m, move(game.Black, 3), move(game.White, 4))
	refused(t, m, CodeNotNow, by(Cancelled, game.Black))
	must(t, m, by(Asked, game.White), by(Granted, game.Black), by(Asked, game.Black), by(Granted, game.White))
	if m.Ply() != 0 || !m.Begun() {
		t.Fatalf("ply %d", m.Ply())
	}
	refused(t, m, CodeNotNow, by(Cancelled, game.Black)) // both have moved

	m = begin(t, ada, off)
	refused(t, m, CodeBadEvent, by(Cancelled, game.White))
	must(t, m, by(Cancelled, game.Black))
}

func TestClaiming(t *testing.T) {
	for _, c := range []struct {
		draw   bool
		result string
		winner game.Color
	}{{false, "W+F", game.White}, {true, "0", game.Empty}} {
		m := begin(t, ada, bo)
		must(t, m, Event{Kind: Claimed, At: start, By: game.White, Draw: c.draw})
		if m.Result() != c.result || m.Winner() != c.winner || m.Outcome().How != "left" || m.Phase() != Finished {
			t.Errorf("claimed: %s, %+v", m.Result(), m.Outcome())
		}
	}
	refused(t, begin(t, ada, bot), CodeNotAllowed, by(Claimed, game.Black))
	refused(t, begin(t, ada, off), CodeNotNow, by(Claimed, game.Black))
}

// TestExtra gives one player more time at the start, if the clock has main time.
func TestExtra(t *testing.T) {
	more := func(s Seat, d time.Duration) Seat {
		s.Extra = d.Milliseconds()
		return s
	}
	for _, spec := range []string{"absolute=1m", "fischer=1m+3s", "byoyomi=1m+5x10s", "canadian=1m+25/5m"} {
		m := timely(t, spec, ada, more(bo, 5*time.Minute))
		if black, white := m.Left(game.Black).Main, m.Left(game.White).Main; black != time.Minute || white != 6*time.Minute {
			t.Errorf("%s: %v and %v", spec, black, white)
		}
	}
	for spec, d := range map[string]time.Duration{
		"": time.Minute, "move=10s": time.Minute, "correspondence=3d": time.Minute,
		"absolute=1m": -time.Second, "absolute=2m": MaxExtra + time.Second,
	} {
		first := createdBy("grid:5", more(ada, d), bo)
		first.Setup.Clock = spec
		if _, err := New(mustBoard(t, "grid:5"), mustRules(t, "komi=0.5"), first); err == nil {
			t.Errorf("%q: %v more", spec, d)
		}
	}
}
