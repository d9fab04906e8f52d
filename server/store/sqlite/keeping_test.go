package sqlite

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"moyo/server/store"
	"moyo/server/store/tables"
)

// TestAttemptsBounded: whoever trains for ever does not fill the disk.
func TestAttemptsBounded(t *testing.T) {
	dir := t.TempDir()
	s, err := Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	train := func(version int) {
		t.Helper()
		err := s.Train(t.Context(), store.Trainee{Owner: "ada", Version: version, Updated: time.Now()},
			store.Step{Attempt: &store.Attempt{Problem: "p", At: time.Now()}})
		if err != nil {
			t.Fatal(err)
		}
	}
	for version := range 5 {
		train(version + 1)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	db, err := open(filepath.Join(dir, File), 1)
	if err != nil {
		t.Fatal(err)
	}
	_, err = db.ExecContext(t.Context(), `UPDATE trainees SET version = ?`, store.MaxAttempts+2) // as if all were made
	if err = errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	if s, err = Open(t.Context(), dir); err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	train(store.MaxAttempts + 3)
	if attempts, err := s.Attempts(t.Context(), "ada", 9); err != nil || len(attempts) != 3 {
		t.Errorf("%d attempts are left %v, want the fourth, the fifth and the last", len(attempts), err)
	}
}

// places returns how many arguments a query takes.
func places(query string) int {
	for n := 3; n > 0; n-- {
		if strings.Contains(query, fmt.Sprint("?", n)) {
			return n
		}
	}
	return strings.Count(query, "?")
}

// TestKeepingPlans asks SQLite how it finds what nobody needs any more: by indexes that
// moves do not change.
func TestKeepingPlans(t *testing.T) {
	s, err := Open(t.Context(), emptyIn(t, t.TempDir()))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, q := range tables.Looks(dialect) {
		for _, line := range strings.Split(planOf(t, s, q, []any{"1", "1", "1", "1"}[:places(q)]...), "\n") {
			table, scanned := strings.CutPrefix(line, "SCAN ")
			if scanned && !slices.Contains([]string{"boards", "collections", "m USING INDEX mistakes_drawn", "CONSTANT ROW", "x"}, table) &&
				!strings.HasPrefix(table, "(subquery") {
				t.Errorf("%.60s: %s", q, line)
			}
		}
	}
}
