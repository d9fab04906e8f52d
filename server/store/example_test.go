package store_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"moyo/game"
	"moyo/game/match"
	"moyo/server/store"
	"moyo/server/store/sqlite"
)

// A writer that repeats a command, because the acknowledgement was lost, learns that
// the command was carried out.
func Example() {
	ctx := context.Background()
	s, err := sqlite.InMemory(ctx)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer s.Close()
	setup := match.Setup{
		Board: "grid:9", Rules: "weiqi",
		Black: match.Seat{Kind: match.Human, Name: "Ada"}, White: match.Seat{Kind: match.Engine, Engine: "random"},
	}
	g := store.Game{ID: "g", Board: setup.Board, Rules: setup.Rules, Black: setup.Black, White: setup.White, Phase: match.Playing, Version: 1}
	_ = s.Create(ctx, g, store.Entry{Event: match.Event{Kind: match.Created, At: time.Now(), Setup: &setup}})
	move := store.Entry{Command: "ada/1", Event: match.Event{Kind: match.Moved, At: time.Now(), By: game.Black, Move: 40}}
	for range 2 {
		g.Version, g.Ply = 2, 1
		err := s.Append(ctx, g, move)
		var repeat *store.Repeat
		fmt.Println(err, errors.As(err, &repeat))
	}
	// Output:
	// <nil> false
	// game g: command "ada/1" was carried out as event 2 true
}
