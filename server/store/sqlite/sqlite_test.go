package sqlite

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"moyo/server/store"
	"moyo/server/store/storetest"
)

// empty returns the file of an empty database.
var empty = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "moyo-empty-*")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	s, err := Open(context.Background(), dir)
	if err != nil {
		return nil, err
	}
	if err := s.Close(); err != nil {
		return nil, err
	}
	return os.ReadFile(filepath.Join(dir, File))
})

// emptyIn creates a folder with an empty database: a copy, since creating the tables takes
// a second under the race detector.
func emptyIn(t *testing.T, dir string) string {
	t.Helper()
	file, err := empty()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, File), file, 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestStore(t *testing.T) {
	storetest.Run(t, func(t *testing.T) store.Store {
		s, err := Open(context.Background(), emptyIn(t, filepath.Join(t.TempDir(), "a folder? with #odd% name")))
		if err != nil {
			t.Fatal(err)
		}
		return s
	})
}

func TestReopen(t *testing.T) {
	dir := t.TempDir()
	s, err := Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	g, first := storetest.Game("a")
	if err := s.Create(t.Context(), g, first); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s, err = Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	got, entries, err := s.Load(t.Context(), "a")
	if err != nil || got != g || len(entries) != 1 {
		t.Errorf("after reopening: %+v, %d entries, %v; want %+v", got, len(entries), err, g)
	}
}

// TestCleanStop checks that after Close the main file alone is a complete copy of the
// database.
func TestCleanStop(t *testing.T) {
	dir := t.TempDir()
	s, err := Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	g, first := storetest.Game("a")
	if err := s.Create(t.Context(), g, first); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Game(t.Context(), "a"); err != nil { // readers have statements too
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if left, err := filepath.Glob(filepath.Join(dir, File+"-*")); err != nil || len(left) > 0 {
		t.Errorf("beside the main file: %v %v", left, err)
	}
	data, err := os.ReadFile(filepath.Join(dir, File))
	if err != nil {
		t.Fatal(err)
	}
	elsewhere := t.TempDir()
	if err := os.WriteFile(filepath.Join(elsewhere, File), data, 0o600); err != nil {
		t.Fatal(err)
	}
	if s, err = Open(t.Context(), elsewhere); err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if got, log, err := s.Load(t.Context(), "a"); err != nil || got != g || len(log) != 1 {
		t.Errorf("in the copy: %+v, %d events, %v", got, len(log), err)
	}
}

func TestDurableSettings(t *testing.T) {
	dir := t.TempDir()
	s, err := Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var mode, sync string
	writer, err := openWriter(filepath.Join(dir, File))
	if err != nil {
		t.Fatal(err)
	}
	defer writer.Close()
	check := func(pragma string, into *string, want string) {
		if err := writer.QueryRowContext(t.Context(), pragma).Scan(into); err != nil || *into != want {
			t.Errorf("%s: %q %v, want %q", pragma, *into, err, want)
		}
	}
	check("PRAGMA journal_mode", &mode, "wal")
	check("PRAGMA synchronous", &sync, "2") // FULL
}

func TestRefuses(t *testing.T) {
	t.Run("folder that cannot be", func(t *testing.T) {
		file := filepath.Join(t.TempDir(), "file")
		if err := os.WriteFile(file, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		wantError(t, filepath.Join(file, "data"), "data folder", file, "cannot be created")
	})
	t.Run("folder without permission", func(t *testing.T) {
		if os.Geteuid() == 0 {
			t.Skip("root can write everywhere")
		}
		dir := t.TempDir()
		if err := os.Chmod(dir, 0o500); err != nil {
			t.Fatal(err)
		}
		wantError(t, dir, "data folder", dir, "cannot be written to", "permission denied")
	})
	t.Run("second server", func(t *testing.T) {
		dir := t.TempDir()
		s, err := Open(t.Context(), dir)
		if err != nil {
			t.Fatal(err)
		}
		wantError(t, dir, "data folder", dir, "in use by another moyo server")
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		s, err = Open(t.Context(), dir)
		if err != nil {
			t.Fatalf("after the first was closed: %v", err)
		}
		s.Close()
	})
	t.Run("newer database", func(t *testing.T) {
		dir := emptyIn(t, t.TempDir())
		s, err := Open(t.Context(), dir)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		db, err := openWriter(filepath.Join(dir, File))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := db.Exec(`INSERT INTO goose_db_version (version_id, is_applied) VALUES (999, 1)`); err != nil {
			t.Fatal(err)
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		wantError(t, dir, File, "newer moyo", "999")
	})
	t.Run("not a database", func(t *testing.T) {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, File), []byte(strings.Repeat("no database ", 1000)), 0o600); err != nil {
			t.Fatal(err)
		}
		wantError(t, dir, File, "not a database")
	})
}

// wantError opens dir and checks that the error contains all words.
func wantError(t *testing.T, dir string, words ...string) {
	t.Helper()
	s, err := Open(t.Context(), dir)
	if err == nil {
		s.Close()
		t.Fatal("no error")
	}
	for _, w := range words {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("error %q does not contain %q", err, w)
		}
	}
}

// TestAuditLogOnlyGrows tries to change and to delete an entry of the audit log, which the
// program never does.
func TestAuditLogOnlyGrows(t *testing.T) {
	dir := emptyIn(t, t.TempDir())
	s, err := Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := s.Act(t.Context(), store.Deed{Kind: store.Warned, Target: "ada"}, store.Change{}); err != nil {
		t.Fatal(err)
	}
	db, err := openWriter(filepath.Join(dir, File))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, text := range []string{`UPDATE audit SET why = 'x'`, `DELETE FROM audit`, `INSERT OR REPLACE INTO audit SELECT * FROM audit`} {
		_, err := db.ExecContext(t.Context(), text)
		if err == nil || !strings.Contains(err.Error(), "only grows") {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestFilesArePrivate checks that a new database is readable only for its owner, and that
// an existing one keeps its mode.
func TestFilesArePrivate(t *testing.T) {
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	modeOf := func(name string) os.FileMode {
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return info.Mode().Perm()
	}
	s, err := Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{File, File + "-wal", File + "-shm"} {
		if got := modeOf(name); got != 0o600 {
			t.Errorf("%s has the mode %v", name, got)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(filepath.Join(dir, File), 0o640); err != nil {
		t.Fatal(err)
	}
	if s, err = Open(t.Context(), dir); err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if got := modeOf(File); got != 0o640 {
		t.Errorf("a file with the operator's mode 0640 has %v", got)
	}
}
