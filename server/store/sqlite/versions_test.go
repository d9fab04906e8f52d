package sqlite

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"github.com/pressly/goose/v3"

	"moyo/game"
	"moyo/internal/testenv"
	"moyo/server/store"
	"moyo/server/store/storetest"
)

// rewound creates a database with data of every kind and reverts its tables to an earlier
// version: content of later migrations is removed, and the rest is as a program of that
// time stored it.
func rewound(t *testing.T, version int64) (dir string, logs map[string][]store.Entry) {
	t.Helper()
	dir, logs = emptyIn(t, t.TempDir()), map[string][]store.Entry{}
	s, err := Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	storetest.Everything(t, s, "ada", "Ada", "bo")
	g, first := storetest.Game("a")
	if err := s.Create(t.Context(), g, first); err != nil {
		t.Fatal(err)
	}
	for i := range 5 {
		g.Version++
		if err := s.Append(t.Context(), g, storetest.Move(fmt.Sprint("c", i), game.Black, game.Move(i), g.Created)); err != nil {
			t.Fatal(err)
		}
	}
	games, err := s.List(t.Context(), store.Query{Private: true, Player: "ada"})
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range append(games, g) {
		if _, logs[g.ID], err = s.Load(t.Context(), g.ID); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	db := raw(t, dir)
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		t.Fatal(err)
	}
	p, err := goose.NewProvider(goose.DialectSQLite3, db, files)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.DownTo(t.Context(), version); err != nil {
		t.Fatal(err)
	}
	return dir, logs
}

// raw opens the database of a folder without the store, until the test ends.
func raw(t *testing.T, dir string) *sql.DB {
	t.Helper()
	db, err := open(filepath.Join(dir, File), 1)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

// rowsOf counts the rows of each table except goose's.
func rowsOf(t *testing.T, db *sql.DB) map[string]int {
	t.Helper()
	rows, err := db.QueryContext(t.Context(),
		`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'goose_%'`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	counts := map[string]int{}
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		counts[name] = 0
	}
	_ = rows.Close()
	for name := range counts {
		var n int
		if err := db.QueryRowContext(t.Context(), "SELECT count(*) FROM "+name).Scan(&n); err != nil {
			t.Fatal(err)
		}
		counts[name] = n
	}
	return counts
}

// TestEveryVersion opens files of every past version of the tables: all rows must be present,
// and games continue. TestOldDatabase has a file written by an actual old program.
func TestEveryVersion(t *testing.T) {
	testenv.SkipUnderRace(t)
	_, newest, err := versionsOf(t)
	if err != nil {
		t.Fatal(err)
	}
	for version := int64(1); version < newest; version++ {
		t.Run(fmt.Sprint(version), func(t *testing.T) {
			dir, logs := rewound(t, version)
			db := raw(t, dir)
			before := rowsOf(t, db)
			if len(before) == 0 || before["games"] != 5 || before["events"] < 12 {
				t.Fatalf("before: %v", before)
			}
			if err := db.Close(); err != nil {
				t.Fatal(err)
			}
			s, err := Open(t.Context(), dir)
			if err != nil {
				t.Fatal(err)
			}
			for id, want := range logs {
				g, log, err := s.Load(t.Context(), id)
				if err != nil || !reflect.DeepEqual(log, want) || g.Version != len(want) {
					t.Errorf("game %s: %v, %d events, want\n%+v\nhave\n%+v", id, err, len(log), want, log)
				}
			}
			g, _, err := s.Load(t.Context(), "a")
			if err != nil {
				t.Fatal(err)
			}
			g.Version++
			if err := s.Append(t.Context(), g, storetest.Move("c1", game.White, 9, time.Now())); !isRepeat(err) {
				t.Errorf("a command of that time was carried out again: %v", err)
			}
			if err := s.Append(t.Context(), g, storetest.Move("new", game.White, 9, time.Now())); err != nil {
				t.Errorf("the game does not continue: %v", err)
			}
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			if err := Check(t.Context(), filepath.Join(dir, File)); err != nil {
				t.Error(err)
			}
			after := rowsOf(t, raw(t, dir))
			for table, n := range before {
				if table == "events" {
					n++
				}
				if after[table] != n {
					t.Errorf("%s has %d rows, had %d", table, after[table], n)
				}
			}
		})
	}
}

func isRepeat(err error) bool {
	_, ok := errors.AsType[*store.Repeat](err)
	return ok
}

// versionsOf returns the versions of a new database's tables.
func versionsOf(t *testing.T) (have, newest int64, err error) {
	dir := t.TempDir()
	s, err := Open(t.Context(), dir)
	if err != nil {
		return 0, 0, err
	}
	if err := s.Close(); err != nil {
		return 0, 0, err
	}
	return versions(t.Context(), raw(t, dir))
}

// TestNewerIsLeftAlone checks that a database of a newer program is refused, and that its folder
// stays unchanged.
func TestNewerIsLeftAlone(t *testing.T) {
	dir, _ := played(t, 2, 3)
	db := raw(t, dir)
	if _, err := db.ExecContext(context.Background(),
		`INSERT INTO goose_db_version (version_id, is_applied) VALUES (999, 1); CREATE TABLE later (x INTEGER)`); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	before := contents(t, dir)
	wantError(t, dir, "newer moyo", "999", "use that version, or another data folder")
	after := contents(t, dir)
	delete(after, lockFile)
	delete(before, lockFile)
	if !maps.EqualFunc(before, after, bytes.Equal) {
		t.Errorf("before %d files, after %d, or they differ", len(before), len(after))
	}
}

// contents returns the files of a folder.
func contents(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if files[e.Name()], err = os.ReadFile(filepath.Join(dir, e.Name())); err != nil {
			t.Fatal(err)
		}
	}
	return files
}
