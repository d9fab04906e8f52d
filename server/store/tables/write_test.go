package tables_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib"

	"moyo/game"
	"moyo/game/match"
	"moyo/server/play/chat"
	"moyo/server/store"
	"moyo/server/store/postgres"
	"moyo/server/store/postgres/pgtest"
	"moyo/server/store/sqlite"
	"moyo/server/store/storetest"
	"moyo/server/store/tables"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

// onBoth runs a test on each database, with a second connection to it.
func onBoth(t *testing.T, test func(t *testing.T, s *tables.Store, db *sql.DB)) {
	open := func(t *testing.T, driver, address string) *sql.DB {
		db, err := sql.Open(driver, address)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = db.Close() })
		return db
	}
	t.Run("sqlite", func(t *testing.T) {
		dir := t.TempDir()
		s, err := sqlite.Open(t.Context(), dir)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = s.Close() })
		path := url.URL{Scheme: "file", Path: filepath.Join(dir, sqlite.File), RawQuery: "_pragma=busy_timeout(5000)"}
		test(t, s.Store, open(t, "sqlite", path.String()))
	})
	t.Run("postgres", func(t *testing.T) {
		address, err := pgtest.Shared(t).Database(t.Context(), func(ctx context.Context, address string) error {
			s, err := postgres.Open(ctx, address)
			if err != nil {
				return err
			}
			return s.Close()
		})
		if err != nil {
			t.Fatal(err)
		}
		s, err := postgres.Open(t.Context(), address)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = s.Close() })
		test(t, s.Store, open(t, "pgx", address))
	})
}

// TestGroup commits three appends in one transaction. The second is refused after its
// header and first event were written: it leaves no trace, and the others are
// stored.
func TestGroup(t *testing.T) { onBoth(t, testGroup) }

func testGroup(t *testing.T, s *tables.Store, db *sql.DB) {
	ids := []string{"a", "b", "c"}
	var want []store.Game
	var logs [][]store.Entry
	for _, id := range ids {
		g, first := storetest.Game(id)
		if err := s.Create(t.Context(), g, first); err != nil {
			t.Fatal(err)
		}
		want, logs = append(want, g), append(logs, []store.Entry{first})
	}
	var group []*tables.Job
	var answers []<-chan error
	for i := range ids {
		commands := []string{"x", "y"}
		if i == 1 {
			commands[1] = "x"
		}
		g := want[i]
		g.Version, g.Ply = 3, 2
		entries := []store.Entry{
			storetest.Move(commands[0], game.Black, 3, g.Updated),
			storetest.Move(commands[1], game.White, 4, g.Updated),
		}
		j, answer := jobOf(t, s, func(s *tables.Store) error { return s.Append(t.Context(), g, entries...) })
		group, answers = append(group, j), append(answers, answer)
		if i != 1 {
			want[i], logs[i] = g, append(logs[i], entries...)
		}
	}
	tables.Committer(t, s, db)(group...)
	for i, answer := range answers {
		if err := <-answer; (err != nil) != (i == 1) {
			t.Errorf("job %d: %v", i, err)
		}
	}
	for i, id := range ids {
		g, entries, err := s.Load(t.Context(), id)
		if err != nil || g != want[i] || !reflect.DeepEqual(entries, logs[i]) {
			t.Errorf("game %s:\n got %+v %+v %v\nwant %+v %+v", id, g, entries, err, want[i], logs[i])
		}
	}
}

// jobOf returns the job that a call submits.
func jobOf(t *testing.T, s *tables.Store, call func(*tables.Store) error) (*tables.Job, <-chan error) {
	t.Helper()
	held, jobs := tables.Held(t, s)
	answer := make(chan error, 1)
	go func() { answer <- call(held) }()
	return <-jobs, answer
}

// TestOrder checks that a group locks its games in one order, whatever the order of arrival, so two groups never deadlock.
// While another transaction holds game a, a group of c, b and a waits for a first and has locked none.
func TestOrder(t *testing.T) {
	onBoth(t, func(t *testing.T, s *tables.Store, db *sql.DB) {
		if strings.HasSuffix(t.Name(), "sqlite") {
			t.Skip("only one transaction writes at a time")
		}
		testOrder(t, s, db)
	})
}

func testOrder(t *testing.T, s *tables.Store, db *sql.DB) {
	var group []*tables.Job
	var answers []<-chan error
	for _, id := range []string{"c", "b", "a"} {
		g, first := storetest.Game(id)
		if err := s.Create(t.Context(), g, first); err != nil {
			t.Fatal(err)
		}
		g.Version = 2
		move := storetest.Move("x", game.Black, 3, g.Updated)
		j, answer := jobOf(t, s, func(s *tables.Store) error { return s.Append(t.Context(), g, move) })
		group, answers = append(group, j), append(answers, answer)
	}
	other, err := db.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = other.Rollback() }()
	if _, err := other.ExecContext(t.Context(), `SELECT id FROM games WHERE id = 'a' FOR UPDATE`); err != nil {
		t.Fatal(err)
	}
	commit := tables.Committer(t, s, db)
	go commit(group...)
	const waits = `SELECT EXISTS (SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock')`
	for waiting := false; !waiting; {
		if err := db.QueryRowContext(t.Context(), waits).Scan(&waiting); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := other.ExecContext(t.Context(), `SELECT id FROM games WHERE id IN ('b', 'c') FOR UPDATE NOWAIT`); err != nil {
		t.Errorf("a writer that waits for a has locked others: %v", err)
	}
	if err := other.Rollback(); err != nil {
		t.Fatal(err)
	}
	for i, answer := range answers {
		if err := <-answer; err != nil {
			t.Errorf("job %d: %v", i, err)
		}
	}
}

// TestCarriedOutAgain checks that the answer of a job is about its last run, if the
// first run was rolled back because another job of its group was refused.
func TestCarriedOutAgain(t *testing.T) { onBoth(t, testCarriedOutAgain) }

func testCarriedOutAgain(t *testing.T, s *tables.Store, db *sql.DB) {
	var id int64
	var said, refused error
	var calls sync.WaitGroup
	own, jobs := tables.Held(t, s)
	calls.Go(func() { id, said = chat.Kept{DB: own}.Add(t.Context(), chat.Line{Game: "g", Text: "x"}) })
	first := <-jobs
	calls.Go(func() { refused = own.EndSession(t.Context(), "ada", "none") })
	tables.Committer(t, s, db)(first, <-jobs)
	calls.Wait()
	if !errors.Is(refused, store.ErrNotFound) || said != nil {
		t.Fatalf("%v, %v", refused, said)
	}
	if l, err := (chat.Kept{DB: s}).One(t.Context(), id); err != nil || l.Text != "x" {
		t.Errorf("line %d is %+v %v", id, l, err)
	}
}

// TestTwoNames gives a player with many games two names concurrently: the later one
// stays, and both callers get an answer.
func TestTwoNames(t *testing.T) { onBoth(t, testTwoNames) }

func testTwoNames(t *testing.T, s *tables.Store, db *sql.DB) {
	if err := s.Enroll(t.Context(), store.Player{ID: "ada", Role: store.Member, Name: "Ada", Skeleton: "ada"},
		store.Credentials{Player: "ada", Version: 1}); err != nil {
		t.Fatal(err)
	}
	const many = tables.MostCalled + 1
	for i := range many {
		g, first := storetest.Game(fmt.Sprint("g", i))
		g.Black.Player, g.Black.Name = "ada", "Ada"
		if err := s.Create(t.Context(), g, first); err != nil {
			t.Fatal(err)
		}
	}
	commit := tables.Committer(t, s, db)
	rename := func(name string) (<-chan *tables.Job, chan error) {
		one, jobs := tables.Held(t, s)
		done := make(chan error, 1)
		go func() {
			_, err := one.Act(t.Context(), store.Deed{Kind: store.Renamed, Target: "ada"}, store.Change{Name: name, Skeleton: name})
			done <- err
		}()
		return jobs, done
	}
	one, oneDone := rename("player-1")
	two, twoDone := rename("player-2")
	for i, from := range []<-chan *tables.Job{one, two, one, two} { // the third has nothing left to do
		if commit(<-from); i < 2 {
			continue
		}
		select {
		case err := <-map[<-chan *tables.Job]chan error{one: oneDone, two: twoDone}[from]:
			if err != nil {
				t.Error(err)
			}
		case <-from:
			t.Fatalf("rename %d continues", i-1)
		}
	}
	if games, err := s.List(t.Context(), store.Query{Names: "player-2", Private: true, Limit: 2 * many}); err != nil || len(games) != many {
		t.Errorf("%d of %d games have the later name %v", len(games), many, err)
	}
}

// TestManyNames checks that a rename reaches all games of a player with many games.
func TestManyNames(t *testing.T) { onBoth(t, testManyNames) }

func testManyNames(t *testing.T, s *tables.Store, _ *sql.DB) {
	const many = 2*tables.MostCalled + 7
	made := make(chan error)
	for i := range many {
		go func() {
			g, first := storetest.Game(fmt.Sprint("g", i))
			g.Phase = []match.Phase{match.Playing, match.Finished}[i%2]
			g.White = match.Seat{Kind: match.Human, Player: "bo", Name: "Bo"} // the future name of his account
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
		if err := s.Enroll(t.Context(), store.Player{ID: c.id, Role: store.Member, Name: c.name, Skeleton: c.id},
			store.Credentials{Player: c.id, Version: 1}); err != nil {
			t.Fatal(err)
		}
	}
	called("guest", 0)
	games, err := s.List(t.Context(), store.Query{Player: "bo", Private: true, Limit: many})
	if err != nil || len(games) == 0 || slices.ContainsFunc(games, func(g store.Game) bool { return g.White.Rank != store.Newcomer }) {
		t.Errorf("Bo keeps his name but should have an account: %d games %v", len(games), err)
	}
	if _, err := s.Act(t.Context(), store.Deed{Kind: store.Renamed, Target: "ada"},
		store.Change{Name: "player-7", Skeleton: "player-7"}); err != nil {
		t.Fatal(err)
	}
	called("ada\n", 0)
	called("player-7", many)
}
