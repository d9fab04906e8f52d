package server

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"moyo/server/base/wire"
)

// TestAgainstComputer plays a whole game against the random engine: moves, a refused
// one, taking back, passes, scoring.
func TestAgainstComputer(t *testing.T) {
	t.Parallel()
	ada := newPerson(t, startMemory(t))
	g := ada.newGame(wire.NewGame{Board: "grid:5", Rules: "weiqi:komi=6.5", Color: "black", Opponent: "random", Name: "Ada"})
	tb := ada.open(g.ID)
	if tb.you != "black" || tb.state.Phase != "playing" || tb.state.ToPlay != "black" || g.White.Engine != "random" {
		t.Fatalf("at the start: you %q, state %+v, game %+v", tb.you, tb.state, g)
	}
	tb.refused("off-board", wire.ClientMessage{Type: "play", Move: "Z9"})
	tb.refused("out-of-step", wire.ClientMessage{Type: "play", Ply: 7, Move: "C3"})
	tb.play("C3")
	myTurn := func(s wire.State) bool { return s.ToPlay == "black" }
	tb.untilState("the computer's move", myTurn)
	if len(tb.moves) != 2 {
		t.Fatalf("moves %v", tb.moves)
	}
	tb.refused("occupied", wire.ClientMessage{Type: "play", Ply: 2, Move: "C3"})
	tb.must(wire.ClientMessage{Type: "undo"})
	if len(tb.moves) != 0 || strings.Trim(string(tb.stones), ".") != "" {
		t.Fatalf("after taking back: %v %s", tb.moves, tb.stones)
	}
	tb.refused("not-now", wire.ClientMessage{Type: "undo"})
	for _, move := range []string{"C3", "pass"} {
		tb.untilState("my turn", myTurn)
		tb.play(move)
	}
	for tb.state.Phase == "playing" { // until the engine has no more moves
		tb.untilState("my turn or the count", func(s wire.State) bool { return s.ToPlay != "white" })
		if tb.state.Phase == "playing" {
			tb.play("pass")
		}
	}
	tb.untilState("the proposal", func(s wire.State) bool { return s.Score != nil })
	tb.must(wire.ClientMessage{Type: "resume"})
	if tb.state.Phase != "playing" || tb.state.Score != nil {
		t.Fatalf("resumed: %+v", tb.state)
	}
	tb.must(wire.ClientMessage{Type: "resign"})
	if tb.state.Phase != "finished" || tb.state.Result != "W+R" || tb.state.ResultHow != "resign" {
		t.Fatalf("resigned: %+v", tb.state)
	}
	tb.refused("game-over", wire.ClientMessage{Type: "play", Ply: len(tb.moves), Move: "A1"})
}

// TestTwoPeople plays a game between two people with a spectator.
func TestTwoPeople(t *testing.T) {
	t.Parallel()
	url := startMemory(t)
	ada, bo, cy := newPerson(t, url), newPerson(t, url), newPerson(t, url)
	g := ada.newGame(wire.NewGame{Board: "torus:5x5", Rules: "weiqi:komi=0.5", Color: "white", Opponent: "human", Name: "Ada"})
	a := ada.open(g.ID)
	if a.state.Phase != "waiting" || a.you != "white" {
		t.Fatalf("a new game: %+v %q", a.state, a.you)
	}
	a.refused("waiting", wire.ClientMessage{Type: "play", Move: "A1"})
	b, c := bo.open(g.ID), cy.open(g.ID)
	a.refused("seat-taken", wire.ClientMessage{Type: "join"})
	b.refused("seat-taken", wire.ClientMessage{Type: "join", Color: "white"})
	if ack := b.must(wire.ClientMessage{Type: "join", Name: "  Bo \u202e\n x"}); ack.You != "black" {
		t.Fatalf("joined: %+v", ack)
	}
	if b.game.Black.Name != "Bo x" || b.game.Phase != "playing" {
		t.Fatalf("joined: %+v", b.game)
	}
	c.refused("not-a-player", wire.ClientMessage{Type: "play", Move: "A1"})
	c.refused("seat-taken", wire.ClientMessage{Type: "join"})
	a.refused("not-your-turn", wire.ClientMessage{Type: "play", Move: "A1"})
	b.play("A1")
	a.untilState("Bo's move", func(s wire.State) bool { return s.Ply == 1 })
	a.play("B2")
	a.must(wire.ClientMessage{Type: "undo"}) // a person has to agree
	a.refused("not-now", wire.ClientMessage{Type: "grant"})
	b.untilState("the question", func(s wire.State) bool { return s.UndoAsked == "white" })
	b.must(wire.ClientMessage{Type: "grant"})
	a.untilState("the answer", func(s wire.State) bool { return s.Ply == 1 && s.UndoAsked == "" })
	a.play("B2")
	a.refused("not-now", wire.ClientMessage{Type: "abort"})
	a.must(wire.ClientMessage{Type: "undo"})
	b.untilState("the question", func(s wire.State) bool { return s.UndoAsked == "white" })
	b.must(wire.ClientMessage{Type: "deny"})
	b.refused("not-allowed", wire.ClientMessage{Type: "time"})
	b.refused("not-allowed", wire.ClientMessage{Type: "pause"})
	b.refused("not-now", wire.ClientMessage{Type: "claim"})
	countTogether(t, a, b)
	c.untilState("the end", func(s wire.State) bool { return s.Phase == "finished" })
	if c.state.Result == "" || c.state.Score == nil || c.state.Score.Result != c.state.Result {
		t.Fatalf("at the end: %+v", c.state)
	}
	for _, tb := range []*table{b, c} {
		if string(tb.stones) != string(a.stones) || !slices.Equal(tb.moves, a.moves) {
			t.Errorf("%q sees %s %v, Ada %s %v", tb.you, tb.stones, tb.moves, a.stones, a.moves)
		}
	}
	status, record := cy.call("GET", "/api/games/"+g.ID+"/sgf", nil, nil)
	if status != http.StatusOK || !strings.Contains(record, "B[A1]") || !strings.Contains(record, "BD[torus:5x5]") {
		t.Errorf("record: %d %s", status, record)
	}
}

// countTogether makes two people pass, and agree on the dead stones after some changes.
func countTogether(t *testing.T, a, b *table) {
	b.play("pass")
	a.untilState("the pass", func(s wire.State) bool { return s.Ply == 3 })
	a.play("pass")
	a.untilState("the proposal", func(s wire.State) bool { return s.Score != nil })
	b.untilState("the proposal", func(s wire.State) bool { return s.Score != nil })
	dead := slices.Index(a.stones, 'o')
	before := slices.Contains(a.state.Dead, dead)
	version := b.version
	a.must(wire.ClientMessage{Type: "toggle", Point: dead})
	if slices.Contains(a.state.Dead, dead) == before {
		t.Fatalf("toggled: %+v", a.state)
	}
	b.refused("out-of-step", wire.ClientMessage{Type: "accept", Version: version})
	b.must(wire.ClientMessage{Type: "accept", Version: b.version})
	if !slices.Equal(b.state.Accepted, []string{b.you}) {
		t.Fatalf("accepted: %+v", b.state)
	}
	a.must(wire.ClientMessage{Type: "toggle", Point: dead})
	b.untilState("their agreement to be reset", func(s wire.State) bool { return len(s.Accepted) == 0 })
	a.must(wire.ClientMessage{Type: "toggle", Point: dead})
	b.untilState("the marks", func(s wire.State) bool { return slices.Equal(s.Dead, a.state.Dead) })
	b.must(wire.ClientMessage{Type: "accept", Version: b.version})
	a.must(wire.ClientMessage{Type: "accept", Version: a.version})
}
