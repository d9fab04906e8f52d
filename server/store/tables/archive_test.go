package tables_test

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"moyo/game"
	"moyo/game/match"
	"moyo/internal/testenv"
	"moyo/server/play/chat"
	"moyo/server/store"
	"moyo/server/store/storetest"
	"moyo/server/store/tables"
)

const (
	ada, bo = "adaadaadaadaadaadaadaadaadaada00", "b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0"
)

// everything fills a store with data of every kind.
func everything(t *testing.T, s *tables.Store) {
	t.Helper()
	storetest.Everything(t, s, ada, "Ada <Lovelace> \u2028 é", bo)
	if _, err := (chat.Kept{DB: s}).Add(t.Context(), chat.Line{
		Game: "g1", Room: "players", Player: bo, Text: "zero \x00 and \xff not text", At: time.UnixMilli(5),
	}); err != nil {
		t.Fatal(err)
	}
	if err := s.Heard(t.Context(), store.SubscriberNotify, 99); err != nil { // all notices are deleted
		t.Fatal(err)
	}
	if err := s.Heard(t.Context(), store.SubscriberRatings, 99); err != nil {
		t.Fatal(err)
	}
}

func export(t *testing.T, s *tables.Store) []byte {
	t.Helper()
	var out bytes.Buffer
	if rows, err := s.Export(t.Context(), &out); err != nil || rows < 40 {
		t.Fatalf("%d rows, %v", rows, err)
	}
	return out.Bytes()
}

// TestArchive copies everything from each database to each: the copy has the same archive,
// and continues from the same state.
func TestArchive(t *testing.T) {
	onBoth(t, func(t *testing.T, from *tables.Store, _ *sql.DB) {
		everything(t, from)
		archive := export(t, from)
		onBoth(t, func(t *testing.T, to *tables.Store, _ *sql.DB) {
			if rows, err := to.Import(t.Context(), bytes.NewReader(archive)); err != nil || rows == 0 {
				t.Fatalf("%d rows, %v", rows, err)
			}
			if again := export(t, to); !bytes.Equal(again, archive) {
				t.Errorf("the copy has another archive:\n%s\nwant\n%s", again, archive)
			}
			if _, err := to.Import(t.Context(), bytes.NewReader(archive)); !errors.Is(err, tables.ErrNotEmpty) {
				t.Errorf("import into a store that is not empty: %v", err)
			}
			continues(t, from, to)
		})
	})
}

// continues continues games in an imported store.
func continues(t *testing.T, from, to *tables.Store) {
	t.Helper()
	for _, id := range []string{"g1", "g2", "g3"} {
		g, log, err := from.Load(t.Context(), id)
		h, log2, err2 := to.Load(t.Context(), id)
		if err := errors.Join(err, err2); err != nil || g != h || len(log) != len(log2) {
			t.Errorf("game %s: %+v with %d events, want %+v with %d, %v", id, h, len(log2), g, len(log), err)
		}
	}
	lines, err := chat.Kept{DB: to}.By(t.Context(), bo, 0, 9)
	if err != nil || len(lines) != 1 || lines[0].Text != "zero \x00 and \xff not text" {
		t.Errorf("%+v %v", lines, err)
	}
	id, err := chat.Kept{DB: to}.Add(t.Context(), chat.Line{Game: "g1", Room: "players", Player: bo, Text: "next", At: time.UnixMilli(6)})
	if err != nil || id != lines[0].ID+1 {
		t.Errorf("the next line has the id %d %v, after %d", id, err, lines[0].ID)
	}
	g, err := to.Game(t.Context(), "g2")
	if err != nil {
		t.Fatal(err)
	}
	g.Version++
	g.Phase = match.Finished
	if err := to.Append(t.Context(), g, storetest.Move("after", game.White, 3, time.Now())); err != nil {
		t.Fatal(err)
	}
}

// TestCounters checks that the counter of an empty table continues after an import.
func TestCounters(t *testing.T) {
	onBoth(t, func(t *testing.T, from *tables.Store, _ *sql.DB) {
		storetest.Everything(t, from, ada, "Ada", bo)
		list, err := from.Notices(t.Context(), store.SubscriberNotify, 9)
		if err != nil || len(list) == 0 {
			t.Fatalf("%+v %v", list, err)
		}
		last := list[len(list)-1].Number
		for _, name := range store.Subscribers() {
			if err := from.Heard(t.Context(), name, last); err != nil {
				t.Fatal(err)
			}
		}
		archive := export(t, from)
		onBoth(t, func(t *testing.T, to *tables.Store, _ *sql.DB) {
			if _, err := to.Import(t.Context(), bytes.NewReader(archive)); err != nil {
				t.Fatal(err)
			}
			g, err := to.Game(t.Context(), "g2")
			if err != nil {
				t.Fatal(err)
			}
			g.Version++
			g.Phase = match.Finished
			if err := to.Append(t.Context(), g, storetest.Move("after", game.White, 3, time.Now())); err != nil {
				t.Fatal(err)
			}
			list, err := to.Notices(t.Context(), store.SubscriberNotify, 9)
			if err != nil || len(list) != 1 || list[0].Number != last+1 {
				t.Errorf("%+v %v, want one with the number %d", list, err, last+1)
			}
		})
	})
}

// TestDamagedArchive alters and truncates an archive everywhere: each version is refused with a
// line number, and the store stays empty.
func TestDamagedArchive(t *testing.T) {
	onBoth(t, func(t *testing.T, from *tables.Store, _ *sql.DB) {
		everything(t, from)
		archive := export(t, from)
		r := rand.New(rand.NewPCG(13, 1))
		wrong := [][]byte{{}, []byte("{}\n"), []byte("PK\x03\x04"), append(slices.Clone(archive), "[]\n"...)}
		for range testenv.Rounds(300, 10) {
			flipped := slices.Clone(archive)
			flipped[r.IntN(len(flipped))] ^= 1 << r.IntN(8)
			wrong = append(wrong, flipped, archive[:r.IntN(len(archive)-1)])
		}
		lines := bytes.SplitAfter(archive, []byte("\n"))
		without := slices.Concat(slices.Delete(slices.Clone(lines), 5, 6)...)
		wrong = append(wrong, without)
		for i, data := range wrong {
			if _, err := tables.CheckArchive(bytes.NewReader(data)); err == nil || !strings.Contains(err.Error(), "line ") {
				t.Errorf("archive %d: %v, want an error with a line", i, err)
			}
		}
		onBoth(t, func(t *testing.T, to *tables.Store, _ *sql.DB) {
			for _, data := range wrong[:8] {
				if _, err := to.Import(t.Context(), bytes.NewReader(data)); err == nil {
					t.Error("imported an invalid archive")
				}
			}
			if _, err := to.Import(t.Context(), bytes.NewReader(archive)); err != nil {
				t.Errorf("after an invalid archive: %v", err)
			}
		})
	})
}

// TestSchema checks that an archive has all columns of all tables, except generated ones.
func TestSchema(t *testing.T) {
	onBoth(t, func(t *testing.T, s *tables.Store, db *sql.DB) {
		query := `SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public' AND is_generated = 'NEVER'`
		if strings.HasSuffix(t.Name(), "sqlite") {
			query = `SELECT m.name, c.name FROM sqlite_schema m, pragma_table_xinfo(m.name) ` +
				`c WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' AND c.hidden = 0`
		}
		rows, err := db.QueryContext(t.Context(), query)
		if err != nil {
			t.Fatal(err)
		}
		defer rows.Close()
		var have []string
		for rows.Next() {
			var table, column string
			if err := rows.Scan(&table, &column); err != nil {
				t.Fatal(err)
			}
			if !slices.Contains([]string{"goose_db_version", "nodes", "owners"}, table) {
				have = append(have, table+"."+column)
			}
		}
		want := tables.SchemaColumns()
		slices.Sort(have)
		slices.Sort(want)
		if !slices.Equal(have, want) {
			for _, c := range have {
				if !slices.Contains(want, c) {
					t.Errorf("archives lack %s", c)
				}
			}
			for _, c := range want {
				if !slices.Contains(have, c) {
					t.Errorf("the database lacks %s", c)
				}
			}
		}
	})
}

// FuzzCheckArchive checks that every input is either accepted or refused.
func FuzzCheckArchive(f *testing.F) {
	f.Add([]byte(`{"moyo":"archive","version":1}` + "\n" + `{"table":"games","columns":[]}` + "\n"))
	f.Add([]byte(fmt.Sprintf(`{"moyo":"archive","version":1}`+"\n"+`{"end":true,"rows":%d,"sha256":""}`+"\n", 0)))
	f.Fuzz(func(t *testing.T, data []byte) {
		if rows, err := tables.CheckArchive(bytes.NewReader(data)); err == nil && rows == 0 && len(data) < 1000 {
			t.Error("an archive this short is valid")
		}
	})
}
