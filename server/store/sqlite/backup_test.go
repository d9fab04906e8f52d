package sqlite

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"moyo/game"
	"moyo/server/store"
	"moyo/server/store/storetest"
)

// TestBackup copies a database during eight games: each copy is intact, has
// everything that was acknowledged before the copy was requested, and opens as an independent
// database.
func TestBackup(t *testing.T) {
	dir := emptyIn(t, t.TempDir())
	s, err := Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	const games = 8
	k := &kept{versions: map[string]int{}}
	ctx, stop := context.WithCancel(t.Context())
	var playing sync.WaitGroup
	moved := make(chan struct{})
	for i := range games {
		g, first := storetest.Game(fmt.Sprint("g", i))
		if err := s.Create(t.Context(), g, first); err != nil {
			t.Fatal(err)
		}
		k.add(g.ID, 1)
		playing.Go(func() { k.play(ctx, t, s, g, moved) })
	}
	copies := t.TempDir()
	var befores []map[string]int
	for i := range 3 {
		for range 2 * games {
			<-moved
		}
		befores = append(befores, k.all())
		if err := Backup(t.Context(), dir, filepath.Join(copies, fmt.Sprint(i))); err != nil {
			t.Fatal(err)
		}
	}
	stop()
	playing.Wait()
	for i, before := range befores {
		wantCopy(t, filepath.Join(copies, fmt.Sprint(i)), before, k.versions)
	}
	left, err := os.ReadDir(copies)
	if err != nil || len(left) != len(befores) {
		t.Errorf("left beside the copies: %v %v", left, err)
	}
	for _, e := range left {
		if info, err := e.Info(); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v %v", e.Name(), info.Mode(), err)
		}
	}
}

// kept records the acknowledged versions of games.
type kept struct {
	mu       sync.Mutex
	versions map[string]int
}

func (k *kept) add(id string, version int) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.versions[id] = version
}

// all returns the versions acknowledged so far.
func (k *kept) all() map[string]int {
	k.mu.Lock()
	defer k.mu.Unlock()
	return maps.Clone(k.versions)
}

// play appends moves to a game until the context ends, and reports each on moved if it has a receiver.
func (k *kept) play(ctx context.Context, t *testing.T, s *Store, g store.Game, moved chan<- struct{}) {
	for ctx.Err() == nil {
		g.Version++
		move := storetest.Move(fmt.Sprint("c", g.Version), game.Black, game.Move(g.Version%81), time.Now())
		if err := s.Append(context.Background(), g, move); err != nil {
			t.Error(err)
			return
		}
		k.add(g.ID, g.Version)
		select {
		case moved <- struct{}{}:
		default:
		}
	}
}

// wantCopy restores a copy and checks that it has everything acknowledged before the request, and nothing beyond the end.
func wantCopy(t *testing.T, file string, before, kept map[string]int) {
	t.Helper()
	restored := t.TempDir()
	if err := Restore(t.Context(), file, restored, false); err != nil {
		t.Fatal(err)
	}
	again, err := Open(t.Context(), restored)
	if err != nil {
		t.Fatal(err)
	}
	for id, version := range before {
		g, log, err := again.Load(t.Context(), id)
		if err != nil || g.Version != len(log) || len(log) < version || len(log) > kept[id] {
			t.Errorf("copy %s, game %s: version %d, %d events, %v; %d were acknowledged before, %d in all",
				file, id, g.Version, len(log), err, version, kept[id])
		}
	}
	if err := again.Close(); err != nil {
		t.Error(err)
	}
}

// TestBackupRefuses checks the reasons for refusing a backup or restore, which change
// no existing files.
func TestBackupRefuses(t *testing.T) {
	dir, elsewhere := emptyIn(t, t.TempDir()), t.TempDir()
	s, err := Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	g, first := storetest.Game("a")
	if err := s.Create(t.Context(), g, first); err != nil {
		t.Fatal(err)
	}
	file, fresh := filepath.Join(elsewhere, "copy"), t.TempDir()
	if err := Backup(t.Context(), dir, file); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want := func(words string, err error) {
		t.Helper()
		if err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("%v, want %q", err, words)
		}
	}
	want("already exists", Backup(t.Context(), dir, file))
	want("no database in", Backup(t.Context(), elsewhere, filepath.Join(elsewhere, "x")))
	want("cannot be written", Backup(t.Context(), dir, filepath.Join(elsewhere, "nowhere", "x")))
	want("is in use", Restore(t.Context(), file, dir, false))
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	want("canceled", Backup(cancelled, dir, filepath.Join(elsewhere, "y")))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	want("already exists", Restore(t.Context(), file, dir, false))

	write := func(name string, data []byte) string {
		path := filepath.Join(elsewhere, name)
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	want("damaged", Restore(t.Context(), write("text", []byte("no database")), fresh, false))
	want("damaged", Restore(t.Context(), write("half", whole[:len(whole)/2]), fresh, false))
	write("running-wal", []byte("x"))
	want("copied from a running server", Restore(t.Context(), write("running", whole), fresh, false))
	if err := os.WriteFile(filepath.Join(fresh, File+"-wal"), []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	want("is in the way", Restore(t.Context(), file, fresh, false))
	want("cannot be created", Restore(t.Context(), file, filepath.Join(file, "data"), false))
	for _, name := range []string{"x", "y", "x.part", "y.part"} {
		if _, err := os.Stat(filepath.Join(elsewhere, name)); err == nil {
			t.Errorf("%s was left", name)
		}
	}
}

// TestRestoreMakesFolder checks that Restore creates the folder.
func TestRestoreMakesFolder(t *testing.T) {
	dir, file := emptyIn(t, t.TempDir()), filepath.Join(t.TempDir(), "copy")
	s, err := Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	g, first := storetest.Game("a")
	if err := errors.Join(s.Create(t.Context(), g, first), s.Close(), Backup(t.Context(), dir, file)); err != nil {
		t.Fatal(err)
	}
	made := filepath.Join(t.TempDir(), "of", "moyo")
	if err := Restore(t.Context(), file, made, false); err != nil {
		t.Fatal(err)
	}
	back, err := Open(t.Context(), made)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := back.Load(t.Context(), "a"); err != nil {
		t.Error(err)
	}
	if err := back.Close(); err != nil {
		t.Error(err)
	}
}

// TestCheckFindsDamage zeroes pages of a copy: a copy that passes Check must be
// completely readable.
func TestCheckFindsDamage(t *testing.T) {
	dir := emptyIn(t, t.TempDir())
	s, err := Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 50 {
		g, first := storetest.Game(fmt.Sprint("g", i))
		if err := s.Create(t.Context(), g, first); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(filepath.Join(dir, File))
	if err != nil {
		t.Fatal(err)
	}
	const page = 4096
	r, found := rand.New(rand.NewPCG(7, 7)), 0
	for range 20 {
		damaged := append([]byte{}, whole...)
		at := r.IntN(len(whole)/page) * page
		clear(damaged[at : at+page])
		path := filepath.Join(t.TempDir(), "damaged")
		if err := os.WriteFile(path, damaged, 0o600); err != nil {
			t.Fatal(err)
		}
		if Check(t.Context(), path) != nil {
			found++
		}
	}
	if found < 18 {
		t.Errorf("a page of zeros was found %d times of 20", found)
	}
}
