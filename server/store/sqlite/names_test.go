package sqlite

import (
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"moyo/game/match"
	"moyo/server/store"
	"moyo/server/store/storetest"
)

// TestOldNames: seats in a database from before the headers followed their players' accounts
// get the accounts' names; guests', those of who has gone, and logs stay.
func TestOldNames(t *testing.T) {
	dir := t.TempDir()
	s, err := Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	gone := store.Player{ID: "gone", Role: store.Deleted, Skeleton: "gone"}
	for _, err := range []error{
		s.Enroll(t.Context(), store.Player{ID: "ada", Role: store.Member, Name: "Ada", Skeleton: "ada"}, store.Credentials{Player: "ada", Version: 1}),
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
		{seat("nobody", "", ""), kept, seat("nobody", "", ""), named},
	} {
		g, first := storetest.Game(fmt.Sprint("g", i))
		g.Black, g.White = c.black, c.white
		first.Event.Setup.Black, first.Event.Setup.White = c.black, c.white
		if err := s.Create(t.Context(), g, first); err != nil {
			t.Fatal(err)
		}
		check := func() {
			got, log, err := s.Load(t.Context(), g.ID)
			if err != nil || got.Black != c.wantBlack || got.White != c.wantWhite || log[0].Event.Setup.Black != c.black || log[0].Event.Setup.White != c.white {
				t.Errorf("%+v %v, want %+v and %+v", got, err, c.wantBlack, c.wantWhite)
			}
			if found, err := s.List(t.Context(), store.Query{Names: got.Black.Name + "\n" + got.White.Name, Private: true}); err != nil || len(found) == 0 {
				t.Errorf("%+v is not found by its names", got)
			}
		}
		checks = append(checks, check)
	}
	// as the program of that time left it
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	db, err := open(filepath.Join(dir, File), 1)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.ExecContext(t.Context(), `DROP TABLE spent; DROP INDEX games_unfinished; DROP INDEX games_by_brought; DROP INDEX board_owners_by_hash;
		DROP INDEX reports_by_game; DROP INDEX sessions_by_expires; ALTER TABLE wishes DROP COLUMN updated;
		DROP TABLE ready; ALTER TABLE events DROP COLUMN sum; DELETE FROM goose_db_version WHERE version_id >= 12`); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if s, err = Open(t.Context(), dir); err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, check := range checks {
		check()
	}
}

// TestNamesPlan: who is called otherwise has their games found by indexes.
func TestNamesPlan(t *testing.T) {
	s, err := Open(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var n names
	for i, st := range n.statements() {
		seat, phase := []string{"black", "white"}[i/2], []string{"unfinished", "finished"}[i%2]
		if plan, want := planOf(t, s, st.text, "Ada", "ada", "x", 5), fmt.Sprintf("SEARCH games USING PRIMARY KEY (id=?)\nLIST SUBQUERY 1\nSEARCH games USING INDEX games_%s_by_%s (%s_player=?)", phase, seat, seat); plan != want {
			t.Errorf("plan %q, want %q", plan, want)
		}
	}
}

// TestTwoNames: of two names that somebody with many games gets at once the later one
// stays, and both who give them get an answer.
func TestTwoNames(t *testing.T) {
	s, err := Open(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Enroll(t.Context(), store.Player{ID: "ada", Role: store.Member, Name: "Ada", Skeleton: "ada"}, store.Credentials{Player: "ada", Version: 1}); err != nil {
		t.Fatal(err)
	}
	w, err := newWriter(t.Context(), newWriterless(t, s))
	if err != nil {
		t.Fatal(err)
	}
	defer w.close()
	const many = mostCalled + 1
	for i := range many {
		g, first := storetest.Game(fmt.Sprint("g", i))
		g.Black.Player, g.Black.Name = "ada", "Ada"
		j := jobOf(t, func(s *Store) error { return s.Create(t.Context(), g, first) })
		w.commit([]*job{j})
		if err := <-j.done; err != nil {
			t.Fatal(err)
		}
	}
	rename := func(name string) (*Store, chan error) {
		one := &Store{jobs: make(chan *job, 1), closing: make(chan struct{}), done: make(chan struct{})}
		done := make(chan error, 1)
		go func() {
			_, err := one.Act(t.Context(), store.Deed{Kind: store.Renamed, Target: "ada"}, store.Change{Name: name, Skeleton: name})
			done <- err
		}()
		return one, done
	}
	one, oneDone := rename("player-1")
	two, twoDone := rename("player-2")
	for i, from := range []*Store{one, two, one, two} { // the third has nothing to do any more
		j := <-from.jobs
		if w.commit([]*job{j}); i < 2 {
			continue
		}
		select {
		case err := <-map[*Store]chan error{one: oneDone, two: twoDone}[from]:
			if err != nil {
				t.Error(err)
			}
		case <-from.jobs:
			t.Fatalf("rename %d goes on", i-1)
		}
	}
	if games, err := s.List(t.Context(), store.Query{Names: "player-2", Private: true, Limit: 2 * many}); err != nil || len(games) != many {
		t.Errorf("%d of %d games have the later name %v", len(games), many, err)
	}
}

// TestManyNames: however many games somebody has, all call them so afterwards.
func TestManyNames(t *testing.T) {
	s, err := Open(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	const many = 2*mostCalled + 7
	made := make(chan error)
	for i := range many {
		go func() {
			g, first := storetest.Game(fmt.Sprint("g", i))
			g.Phase = []match.Phase{match.Playing, match.Finished}[i%2]
			g.White = match.Seat{Kind: match.Human, Player: "bo", Name: "Bo"} // as his account will be called
			seat := []*match.Seat{&g.Black, &g.White}[i/2%2]
			seat.Player, seat.Name = "ada", "Guest"
			made <- s.Create(t.Context(), g, first)
		}()
	}
	for range many {
		if err := <-made; err != nil {
			t.Fatal(err)
		}
	}
	called := func(name string, want int) {
		t.Helper()
		if games, err := s.List(t.Context(), store.Query{Names: name, Private: true, Limit: 2 * many}); err != nil || len(games) != want {
			t.Errorf("%d games of %q, want %d %v", len(games), name, want, err)
		}
	}
	for _, c := range []struct{ id, name string }{{"ada", "Ada"}, {"bo", "Bo"}} {
		if err := s.Enroll(t.Context(), store.Player{ID: c.id, Role: store.Member, Name: c.name, Skeleton: c.id}, store.Credentials{Player: c.id, Version: 1}); err != nil {
			t.Fatal(err)
		}
	}
	called("guest", 0)
	games, err := s.List(t.Context(), store.Query{Player: "bo", Private: true, Limit: many})
	if err != nil || len(games) == 0 || slices.ContainsFunc(games, func(g store.Game) bool { return g.White.Rank != store.Newcomer }) {
		t.Errorf("Bo, who is called as before, is not known to have an account: %d games %v", len(games), err)
	}
	if _, err := s.Act(t.Context(), store.Deed{Kind: store.Renamed, Target: "ada"}, store.Change{Name: "player-7", Skeleton: "player-7"}); err != nil {
		t.Fatal(err)
	}
	called("ada\n", 0)
	called("player-7", many)
}
