package reviews_test

import (
	"testing"
	"time"

	"moyo/catalog"
	"moyo/game"
	"moyo/game/match"
	"moyo/server/learn/reviews"
	"moyo/server/share/boards"
	"moyo/server/store"
	"moyo/server/store/sqlite/sqlitetest"
)

// TestGame checks the winner and the players' colours, and that a draw claimed during the count has no winner, even if a side leads
// on the board.
func TestGame(t *testing.T) {
	for _, c := range []struct {
		name   string
		end    match.Event
		winner game.Color
		drawn  bool
	}{
		{"a draw after a player left during the count", match.Event{Kind: match.Claimed, By: game.White, Draw: true}, game.Empty, true},
		{"a win after a player left", match.Event{Kind: match.Claimed, By: game.White}, game.White, false},
		{"given up", match.Event{Kind: match.Resigned, By: game.White}, game.Black, false},
	} {
		s := sqlitetest.New(t)
		at := time.Now()
		setup := match.Setup{
			Board: "grid:5", Rules: "weiqi:komi=0.5", Colors: match.ByChance,
			Black: match.Seat{Kind: match.Human, Player: "ada"}, White: match.Seat{Kind: match.Human, Player: "bo"},
		}
		events := []match.Event{
			{Kind: match.Created, Setup: &setup}, {Kind: match.Moved, By: game.Black, Move: 12},
			{Kind: match.Moved, By: game.White, Move: game.Pass}, {Kind: match.Moved, By: game.Black, Move: game.Pass}, c.end,
		}
		var log []store.Entry
		for _, e := range events {
			e.At = at
			log = append(log, store.Entry{Event: e})
		}
		g := store.Game{
			ID: "g", Board: setup.Board, Rules: setup.Rules, Black: setup.Black, White: setup.White, Phase: match.Finished, Version: len(log),
		}
		if err := s.Create(t.Context(), g, log...); err != nil {
			t.Fatal(err)
		}
		r := &reviews.Reviews{Store: s, Boards: boards.NewCache(s), Rules: catalog.Rules}
		f, err := r.Game(t.Context(), "g")
		if err != nil || f.Winner != c.winner || f.Drawn != c.drawn || f.Counted ||
			f.Players != [3]string{"", "ada", "bo"} || len(f.Position.Moves()) != 3 {
			t.Errorf("%s: %+v %v", c.name, f, err)
		}
		if id, err := r.RulesOf(t.Context(), "g"); id != setup.Rules || err != nil {
			t.Errorf("%s: the rules are %q %v", c.name, id, err)
		}
	}
}
