package sqlite

import (
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"moyo/game"
	"moyo/internal/testenv"
	"moyo/server/store"
	"moyo/server/store/storetest"
	"moyo/server/store/tables"
)

// crashed is what a killed server leaves: the files, and the acknowledged logs.
type crashed struct {
	main, wal []byte
	logs      map[string][]store.Entry
}

// crash plays games alternately and kills the server. If taken is true, the log was
// checkpointed into the main file during an open read and continues to grow, as
// during a backup.
func crash(t *testing.T, games, moves int, taken bool) crashed {
	t.Helper()
	dir := t.TempDir()
	s, err := Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	c := crashed{logs: map[string][]store.Entry{}}
	for j := range moves {
		if taken && j == 5 { // restarts the log
			checkpoint(t, dir, "TRUNCATE")
		}
		if taken && j == moves/2 {
			tx, err := s.readers.BeginTx(t.Context(), nil)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = tx.Rollback() }()
			var n int
			if err := tx.QueryRowContext(t.Context(), "SELECT count(*) FROM games").Scan(&n); err != nil {
				t.Fatal(err)
			}
			checkpoint(t, dir, "PASSIVE")
		}
		for i := range games {
			id := fmt.Sprint("game", i)
			g, first := storetest.Game(id)
			if j == 0 {
				if err := s.Create(t.Context(), g, first); err != nil {
					t.Fatal(err)
				}
				c.logs[id] = []store.Entry{first}
				continue
			}
			g.Version = j + 1
			e := storetest.Move(fmt.Sprint("c", j), game.Black, game.Move(j), time.Date(2026, 7, 1, 12, 0, j, 0, time.UTC))
			if err := s.Append(t.Context(), g, e); err != nil {
				t.Fatal(err)
			}
			c.logs[id] = append(c.logs[id], e)
		}
	}
	if c.main, err = os.ReadFile(filepath.Join(dir, File)); err != nil {
		t.Fatal(err)
	}
	if c.wal, err = os.ReadFile(filepath.Join(dir, File+"-wal")); err != nil {
		t.Fatal(err)
	}
	return c
}

// checkpoint copies the whole write-ahead log into the main file.
func checkpoint(t *testing.T, dir, mode string) {
	t.Helper()
	db, err := open(filepath.Join(dir, File), 1)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var busy, frames, copied int
	if err := db.QueryRowContext(t.Context(), "PRAGMA wal_checkpoint("+mode+")").Scan(&busy, &frames, &copied); err != nil ||
		busy != 0 || copied != frames {
		t.Fatalf("%d of %d pages were copied into the main file, busy %d, %v", copied, frames, busy, err)
	}
}

// outcome counts the results for databases with damaged write-ahead logs.
type outcome struct{ unharmed, back, refused, shut, altered int }

func (o outcome) String() string {
	return fmt.Sprintf("nothing lost %d, rolled back %d, games refused %d, not opened %d, altered %d",
		o.unharmed, o.back, o.refused, o.shut, o.altered)
}

// openRaw opens a database without its lock and without migration.
func openRaw(t *testing.T, path string) (s *tables.Store, err error) {
	t.Helper()
	var dbs [2]*sql.DB
	for i := range dbs {
		if dbs[i], err = open(path, 1, "query_only(1)"); err != nil {
			t.Fatal(err)
		}
	}
	free := func() error { return errors.Join(dbs[0].Close(), dbs[1].Close()) }
	if s, err = tables.Open(t.Context(), dialect, dbs[0], dbs[1], free); err != nil {
		return nil, errors.Join(err, free())
	}
	return s, nil
}

// look opens a crashed database with a given write-ahead log.
func (c crashed) look(t *testing.T, dir string, wal []byte, o *outcome) {
	t.Helper()
	path := filepath.Join(dir, File)
	for name, data := range map[string][]byte{path: c.main, path + "-wal": wal} {
		if err := os.WriteFile(name, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	_ = os.Remove(path + "-shm")
	s, err := openRaw(t, path)
	if err == nil {
		defer s.Close()
		_, err = s.List(t.Context(), store.Query{Private: true})
	}
	if err != nil {
		o.shut++
		return
	}
	lost, refused := false, false
	for id, want := range c.logs {
		_, got, err := s.Load(t.Context(), id)
		switch {
		case err == store.ErrNotFound:
			lost = true
		case err != nil:
			refused = true
		case len(got) > len(want) || !reflect.DeepEqual(got, want[:len(got)]):
			o.altered++
			t.Errorf("%s was altered", id)
		case len(got) < len(want):
			lost = true
		}
	}
	switch {
	case refused:
		o.refused++
	case lost:
		o.back++
	default:
		o.unharmed++
	}
}

// TestDamagedWAL flips bits of the write-ahead log of a killed server, writes zeros
// into it, and truncates it: a game is at an earlier state or refused, and never
// altered.
func TestDamagedWAL(t *testing.T) {
	testenv.SkipUnderRace(t)
	offsets := 20
	if os.Getenv("MOYO_LONG") != "" {
		offsets = 1000
	}
	for _, taken := range []bool{false, true} {
		c := crash(t, 6, 25, taken)
		var sound outcome
		dir := t.TempDir()
		if c.look(t, dir, c.wal, &sound); sound.unharmed != 1 {
			t.Fatalf("without damage: %v", sound)
		}
		for name, damage := range map[string]func(wal []byte, at int, r *rand.Rand) []byte{
			"one bit flipped":   func(wal []byte, at int, r *rand.Rand) []byte { wal[at] ^= 1 << r.IntN(8); return wal },
			"512 bytes of zero": func(wal []byte, at int, _ *rand.Rand) []byte { clear(wal[at:min(at+512, len(wal))]); return wal },
			"cut short":         func(wal []byte, at int, _ *rand.Rand) []byte { return wal[:at] },
		} {
			r := rand.New(rand.NewPCG(13, 3))
			var o outcome
			for range offsets {
				c.look(t, dir, damage(append([]byte{}, c.wal...), r.IntN(len(c.wal)), r), &o)
			}
			t.Logf("%s at %d offsets of %d KiB, checkpointed before: %v: %v", name, offsets, len(c.wal)>>10, taken, o)
		}
	}
}
