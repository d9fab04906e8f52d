package sqlite

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"moyo/server/store"
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
		err := s.Train(t.Context(), store.Trainee{Owner: "ada", Version: version, Updated: time.Now()}, store.Step{Attempt: &store.Attempt{Problem: "p", At: time.Now()}})
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

// TestKeepingPlans asks SQLite how it finds what nobody needs any more: by indexes that
// moves do not change.
func TestKeepingPlans(t *testing.T) {
	s, err := Open(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, q := range []struct {
		text string
		args []any
	}{
		{staleGames, []any{0, "", 0, 1}}, {unusedBoards, []any{0, 1}}, {guests(), []any{"", 1}}, {traces(), []any{"ada"}},
		{`SELECT hash FROM sessions WHERE expires <= ? LIMIT ?`, []any{0, 1}},
	} {
		for _, line := range strings.Split(planOf(t, s, q.text, q.args...), "\n") {
			table, scanned := strings.CutPrefix(line, "SCAN ")
			if scanned && !slices.Contains([]string{"boards", "collections", "CONSTANT ROW", "x"}, table) && !strings.HasPrefix(table, "(subquery") {
				t.Errorf("%.60s: %s", q.text, line)
			}
		}
	}
}
