package room

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"moyo/game"
	"moyo/game/match"
	"moyo/server/base/convert"
	"moyo/server/base/identity"
	"moyo/server/base/socket"
	"moyo/server/base/wire"
	"moyo/server/play/correspondence"
	"moyo/server/store"
)

// plans sends what a player plans for the game as it is, and returns the answer's code.
func (tb *table) plans(side game.Color, lines ...string) string {
	tb.t.Helper()
	msg := wire.ClientMessage{Type: "plan", Ply: look(tb, (*match.Match).Ply)}
	for _, line := range lines {
		msg.Lines = append(msg.Lines, strings.Fields(line))
	}
	return tb.command(side, msg)
}

// play has a player play a move.
func (tb *table) play(side game.Color, move string) {
	tb.t.Helper()
	tb.must(side, wire.ClientMessage{Type: "play", Ply: look(tb, (*match.Match).Ply), Move: move})
}

// has compares the moves of the game.
func (tb *table) has(want string) {
	tb.t.Helper()
	if got := look(tb, func(m *match.Match) string { return strings.Join(convert.Moves(m.Position()), " ") }); got != want {
		tb.t.Errorf("the moves are %q, want %q", got, want)
	}
}

// told returns what a player heard of their plan last, "-" where nothing.
func (tb *table) told(side game.Color) string {
	tb.t.Helper()
	last := "-"
	for _, m := range received(tb.t, tb.seats[side]) {
		if m.Plan != nil {
			var lines []string
			for _, line := range m.Plan.Lines {
				lines = append(lines, strings.Join(line, " "))
			}
			last = strings.Join(lines, ", ")
			if m.Plan.Dropped != "" {
				last = "dropped " + m.Plan.Dropped
			}
		}
	}
	return last
}

// kept returns how many plans the store has of the game.
func (tb *table) kept() int {
	tb.t.Helper()
	plans, err := tb.r.h.correspondence().Plans(tb.t.Context(), tb.r.id)
	if err != nil {
		tb.t.Fatal(err)
	}
	return len(plans)
}

// TestPlan: what was planned is played at once as far as the other player goes along, and
// forgotten when they do not.
func TestPlan(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := sit(t, testHub(t, scripted{}), timed("correspondence=3d"))
		tb.play(game.Black, "C3")
		if got := tb.told(game.White); got != "" {
			t.Errorf("who comes first hears of %q", got)
		}
		if code := tb.plans(game.Black, "B2 D4 B3 D3", "B2 D4 E5 A1", "A1 A2"); code != "" {
			t.Fatal(code)
		}
		if tb.told(game.White) != "-" {
			t.Error("the other player hears of a plan")
		}
		time.Sleep(time.Hour)
		tb.play(game.White, "B2")
		tb.has("C3 B2 D4")
		if got := tb.told(game.Black); got != "B3 D3, E5 A1" {
			t.Errorf("left are %q", got)
		}
		if left := main(tb, game.Black); left != 72*time.Hour {
			t.Errorf("the answer has taken time: %v are left", left)
		}
		if tb.told(game.White) != "-" || tb.kept() != 1 {
			t.Error("told somebody else, or kept no more")
		}
		tb.play(game.White, "E5")
		tb.has("C3 B2 D4 E5 A1")
		if got := tb.told(game.Black); got != "" || tb.kept() != 0 {
			t.Errorf("at the end of a line %q are left, and %d plans kept", got, tb.kept())
		}
		if code := tb.plans(game.Black, "B1 A2"); code != "" {
			t.Fatal(code)
		}
		tb.play(game.White, "D1")
		tb.has("C3 B2 D4 E5 A1 D1")
		if got := tb.told(game.Black); got != "" || tb.kept() != 0 {
			t.Errorf("after another move %q are left, and %d plans kept", got, tb.kept())
		}
	})
}

// TestPlansOfBoth: plans answer each other as far as they go.
func TestPlansOfBoth(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := sit(t, testHub(t, scripted{}), timed("correspondence=3d"))
		if code := tb.plans(game.White, "C3 B2 D4 B3 D3 A1"); code != "" {
			t.Fatal(code)
		}
		tb.play(game.Black, "C3") // White answers
		tb.has("C3 B2")
		tb.play(game.Black, "D4")
		tb.has("C3 B2 D4 B3")
		tb.play(game.Black, "E1")
		if code := tb.plans(game.Black, "A5 D3 A1 D2"); code != "" {
			t.Fatal(code)
		}
		tb.play(game.White, "A5")
		tb.has("C3 B2 D4 B3 E1 A5 D3")
		if code := tb.plans(game.Black, "A1 D2"); code != "" {
			t.Fatal(code)
		}
		tb.play(game.White, "A1")
		tb.has("C3 B2 D4 B3 E1 A5 D3 A1 D2")
	})
}

// TestPlanTakenBack: what was planned before moves were taken back is not played any more.
func TestPlanTakenBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := sit(t, testHub(t, scripted{}), timed("correspondence=3d"))
		tb.play(game.Black, "C3")
		if code := tb.plans(game.Black, "B2 D4 B3 D3"); code != "" {
			t.Fatal(code)
		}
		tb.play(game.White, "B2")
		tb.must(game.Black, wire.ClientMessage{Type: "undo"})
		tb.must(game.White, wire.ClientMessage{Type: "grant"})
		tb.has("C3 B2")
		if got := tb.told(game.Black); got != "" || tb.kept() != 0 {
			t.Errorf("left are %q, and %d plans", got, tb.kept())
		}
		tb.play(game.Black, "A1")
		tb.play(game.White, "B3")
		tb.has("C3 B2 A1 B3")
	})
}

// TestPlanWaits: while the other player offers a draw the answer is not given for the one who
// has planned it; once they have declined, it is.
func TestPlanWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		setup := timed("correspondence=3d")
		setup.Board, setup.Rules = "grid:15", "gomoku"
		tb := sit(t, testHub(t, scripted{}), setup)
		tb.play(game.Black, "H8")
		if code := tb.plans(game.Black, "G7 H9"); code != "" {
			t.Fatal(code)
		}
		tb.must(game.White, wire.ClientMessage{Type: "draw"})
		tb.play(game.White, "G7")
		tb.has("H8 G7")
		tb.must(game.Black, wire.ClientMessage{Type: "decline"})
		tb.has("H8 G7 H9")
	})
}

// TestPlanAtTheEnd: a game that is over keeps no plan.
func TestPlanAtTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := sit(t, testHub(t, scripted{}), timed("correspondence=3d"))
		tb.play(game.Black, "C3")
		if code := tb.plans(game.Black, "B2 D4"); code != "" {
			t.Fatal(code)
		}
		tb.must(game.White, wire.ClientMessage{Type: "resign"})
		if tb.kept() != 0 {
			t.Error("a plan is kept")
		}
		if code := tb.plans(game.Black, "B2 D4"); code != "not-now" {
			t.Errorf("a plan after the end: %q", code)
		}
	})
}

// TestRefusedPlans: what is no plan, or none that there is room for, is refused, and the one
// before it stays.
func TestRefusedPlans(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := sit(t, testHub(t, scripted{}), timed("correspondence=3d"))
		if code := tb.plans(game.Black, "B2 D4"); code != "not-now" {
			t.Errorf("in one's own turn: %q", code)
		}
		tb.play(game.Black, "C3")
		if code := tb.plans(game.Black, "B2 D4"); code != "" {
			t.Fatal(code)
		}
		var deep, wide, many []string
		for i := range maxPlanDepth + 2 {
			deep = append(deep, fmt.Sprintf("%c%d", 'A'+i%2, 1+i/2%5))
		}
		for i := range maxPlanLines + 1 {
			wide = append(wide, fmt.Sprintf("A%d B%d", 1+i%5, 1+i/5%5))
		}
		for _, first := range []string{"A1", "A2", "A3", "A4", "A5"} { // lines that have only their first moves in common
			for _, third := range []string{"D1", "D2", "D3", "D4", "D5", "E1", "E2", "E3", "E4", "E5"} {
				many = append(many, strings.Join([]string{first, "B1", third, "B2", "B3", "B4"}, " "))
			}
		}
		for name, c := range map[string]struct {
			lines []string
			want  string
		}{
			"no answer": {[]string{"B2"}, "bad-request"}, "no move": {[]string{"B2 D4", ""}, "bad-request"},
			"no answer at the end": {[]string{"B2 D4 A1"}, "bad-request"},
			"two answers":          {[]string{"B2 D4", "B2 D3"}, "bad-request"},
			"two answers later":    {[]string{"B2 D4 A1 A2", "B2 D4 A1 A3"}, "bad-request"},
			"no point":             {[]string{"Z9 D4"}, "off-board"}, "taken by the game": {[]string{"C3 D4"}, "occupied"},
			"taken by the line": {[]string{"B2 B2"}, "occupied"},
			"no such name":      {[]string{strings.Repeat("x", convert.MaxMove+1) + " D4"}, "bad-request"},
			"small letters":     {[]string{"b2 d4"}, "bad-request"},
			"after the end":     {[]string{"pass pass A1 A2"}, "bad-request"},
			"too deep":          {[]string{strings.Join(deep, " ")}, "bad-request"},
			"too many lines":    {wide, "bad-request"}, "too many moves": {many, "bad-request"},
		} {
			if code := tb.plans(game.Black, c.lines...); code != c.want {
				t.Errorf("%s: %q, want %q", name, code, c.want)
			}
		}
		if code := tb.command(game.Black, wire.ClientMessage{Type: "plan", Ply: 0, Lines: [][]string{{"B2", "D4"}}}); code != "out-of-step" {
			t.Errorf("for another move: %q", code)
		}
		if code := tb.command(game.Black, wire.ClientMessage{Type: "plan", Ply: 0}); code != "" {
			t.Errorf("none at all: %q", code)
		}
		tb.play(game.White, "B2")
		tb.has("C3 B2")

		for name, setup := range map[string]match.Setup{"live": timed("absolute=10m"), "no clock": solo("grid:5")} {
			if code := sit(t, tb.r.h, setup).plans(game.White, "B2 D4"); code != "not-allowed" {
				t.Errorf("%s: %q", name, code)
			}
		}
	})
}

// TestFullPlan: there is room for as much as is said.
func TestFullPlan(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		setup := timed("correspondence=3d")
		setup.Board = "grid:19"
		tb := sit(t, testHub(t, scripted{}), setup)
		var lines []string
		for i := range maxPlanLines {
			lines = append(lines, fmt.Sprintf("%c%d K10 L10 M10", 'A'+i/19, 1+i%19))
		}
		if code := tb.plans(game.White, lines...); code != "" {
			t.Errorf("%d lines of 4 moves: %s", len(lines), code)
		}
		lines[0] += " N10 O10"
		if code := tb.plans(game.White, lines...); code != "bad-request" {
			t.Errorf("with two moves more: %q", code)
		}
	})
}

// TestPlansAreSecret: only its player hears of a plan, no matter who else has the game open and
// when they come.
func TestPlansAreSecret(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := sit(t, testHub(t, scripted{}), timed("correspondence=3d"))
		conns := map[string]*socket.Conn{}
		come := func(name, player string) {
			conns[name] = socket.NewConn(identity.Who{Player: player}, func(error) {})
			do(t, tb.r, func() { tb.r.handle(conns[name], wire.ClientMessage{Type: "hello"}) })
		}
		come("watches before", "eve")
		tb.play(game.Black, "C3")
		if code := tb.plans(game.Black, "B2 D4 B3 D3"); code != "" {
			t.Fatal(code)
		}
		come("watches", "eve")
		come("opponent", "you")
		come("player", "me")
		do(t, tb.r, func() {
			tb.r.handle(conns["watches"], wire.ClientMessage{Type: "plan", ID: "x", Ply: 1, Lines: [][]string{{"B2", "D4"}}})
		})
		tb.play(game.White, "B2")
		for name, c := range conns {
			heard := 0
			for _, m := range received(t, c) {
				if m.Plan != nil && len(m.Plan.Lines) > 0 {
					heard++
				}
				if m.Ack != nil && name == "watches" {
					t.Error("who watches has planned something")
				}
			}
			if heard > 0 != (name == "player") {
				t.Errorf("%s hears of the plan %d times", name, heard)
			}
		}
		tb.has("C3 B2 D4")
	})
}

// TestPlanIsKept: another server goes on with what was planned, and after a crash between a
// move and the answer to it plays that answer, once, with no one there.
func TestPlanIsKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := testHub(t, scripted{})
		tb := sit(t, h, timed("correspondence=3d"))
		tb.play(game.Black, "C3")
		if code := tb.plans(game.Black, "B2 D4 B3 D3"); code != "" {
			t.Fatal(code)
		}
		end(t, tb)
		again := testHub(t, scripted{})
		again.Store = h.Store
		g, err := h.Store.Game(t.Context(), tb.r.id)
		if err != nil {
			t.Fatal(err)
		}
		m, err := again.Match(t.Context(), g.ID)
		if err != nil {
			t.Fatal(err)
		}
		move, err := game.ParseMove(m.Position(), "B2")
		if err != nil {
			t.Fatal(err)
		}
		e := match.Event{Kind: match.Moved, At: time.Now(), By: game.White, Move: move} // as a server that was killed left it
		if _, err := m.Apply(e); err != nil {
			t.Fatal(err)
		}
		if err := h.Store.Append(t.Context(), convert.Header(g.ID, m), store.Entry{Command: "you/x", Event: e}); err != nil {
			t.Fatal(err)
		}
		k := keeper{h: again, bad: map[string]time.Time{}, planned: map[string]time.Time{}, plansAt: time.Now().Add(time.Hour)}
		if err := k.look(t.Context()); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if again.isOpen(g.ID) {
			t.Error("plans are looked at more often than they have to be")
		}
		k.plansAt = time.Now()
		for range 3 {
			if err := k.look(t.Context()); err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
			time.Sleep(2 * time.Minute)
		}
		tb = sitAt(t, again, g.ID)
		tb.has("C3 B2 D4")
		if got := tb.told(game.Black); got != "B3 D3" {
			t.Errorf("left are %q", got)
		}
		tb.play(game.White, "B3")
		tb.has("C3 B2 D4 B3 D3")
	})
}

// end ends the room of a table.
func end(t *testing.T, tb *table) {
	t.Helper()
	tb.release()
	tb.r.do(func() { tb.r.failed = true })
	<-tb.r.gone
	synctest.Wait()
}

// TestImpossiblePlan: an answer that is not allowed, which an older server may have taken,
// drops the lines and tells their player, who hears that it is their turn.
func TestImpossiblePlan(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := testHub(t, scripted{})
		var mu sync.Mutex
		var turns []string
		h.Recorded = func(c Change) {
			mu.Lock()
			defer mu.Unlock()
			if c.Turn {
				turns = append(turns, c.Game.Awaited())
			}
		}
		tb := sit(t, h, timed("correspondence=3d"))
		tb.play(game.Black, "C3")
		end(t, tb)
		plan := correspondence.Plan{
			Game: tb.r.id, Player: "me", Version: 2, Body: []byte(`{"ply":1,"lines":[["B2","C3"],["B2","C3","A1","A2"]]}`),
		}
		if err := h.correspondence().SavePlan(t.Context(), plan); err != nil {
			t.Fatal(err)
		}
		tb = sitAt(t, h, tb.r.id)
		tb.play(game.White, "B2")
		tb.has("C3 B2")
		if got := tb.told(game.Black); got != "dropped C3" {
			t.Errorf("told %q", got)
		}
		mu.Lock()
		if got := strings.Join(turns, " "); got != "me you me" {
			t.Errorf("turns were told to %q", got)
		}
		mu.Unlock()
		end(t, tb)
		tb = sitAt(t, h, tb.r.id)
		if got := tb.told(game.Black); got != "dropped C3" {
			t.Errorf("after a restart told %q", got)
		}
		tb.play(game.Black, "A1")
		if tb.kept() != 0 {
			t.Error("a dropped plan is kept after its player has moved")
		}
	})
}

// TestPlanTells: a player who has planned the answer is not told that it is their turn; the
// other player is.
func TestPlanTells(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := testHub(t, scripted{})
		var mu sync.Mutex
		var turns []string
		tb := sit(t, h, timed("correspondence=3d"))
		tb.play(game.Black, "C3")
		if code := tb.plans(game.Black, "B2 D4"); code != "" {
			t.Fatal(code)
		}
		h.Recorded = func(c Change) {
			mu.Lock()
			defer mu.Unlock()
			if c.Turn {
				turns = append(turns, c.Game.Awaited())
			}
		}
		tb.play(game.White, "B2")
		mu.Lock()
		defer mu.Unlock()
		if !slices.Equal(turns, []string{"you"}) {
			t.Errorf("turns were told to %v", turns)
		}
	})
}

// TestPlanInTime: after the time is up nothing is played for anybody.
func TestPlanInTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := sit(t, testHub(t, scripted{}), timed("correspondence=3d"))
		tb.play(game.Black, "C3")
		if code := tb.plans(game.Black, "B2 D4"); code != "" {
			t.Fatal(code)
		}
		time.Sleep(72*time.Hour + time.Second)
		if synctest.Wait(); result(tb) != "B+T" {
			t.Errorf("result %q", result(tb))
		}
		tb.has("C3")
	})
}

// TestVacations: the clocks stand from when a game hears of a vacation, also one that begins
// or is joined meanwhile, and run again after an early end.
func TestVacations(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const day = 24 * time.Hour
		h := testHub(t, scripted{})
		tb, live := sit(t, h, timed("correspondence=3d")), sit(t, h, timed("absolute=10m"))
		tb.play(game.Black, "C3")
		time.Sleep(2 * day)
		now := time.Now()
		if err := beginVacation(h, "you", now, 10); err != nil {
			t.Fatal(err)
		}
		for range 2 { // once more says nothing new
			if err := h.Vacation(t.Context(), "you"); err != nil {
				t.Fatal(err)
			}
		}
		if got := fmt.Sprint(tb.kinds(), live.kinds()); !strings.HasPrefix(got, "[created moved vacation] [created flagged") {
			t.Errorf("the logs have %s", got)
		}
		deadline := func(id string) time.Duration {
			t.Helper()
			g, err := h.Store.Game(t.Context(), id)
			if err != nil {
				t.Fatal(err)
			}
			return g.Deadline.Sub(now).Round(time.Minute)
		}
		if in := deadline(tb.r.id); in != 11*day {
			t.Errorf("the flag falls in %v", in)
		}
		fresh, err := h.Create(t.Context(), timed("correspondence=2d"))
		if err != nil || fresh.Version != 2 {
			t.Fatalf("a game that begins meanwhile: %+v %v", fresh, err)
		}
		if in := deadline(fresh.ID); in != 12*day {
			t.Errorf("its flag falls in %v", in)
		}
		none := timed("correspondence=2d")
		none.NoVacation = true
		if g, err := h.Create(t.Context(), none); err != nil || g.Version != 1 {
			t.Errorf("one without vacations: %+v %v", g, err)
		}
		waiting := timed("correspondence=2d")
		waiting.White = match.Seat{Kind: match.Open}
		joined := sit(t, h, waiting)
		joined.must(game.White, wire.ClientMessage{Type: "join"})
		if got := fmt.Sprint(joined.kinds()); got != "[created joined vacation]" {
			t.Errorf("after joining the log has %s", got)
		}
		time.Sleep(5 * day)
		if err := h.correspondence().EndVacation(t.Context(), "you", time.Now(), 5); err != nil {
			t.Fatal(err)
		}
		if err := h.Vacation(t.Context(), "you"); err != nil {
			t.Fatal(err)
		}
		if in := deadline(tb.r.id); in != 6*day {
			t.Errorf("after an early end the flag falls in %v", in)
		}
		time.Sleep(day + time.Minute)
		if synctest.Wait(); result(tb) != "B+T" {
			t.Errorf("result %q", result(tb))
		}
	})
}

// beginVacation lets a player begin a vacation of some days.
func beginVacation(h *Hub, player string, now time.Time, days int) error {
	v := correspondence.KeptVacation{Player: player, Began: now, Until: now.Add(time.Duration(days) * 24 * time.Hour), Days: days}
	return h.correspondence().BeginVacation(context.Background(), v, 30)
}

// TestVacationOfManyGames: all games that go on know of a player's vacation, private ones as well.
func TestVacationOfManyGames(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := testHub(t, scripted{})
		var ids []string
		for i := range 2*vacationPage + 5 {
			setup := timed("correspondence=3d")
			setup.Private = i%2 > 0
			g, err := h.Create(t.Context(), setup)
			if err != nil {
				t.Fatal(err)
			}
			ids = append(ids, g.ID)
			time.Sleep(time.Second)
		}
		now := time.Now()
		player := timed("").Black.Player
		err := beginVacation(h, player, now, 2)
		if err != nil {
			t.Fatal(err)
		}
		if err := h.Vacation(t.Context(), player); err != nil {
			t.Fatal(err)
		}
		for i, id := range ids {
			if g, err := h.Store.Game(t.Context(), id); err != nil || g.Version != 2 {
				t.Errorf("game %d knows of no vacation: version %d, %v", i, g.Version, err)
			}
		}
	})
}

// TestVacationTooLate: once the time is up no vacation saves the game.
func TestVacationTooLate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := testHub(t, scripted{})
		tb := sit(t, h, timed("correspondence=1d"))
		end(t, tb)
		time.Sleep(24*time.Hour + time.Second)
		now := time.Now()
		err := beginVacation(h, "me", now, 1)
		if err != nil {
			t.Fatal(err)
		}
		if err := h.Vacation(context.Background(), "me"); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if got := fmt.Sprint(tb.kinds()); got != "[created flagged]" {
			t.Errorf("the log has %s", got)
		}
	})
}

// TestVacationNotHeard: where the store fails, it is said that a game does not know of a vacation, for it to be told again.
func TestVacationNotHeard(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := testHub(t, scripted{})
		tb := sit(t, h, timed("correspondence=3d"))
		now := time.Now()
		err := beginVacation(h, "me", now, 2)
		if err != nil {
			t.Fatal(err)
		}
		works := h.Store
		h.Store = deafStore{works}
		if err := h.Vacation(t.Context(), "me"); err == nil {
			t.Error("a vacation that was not noted is said to be")
		}
		h.Store = works
		if err := h.Vacation(t.Context(), "me"); err != nil {
			t.Error(err)
		}
		if got := fmt.Sprint(tb.kinds()); got != "[created vacation]" {
			t.Errorf("the log has %s", got)
		}
	})
}

// deafStore fails to say who is on vacation.
type deafStore struct{ store.Store }

func (deafStore) Each(context.Context, func(store.Row) error, string, ...any) error {
	return errors.New("no answer")
}
