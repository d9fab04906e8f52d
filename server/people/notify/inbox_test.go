package notify

import (
	"context"
	"fmt"
	"testing"

	"moyo/game"
	"moyo/game/match"
	"moyo/server/store"
	"moyo/server/store/sqlite/sqlitetest"
)

// TestGameOf checks a game from each player's view, with the opponent.
func TestGameOf(t *testing.T) {
	human := func(name, player string) match.Seat {
		return match.Seat{Kind: match.Human, Name: name, Player: player}
	}
	g := store.Game{
		Board: "grid:9", BoardTitle: "9×9", Rules: "weiqi:komi=6.5", Result: "B+R", Black: human("Ada", ada), White: human("Bo", bo),
	}
	kept, engine := g, g
	kept.White.Kind = match.Open
	engine.Black = match.Seat{Kind: match.Engine, Engine: "level:1"}
	for name, c := range map[string]struct {
		game               store.Game
		player, kind, want string
	}{
		"Black":                          {g, ada, "human", "Bo"},
		"White":                          {g, bo, "human", "Ada"},
		"White, who has not come yet":    {kept, bo, "human", "Ada"},
		"Black, of one who has not come": {kept, ada, "open", "Bo"},
		"White against the computer":     {engine, bo, "engine", ""},
		"one who watches":                {g, guest, "human", "Bo"},
	} {
		got := gameOf(c.game, c.player)
		if got.Opponent.Kind != c.kind || got.Opponent.Name != c.want {
			t.Errorf("%s: against %+v, want %q", name, got.Opponent, c.want)
		}
		if got.Name != "weiqi" || got.GameTitle != "Go" || got.Board != "grid:9" || got.BoardTitle != "9×9" || got.Result != "B+R" {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// gameReads is a store that counts reads of games.
type gameReads struct {
	store.Store
	queries, ids int
}

func (r *gameReads) Game(ctx context.Context, id string) (store.Game, error) {
	r.queries++
	r.ids++
	return r.Store.Game(ctx, id)
}

func (r *gameReads) Games(ctx context.Context, ids []string) ([]store.Game, error) {
	r.queries++
	r.ids += len(ids)
	return r.Store.Games(ctx, ids)
}

// TestInboxReads: the games of notifications are read in one query, and each once, even missing ones; only one that has ended since
// is read again.
func TestInboxReads(t *testing.T) {
	disk := &gameReads{Store: sqlitetest.New(t)}
	s := newServiceOn(disk, &fakes{here: map[string]bool{}})
	s.Close() // otherwise it would report the game's end by itself
	people(t, disk)
	tell := func(kind Kind, path string) {
		t.Helper()
		_, err := rows{disk}.save(t.Context(), News{Player: ada, Kind: kind, Key: string(kind) + path, Path: path})
		if err != nil {
			t.Fatal(err)
		}
	}
	var first store.Game
	for i := range 20 {
		g := aGame(t, s, fmt.Sprint("g", i), "", game.Black)
		if i == 0 {
			first = g
		}
		tell(GameStarted, gamePath+g.ID)
	}
	for _, path := range []string{gamePath + "none", "/people/bo", ""} {
		tell(OfModerators, path)
	}
	known := games{}
	check := func(what string, queries, ids, about int, result string) {
		t.Helper()
		disk.queries, disk.ids = 0, 0
		in, err := s.inbox(t.Context(), ada, known)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, told := range in.Notifications {
			if told.Game != nil {
				n++
			}
			if told.Path == gamePath+first.ID && (told.Game == nil || told.Game.Result != result || told.Game.Opponent.Name != "Bo") {
				t.Errorf("%s: the first game is %+v", what, told.Game)
			}
		}
		if disk.queries != queries || disk.ids != ids || n != about {
			t.Errorf("%s: %d queries for %d games, %d notifications about one; want %d, %d, %d",
				what, disk.queries, disk.ids, n, queries, ids, about)
		}
	}
	check("at first", 1, 21, 20, "")
	check("again", 0, 0, 20, "")
	tell(ChallengeMade, gamePath+"g5")
	check("another about the same", 0, 0, 21, "")
	ends(t, disk, first, "B+R", match.Event{Kind: match.Resigned, By: game.White})
	check("before anybody hears of its end", 0, 0, 21, "")
	tell(GameOver, gamePath+first.ID)
	check("one has ended", 1, 1, 22, "B+R")
	check("and stays so", 0, 0, 22, "B+R")
	for i := range maxNotifications {
		tell(GameOver, gamePath+fmt.Sprint("late", i))
	}
	check("all others are gone", 1, maxNotifications, 0, "")
	if len(known) != maxNotifications {
		t.Errorf("%d games are remembered, want as many as there are notifications", len(known))
	}
}
