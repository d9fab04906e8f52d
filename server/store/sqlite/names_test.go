package sqlite

import (
	"fmt"
	"path/filepath"
	"testing"

	"moyo/game/match"
	"moyo/server/store"
	"moyo/server/store/storetest"
)

// TestOldNames checks a database from before headers followed accounts: seats get the
// accounts' names; seats of guests and deleted accounts, and logs, stay unchanged.
func TestOldNames(t *testing.T) {
	dir := t.TempDir()
	s, err := Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	gone := store.Player{ID: "gone", Role: store.Deleted, Skeleton: "gone"}
	for _, err := range []error{
		s.Enroll(t.Context(), store.Player{ID: "ada", Role: store.Member, Name: "Ada", Skeleton: "ada"},
			store.Credentials{Player: "ada", Version: 1}),
		s.SavePlayer(t.Context(), gone), s.SavePlayer(t.Context(), store.Player{ID: "guest", Role: store.Guest}),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	seat := func(player, name, rank string) match.Seat {
		return match.Seat{Kind: match.Human, Name: name, Player: player, Rank: rank}
	}
	kept := match.Seat{Kind: match.Open, Name: "old", Player: "ada"}
	named := kept
	named.Name = "Ada"
	var checks []func()
	for i, c := range []struct{ black, white, wantBlack, wantWhite match.Seat }{
		{seat("ada", "Guest", ""), seat("guest", "Bo", ""), seat("ada", "Ada", "?"), seat("guest", "Bo", "")},
		{seat("gone", store.Gone, "5k"), seat("ada", "rude", "5k"), seat("gone", store.Gone, "5k"), seat("ada", "Ada", "5k")},
		{seat("stranger", "", ""), kept, seat("stranger", "", ""), named},
	} {
		g, first := storetest.Game(fmt.Sprint("g", i))
		g.Black, g.White = c.black, c.white
		first.Event.Setup.Black, first.Event.Setup.White = c.black, c.white
		if err := s.Create(t.Context(), g, first); err != nil {
			t.Fatal(err)
		}
		check := func() {
			got, log, err := s.Load(t.Context(), g.ID)
			if err != nil || got.Black != c.wantBlack || got.White != c.wantWhite ||
				log[0].Event.Setup.Black != c.black || log[0].Event.Setup.White != c.white {
				t.Errorf("%+v %v, want %+v and %+v", got, err, c.wantBlack, c.wantWhite)
			}
			if found, err := s.List(t.Context(), store.Query{Names: got.Black.Name + "\n" + got.White.Name, Private: true}); err != nil ||
				len(found) == 0 {
				t.Errorf("%+v is not found by its names", got)
			}
		}
		checks = append(checks, check)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	makeOld(t, filepath.Join(dir, File))
	if s, err = Open(t.Context(), dir); err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, check := range checks {
		check()
	}
}

// makeOld changes a database to the state that the old program left.
func makeOld(t *testing.T, file string) {
	t.Helper()
	db, err := open(file, 1)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.ExecContext(t.Context(), sinceOldNames); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}

// sinceOldNames reverts the later migrations.
const sinceOldNames = `ALTER TABLE games DROP COLUMN sum; ALTER TABLE games DROP COLUMN made; DROP TABLE game_partners;
	ALTER TABLE games DROP COLUMN partners; DROP TABLE simuls; DROP TABLE ladders; DROP TABLE ladder_players;
	DROP TABLE ladder_events; DROP TABLE plans; DROP TABLE notes; DROP TABLE vacations; DROP TABLE teams; DROP TABLE team_members;
	DROP TABLE team_matches; DROP TABLE classes; DROP TABLE class_pupils; DROP TABLE tournaments; DROP TABLE tournament_events;
	ALTER TABLE games DROP COLUMN estimates; DROP TABLE shared_boards; ALTER TABLE reports DROP COLUMN board;
	ALTER TABLE audit DROP COLUMN board;
	DROP TABLE tokens; DROP TABLE studies; DROP TABLE study_chapters; DROP TABLE study_ops; DROP TABLE study_editors;
	DROP TABLE study_seen;
	DROP TABLE reviews; DROP TABLE mistakes; DROP TABLE libraries; DROP TABLE library_files; DROP TABLE library_kinds;
	DROP TABLE library_games;
	DROP TABLE library_records; DROP TABLE library_gone; DROP TABLE library_segments; DROP TABLE library_pages; DROP TABLE spent;
	DROP INDEX games_unfinished; DROP INDEX games_by_brought; DROP INDEX board_owners_by_hash;
	DROP INDEX reports_by_game; DROP INDEX sessions_by_expires; ALTER TABLE wishes DROP COLUMN updated;
	DROP TABLE ready; ALTER TABLE events DROP COLUMN sum; DELETE FROM goose_db_version WHERE version_id >= 12`

// TestNamesPlan checks that a rename finds a player's games by indexes.
func TestNamesPlan(t *testing.T) {
	s, err := Open(t.Context(), emptyIn(t, t.TempDir()))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for i, text := range dialect.Calls() {
		seat, phase := []string{"black", "white"}[i/2], []string{"unfinished", "finished"}[i%2]
		if plan, want := planOf(t, s, text, "Ada", "ada", "x", 5), fmt.Sprintf("SEARCH games USING PRIMARY KEY (id=?)\n"+
			"LIST SUBQUERY 1\nSEARCH games USING INDEX games_%s_by_%s (%s_player=?)", phase, seat, seat); plan != want {
			t.Errorf("plan %q, want %q", plan, want)
		}
	}
}
