package sqlite

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"moyo/game"
	"moyo/game/match"
	"moyo/server/base/identity"
	"moyo/server/store"
)

// TestOldDatabase opens a database with version 3 of the tables, written by the program
// of that time: two guests, three games between them and the computer, a board, a
// training and a collection. The same cookies must still own all of it.
func TestOldDatabase(t *testing.T) {
	dir := t.TempDir()
	dump, err := os.ReadFile("testdata/version3.sql")
	if err != nil {
		t.Fatal(err)
	}
	db, err := open(filepath.Join(dir, File), 1)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.ExecContext(t.Context(), string(dump)); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	s, err := Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	ada := identity.GuestID(identity.Hash("0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a"))
	bo := identity.GuestID(identity.Hash("0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b"))
	if games, err := s.List(t.Context(), store.Query{Awaits: ada}); err != nil || len(games) != 1 || games[0].ID != oldGame {
		t.Errorf("games that await Ada: %+v %v", games, err)
	}
	checkOldGame(t, s, ada, bo)
	for player, want := range map[string]int{ada: 2, bo: 2, "": 3} {
		if games, err := s.List(t.Context(), store.Query{Player: player, Private: true}); err != nil || len(games) != want {
			t.Errorf("games of %q: %+v %v, want %d", player, games, err, want)
		}
	}
	checkOldLists(t, s, ada, bo)
	if boards, err := s.Boards(t.Context(), ada, 9); err != nil || len(boards) != 1 || boards[0].Title != "path.obj" {
		t.Errorf("boards: %+v %v", boards, err)
	}
	for query, want := range map[string]string{
		`SELECT points FROM trainees WHERE owner = ?`: "1234", `SELECT title FROM collections WHERE owner = ?`: "Mine",
	} {
		got, err := store.List(t.Context(), s, store.Value[string], query, ada)
		if err != nil || !slices.Equal(got, []string{want}) {
			t.Errorf("%s: %v %v", query, got, err)
		}
	}
}

// oldGame is the game between the two guests in the old database.
const oldGame = "z46chygbtv8f"

// checkOldGame loads the game between the two guests, continues it, and repeats an old
// command.
func checkOldGame(t *testing.T, s *Store, ada, bo string) {
	t.Helper()
	g, log, err := s.Load(context.Background(), oldGame)
	if err != nil {
		t.Fatal(err)
	}
	black, white := match.Seat{Kind: match.Human, Name: `Ada "token":`, Player: ada}, match.Seat{Kind: match.Human, Name: "Bo", Player: bo}
	if g.Black != black || g.White != white || g.Clock != "" || g.Rated || g.Private || len(log) != 4 {
		t.Errorf("%+v, %d events", g, len(log))
	}
	if setup := log[0].Event.Setup; setup.Black != black {
		t.Errorf("the first event: %+v", setup)
	}
	if seat := log[1].Event.Seat; *seat != white {
		t.Errorf("the second event: %+v", seat)
	}
	e := store.Entry{Command: ada + "/m3", Event: match.Event{Kind: match.Moved, At: store.Milli(time.Now()), By: game.Black, Move: 1}}
	g.Version++
	g.Ply++
	if err := s.Append(context.Background(), g, e); err != nil {
		t.Fatal(err)
	}
	g.Version++
	e.Command = bo + "/m2"
	if err := s.Append(context.Background(), g, e); err == nil {
		t.Error("a command of the old log was carried out again")
	}
}

// checkOldLists finds the games of the old database by winner and names, and checks that a
// waiting game is private, since it was open to anyone with the link.
func checkOldLists(t *testing.T, s *Store, ada, bo string) {
	t.Helper()
	for _, c := range []struct {
		q    store.Query
		want int
	}{
		{store.Query{}, 2},
		{store.Query{Phases: []match.Phase{match.Waiting}}, 0},
		{store.Query{Phases: []match.Phase{match.Waiting}, Player: bo, Private: true}, 1},
		{store.Query{Player: ada, Result: store.Lost, Engine: "random"}, 1},
		{store.Query{Player: ada, Result: store.Won}, 0},
		{store.Query{Names: "token", Game: "weiqi"}, 1},
	} {
		games, err := s.List(t.Context(), c.q)
		if err != nil || len(games) != c.want {
			t.Errorf("%+v: %+v %v, want %d", c.q, games, err, c.want)
		}
		for _, g := range games {
			_, log, err := s.Load(t.Context(), g.ID)
			if err != nil || log[0].Event.Setup.Private != g.Private {
				t.Errorf("%s: the list says private %v, the log %+v %v", g.ID, g.Private, log[0].Event.Setup, err)
			}
		}
	}
}
