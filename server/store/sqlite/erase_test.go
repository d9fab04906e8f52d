package sqlite

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"moyo/server/store"
	"moyo/server/store/storetest"
)

// keptColumns are the columns that name a player although their account is
// deleted, each with the reason. By then the id is nobody's: no session, no
// credentials and no name lead to it.
var keptColumns = map[string]string{
	"players.id":           "the row says that the id is nobody's, and keeps the name from others",
	"games.black":          "opponents keep their games, with \"deleted\" for a name",
	"games.black_player":   "as games.black",
	"games.turn_player":    "as games.black; generated",
	"games.white":          "as games.black",
	"games.white_player":   "as games.black",
	"events.body":          "as games.black: what a game is made from",
	"ratings.player":       "the ratings of opponents rest on it, and `moyo admin rate` makes it again from the games",
	"rated_games.player":   "as ratings.player",
	"rated_games.opponent": "it is the opponent's history",
	"chat.player":          "whose line it was, where others have answered or reported it; the text goes",
	"reports.reporter":     "reports are about others, and deeds rest on them",
	"reports.target":       "as reports.reporter",
	"reports.moderator":    "as reports.reporter",
	"audit.by":             "the log only grows",
	"audit.target":         "the log only grows",
}

// nobodys are the tables that say nothing of any player.
var nobodys = map[string]string{
	"goose_db_version": "which migrations were made",
	"boards":           "by their hash; whose they are says board_owners",
	"problem_ratings":  "of all who have tried",
	"outbox":           "games that have ended",
	"outbox_heard":     "how far subscribers have heard",
	"failures":         "names and addresses that somebody has typed or come from, for a day",
	"runs":             "when the server was at work",
	"secrets":          "the server's own",
	"ready":            "when the disk was tried",
	"spent":            "hashes of addresses, for a day",
}

// TestEraseEveryColumn fills every table and looks into every column for a player:
// each that has them is either erased with the account, or stands in the list of what
// is kept. A new table, or a new column of texts, fails until somebody has decided.
func TestEraseEveryColumn(t *testing.T) {
	s, err := Open(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	const player, other, name = "adaadaadaadaadaadaadaadaadaada00", "b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0", "Ada Lovelace"
	marks := storetest.Everything(t, s, player, name, other)
	all := columnsOf(t, s)
	before := map[string]bool{}
	filled := map[string]bool{}
	for _, c := range all {
		if count(t, s, c, `instr(CAST(%s AS TEXT), ?) > 0`, player) > 0 {
			before[c.String()] = true
		}
		filled[c.table] = filled[c.table] || count(t, s, c, `true`) > 0
		if c.text && count(t, s, c, `length(%s) > 0`) == 0 {
			t.Errorf("storetest.Everything fills no %s: nobody can say whether it has to be erased", c)
		}
	}
	for table, has := range filled {
		if !has {
			t.Errorf("storetest.Everything has nothing for the table %s", table)
		}
	}
	for _, table := range slices.Sorted(maps.Keys(filled)) {
		named := slices.ContainsFunc(slices.Collect(maps.Keys(before)), func(c string) bool { return strings.HasPrefix(c, table+".") })
		if _, no := nobodys[table]; named == no {
			t.Errorf("the table %s names a player: %v, and stands among nobody's: %v", table, named, no)
		}
	}
	erased := map[string]bool{}
	for _, o := range ownTables {
		erased[o.table+"."+o.owner] = true
	}
	for c := range before {
		if _, kept := keptColumns[c]; kept == erased[c] {
			t.Errorf("%s names a player: kept %v, erased %v; want one of the two", c, kept, erased[c])
		}
	}
	for _, c := range slices.Concat(slices.Collect(maps.Keys(erased)), slices.Collect(maps.Keys(keptColumns))) {
		if !before[c] {
			t.Errorf("%s stands in a list and names nobody", c)
		}
	}

	for _, id := range []string{"g1", "g2", "g3"} {
		if err := s.RenameSeats(t.Context(), id, player, "deleted"); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Erase(t.Context(), store.Player{ID: player, Role: store.Deleted, Skeleton: "skeleton " + name}); err != nil {
		t.Fatal(err)
	}
	for _, c := range all {
		_, kept := keptColumns[c.String()]
		if n := count(t, s, c, `instr(CAST(%s AS TEXT), ?) > 0`, player); n > 0 != kept {
			t.Errorf("%s names the player in %d rows, to be kept: %v", c, n, kept)
		}
		for _, m := range marks {
			if n := count(t, s, c, `instr(CAST(%s AS TEXT), ?) > 0`, m.Text); n > 0 && !outlives(c, m.Text, name) {
				t.Errorf("%s still has %q", c, m.Text)
			}
		}
	}
}

// outlives says whether a text of somebody may be found after they have gone.
func outlives(c column, text, name string) bool {
	switch c.table {
	case "reports", "audit": // moderators' own; see keptColumns
		return true
	case "ratings", "rated_games":
		return c.name == "pool"
	case "boards": // of whoever plays on it
		return true
	case "players":
		return c.name == "skeleton" && text == name
	}
	return false
}

// column is one of a table.
type column struct {
	table, name string
	text        bool // or bytes
}

func (c column) String() string { return c.table + "." + c.name }

// columnsOf returns the columns of all tables, generated ones too.
func columnsOf(t *testing.T, s *Store) (all []column) {
	t.Helper()
	rows, err := s.readers.QueryContext(t.Context(), `SELECT m.name, c.name, c.type FROM sqlite_schema m, pragma_table_xinfo(m.name) c
		WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' ORDER BY 1, c.cid`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var c column
		var kind string
		if err := rows.Scan(&c.table, &c.name, &kind); err != nil {
			t.Fatal(err)
		}
		c.text = strings.Contains(kind, "TEXT") || strings.Contains(kind, "BLOB")
		all = append(all, c)
	}
	return all
}

// count returns how many rows a condition on a column finds.
func count(t *testing.T, s *Store, c column, condition string, args ...any) (n int) {
	t.Helper()
	if strings.Contains(condition, "%s") {
		condition = fmt.Sprintf(condition, `"`+c.name+`"`)
	}
	if err := s.readers.QueryRowContext(t.Context(), `SELECT count(*) FROM `+c.table+` WHERE `+condition, args...).Scan(&n); err != nil {
		t.Fatalf("%s: %v", c, err)
	}
	return n
}
