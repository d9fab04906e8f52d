package match

import (
	"testing"
	"time"

	"moyo/game"
)

const oneDay = 24 * time.Hour

// vacation returns the event that starts a player's vacation of that many days.
func vacation(player game.Color, days int) Event {
	return Event{Kind: Vacation, At: start, By: player, Time: int64(days) * oneDay.Milliseconds()}
}

// TestVacation: the clocks stop while either player is on vacation, in both players' turns, without
// using up leave. A move does not end it; its time does.
func TestVacation(t *testing.T) {
	days := func(n float64) int64 { return int64(n * float64(oneDay.Milliseconds())) }
	m := timely(t, "correspondence=3d", ada, bo)
	flagIn := func(want float64) {
		t.Helper()
		if in, ok := m.FlagIn(); !ok || in.Milliseconds() != days(want) {
			t.Errorf("the flag falls in %v, want %v days", in, want)
		}
	}
	must(t, m, after(days(1), vacation(game.White, 5)))
	flagIn(7) // Black's two days, after White's five
	must(t, m, after(days(2), move(game.Black, 3)))
	flagIn(6) // White's own three days
	if m.Vacation(game.White) != 3*oneDay {
		t.Errorf("%v of the vacation are left", m.Vacation(game.White))
	}
	must(t, m, after(days(0.5), move(game.White, 4)))
	flagIn(5.5) // a move does not end the vacation
	refused(t, m, CodeNotNow, after(days(1), by(Paused, game.White)))
	must(t, m, after(days(3.5), move(game.Black, 5))) // two and a half days of it were Black's
	flagIn(3)
	if m.Vacation(game.White) != 0 || m.Left(game.White).Leave != 30*oneDay {
		t.Errorf("left are %v of the vacation and %v of the leave", m.Vacation(game.White), m.Left(game.White).Leave)
	}
	must(t, m, after(days(1), vacation(game.White, 4)))
	must(t, m, after(days(1), vacation(game.White, 0)))
	flagIn(2)
	refused(t, m, CodeNotNow, vacation(game.White, 0))
	refused(t, m, CodeTimeUp, after(days(2)+1, vacation(game.White, 30))) // too late
	flagIn(2)
	if m.Vacation(game.White) != 0 {
		t.Error("a refused vacation is active")
	}
	must(t, m, after(days(2), vacation(game.White, 1)))
	must(t, m, after(days(1)+1, by(Flagged, game.White)))
}

// TestNoVacation: games without vacations refuse them.
func TestNoVacation(t *testing.T) {
	for name, m := range map[string]*Match{
		"live": timely(t, "fischer=10s+3s", ada, bo), "without a clock": begin(t, ada, bo),
		"of a player that waits for a second one": timely(t, "correspondence=3d", ada, off),
	} {
		t.Run(name, func(t *testing.T) { refused(t, m, CodeNotAllowed, vacation(game.Black, 1)) })
	}
	first := createdBy("grid:5", ada, bo)
	first.Setup.Clock, first.Setup.NoVacation = "correspondence=3d", true
	m, err := New(mustBoard(t, "grid:5"), mustRules(t, ""), first)
	if err != nil {
		t.Fatal(err)
	}
	refused(t, m, CodeNotAllowed, vacation(game.Black, 1))
	m = timely(t, "correspondence=3d", ada, bo)
	refused(t, m, CodeBadEvent, Event{Kind: Vacation, By: game.Black, Time: -1})
	refused(t, m, CodeBadEvent, Event{Kind: Vacation, By: game.Black, Time: mostElapsed + 1})
}

// TestVacationWhileCounting: no vacation is active while the players agree on dead stones.
func TestVacationWhileCounting(t *testing.T) {
	m := timely(t, "correspondence=3d", ada, bo)
	must(t, m, vacation(game.Black, 9))
	must(t, m, move(game.Black, game.Pass))
	must(t, m, move(game.White, game.Pass))
	refused(t, m, CodeNotAllowed, vacation(game.Black, 9))
	must(t, m, Event{Kind: Scoring, At: start})
	must(t, m, by(Resumed, game.White))
	if m.Vacation(game.Black) != 0 {
		t.Error("a vacation continues after the clocks stopped, although it was not announced again")
	}
}

// TestPlanned: a planned answer does not end a leave; a move by hand does.
func TestPlanned(t *testing.T) {
	m := timely(t, "correspondence=3d", ada, bo)
	must(t, m, by(Paused, game.Black))
	planned := move(game.Black, 3)
	planned.Planned = true
	must(t, m, planned)
	if !m.Paused(game.Black) {
		t.Error("a planned answer ended the leave")
	}
	must(t, m, move(game.White, 4))
	must(t, m, move(game.Black, 5))
	if m.Paused(game.Black) {
		t.Error("a move did not end the leave")
	}
}

// TestVacationEndsLeave: a vacation uses up no leave of the game.
func TestVacationEndsLeave(t *testing.T) {
	m := timely(t, "correspondence=3d", ada, bo)
	must(t, m, by(Paused, game.Black))
	must(t, m, after(oneDay.Milliseconds(), vacation(game.Black, 2)))
	must(t, m, after(oneDay.Milliseconds(), move(game.Black, 3)))
	if left := m.Left(game.Black).Leave; m.Paused(game.Black) || left != 29*oneDay {
		t.Errorf("on leave: %v, of which %v are left", m.Paused(game.Black), left)
	}
}
