package sqlite

import (
	"strings"
	"testing"
	"time"

	"moyo/game/match"
	"moyo/server/store"
	"moyo/server/store/tables"
)

// TestListsUseIndexes checks SQLite's plans: every list is read in the order of an
// index that contains only games of its kind, and nothing is sorted.
func TestListsUseIndexes(t *testing.T) {
	s, err := Open(t.Context(), emptyIn(t, t.TempDir()))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	unfinished := []match.Phase{match.Waiting, match.Playing, match.Counting}
	at := store.Cursor{Updated: time.Now(), ID: "g"}
	for name, c := range map[string]struct {
		q    store.Query
		want string // the indexes, in order
	}{
		"open":           {store.Query{Phases: unfinished[:1]}, "waiting"},
		"running":        {store.Query{Phases: unfinished[1:], Since: time.Now(), After: at}, "running"},
		"counting":       {store.Query{Phases: unfinished[2:]}, "running"},
		"finished":       {store.Query{Phases: []match.Phase{match.Finished}, After: at}, "finished"},
		"all":            {store.Query{}, "waiting running finished"},
		"by all filters": {store.Query{Game: "weiqi", Board: "grid:9", Speed: "blitz", Rated: true, Names: "a"}, "waiting running finished"},
		"mine":           {store.Query{Player: "a", Phases: unfinished, Private: true}, "unfinished_by_black unfinished_by_white partners"},
		"all of one": {store.Query{Player: "a", After: at, Result: store.Won},
			"unfinished_by_black unfinished_by_white finished_by_black finished_by_white partners partners"},
		"history": {
			store.Query{Player: "a", After: at, Result: store.Won, Engine: "level:1"},
			"unfinished_by_black unfinished_by_white finished_by_black finished_by_white",
		},
		"of two": {store.Query{Player: "a", After: at, Result: store.Won, Opponent: "b"},
			"unfinished_by_black unfinished_by_white between between"},
		"head to head": {store.Query{Player: "a", Opponent: "b", Private: true, Phases: []match.Phase{match.Finished}}, "between between"},
	} {
		var got []string
		for _, sel := range dialect.Selects(c.q) {
			got = append(got, indexOf(t, s, sel))
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: reads %q, want %q", name, got, c.want)
		}
	}
}

// indexOf returns the index of a selection's plan, without the common prefix of index
// names. It fails the test if SQLite would read or sort more.
func indexOf(t *testing.T, s *Store, sel tables.Selection) (index string) {
	t.Helper()
	rows, err := s.readers.QueryContext(t.Context(), `EXPLAIN QUERY PLAN `+sel.Text, sel.Args...)
	if err != nil {
		t.Fatalf("%v in %s", err, sel.Text)
	}
	defer rows.Close()
	for rows.Next() {
		var id, parent, unused int
		var detail string
		if err := rows.Scan(&id, &parent, &unused, &detail); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(detail, "TEMP B-TREE") {
			t.Errorf("%s: %s", sel.Text, detail)
		}
		if _, rest, ok := strings.Cut(detail, "INDEX games_"); ok {
			index, _, _ = strings.Cut(rest, " ")
		}
		if strings.Contains(detail, "USING INDEX game_partners_by_person (person=? AND ended=?") ||
			strings.Contains(detail, "USING COVERING INDEX game_partners_by_person (person=? AND ended=?") {
			return "partners"
		}
	}
	return index
}

// TestWindow checks that conditions without an index read a bounded number of rows.
func TestWindow(t *testing.T) {
	for _, q := range []store.Query{{Names: "x"}, {Player: "a"}, {Player: "a", Opponent: "b", Private: true}} {
		for _, sel := range dialect.Selects(q) {
			if n := strings.Count(sel.Text, "LIMIT"); n != 2 {
				t.Errorf("%d bounds in %s", n, sel.Text)
			}
		}
	}
	for _, sel := range dialect.Selects(store.Query{}) {
		if n := strings.Count(sel.Text, "LIMIT"); n != 1 {
			t.Errorf("%d bounds in %s", n, sel.Text)
		}
	}
}
