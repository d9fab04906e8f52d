package match

import (
	"slices"
	"testing"

	"moyo/game"
)

// row starts a match of Gomoku on a 9x9 grid.
func row(t *testing.T, params string, black, white Seat) *Match {
	t.Helper()
	m, err := New(mustBoard(t, "grid:9"), mustGomoku(t, params), createdBy("grid:9", black, white))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// named returns the event in which by plays the named move.
func named(t *testing.T, m *Match, by game.Color, name string) Event {
	t.Helper()
	played, err := game.ParseMove(m.Position(), name)
	if err != nil {
		t.Fatal(err)
	}
	return move(by, played)
}

// turns checks whose turn it is, and the colour to place.
func turns(t *testing.T, m *Match, player, color game.Color) {
	t.Helper()
	if m.Turn() != player || m.ToPlay() != color {
		t.Errorf("after %d moves it is the turn of %s with %s, want %s with %s", m.Ply(), m.Turn(), m.ToPlay(), player, color)
	}
}

// TestSwap2 plays a whole game of swap2. Ada is Black and places three stones, Bo adds two, Ada
// takes White; Bo wins with the black stones.
func TestSwap2(t *testing.T) {
	m := row(t, "opening=swap2", ada, bo)
	for _, name := range []string{"A1", "A2", "B1"} {
		turns(t, m, game.Black, m.Position().ToPlay())
		refused(t, m, CodeNotYourTurn, named(t, m, game.White, name))
		must(t, m, named(t, m, game.Black, name))
	}
	turns(t, m, game.White, game.White)
	if _, err := m.Apply(named(t, m, game.White, "C3")); err == nil {
		t.Error("a stone was placed when a side must be chosen")
	}
	if fx := must(t, m, named(t, m, game.White, "two-more")); fx.Set != nil || fx.Clear != nil || fx.Phase {
		t.Errorf("a choice has the effects %+v", fx)
	}
	must(t, m, named(t, m, game.White, "B2"))
	turns(t, m, game.White, game.Black)
	must(t, m, named(t, m, game.White, "C1"))
	turns(t, m, game.Black, game.White)
	must(t, m, named(t, m, game.Black, "white"))
	turns(t, m, game.Black, game.White)
	if m.Holder(game.Black) != game.White || m.Seat(m.Holder(game.Black)) != bo || m.Seat(game.Black) != ada {
		t.Errorf("Black's stones belong to the player %s", m.Holder(game.Black))
	}
	must(t, m, named(t, m, game.Black, "C2"))
	turns(t, m, game.White, game.Black)
	must(t, m, named(t, m, game.White, "D1"), named(t, m, game.Black, "D2"))
	fx := must(t, m, named(t, m, game.White, "E1"))
	if !fx.Phase || m.Phase() != Finished || m.Result() != "B+" || m.Winner() != game.White || m.Outcome().How != "five" {
		t.Errorf("phase %s, result %s, winner %s, %+v", m.Phase(), m.Result(), m.Winner(), m.Outcome())
	}
	if m.Turn() != game.Empty || m.ToPlay() != game.Empty {
		t.Error("a finished game has a player to move")
	}
}

// TestResigningAfterSwap: the player that resigns loses, whatever their colour.
func TestResigningAfterSwap(t *testing.T) {
	for _, c := range []struct {
		choice string
		by     game.Color
		result string
	}{
		{"white", game.Black, "W+R"},
		{"black", game.Black, "B+R"}, // Ada has White by then
		{"black", game.White, "W+R"},
	} {
		m := row(t, "opening=swap", ada, bo)
		must(t, m, named(t, m, game.Black, "A1"), named(t, m, game.Black, "A2"), named(t, m, game.Black, "B1"), named(t, m, game.White, c.choice))
		must(t, m, Event{Kind: Resigned, At: start, By: c.by})
		if m.Result() != c.result || m.Winner() != c.by.Other() {
			t.Errorf("%s, then %s resigns: %s, won by the player %s", c.choice, c.by, m.Result(), m.Winner())
		}
	}
}

// TestTakingBackInOpening: against the computer a player takes back to their own last decision,
// either a stone of either colour or a choice.
func TestTakingBackInOpening(t *testing.T) {
	m := row(t, "opening=swap2", ada, bot)
	undo := Event{Kind: Undone, At: start, By: game.Black}
	refused(t, m, CodeNotNow, undo)
	must(t, m, named(t, m, game.Black, "A1"), named(t, m, game.Black, "A2"), undo)
	turns(t, m, game.Black, game.White)
	must(t, m, named(t, m, game.Black, "A2"), named(t, m, game.Black, "B1"), named(t, m, game.White, "black"))
	turns(t, m, game.Black, game.White)
	fx := must(t, m, undo)
	if m.Ply() != 2 || m.Holder(game.Black) != game.Black || !slices.Equal(fx.Clear, []game.Point{73}) {
		t.Errorf("taken back to ply %d, Black is %s's, %+v", m.Ply(), m.Holder(game.Black), fx)
	}
	turns(t, m, game.Black, game.Black)
}

func TestDrawByAgreement(t *testing.T) {
	offer := func(by game.Color) Event { return Event{Kind: Offered, At: start, By: by} }
	agree := func(by game.Color) Event { return Event{Kind: Agreed, At: start, By: by} }
	decline := func(by game.Color) Event { return Event{Kind: Declined, At: start, By: by} }
	m := row(t, "", ada, bo)
	refused(t, m, CodeNotNow, agree(game.White))
	refused(t, m, CodeNotNow, decline(game.White))
	must(t, m, offer(game.Black))
	if m.DrawOffer() != game.Black {
		t.Errorf("the offer is %s's", m.DrawOffer())
	}
	refused(t, m, CodeNotNow, offer(game.Black))
	refused(t, m, CodeNotNow, offer(game.White))
	refused(t, m, CodeNotNow, agree(game.Black))
	must(t, m, decline(game.White))
	refused(t, m, CodeNotNow, offer(game.Black)) // no repeated offers
	refused(t, m, CodeNotNow, agree(game.White))
	must(t, m, move(game.Black, 0))
	must(t, m, offer(game.Black))
	must(t, m, move(game.White, 1)) // a move declines
	if m.DrawOffer() != game.Empty {
		t.Error("an offer is still open after the answer")
	}
	must(t, m, offer(game.White))
	must(t, m, decline(game.White)) // withdraws it
	refused(t, m, CodeNotNow, offer(game.White))
	must(t, m, move(game.Black, 2), offer(game.Black))
	must(t, m, agree(game.White))
	if m.Phase() != Finished || m.Result() != "0" || m.Outcome().How != "agreement" ||
		m.Winner() != game.Empty || m.DrawOffer() != game.Empty {
		t.Errorf("phase %s, result %q, %+v", m.Phase(), m.Result(), m.Outcome())
	}
	refused(t, m, CodeGameOver, offer(game.Black))
}

// TestOwnMoveKeepsOffer: an offer stays open after the player's own move.
func TestOwnMoveKeepsOffer(t *testing.T) {
	m := row(t, "", ada, bo)
	must(t, m, Event{Kind: Offered, At: start, By: game.Black}, move(game.Black, 0))
	if m.DrawOffer() != game.Black {
		t.Error("the player's own move withdraws the offer")
	}
	must(t, m, Event{Kind: Agreed, At: start, By: game.White})
}

// TestNoDraws: draws cannot be offered in games with a count, against the computer, or before both
// have joined.
func TestNoDraws(t *testing.T) {
	offer := Event{Kind: Offered, At: start, By: game.Black}
	refused(t, begin(t, ada, bo), CodeNotAllowed, offer)
	refused(t, row(t, "", ada, bot), CodeNotAllowed, offer)
	refused(t, row(t, "", ada, off), CodeNotNow, offer)
}
