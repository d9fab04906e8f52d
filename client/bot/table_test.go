package bot

import (
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"moyo/board"
	"moyo/catalog"
	"moyo/game"
	"moyo/game/clock"
	"moyo/server/base/wire"
)

// TestRefusals: only an illegal move is a failure of the engine. Other refusals are retried after
// growing pauses, or immediately when the game has changed.
func TestRefusals(t *testing.T) {
	seat := func() *table {
		return &table{
			bot: &Bot{}, you: "black", state: wire.State{Phase: "playing", Turn: "black"},
			sent: sent{"1", "play"}, chosen: chosen{id: "1", move: "A1"},
		}
	}
	for _, c := range []struct {
		kind, code string
		failed     int
	}{
		{"play", "occupied", 1},
		{"play", "opening", 1},
		{"play", "storage-full", 0},
		{"play", "too-often", 0},
		{"play", "not-for-you", 0},
		{"play", "not-your-turn", 0},
		{"resign", "too-often", 0},
		{"accept", "out-of-step", 0},
	} {
		at := seat()
		at.sent.kind = c.kind
		if err := at.take(wire.ServerMessage{Error: &wire.Error{ID: "1", Code: c.code}}); err != nil {
			t.Fatal(err)
		}
		if at.failed != c.failed || at.sent.id != "" || (at.pause == nil) != (c.failed > 0) || (at.chosen.id == "") != (c.failed > 0) {
			t.Errorf("%s: %s: %+v", c.kind, c.code, at)
		}
		if c.failed > 0 {
			continue
		}
		if err := at.act(t.Context()); err != nil || at.sent.id != "" { // without a connection, it would panic
			t.Errorf("%s: %s: in the pause: %v, %+v", c.kind, c.code, err, at.sent)
		}
		if err := at.take(wire.ServerMessage{Event: &wire.Event{Version: 1}}); err != nil || at.pause != nil {
			t.Errorf("%s: %s: it waits although the game has gone on (%v)", c.kind, c.code, err)
		}
	}
}

// TestTakeMoves: a table knows the moves of the events without those taken back; if one is missing it opens a new
// connection.
func TestTakeMoves(t *testing.T) {
	for _, c := range []struct {
		name  string
		event wire.Event
		want  []string
		fails bool
	}{
		{"a move", wire.Event{Version: 4, Kind: "moved", Move: "C3", Plies: 3}, []string{"A1", "B2", "C3"}, false},
		{"one taken back", wire.Event{Version: 4, Kind: "undone", Plies: 1}, []string{"A1"}, false},
		{"all taken back", wire.Event{Version: 4, Kind: "undone"}, []string{}, false},
		{"no move", wire.Event{Version: 4, Kind: "accepted", Plies: 2}, []string{"A1", "B2"}, false},
		{"an unknown move", wire.Event{Version: 4, Kind: "moved", Move: "C3", Plies: 4}, nil, true},
		{"an event between", wire.Event{Version: 5, Kind: "moved", Move: "C3", Plies: 3}, nil, true},
		{"an event again", wire.Event{Version: 3, Kind: "moved", Move: "C3", Plies: 3}, nil, true},
	} {
		at := &table{bot: &Bot{}, version: 3, moves: []string{"A1", "B2"}}
		switch err := at.take(wire.ServerMessage{Event: &c.event}); {
		case (err != nil) != c.fails:
			t.Errorf("%s: %v", c.name, err)
		case err == nil && (!slices.Equal(at.moves, c.want) || at.version != 4):
			t.Errorf("%s: %v in version %d, want %v", c.name, at.moves, at.version, c.want)
		}
	}
}

// TestSeatOfPerson: a bot that plays as a person leaves a table at which the person sits.
func TestSeatOfPerson(t *testing.T) {
	people := wire.Player{Team: []wire.Partner{{Name: "Ada"}, {Name: "Bo", Bot: true}}}
	for _, c := range []struct {
		person bool
		seat   wire.Player
		place  int
		leaves bool
	}{
		{true, wire.Player{Bot: true}, 0, false},
		{true, wire.Player{}, 0, true},
		{false, wire.Player{}, 0, false},
		{true, people, 1, true},
		{true, people, 2, false},
	} {
		at := &table{bot: &Bot{person: c.person}}
		s := &wire.Snapshot{Game: wire.GameInfo{White: c.seat}, You: "white", Place: c.place, Version: 1}
		if err := at.take(wire.ServerMessage{Snapshot: s}); errors.Is(err, errPersons) != c.leaves {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

// TestSnapshotIsOld: the clocks in a snapshot are those of the last event. The bot waits for the
// elapsed time and subtracts it.
func TestSnapshotIsOld(t *testing.T) {
	for _, c := range []struct {
		stopped, elapsed int // milliseconds
		want             clock.State
	}{
		{0, 0, clock.State{Periods: 3, Period: 9 * time.Second}},
		{0, 25_000, clock.State{Periods: 1, Period: 4 * time.Second}},
		{8_000, 25_000, clock.State{Periods: 2, Period: 2 * time.Second}},
		{8_000, 2_000, clock.State{Periods: 3, Period: 9 * time.Second}},
		{0, 100_000, clock.State{Periods: 1}},
	} {
		synctest.Test(t, func(t *testing.T) {
			at := &table{bot: &Bot{cfg: Config{
				Margin: time.Second,
				Board:  func(string) (*board.Board, error) { return nil, errors.New("no board") },
			}}}
			clocks := &wire.Clocks{Spec: "byoyomi=1m+3x10s", Running: "black", Stopped: c.stopped, Black: wire.Left{Periods: 3, Period: 10_000}}
			take := func(m wire.ServerMessage) {
				if err := errors.Join(at.take(m), at.act(t.Context())); err != nil {
					t.Fatal(err)
				}
			}
			take(wire.ServerMessage{
				Snapshot: &wire.Snapshot{You: "black", Version: 7, State: wire.State{Phase: "playing", Turn: "black", Clocks: clocks}},
			})
			if at.think != nil {
				t.Error("it thinks without knowing how long its clock has been running")
			}
			take(wire.ServerMessage{Clock: &wire.Running{Version: 7, Elapsed: c.elapsed}})
			if at.think == nil {
				t.Error("it does not think")
			}
			at.stopThinking()
			if got := at.limits().Clock.Own; got != c.want {
				t.Errorf("%d ms after the event: %+v, want %+v", c.elapsed, got, c.want)
			}
		})
	}
}

// TestMarks: after two resumptions the bot accepts the other's marks if they cost it nothing. If
// they do, it resumes after a pause, each time.
func TestMarks(t *testing.T) {
	const black, white = "C3", "A1"
	for _, c := range []struct {
		you, engine, marked string // the dead stones by the engine, and the marked ones
		want                string
	}{
		{"black", white, white, "accept"},
		{"black", white, black, "resume"},
		{"black", white, "", "resume"},
		{"black", black, white, "accept"},
		{"white", black, white, "resume"},
		{"white", white, black, "accept"},
	} {
		b := &Bot{cfg: Config{Board: func(spec string) (*board.Board, error) { return catalog.Board(spec, nil) }, Rules: catalog.Rules}}
		at := &table{
			bot: b, you: c.you, info: wire.GameInfo{Board: "grid:5", Rules: "weiqi"},
			moves: []string{black, white, "pass", "pass"}, count: count{asked: true, after: 4, known: true, corrected: true, resumed: mostResumed},
			state: wire.State{Phase: "scoring", Holder: "black", Score: &wire.Score{}},
		}
		pos, err := b.position("grid:5", "weiqi", nil)
		if err != nil {
			t.Fatal(err)
		}
		points := func(name string) []int {
			if name == "" {
				return nil
			}
			m, err := game.ParseMove(pos, name)
			if err != nil {
				t.Fatal(err)
			}
			return []int{int(m.Point())}
		}
		at.count.dead, at.state.Dead = points(c.engine), points(c.marked)
		got := at.answerMarks(t.Context())
		if c.want == "resume" {
			if got.Type != "" || at.pause == nil {
				t.Errorf("%+v: no pause, but %q", c, got.Type)
			}
			got = at.answerMarks(t.Context())
		}
		if got.Type != c.want {
			t.Errorf("%+v: %q", c, got.Type)
		}
	}
}
