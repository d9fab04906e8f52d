package sqlite

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"moyo/game"
	"moyo/server/store/storetest"
)

// TestLostMoves checks that a database whose write-ahead log was truncated while no server ran
// reports it once, and keeps the rest of that log. After a kill or a clean stop it
// reports nothing.
func TestLostMoves(t *testing.T) {
	for _, c := range []struct {
		name   string
		damage func(t *testing.T, dir string)
		lost   bool
	}{
		{"killed", func(*testing.T, string) {}, false},
		{"cut short", func(t *testing.T, dir string) { cutShort(t, filepath.Join(dir, File+"-wal"), 9, 10) }, true},
		{"emptied", func(t *testing.T, dir string) { cutShort(t, filepath.Join(dir, File+"-wal"), 0, 1) }, true},
		{"a damaged note", func(t *testing.T, dir string) {
			cutShort(t, filepath.Join(dir, File+"-wal"), 9, 10)
			cutShort(t, filepath.Join(dir, seenFile), 1, 2)
		}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir, killed := t.TempDir(), t.TempDir()
			s, err := Open(t.Context(), dir)
			if err != nil {
				t.Fatal(err)
			}
			g, first := storetest.Game("a")
			if err := s.Create(t.Context(), g, first); err != nil {
				t.Fatal(err)
			}
			for range 20 {
				g.Version++
				err := s.Append(t.Context(), g, storetest.Move(fmt.Sprint("c", g.Version), game.Black, game.Move(g.Version), time.Now()))
				if err != nil {
					t.Fatal(err)
				}
			}
			if err := s.seen.save(); err != nil {
				t.Fatal(err)
			}
			if err := os.CopyFS(killed, os.DirFS(dir)); err != nil {
				t.Fatal(err)
			}
			_ = os.Remove(filepath.Join(killed, File+"-shm"))
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			if _, err := os.Stat(filepath.Join(dir, seenFile)); !os.IsNotExist(err) {
				t.Errorf("after a clean stop: %v", err)
			}
			c.damage(t, killed)
			for again := range 2 {
				if s, err = Open(t.Context(), killed); err != nil {
					t.Fatal(err)
				}
				if w := s.Warning(); strings.Contains(w, "has lost moves") != (c.lost && again == 0) {
					t.Errorf("opened %d: %q", again, w)
				}
				if err := s.Close(); err != nil {
					t.Fatal(err)
				}
			}
			if kept, err := filepath.Glob(filepath.Join(killed, "*.lost-*")); err != nil || len(kept) != map[bool]int{true: 1}[c.lost] {
				t.Errorf("kept: %v %v", kept, err)
			}
		})
	}
}

// cutShort truncates a file to a part of its size.
func cutShort(t *testing.T, path string, part, of int64) {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, info.Size()*part/of); err != nil {
		t.Fatal(err)
	}
}

// TestSeenEverySecond checks that the last event is written within a second, and that nothing is
// written without a new event.
func TestSeenEverySecond(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		s := newSeen(filepath.Join(dir, seenFile))
		go s.run()
		written := func() string {
			data, _ := os.ReadFile(s.path)
			return string(data)
		}
		time.Sleep(5 * time.Second)
		if got := written(); got != "" {
			t.Errorf("before anything was written: %s", got)
		}
		s.note("a", 1)
		s.note("a", 2)
		time.Sleep(seenEvery + time.Millisecond)
		synctest.Wait()
		if got := written(); !strings.Contains(got, `"version":2`) {
			t.Errorf("noted: %q", got)
		}
		_ = os.Remove(s.path)
		time.Sleep(5 * seenEvery)
		synctest.Wait()
		if got := written(); got != "" {
			t.Errorf("written again: %s", got)
		}
		s.note("a", 3)
		if err := s.save(); err != nil || !strings.Contains(written(), `"version":3`) {
			t.Errorf("saved: %q %v", written(), err)
		}
		_ = os.Remove(s.path)
		time.Sleep(5 * seenEvery)
		synctest.Wait()
		if got := written(); got != "" {
			t.Errorf("written again after it was saved: %s", got)
		}
		s.end()
	})
}

// TestSeenTogether saves from several goroutines concurrently: each finds its file.
func TestSeenTogether(t *testing.T) {
	s := newSeen(filepath.Join(t.TempDir(), seenFile))
	var all sync.WaitGroup
	for n := range 4 {
		all.Go(func() {
			for i := range 25 {
				s.note("a", 100*n+i)
				if err := s.save(); err != nil {
					t.Errorf("writer %d, event %d: %v", n, i, err)
					return
				}
			}
		})
	}
	all.Wait()
	data, err := os.ReadFile(s.path)
	if want := fmt.Sprintf(`"version":%d,`, s.last.Load().Version); err != nil || !strings.Contains(string(data), want) {
		t.Errorf("%s, want %s: %v", data, want, err)
	}
}
