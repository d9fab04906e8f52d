package match

import (
	"encoding/json"
	"errors"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"moyo/board"
	"moyo/game"
	"moyo/game/clock"
	"moyo/game/rules/gomoku"
	"moyo/game/rules/weiqi"
	"moyo/internal/testenv"
)

var start = time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC)

// The seats of tests.
var (
	ada = Seat{Kind: Human, Name: "Ada", Player: "a"}
	bo  = Seat{Kind: Human, Name: "Bo", Player: "b"}
	bot = Seat{Kind: Engine, Engine: "random"}
	off = Seat{Kind: Open}
)

func mustBoard(t interface{ Fatal(...any) }, spec string) *board.Board {
	b, err := board.Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func mustRules(t interface{ Fatal(...any) }, params string) game.Rules {
	r, err := weiqi.Parse(params)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func mustGomoku(t interface{ Fatal(...any) }, params string) game.Rules {
	r, err := gomoku.Parse(params)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// begin returns a match on grid:5 between the seats.
func begin(t *testing.T, black, white Seat) *Match {
	t.Helper()
	m, err := New(mustBoard(t, "grid:5"), mustRules(t, "komi=0.5"), createdBy("grid:5", black, white))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func createdBy(spec string, black, white Seat) Event {
	return Event{Kind: Created, At: start, Setup: &Setup{Board: spec, Rules: "weiqi", Black: black, White: white}}
}

func move(by game.Color, m game.Move) Event { return Event{Kind: Moved, At: start, By: by, Move: m} }

// must applies events that must be accepted.
func must(t *testing.T, m *Match, events ...Event) (fx Effects) {
	t.Helper()
	for _, e := range events {
		var err error
		if fx, err = m.Apply(e); err != nil {
			t.Fatalf("%+v: %v", e, err)
		}
	}
	return fx
}

// refused applies an event that must be refused with that code.
func refused(t *testing.T, m *Match, code string, e Event) {
	t.Helper()
	version, phase := m.Version(), m.Phase()
	before := timesOf(m)
	_, err := m.Apply(e)
	r, ok := errors.AsType[*Refusal](err)
	if !ok || r.Code != code || r.Text == "" {
		t.Errorf("%+v: error %v, want %s", e, err, code)
	}
	if m.Version() != version || m.Phase() != phase {
		t.Errorf("%+v: refused, but the match went to version %d, phase %s", e, m.Version(), m.Phase())
	}
	if now := timesOf(m); now != before {
		t.Errorf("%+v: refused, but the times went from %+v to %+v", e, before, now)
	}
}

// times returns the remaining times of both players.
type times struct {
	black, white clock.State
	vacations    [2]time.Duration
}

func timesOf(m *Match) times {
	return times{m.Left(game.Black), m.Left(game.White), [2]time.Duration{m.Vacation(game.Black), m.Vacation(game.White)}}
}

func TestWaitingAndJoining(t *testing.T) {
	m := begin(t, off, ada)
	if m.Phase() != Waiting || m.ToPlay() != game.Empty {
		t.Errorf("phase %s, to play %s", m.Phase(), m.ToPlay())
	}
	refused(t, m, CodeWaiting, move(game.Black, 3))
	refused(t, m, CodeSeatTaken, Event{Kind: Joined, By: game.White, Seat: &bo})
	refused(t, m, CodeBadEvent, Event{Kind: Joined, By: game.Black, Seat: &bot})
	refused(t, m, CodeBadEvent, Event{Kind: Joined, By: game.Black})
	refused(t, m, CodeBadEvent, Event{Kind: Joined, Seat: &bo})
	refused(t, m, CodeBadEvent, Event{Kind: "dance", By: game.Black})
	refused(t, m, CodeBadEvent, Event{Kind: Resigned, By: game.Black})
	if fx := must(t, m, Event{Kind: Joined, At: start, By: game.Black, Seat: &bo}); !fx.Players || !fx.Phase {
		t.Errorf("effects of joining: %+v", fx)
	}
	if m.Phase() != Playing || m.ToPlay() != game.Black || m.Seat(game.Black) != bo {
		t.Errorf("joined: phase %s, to play %s, black %+v", m.Phase(), m.ToPlay(), m.Seat(game.Black))
	}
	refused(t, m, CodeSeatTaken, Event{Kind: Joined, By: game.Black, Seat: &bo})
}

func TestCalledOff(t *testing.T) {
	m := begin(t, ada, off)
	must(t, m, Event{Kind: Resigned, At: start, By: game.Black})
	if m.Phase() != Finished || m.Result() != "Void" || m.Outcome().How != "cancelled" {
		t.Errorf("phase %s, result %q", m.Phase(), m.Result())
	}
	refused(t, m, CodeGameOver, Event{Kind: Joined, By: game.White, Seat: &bo})
}

func TestBadSetups(t *testing.T) {
	for name, e := range map[string]Event{
		"no player":       createdBy("grid:5", off, off),
		"nameless engine": createdBy("grid:5", ada, Seat{Kind: Engine}),
		"strange seat":    createdBy("grid:5", ada, Seat{Kind: "ghost"}),
		"no setup":        {Kind: Created},
		"a move":          move(game.Black, 3),
	} {
		if _, err := New(mustBoard(t, "grid:5"), mustRules(t, ""), e); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if _, err := Replay(mustBoard(t, "grid:5"), mustRules(t, ""), nil); err == nil {
		t.Error("empty log: no error")
	}
}

func TestMoves(t *testing.T) {
	m := begin(t, ada, bo)
	refused(t, m, CodeNotYourTurn, move(game.White, 3))
	fx := must(t, m, move(game.Black, 3))
	if !slices.Equal(fx.Set, []game.Placed{{Point: 3, Color: game.Black}}) || fx.Clear != nil || fx.Phase {
		t.Errorf("effects: %+v", fx)
	}
	_, err := m.Apply(move(game.White, 3))
	if illegal, ok := errors.AsType[*game.IllegalMove](err); !ok || illegal.Reason != game.Occupied {
		t.Errorf("occupied point: %v", err)
	}
	if m.Version() != 2 || m.Ply() != 1 {
		t.Errorf("version %d, ply %d", m.Version(), m.Ply())
	}
}

func TestTakingBack(t *testing.T) {
	m := begin(t, ada, bo)
	must(t, m, move(game.Black, 3))
	refused(t, m, CodeNotAllowed, Event{Kind: Undone, By: game.Black})

	m = begin(t, bot, ada) // the engine moves first
	must(t, m, move(game.Black, 3))
	refused(t, m, CodeNotNow, Event{Kind: Undone, By: game.White})
	refused(t, m, CodeNotAllowed, Event{Kind: Undone, By: game.Black})
	must(t, m, move(game.White, 7), move(game.Black, 8))
	fx := must(t, m, Event{Kind: Undone, At: start, By: game.White})
	if m.Ply() != 1 || m.ToPlay() != game.White || !slices.Equal(fx.Clear, []game.Point{7, 8}) {
		t.Errorf("taken back: ply %d, to play %s, %+v", m.Ply(), m.ToPlay(), fx)
	}
	must(t, m, move(game.White, 9)) // while the engine thinks
	must(t, m, Event{Kind: Undone, At: start, By: game.White})
	if m.Ply() != 1 || m.ToPlay() != game.White {
		t.Errorf("taken back early: ply %d, to play %s", m.Ply(), m.ToPlay())
	}
	must(t, m, move(game.White, game.Pass), move(game.Black, game.Pass)) // out of the count
	must(t, m, Event{Kind: Scoring, At: start, Dead: []game.Point{3}})
	fx = must(t, m, Event{Kind: Undone, At: start, By: game.White})
	if m.Phase() != Playing || m.Ply() != 1 || len(m.Dead()) != 0 || !fx.Phase {
		t.Errorf("taken back from the count: phase %s, ply %d, dead %v", m.Phase(), m.Ply(), m.Dead())
	}
}

// TestRatedCount: in a rated game the computer's proposal is final for a game against it, but not
// between people.
func TestRatedCount(t *testing.T) {
	for _, c := range []struct {
		other   Seat
		rated   bool
		refused bool
	}{{bot, true, true}, {bot, false, false}, {bo, true, false}} {
		first := createdBy("grid:5", ada, c.other)
		first.Setup.Rated = c.rated
		m, err := New(mustBoard(t, "grid:5"), mustRules(t, ""), first)
		if err != nil {
			t.Fatal(err)
		}
		must(t, m, move(game.Black, 0), move(game.White, 24), move(game.Black, game.Pass),
			move(game.White, game.Pass), Event{Kind: Scoring, At: start})
		if toggle := (Event{Kind: Toggled, At: start, By: game.Black, Point: 24}); c.refused {
			refused(t, m, CodeNotAllowed, toggle)
		} else {
			must(t, m, toggle)
		}
		must(t, m, Event{Kind: Resumed, At: start, By: game.Black}) // and capture it on the board
	}
}

func TestCounting(t *testing.T) {
	m := begin(t, ada, bo)
	must(t, m, move(game.Black, 0), move(game.White, 24), move(game.Black, 1))
	refused(t, m, CodeNotNow, Event{Kind: Accepted, By: game.Black})
	refused(t, m, CodeNotNow, Event{Kind: Scoring})
	must(t, m, move(game.White, game.Pass), move(game.Black, game.Pass))
	if m.Phase() != Counting || !m.WantsProposal() || m.ToPlay() != game.Empty {
		t.Fatalf("two passes: phase %s", m.Phase())
	}
	refused(t, m, CodeNotNow, move(game.White, 5))
	refused(t, m, CodeNotNow, Event{Kind: Accepted, By: game.Black})
	refused(t, m, CodeBadEvent, Event{Kind: Scoring, Dead: []game.Point{24, 7}})
	refused(t, m, CodeBadEvent, Event{Kind: Scoring, Dead: []game.Point{25}})
	must(t, m, Event{Kind: Scoring, At: start, Dead: []game.Point{24}})
	refused(t, m, CodeNotNow, Event{Kind: Scoring})
	refused(t, m, CodeBadEvent, Event{Kind: Toggled, By: game.Black, Point: 7})
	refused(t, m, CodeBadEvent, Event{Kind: Toggled, By: game.Black, Point: -1})
	if s := m.Score(); s.Black != 25 || s.White != 0.5 {
		t.Errorf("score with White dead: %v to %v", s.Black, s.White)
	}
	must(t, m, Event{Kind: Accepted, At: start, By: game.Black})
	refused(t, m, CodeNotNow, Event{Kind: Accepted, By: game.Black})
	must(t, m, Event{Kind: Toggled, At: start, By: game.White, Point: 1}) // the chain of 0 and 1
	if !slices.Equal(m.Dead(), []game.Point{0, 1, 24}) || m.HasAccepted(game.Black) {
		t.Errorf("toggled: dead %v, Black has accepted %v", m.Dead(), m.HasAccepted(game.Black))
	}
	must(t, m, Event{Kind: Toggled, At: start, By: game.White, Point: 24})
	must(t, m, Event{Kind: Accepted, At: start, By: game.White})
	fx := must(t, m, Event{Kind: Accepted, At: start, By: game.Black})
	if m.Phase() != Finished || m.Result() != "W+25.5" || !fx.Phase || m.Score().White != 25.5 {
		t.Errorf("accepted: phase %s, result %s, score %+v", m.Phase(), m.Result(), m.Score())
	}
	refused(t, m, CodeGameOver, Event{Kind: Resumed, By: game.Black})
}

func TestResuming(t *testing.T) {
	m := begin(t, ada, bo)
	must(t, m, move(game.Black, 0), move(game.White, game.Pass), move(game.Black, game.Pass))
	refused(t, begin(t, ada, bo), CodeNotNow, Event{Kind: Resumed, By: game.Black})
	must(t, m, Event{Kind: Scoring, At: start, Dead: []game.Point{0}}, Event{Kind: Resumed, At: start, By: game.White})
	if m.Phase() != Playing || m.ToPlay() != game.White || len(m.Dead()) != 0 {
		t.Errorf("resumed: phase %s, to play %s, dead %v", m.Phase(), m.ToPlay(), m.Dead())
	}
	must(t, m, move(game.White, 7), move(game.Black, game.Pass), move(game.White, game.Pass))
	if m.Phase() != Counting || !m.WantsProposal() {
		t.Errorf("passed again: phase %s", m.Phase())
	}
}

// TestResumingForNothing passes and resumes until the rules call it a repetition. Then the count is
// final, and no player can force a draw.
func TestResumingForNothing(t *testing.T) {
	m, err := New(mustBoard(t, "grid:2"), mustRules(t, "komi=1,ko=simple"), createdBy("grid:2", ada, bo))
	if err != nil {
		t.Fatal(err)
	}
	resume := Event{Kind: Resumed, At: start, By: game.Black}
	pass := func() {
		must(t, m, move(game.Black, game.Pass), move(game.White, game.Pass), Event{Kind: Scoring, At: start})
	}
	pass()
	must(t, m, resume)
	pass()
	refused(t, m, CodeNotNow, resume)
	must(t, m, Event{Kind: Accepted, At: start, By: game.Black}, Event{Kind: Accepted, At: start, By: game.White})
	if m.Result() != "W+1" {
		t.Errorf("result %q", m.Result())
	}
}

func TestAgainstEngineOneAccepts(t *testing.T) {
	m := begin(t, ada, bot)
	must(t, m, move(game.Black, 0), move(game.White, game.Pass), move(game.Black, game.Pass), Event{Kind: Scoring, At: start})
	refused(t, m, CodeNotAllowed, Event{Kind: Accepted, By: game.White})
	must(t, m, Event{Kind: Accepted, At: start, By: game.Black})
	if m.Result() != "B+24.5" {
		t.Errorf("result %q", m.Result())
	}
}

func TestResigning(t *testing.T) {
	m := begin(t, ada, bo)
	must(t, m, Event{Kind: Resigned, At: start, By: game.Black}) // out of turn or not
	if m.Result() != "W+R" || m.Phase() != Finished || m.Score().Method != "" {
		t.Errorf("result %q", m.Result())
	}
	m = begin(t, ada, bo)
	must(t, m, move(game.Black, game.Pass), Event{Kind: Resigned, At: start, By: game.White})
	if m.Result() != "B+R" {
		t.Errorf("result %q", m.Result())
	}
}

// TestFullLogIsCounted fills the log with the pass that ends play. The proposal of dead stones must
// still fit; otherwise the game could never be counted.
func TestFullLogIsCounted(t *testing.T) {
	testenv.SkipUnderRace(t)
	m := begin(t, ada, bo)
	must(t, m, move(game.Black, game.Pass), move(game.White, game.Pass), Event{Kind: Scoring, At: start})
	for m.Version() < MaxEvents-8 {
		must(t, m, Event{Kind: Resumed, At: start, By: game.Black},
			move(game.Black, game.Pass), move(game.White, game.Pass), Event{Kind: Scoring, At: start})
	}
	must(t, m, Event{Kind: Resumed, At: start, By: game.Black})
	for m.Version() < MaxEvents-6 {
		must(t, m, move(m.ToPlay(), game.Move(m.Version()%3)))
	}
	must(t, m, move(m.ToPlay(), game.Pass), move(m.ToPlay().Other(), game.Pass))
	if m.Version() != MaxEvents-4 || !m.WantsProposal() {
		t.Fatalf("version %d, phase %s", m.Version(), m.Phase())
	}
	must(t, m, Event{Kind: Scoring, At: start}, Event{Kind: Accepted, At: start, By: game.Black},
		Event{Kind: Accepted, At: start, By: game.White})
	if m.Phase() != Finished || m.Version() > MaxEvents {
		t.Errorf("version %d, phase %s", m.Version(), m.Phase())
	}
}

// TestLogIsBounded plays on and on. The log ends, and the game can still be ended.
func TestLogIsBounded(t *testing.T) {
	m := begin(t, ada, bo)
	must(t, m, move(game.Black, 0), move(game.White, game.Pass), move(game.Black, game.Pass), Event{Kind: Scoring, At: start})
	toggle := Event{Kind: Toggled, At: start, By: game.Black, Point: 0}
	n := 0
	for ; n < 2*MaxEvents; n++ {
		if _, err := m.Apply(toggle); err != nil {
			break
		}
	}
	refused(t, m, CodeTooLong, toggle)
	must(t, m, Event{Kind: Accepted, At: start, By: game.Black}, Event{Kind: Accepted, At: start, By: game.White})
	if m.Version() > MaxEvents || n < MaxEvents/2 {
		t.Errorf("%d events after %d toggles", m.Version(), n)
	}
}

// same reports whether two matches are in the same state.
func same(m, o *Match) bool {
	return m.setup == o.setup && m.phase == o.phase && m.version == o.version && m.proposed == o.proposed &&
		slices.Equal(m.dead, o.dead) && m.accepted == o.accepted && m.outcome == o.outcome &&
		m.created.Equal(o.created) && m.updated.Equal(o.updated) && m.pos.Hash() == o.pos.Hash() &&
		slices.Equal(m.pos.Moves(), o.pos.Moves()) && m.pos.ToPlay() == o.pos.ToPlay() && m.ToPlay() == o.ToPlay() &&
		m.Turn() == o.Turn() && m.Holder(game.Black) == o.Holder(game.Black) && m.offer == o.offer && m.offers == o.offers &&
		m.asked == o.asked && m.asks == o.asks && m.begun == o.begun && m.clock == o.clock && m.left == o.left && m.paused == o.paused
}

// anyEvent returns a random event, valid or not.
func anyEvent(t *rapid.T, b *board.Board, at time.Time) Event {
	points := b.Len()
	e := Event{
		At: at,
		Kind: rapid.SampledFrom([]Kind{Moved, Moved, Moved, Moved, Moved, Joined, Undone, Scoring,
			Toggled, Accepted, Resumed, Resigned, Created, Offered, Agreed, Declined,
			Asked, Granted, Denied, Cancelled, Claimed, Flagged, Credited, Gave, Paused, Unpaused}).Draw(t, "kind"),
		By: rapid.SampledFrom([]game.Color{game.Black, game.White, game.Black, game.White, game.Empty}).Draw(t, "by"),
	}
	switch e.Kind {
	case Moved:
		e.Move = game.Move(rapid.IntRange(-3, points).Draw(t, "move"))
		if rapid.IntRange(0, 3).Draw(t, "choice") == 0 {
			e.Move = game.FirstChoice - game.Move(rapid.IntRange(0, 6).Draw(t, "which"))
		}
	case Toggled:
		e.Point = game.Point(rapid.IntRange(-1, points).Draw(t, "point"))
	case Scoring:
		for _, p := range rapid.SliceOfN(rapid.IntRange(0, points-1), 0, 2).Draw(t, "dead") {
			e.Dead = append(e.Dead, game.Point(p))
		}
	case Joined:
		e.Seat = &bo
	case Resigned, Claimed, Cancelled: // rarely, because it ends the game
		if rapid.IntRange(0, 4).Draw(t, "resign") > 0 {
			e = Event{At: at, Kind: Moved, By: e.By, Move: game.Pass}
		}
		e.Draw = e.Kind == Claimed && rapid.Bool().Draw(t, "as a draw")
	case Credited, Gave:
		e.Time = rapid.Int64Range(-1, 20_000).Draw(t, "time")
	}
	return e
}

// timed gives an event an elapsed time, often within the remaining time and sometimes exactly all
// of it or more.
func timed(t *rapid.T, m *Match, e Event) Event {
	left, ok := m.FlagIn()
	switch {
	case !ok:
		e.Elapsed = rapid.SampledFrom([]int64{0, 0, 0, 0, 0, 0, 1}).Draw(t, "elapsed without a clock")
	case rapid.IntRange(0, 9).Draw(t, "how much") == 0:
		e.Elapsed = left.Milliseconds() + rapid.Int64Range(-1, 1).Draw(t, "at the end")
	default:
		e.Elapsed = rapid.Int64Range(0, max(1, left.Milliseconds()/10)).Draw(t, "elapsed")
	}
	return e
}

// TestAnyEvents applies random events to a match and checks its invariants after each, and that its
// log, encoded as JSON, rebuilds it.
func TestAnyEvents(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := mustBoard(t, rapid.SampledFrom([]string{"grid:2", "grid:3", "torus:3x3", "cycle:4"}).Draw(t, "board"))
		r := mustRules(t,
			rapid.SampledFrom([]string{"komi=0.5", "komi=1,score=territory,ko=simple", "suicide=yes,ko=situational"}).Draw(t, "rules"))
		if rapid.Bool().Draw(t, "gomoku") {
			b = mustBoard(t, rapid.SampledFrom([]string{"grid:4", "torus:4x4"}).Draw(t, "board with lines"))
			r = mustGomoku(t, rapid.SampledFrom([]string{"n=4,opening=swap2", "n=3", "n=4,opening=swap,rule=caro9"}).Draw(t, "rules of gomoku"))
		}
		seats := rapid.SampledFrom([][2]Seat{{ada, bo}, {ada, bot}, {bot, ada}, {off, ada}, {ada, off}}).Draw(t, "seats")
		log := []Event{createdBy(b.Spec(), seats[0], seats[1])}
		log[0].Setup.Clock = rapid.SampledFrom([]string{
			"", "none", "absolute=1m", "fischer=10s+3s", "byoyomi=10s+3x5s", "canadian=10s+3/20s", "move=10s", "correspondence=1d",
		}).Draw(t, "clock")
		log[0].Setup.Rated = rapid.Bool().Draw(t, "rated")
		m, err := New(b, r, log[0])
		if err != nil {
			t.Fatal(err)
		}
		for i := range rapid.IntRange(1, 60).Draw(t, "events") {
			e := timed(t, m, anyEvent(t, b, start.Add(time.Duration(i)*time.Second)))
			stones := colors(m)
			wasOver := m.Phase() == Finished
			checkTime(t, m, e)
			fx, err := m.Apply(e)
			if err == nil {
				if e.Kind == Moved && m.Clock().Counts() && rapid.Bool().Draw(t, "write what is left") {
					left := m.Left(e.By)
					e.Left = &left
				}
				log = append(log, e)
				checkEffects(t, m, stones, fx)
				if wasOver {
					t.Fatalf("%+v was accepted after the end", e)
				}
			}
			checkInvariants(t, m, len(log))
			if last := log[len(log)-1].At; !m.Updated().Equal(last) || !m.Created().Equal(start) {
				t.Fatalf("updated %v, the last event was at %v", m.Updated(), last)
			}
			again, err := Replay(b, r, throughJSON(t, log))
			if err != nil || !same(m, again) {
				t.Fatalf("after %+v the log rebuilds another match (%v)", e, err)
			}
		}
	})
}

// checkTime checks that at the time of e exactly one of a fallen flag and other events is valid.
func checkTime(t *rapid.T, m *Match, e Event) {
	left, ok := m.FlagIn()
	if !ok || e.Elapsed < 0 {
		return
	}
	fallen := time.Duration(e.Elapsed)*time.Millisecond > left
	_, err := m.tick(e)
	refusal, _ := errors.AsType[*Refusal](err)
	switch {
	case fallen && e.Kind != Flagged && (refusal == nil || refusal.Code != CodeTimeUp):
		t.Fatalf("%+v with %v left: %v", e, left, err)
	case !fallen && e.Kind == Flagged && (refusal == nil || refusal.Code != CodeNotNow):
		t.Fatalf("%+v with %v left: %v", e, left, err)
	case fallen == (e.Kind == Flagged) && (e.Kind != Flagged || e.By == m.Running()) && err != nil:
		t.Fatalf("%+v with %v left: %v", e, left, err)
	}
}

func colors(m *Match) []game.Color {
	c := make([]game.Color, m.pos.Board().Len())
	for p := range c {
		c[p] = m.pos.At(game.Point(p))
	}
	return c
}

// checkEffects applies the effects to the stones before and compares with those after.
func checkEffects(t *rapid.T, m *Match, stones []game.Color, fx Effects) {
	for _, p := range fx.Clear {
		stones[p] = game.Empty
	}
	for _, s := range fx.Set {
		stones[s.Point] = s.Color
	}
	if !slices.Equal(stones, colors(m)) {
		t.Fatalf("effects %+v lead to %v, the match has %v", fx, stones, colors(m))
	}
}

func checkInvariants(t *rapid.T, m *Match, events int) {
	if m.Version() != events {
		t.Fatalf("version %d after %d events", m.Version(), events)
	}
	if open := m.Seat(game.Black).Kind == Open || m.Seat(game.White).Kind == Open; open != (m.Phase() == Waiting) && m.Phase() != Finished {
		t.Fatalf("phase %s with seats %+v", m.Phase(), m.Setup())
	}
	if (m.ToPlay() != game.Empty) != (m.Phase() == Playing) || (m.Turn() != game.Empty) != (m.Phase() == Playing) {
		t.Fatalf("phase %s, to play %s by the player %s", m.Phase(), m.ToPlay(), m.Turn())
	}
	if m.Asked() != game.Empty && m.Phase() != Playing && m.Phase() != Counting ||
		(m.Running() != game.Empty) != (m.Phase() == Playing && m.Clock().Counts()) {
		t.Fatalf("phase %s, asked by %s, the time of %s", m.Phase(), m.Asked(), m.Running())
	}
	if left, ok := m.FlagIn(); ok && left < 0 || m.Outcome().How == "time" && m.Clock().Left(m.Left(m.Winner().Other())) != 0 {
		t.Fatalf("%v left, outcome %+v", left, m.Outcome())
	}
	if m.DrawOffer() != game.Empty && m.Phase() != Playing || (m.Winner() == game.Empty) != (m.Outcome().Winner == game.Empty) {
		t.Fatalf("phase %s, offer of %s, winner %s of %+v", m.Phase(), m.DrawOffer(), m.Winner(), m.Outcome())
	}
	if (m.Result() != "") != (m.Phase() == Finished) {
		t.Fatalf("phase %s, result %q", m.Phase(), m.Result())
	}
	dead := m.Dead()
	if len(dead) > 0 && m.Phase() != Counting && m.Outcome().How != "score" {
		t.Fatalf("phase %s, dead %v", m.Phase(), dead)
	}
	for _, p := range dead {
		if m.pos.At(p) == game.Empty {
			t.Fatalf("dead point %d is empty", p)
		}
	}
	if m.HasAccepted(game.Black) && m.HasAccepted(game.White) && m.Phase() != Finished {
		t.Fatal("both have accepted and the game continues")
	}
	if m.Outcome().How == "score" && m.Score().Outcome() != m.Outcome() {
		t.Fatalf("outcome %+v, score %+v", m.Outcome(), m.Score().Outcome())
	}
}

func throughJSON(t *rapid.T, log []Event) (again []Event) {
	data, err := json.Marshal(log)
	if err == nil {
		err = json.Unmarshal(data, &again)
	}
	if err != nil {
		t.Fatal(err)
	}
	return again
}
