package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"moyo/game"
	"moyo/game/match"
	"moyo/server"
	"moyo/server/store"
	"moyo/server/store/storetest"
	"moyo/server/store/tables"
)

func TestEraseEveryColumn(t *testing.T) {
	s := fresh(t)
	defer s.Close()
	columns, bytes := columnsOf(t, s)
	count := func(c storetest.Column, condition string, args ...any) (n int) {
		condition = strings.ReplaceAll(condition, "COLUMN", `"`+c.Name+`"`)
		if err := s.readers.QueryRowContext(t.Context(), `SELECT count(*) FROM `+c.Table+` WHERE `+condition, args...).Scan(&n); err != nil {
			t.Fatalf("%s: %v", c, err)
		}
		return n
	}
	storetest.EraseEveryColumn(t, s, storetest.Inspector{
		Columns: columns,
		Count: func(c storetest.Column, text string) int {
			if bytes[c] {
				return count(c, `position(CAST($1 AS TEXT) IN encode(COLUMN, 'escape')) > 0 OR $1 = ''`, text)
			}
			return count(c, `position($1 IN CAST(COLUMN AS TEXT)) > 0 OR $1 = ''`, text)
		},
		Filled:  func(c storetest.Column) int { return count(c, `length(COLUMN) > 0`) },
		Erasure: server.Erasure,
		More: func() {
			if err := s.Renew(t.Context(), store.Node{ID: "n", Role: "all", Version: "v"}, time.Minute); err != nil {
				t.Fatal(err)
			}
			if _, err := s.Own(t.Context(), "g2", "n"); err != nil {
				t.Fatal(err)
			}
		},
		Impersonal: map[string]string{"nodes": "processes", "owners": "which process has which game"},
	})
}

// columnsOf returns the columns of all tables, and which of them are bytes.
func columnsOf(t *testing.T, s *Store) (all []storetest.Column, bytes map[storetest.Column]bool) {
	t.Helper()
	bytes = map[storetest.Column]bool{}
	rows, err := s.readers.QueryContext(t.Context(), `SELECT table_name, column_name, data_type FROM information_schema.columns
		WHERE table_schema = 'public' ORDER BY table_name, ordinal_position`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var c storetest.Column
		var kind string
		if err := rows.Scan(&c.Table, &c.Name, &kind); err != nil {
			t.Fatal(err)
		}
		c.Text = kind == "text" || kind == "bytea"
		all = append(all, c)
		bytes[c] = kind == "bytea"
	}
	return all, bytes
}

// TestAuditLogOnlyGrows tries to change and to delete an entry of the audit log, which the
// program never does.
func TestAuditLogOnlyGrows(t *testing.T) {
	s := fresh(t)
	defer s.Close()
	if _, err := s.Act(t.Context(), store.Deed{Kind: store.Warned, Target: "ada"}, store.Change{}); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{`UPDATE audit SET why = 'x'`, `DELETE FROM audit`, `TRUNCATE audit`} {
		if _, err := s.pool.Exec(t.Context(), text); err == nil || !strings.Contains(err.Error(), "only grows") {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// fill creates enough games of 200 players that PostgreSQL prefers an index.
func fill(t testing.TB, s *Store) {
	t.Helper()
	if _, err := s.pool.Exec(context.Background(),
		`INSERT INTO games (id, board, board_title, rules, black, white, black_player, white_player, clock, rated, private, colors, speed, names,
			phase, ply, turn, result, winner, version, created, updated, deadline)
		SELECT 'g' || i, 'grid:9', '', 'weiqi', '{"name":"a","kind":"human"}', '{"name":"b","kind":"human"}', 'p' || i % 200,
			'p' || (i + 7) % 211, '', false, i % 5 = 0, '', 'blitz', E'a\nb',
			CASE WHEN i % 20 = 0 THEN 'waiting' WHEN i % 20 < 5 THEN 'playing' WHEN i % 20 = 6 THEN 'scoring' ELSE 'finished' END,
			1, i % 3, '', 0, 1, i, i, CASE WHEN i % 20 = 1 THEN i ELSE 0 END
		FROM generate_series(1, 20000) i;
		INSERT INTO game_partners (game_id, side, place, person, name, ranked, ended, changed)
		SELECT 'g' || i, 1 + i % 2, 0, 'p' || i % 199, '', 0, CASE WHEN i % 20 < 7 AND i % 20 <> 5 THEN 0 ELSE 1 END, i
		FROM generate_series(1, 5000) i; ANALYZE`); err != nil {
		t.Fatal(err)
	}
}

// node is a step in the output of EXPLAIN.
type node struct {
	Kind  string `json:"Node Type"`
	Index string `json:"Index Name"`
	Plans []node
}

// steps returns the kinds of all steps and the indexes, in order.
func (n node) steps() (kinds, indexes []string) {
	kinds = []string{n.Kind}
	if n.Index != "" {
		indexes = []string{n.Index}
	}
	for _, p := range n.Plans {
		k, i := p.steps()
		kinds, indexes = append(kinds, k...), append(indexes, i...)
	}
	return kinds, indexes
}

func planOf(t *testing.T, s *Store, text string, args ...any) (kinds, indexes []string) {
	t.Helper()
	var plan string
	if err := s.readers.QueryRowContext(t.Context(), `EXPLAIN (FORMAT JSON) `+text, args...).Scan(&plan); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	var top []struct{ Plan node }
	if err := json.Unmarshal([]byte(plan), &top); err != nil {
		t.Fatal(err)
	}
	return top[0].Plan.steps()
}

// TestListsUseIndexes checks PostgreSQL's plans: every list is read in the order of an
// index that contains only games of its kind, and nothing is sorted.
func TestListsUseIndexes(t *testing.T) {
	s := fresh(t)
	defer s.Close()
	fill(t, s)
	unfinished := []match.Phase{match.Waiting, match.Playing, match.Counting}
	at := store.Cursor{Updated: time.UnixMilli(15000), ID: "g"}
	for name, c := range map[string]struct {
		q    store.Query
		want string // the indexes, in order
	}{
		"open":     {store.Query{Phases: unfinished[:1]}, "waiting"},
		"running":  {store.Query{Phases: unfinished[1:], Since: time.UnixMilli(1), After: at}, "running"},
		"counting": {store.Query{Phases: unfinished[2:]}, "running"},
		"finished": {store.Query{Phases: []match.Phase{match.Finished}, After: at}, "finished"},
		"all":      {store.Query{}, "waiting running finished"},
		"of two":   {store.Query{Player: "p1", Opponent: "p8", Private: true, Phases: []match.Phase{match.Finished}}, "between between"},
	} {
		var got []string
		c.q.Limit = store.DefaultLimit
		for _, sel := range dialect.Selects(c.q) {
			kinds, indexes := planOf(t, s, sel.Text, sel.Args...)
			for _, k := range kinds {
				if k == "Seq Scan" || k == "Sort" {
					t.Errorf("%s: %v in %s", name, kinds, sel.Text)
				}
			}
			for _, i := range indexes {
				got = append(got, strings.TrimPrefix(i, "games_"))
			}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: reads %q, want %q", name, got, c.want)
		}
	}
	// PostgreSQL may sort the games of one player that an index finds
	for _, q := range []store.Query{{Player: "p3"}, {Awaits: "p3"}, {Player: "p3", Private: true, Phases: unfinished}} {
		for _, sel := range dialect.Selects(q) {
			kinds, indexes := planOf(t, s, sel.Text, sel.Args...)
			if strings.Contains(sel.Text, "game_partners") {
				if !slices.Contains(indexes, "game_partners_by_person") || strings.Contains(fmt.Sprint(kinds), "Seq Scan") {
					t.Errorf("%+v, in teams: %v %v", q, kinds, indexes)
				}
				continue
			}
			if len(indexes) != 1 || !strings.Contains(indexes[0], "_by_") || strings.Contains(fmt.Sprint(kinds), "Seq Scan") {
				t.Errorf("%+v: %v %v", q, kinds, indexes)
			}
		}
	}
	for _, text := range dialect.Calls() {
		if kinds, _ := planOf(t, s, text, "Ada", "ada", "p3", 5); strings.Contains(fmt.Sprint(kinds), "Seq Scan") {
			t.Errorf("%v in %s", kinds, text)
		}
	}
}

// TestDamagedLog changes a log in all ways that keep the tables well-formed: the game is
// refused as damaged from the right event on; the next game is not.
func TestDamagedLog(t *testing.T) {
	s := fresh(t)
	defer s.Close()
	made := 0
	for _, c := range []struct {
		name, statement string
		whole           int
	}{
		{"a move", `UPDATE events SET body = replace(body, '"move":4', '"move":5') WHERE game = $1 AND version = 6`, 5},
		{"a command", `UPDATE events SET command = 'x' WHERE game = $1 AND version = 6`, 5},
		{"a sum", `UPDATE events SET sum = '\x00' WHERE game = $1 AND version = 6`, 5},
		{"no sum", `UPDATE events SET sum = '' WHERE game = $1 AND version = 6`, 5},
		{"one that is missing", `DELETE FROM events WHERE game = $1 AND version = 6`, 5},
		{"the last missing", `DELETE FROM events WHERE game = $1 AND version = 9`, 8},
		{"all missing", `DELETE FROM events WHERE game = $1`, 0},
		{"a name", `UPDATE games SET black = jsonb_set(black, '{name}', '"x"') WHERE id = $1`, 0},
		{"one too many", `UPDATE games SET version = 8 WHERE id = $1`, 0},
	} {
		var ids [2]string
		var logs [2][]store.Entry
		for i := range ids {
			made++
			ids[i] = fmt.Sprint("game", made)
			logs[i] = play(t, s, ids[i], 8)
		}
		if _, err := s.pool.Exec(t.Context(), c.statement, ids[0]); err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		_, _, err := s.Load(t.Context(), ids[0])
		if d, ok := errors.AsType[*store.Damaged](err); !ok || d.Whole != c.whole {
			t.Errorf("%s: %v, want damage after %d", c.name, err, c.whole)
		}
		if _, entries, err := s.Load(t.Context(), ids[1]); err != nil || !reflect.DeepEqual(entries, logs[1]) {
			t.Errorf("%s: the other game: %v", c.name, err)
		}
		if c.name == "one that is missing" || c.name == "the last missing" { // later events would have no predecessor
			g, _ := storetest.Game(ids[0])
			g.Version = 10
			if err := s.Append(t.Context(), g, storetest.Move("new", game.Black, 1, time.Now())); c.name == "the last missing" && !isDamaged(err) {
				t.Errorf("%s: a move after it: %v", c.name, err)
			}
		}
	}
}

func isDamaged(err error) bool {
	_, ok := errors.AsType[*store.Damaged](err)
	return ok
}

// play creates a game with a number of moves and returns its log.
func play(t testing.TB, s store.Store, id string, moves int) []store.Entry {
	t.Helper()
	g, first := storetest.Game(id)
	if err := s.Create(context.Background(), g, first); err != nil {
		t.Fatal(err)
	}
	log := []store.Entry{first}
	for i := range moves {
		g.Version++
		e := storetest.Move(fmt.Sprint("c", i), game.Black, game.Move(i), time.Date(2026, 7, 1, 12, 0, i, 0, time.UTC))
		if err := s.Append(context.Background(), g, e); err != nil {
			t.Fatal(err)
		}
		log = append(log, e)
	}
	return log
}

// TestPlace checks that placeholders inside of string literals stay unchanged.
func TestPlace(t *testing.T) {
	for text, want := range map[string]string{
		`a = ? AND b = ?`:        `a = $1 AND b = $2`,
		`a = ?2 OR b = ?1`:       `a = $2 OR b = $1`,
		`a = '?' AND b = ?`:      `a = '?' AND b = $1`,
		`a = 'it''s ?' OR b = ?`: `a = 'it''s ?' OR b = $1`,
	} {
		if got := place(text); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// TestSettings checks that acknowledged writes are on disk, and that no wait is endless.
func TestSettings(t *testing.T) {
	s := fresh(t)
	defer s.Close()
	const idle = "idle_in_transaction_session_timeout"
	for name, want := range map[string][2]string{
		"synchronous_commit": {"on", "on"}, "fsync": {"on", "on"}, "statement_timeout": {"8s", "8s"},
		"lock_timeout": {"5s", "5s"}, idle: {"2s", "5s"},
	} {
		for i, db := range []interface {
			query(name string) (string, error)
		}{ofPool{s}, ofReaders{s}} {
			if got, err := db.query(name); err != nil || got != want[i] {
				t.Errorf("%s is %q %v, want %q", name, got, err, want[i])
			}
		}
	}
}

// TestPaused pauses a node in the middle of a write for which all others wait. The others stay
// ready, and can write before a lease runs out.
func TestPaused(t *testing.T) {
	s := fresh(t)
	defer s.Close()
	if err := s.Ready(t.Context(), time.Now()); err != nil {
		t.Fatal(err)
	}
	paused, err := pgx.ConnectConfig(t.Context(), s.pool.Config().ConnConfig)
	if err != nil {
		t.Fatal(err)
	}
	defer paused.Close(context.Background())
	if _, err := paused.Exec(t.Context(),
		dialect.Begin+"; SET idle_in_transaction_session_timeout = '1min'; UPDATE ready SET at = 0"); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	if err := s.Ready(ctx, time.Now()); err != nil {
		t.Error(err)
	}
	if _, err := paused.Exec(t.Context(), "RESET idle_in_transaction_session_timeout"); err != nil {
		t.Fatal(err)
	}
	g, first := storetest.Game("a")
	if err := s.Create(t.Context(), g, first); err != nil {
		t.Errorf("a writer that waits for a paused node gives up first: %v", err)
	}
	if _, err := paused.Exec(t.Context(), "COMMIT"); err == nil {
		t.Error("the paused node continues as if it had not been paused")
	}
}

type (
	ofPool    struct{ s *Store }
	ofReaders struct{ s *Store }
)

func (o ofPool) query(name string) (v string, err error) {
	err = o.s.pool.QueryRow(context.Background(), "SHOW "+name).Scan(&v)
	return v, err
}

func (o ofReaders) query(name string) (v string, err error) {
	err = o.s.readers.QueryRow("SHOW " + name).Scan(&v)
	return v, err
}

// TestRefuses checks that errors name what is wrong with a database, and never the password.
func TestRefuses(t *testing.T) {
	s := fresh(t)
	address := s.pool.Config().ConnString()
	if _, err := s.pool.Exec(t.Context(), `INSERT INTO goose_db_version (version_id, is_applied) VALUES (999, true)`); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ address, words string }{
		{address, "newer moyo|999"},
		{"postgres://moyo:secret@localhost:99999/x", "postgres://user:password@"},
		{"postgres://moyo:secret@/x?host=/nowhere", "/nowhere"},
	} {
		s, err := Open(t.Context(), c.address)
		if err == nil {
			s.Close()
			t.Fatalf("%s: no error", c.address)
		}
		for _, word := range append(strings.Split(c.words, "|"), "database") {
			if !strings.Contains(err.Error(), word) {
				t.Errorf("%q does not say %q", err, word)
			}
		}
		if strings.Contains(err.Error(), "secret") {
			t.Errorf("%q contains the password", err)
		}
	}
}

// TestRefusedAlone checks that an event that PostgreSQL refuses, such as one with a NUL in its
// command, does not affect the other events of its group.
func TestRefusedAlone(t *testing.T) {
	s := fresh(t)
	var jobs []*appending
	for _, c := range []struct{ game, command string }{{"a", "fine"}, {"b", "no\x00text"}, {"c", "fine too"}} {
		g, first := storetest.Game(c.game)
		if err := s.Create(t.Context(), g, first); err != nil {
			t.Fatal(err)
		}
		g.Version++
		entries := []store.Entry{storetest.Move(c.command, game.Black, 1, time.Now())}
		header, bodies, err := tables.Encode(g, entries)
		if err != nil {
			t.Fatal(err)
		}
		jobs = append(jobs, &appending{t.Context(), g, entries, header, bodies, make(chan error, 1)})
	}
	s.appends.write(slices.Clone(jobs))
	for i, refused := range []bool{false, true, false} {
		if err := <-jobs[i].answered; (err != nil) != refused {
			t.Errorf("game %s: %v", jobs[i].game.ID, err)
		}
	}
}
