package sqlite

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"moyo/game"
	"moyo/internal/testenv"
	"moyo/server/store"
	"moyo/server/store/storetest"
)

// wholeGames returns how many games a store has unchanged. It must refuse the others.
func wholeGames(t *testing.T, s *Store, want map[string]logged) (whole int) {
	t.Helper()
	for id, w := range want {
		g, entries, err := s.Load(t.Context(), id)
		switch {
		case err != nil:
		case g != w.game || !reflect.DeepEqual(entries, w.entries):
			t.Errorf("game %s was altered", id)
		default:
			whole++
		}
	}
	return whole
}

// TestCutFile cuts 1 to 40 pages off the end of a database. Opening it for writing must fail,
// with the next commands in the error. It must be readable: nothing is altered, nothing is
// stored, and the file does not change. Games must continue in a salvaged copy.
func TestCutFile(t *testing.T) {
	testenv.SkipUnderRace(t)
	t.Run("of games", func(t *testing.T) { testCutFile(t, 60, 30, 60*10) })
	t.Run("of tables", func(t *testing.T) { testCutFile(t, 3, 8, 3*40) }) // among them the names of tables
}

// testCutFile cuts a file of games. All 40 cuts together must show at least least games.
func testCutFile(t *testing.T, games, moves, least int) {
	dir, want := played(t, games, moves)
	all, err := os.ReadFile(filepath.Join(dir, File))
	if err != nil {
		t.Fatal(err)
	}
	every := 10
	if os.Getenv("MOYO_LONG") != "" {
		every = 1
	}
	shown := 0
	for pages := 1; pages <= 40; pages++ {
		cut := all[:len(all)-pages*4096]
		again, path := t.TempDir(), ""
		if path = filepath.Join(again, File); os.WriteFile(path, cut, 0o600) != nil {
			t.Fatal("cannot be written")
		}
		_, err := Open(t.Context(), again)
		if _, ok := errors.AsType[*DamagedFile](err); !ok {
			t.Fatalf("%d pages cut: %v", pages, err)
		}
		for _, next := range []string{path, fmt.Sprintf("last %d bytes are missing", pages*4096), "moyo check", "moyo salvage", "moyo restore"} {
			if !strings.Contains(err.Error(), next) {
				t.Errorf("%d pages cut: %v, want %q", pages, err, next)
			}
		}
		if err := Check(t.Context(), path); err == nil {
			t.Errorf("%d pages cut: whole", pages)
		}
		s, err := OpenReadOnly(t.Context(), again)
		if err != nil {
			t.Errorf("%d pages cut: %v", pages, err)
			continue
		}
		read := wholeGames(t, s, want)
		g, first := storetest.Game("new")
		if err := s.Create(t.Context(), g, first); !errors.Is(err, store.ErrReadOnly) {
			t.Errorf("%d pages cut: a new game: %v", pages, err)
		}
		if err := s.Ready(t.Context(), time.Now()); !errors.Is(err, store.ErrReadOnly) {
			t.Errorf("%d pages cut: ready: %v", pages, err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		if pages%every == 0 || pages == 1 {
			if salvaged := continues(t, path, want); salvaged < read {
				t.Errorf("%d pages cut: %d games are salvaged, and %d are readable", pages, salvaged, read)
			}
		}
		if left, err := os.ReadFile(path); err != nil || !bytes.Equal(left, cut) {
			t.Errorf("%d pages cut: the file was changed", pages)
		}
		t.Logf("%d of %d pages cut: %d of %d games can be read", pages, len(all)/4096, read, len(want))
		shown += read
	}
	if shown < least {
		t.Errorf("of 40 times %d games, %d were readable", len(want), shown)
	}
}

// continues salvages a database, restores the result, plays on, and returns the number of intact games.
func continues(t *testing.T, path string, want map[string]logged) int {
	t.Helper()
	file, dir := filepath.Join(t.TempDir(), "salvaged"), t.TempDir()
	found, err := Salvage(t.Context(), path, file)
	if err != nil {
		t.Error(err)
		return 0
	}
	if err := Restore(t.Context(), file, dir, true); err != nil {
		t.Error(err)
		return 0
	}
	s, err := Open(t.Context(), dir)
	if err != nil {
		t.Error(err)
		return 0
	}
	defer s.Close()
	whole := wholeGames(t, s, want)
	if whole+found.Damaged+found.Lost > len(want) {
		t.Errorf("%d games whole, %+v", whole, found)
	}
	g, first := storetest.Game("new")
	if err := s.Create(t.Context(), g, first); err != nil {
		t.Error(err)
	}
	g.Version++
	if err := s.Append(t.Context(), g, storetest.Move("c", game.Black, 1, time.Now())); err != nil {
		t.Error(err)
	}
	return whole
}

// TestSalvageGaps overwrites pages all over a file: rows between two gaps must be salvaged too.
func TestSalvageGaps(t *testing.T) {
	testenv.SkipUnderRace(t)
	dir, want := played(t, 60, 30)
	path := filepath.Join(dir, File)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for at := len(data)/2 + 4096; at+4096 <= len(data); at += 25 * 4096 {
		clear(data[at/4096*4096:][:4096])
	}
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := OpenReadOnly(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	read := wholeGames(t, s, want)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if salvaged := continues(t, path, want); salvaged < read || read == len(want) || read < len(want)/2 {
		t.Errorf("%d of %d games can be read, %d are salvaged", read, len(want), salvaged)
	}
}
