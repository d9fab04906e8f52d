package server

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"moyo/server/base/wire"
)

// gomokuPair returns two people at a game of Gomoku with the given rules; Ada begins.
func gomokuPair(t *testing.T, board, rules string) (a, b *table) {
	t.Helper()
	url := startMemory(t)
	ada, bo := newPerson(t, url), newPerson(t, url)
	g := ada.newGame(wire.NewGame{Board: board, Rules: rules, Color: "black", Opponent: "human", Name: "Ada"})
	a, b = ada.open(g.ID), bo.open(g.ID)
	b.must(wire.ClientMessage{Type: "join", Name: "Bo"})
	a.untilState("Bo", func(s wire.State) bool { return s.Phase == "playing" })
	return a, b
}

// TestSwap2 plays the opening swap2: three stones, two more, a choice of colour, after
// which the seats have swapped stones.
func TestSwap2(t *testing.T) {
	t.Parallel()
	a, b := gomokuPair(t, "grid:15", "gomoku:opening=swap2")
	turn := func(tb *table, ply int) {
		tb.untilState("the other's move", func(s wire.State) bool { return s.Ply == ply })
	}
	if s := a.state; s.Opening == nil || s.Opening.Text == "" || !s.Opening.Stones || s.Turn != "black" || s.ToPlay != "black" || s.Pass {
		t.Fatalf("at the start: %+v", s)
	}
	a.play("H8")
	if s := a.state; s.Turn != "black" || s.ToPlay != "white" {
		t.Fatalf("Ada places the second stone too: %+v", s)
	}
	turn(b, 1)
	b.refused("not-your-turn", wire.ClientMessage{Type: "play", Ply: 1, Move: "J9"})
	a.play("J9")
	a.play("H10")
	turn(b, 3)
	if o := b.state.Opening; b.state.Turn != "white" || o.Stones || len(o.Choices) != 3 ||
		!slices.ContainsFunc(o.Choices, func(c wire.Choice) bool {
			return c.Move == "two-more" && c.Title == "Place two more" && c.Words != nil
		}) {
		t.Fatalf("Bo chooses: %+v %+v", b.state, o)
	}
	b.refused("no-such-move", wire.ClientMessage{Type: "play", Ply: 3, Move: "A1"})
	b.play("two-more")
	b.play("G7")
	b.play("G9")
	turn(a, 6)
	if o := a.state.Opening; a.state.Turn != "black" || len(o.Choices) != 2 {
		t.Fatalf("Ada chooses: %+v", a.state)
	}
	a.play("white")
	if s := a.state; s.Holder != "white" || s.Turn != "black" || s.ToPlay != "white" || s.Opening != nil {
		t.Fatalf("Ada has White now and is to move: %+v", s)
	}
	a.play("K10")
	turn(b, 8)
	if b.state.Turn != "white" || b.state.ToPlay != "black" {
		t.Fatalf("Bo is to move with Black: %+v", b.state)
	}
	if want := []string{"H8", "J9", "H10", "two-more", "G7", "G9", "white", "K10"}; !slices.Equal(b.moves, want) {
		t.Errorf("moves %v", b.moves)
	}
	b.must(wire.ClientMessage{Type: "resign"})
	if b.state.Result != "W+R" {
		t.Errorf("Bo resigned with the black stones: %q", b.state.Result)
	}
}

// TestFiveWins plays on a torus until five stones in a row cross its seam.
func TestFiveWins(t *testing.T) {
	t.Parallel()
	a, b := gomokuPair(t, "torus:15x15", "gomoku")
	moves := strings.Fields("O1 C3 A1 C4 B1 C5 P1 C6 C1")
	for i, move := range moves {
		tb := []*table{a, b}[i%2]
		tb.untilState("my turn", func(s wire.State) bool { return s.Ply == i })
		tb.play(move)
	}
	if s := a.state; s.Phase != "finished" || s.Result != "B+" || s.ResultHow != "five" || len(s.Figure) != 5 || s.Turn != "" {
		t.Errorf("five in a row: %+v", s)
	}
}

// TestDraw offers a draw, declines it, offers it again and agrees.
func TestDraw(t *testing.T) {
	t.Parallel()
	a, b := gomokuPair(t, "grid:15", "gomoku")
	offered := func(s wire.State) bool { return s.DrawOffer == "black" }
	a.must(wire.ClientMessage{Type: "draw"})
	b.untilState("the offer", offered)
	b.must(wire.ClientMessage{Type: "decline"})
	b.refused("not-now", wire.ClientMessage{Type: "decline"})
	a.untilState("the answer", func(s wire.State) bool { return s.DrawOffer == "" })
	a.play("H8")
	a.must(wire.ClientMessage{Type: "draw"})
	b.untilState("the offer", offered)
	b.play("H9") // to play on is an answer
	a.untilState("the answer", func(s wire.State) bool { return s.DrawOffer == "" && s.Ply == 2 })
	a.play("J8")
	a.must(wire.ClientMessage{Type: "draw"})
	b.untilState("the offer", offered)
	b.must(wire.ClientMessage{Type: "draw"})
	if s := b.state; s.Phase != "finished" || s.Result != "0" || s.ResultHow != "agreement" {
		t.Errorf("agreed: %+v", s)
	}
}

// TestRandomPlaysOpenings makes the random engine play every opening.
func TestRandomPlaysOpenings(t *testing.T) {
	t.Parallel()
	for _, opening := range strings.Fields("swap swap2 pro longpro soosorv taraguchi rif") {
		ada := newPerson(t, startMemory(t))
		g := ada.newGame(wire.NewGame{Board: "grid:15", Rules: "gomoku:opening=" + opening, Color: "white", Opponent: "random"})
		tb := ada.open(g.ID)
		for range 60 {
			tb.untilState("my turn", func(s wire.State) bool { return s.Turn != "black" })
			if tb.state.Phase != "playing" || tb.state.Opening == nil && tb.state.Ply > 12 {
				break
			}
			tb.play(anyMove(tb))
		}
		if tb.state.Opening != nil {
			t.Errorf("%s: the opening does not end: %v, %+v", opening, tb.moves, tb.state.Opening)
		}
	}
}

// anyMove returns a legal move.
func anyMove(tb *table) string {
	o := tb.state.Opening
	if o != nil && len(o.Choices) > 0 {
		return o.Choices[0].Move
	}
	bad := map[int]bool{}
	for _, f := range tb.state.Forbidden {
		bad[f.Point] = true
	}
	for p, c := range tb.stones {
		if c == '.' && !bad[p] && (o == nil || len(o.Only) == 0 || slices.Contains(o.Only, p)) {
			return string(rune("ABCDEFGHJKLMNOP"[p%15])) + strconv.Itoa(15-p/15)
		}
	}
	return "pass"
}
