package sqlite

import (
	"errors"
	"fmt"
	"math/rand/v2"
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

// logged is a game as it was written.
type logged struct {
	game    store.Game
	entries []store.Entry
}

// played creates a folder with a database of games, closed, and returns the folder and games.
func played(t *testing.T, games, moves int) (dir string, want map[string]logged) {
	t.Helper()
	dir, want = emptyIn(t, t.TempDir()), map[string]logged{}
	s, err := Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	for i := range games {
		g, first := storetest.Game(fmt.Sprintf("game%04d", i))
		if err := s.Create(t.Context(), g, first); err != nil {
			t.Fatal(err)
		}
		entries := []store.Entry{first}
		for j := range moves {
			g.Version++
			e := storetest.Move(fmt.Sprint("c", j), game.Black, game.Move(j), time.Date(2026, 7, 1, 12, 0, j, 0, time.UTC))
			if err := s.Append(t.Context(), g, e); err != nil {
				t.Fatal(err)
			}
			entries = append(entries, e)
		}
		want[g.ID] = logged{g, entries}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return dir, want
}

// TestFlippedBits flips bits of the main file: the store never returns an altered log,
// and it returns the undamaged games.
func TestFlippedBits(t *testing.T) {
	testenv.SkipUnderRace(t)
	dir, want := played(t, 40, 12)
	whole, err := os.ReadFile(filepath.Join(dir, File))
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(11, 25))
	refused, opened, lost := 0, 0, 0
	for range 60 {
		damaged := append([]byte{}, whole...)
		for range 8 {
			damaged[r.IntN(len(damaged))] ^= 1 << r.IntN(8)
		}
		again := t.TempDir()
		if err := os.WriteFile(filepath.Join(again, File), damaged, 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := Open(t.Context(), again)
		if err != nil {
			continue // nothing is returned
		}
		opened++
		bad := 0
		for id, w := range want {
			g, entries, err := s.Load(t.Context(), id)
			switch {
			case err != nil:
				bad++
			case !reflect.DeepEqual(entries, w.entries):
				t.Errorf("game %s was altered", id)
			case g != w.game:
				t.Errorf("the header of game %s was altered", id)
			}
		}
		if bad > 0 {
			refused++
		}
		if bad == len(want) {
			lost++
		}
		_ = s.Close()
	}
	t.Logf("60 files with 8 flipped bits: %d opened, %d with games that were refused (all games in %d)", opened, refused, lost)
	if opened < 20 || refused < 10 || lost > opened/2 {
		t.Errorf("%d opened, %d with games refused, %d with all games refused", opened, refused, lost)
	}
}

// TestDamagedLog changes a log in all ways that keep the tables well-formed: the game is
// refused as damaged from the right event on; the next game is not.
func TestDamagedLog(t *testing.T) {
	for _, c := range []struct {
		name, statement string
		whole           int
	}{
		{"a move", `UPDATE events SET body = replace(body, '"move":4', '"move":5') WHERE game = 'game0000' AND version = 6`, 5},
		{"a command", `UPDATE events SET command = 'x' WHERE game = 'game0000' AND version = 6`, 5},
		{"a sum", `UPDATE events SET sum = zeroblob(16) WHERE game = 'game0000' AND version = 6`, 5},
		{"no sum", `UPDATE events SET sum = x'' WHERE game = 'game0000' AND version = 6`, 5},
		{"one that is missing", `DELETE FROM events WHERE game = 'game0000' AND version = 6`, 5},
		{"the last missing", `DELETE FROM events WHERE game = 'game0000' AND version = 9`, 8},
		{"all missing", `DELETE FROM events WHERE game = 'game0000'`, 0},
		{
			"one of another game",
			`UPDATE events SET (command, body, sum) = (SELECT command, body, sum FROM events ` +
				`WHERE game = 'game0001' AND version = 6) WHERE game = 'game0000' AND version = 6`, 5,
		},
		{
			"two exchanged",
			`UPDATE events SET version = CASE version WHEN 5 THEN -6 WHEN 6 THEN -5 END WHERE game = ` +
				`'game0000' AND version IN (5, 6); UPDATE events SET version = -version WHERE version < 0`, 4,
		},
		{"one too many", `UPDATE games SET version = 8 WHERE id = 'game0000'`, 0},
	} {
		dir, want := played(t, 2, 8)
		db, err := open(filepath.Join(dir, File), 1)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := db.ExecContext(t.Context(), c.statement); err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		if err := Check(t.Context(), filepath.Join(dir, File)); err == nil ||
			!strings.Contains(err.Error(), "game0000") || strings.Contains(err.Error(), "game0001") {
			t.Errorf("%s: the check says %v", c.name, err)
		}
		s, err := Open(t.Context(), dir)
		if err != nil {
			t.Fatal(err)
		}
		_, _, err = s.Load(t.Context(), "game0000")
		if d, ok := errors.AsType[*store.Damaged](err); !ok || d.Whole != c.whole {
			t.Errorf("%s: %v, want damage after %d", c.name, err, c.whole)
		}
		if _, entries, err := s.Load(t.Context(), "game0001"); err != nil || !reflect.DeepEqual(entries, want["game0001"].entries) {
			t.Errorf("%s: the other game: %v", c.name, err)
		}
		_ = s.Close()
	}
}

// TestDamagedHeader changes columns of a header: only that game is refused, and the check names it. After an
// intended rename a player's games stay valid.
func TestDamagedHeader(t *testing.T) {
	for _, set := range []string{
		`black = replace(black, '"name":"', '"name":"x')`, `result = 'B+9'`, `winner = 3 - winner`,
		`ply = ply + 1`, `private = 1 - private`, `rated = 1 - rated`,
		`board_title = 'Grid'`, `created = created + 1`, `updated = updated + 1`, `sum = zeroblob(16)`, `made = zeroblob(16)`, `black = '{'`,
	} {
		dir, want := played(t, 2, 2)
		db := raw(t, dir)
		if _, err := db.ExecContext(t.Context(), `UPDATE games SET `+set+` WHERE id = 'game0000'`); err != nil {
			t.Fatalf("%s: %v", set, err)
		}
		_ = db.Close()
		if err := Check(t.Context(), filepath.Join(dir, File)); err == nil ||
			!strings.Contains(err.Error(), "game0000") || strings.Contains(err.Error(), "game0001") {
			t.Errorf("%s: the check says %v", set, err)
		}
		s, err := Open(t.Context(), dir)
		if err != nil {
			t.Fatal(err)
		}
		_, err = s.Game(t.Context(), "game0000")
		_, _, err2 := s.Load(t.Context(), "game0000")
		for _, err := range []error{err, err2} {
			if _, ok := errors.AsType[*store.Damaged](err); !ok {
				t.Errorf("%s: %v", set, err)
			}
		}
		games, err := s.List(t.Context(), store.Query{Private: true})
		if err != nil || len(games) != 1 || games[0] != want["game0001"].game {
			t.Errorf("%s: a list has %d games: %v", set, len(games), err)
		}
		_ = s.Close()
	}
}
