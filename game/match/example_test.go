package match_test

import (
	"fmt"
	"time"

	"moyo/board"
	"moyo/game"
	"moyo/game/match"
	"moyo/game/rules/weiqi"
)

func Example() {
	b, _ := board.Parse("grid:5")
	rules, _ := weiqi.Parse("komi=0.5")
	now := time.Now()
	m, _ := match.New(b, rules, match.Event{Kind: match.Created, At: now, Setup: &match.Setup{
		Board: "grid:5", Rules: rules.ID(),
		Black: match.Seat{Kind: match.Human, Name: "Ada"}, White: match.Seat{Kind: match.Engine, Engine: "random"},
	}})
	for _, e := range []match.Event{
		{Kind: match.Moved, By: game.Black, Move: 12},
		{Kind: match.Moved, By: game.Black, Move: 13},
		{Kind: match.Moved, By: game.White, Move: game.Pass},
		{Kind: match.Moved, By: game.Black, Move: game.Pass},
		{Kind: match.Scoring},
		{Kind: match.Accepted, By: game.Black},
	} {
		e.At = now
		if _, err := m.Apply(e); err != nil {
			fmt.Println(e.Kind, "refused:", err)
		}
	}
	fmt.Println(m.Phase(), m.Result())
	// Output:
	// moved refused: It is White's turn.
	// finished B+24.5
}
