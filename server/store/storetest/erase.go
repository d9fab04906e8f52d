package storetest

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"moyo/server/store"
)

// Column is a column of a table.
type Column struct {
	Table, Name string
	Text        bool // text or bytes
}

func (c Column) String() string { return c.Table + "." + c.Name }

// Inspector reads the tables of a store.
type Inspector struct {
	Columns    []Column                        // of all tables, generated ones too
	Count      func(c Column, text string) int // rows whose column contains a text; all rows for ""
	Filled     func(c Column) int              // rows whose text column is not empty
	Erasure    []string                        // the statements of features for Erase
	More       func()                          // fills the tables that Everything does not know; nil for none
	Impersonal map[string]string               // the further tables without data about players, and why
}

// keptColumns are the columns that still contain the id of a player with a deleted account,
// each with the reason. The id then leads to no person: it has no session, no
// credentials and no name.
var keptColumns = map[string]string{
	"players.id":             "the row marks the id as deleted, and reserves the name",
	"games.black":            "opponents keep their games, with \"deleted\" for a name",
	"games.black_player":     "as games.black",
	"games.turn_player":      "as games.black; generated",
	"games.white":            "as games.black",
	"games.white_player":     "as games.black",
	"game_partners.person":   "as games.black",
	"events.body":            "as games.black: a game is rebuilt from them",
	"ratings.player":         "opponents' ratings depend on it, and `moyo admin rate` recomputes it from the games",
	"rated_games.player":     "as ratings.player",
	"rated_games.opponent":   "it is the opponent's history",
	"chat.player":            "the author of a line that others may have answered or reported; the text is deleted",
	"reports.reporter":       "reports are about others, and deeds refer to them",
	"reports.target":         "as reports.reporter",
	"reports.moderator":      "as reports.reporter",
	"tournaments.owner":      "its players know that it had a director",
	"tournaments.summary":    "the winner, as tournaments.owner; it has ids and no names",
	"tournament_events.body": "as games.black: a tournament is rebuilt from them; it has ids and no names",
	"simuls.owner":           "its players know that it had a host",
	"simuls.body":            "as games.black: the participants; it has ids and no names",
	"ladders.owner":          "as tournaments.owner",
	"ladders.state":          "the next access removes the player; it has ids and no names",
	"ladder_events.body":     "the changes of places; it has ids and no names",
	"classes.body":           "the planned games in another player's class; it has ids and no names",
	"team_matches.body":      "as games.black: the line-ups; it has ids and no names",
	"audit.by":               "the log only grows",
	"audit.target":           "the log only grows",
}

// impersonal are the tables without data about players.
var impersonal = map[string]string{
	"goose_db_version": "which migrations were applied",
	"boards":           "by hash; board_owners has the owners",
	"problem_ratings":  "over all players",
	"outbox":           "games that have ended",
	"outbox_heard":     "what subscribers have handled",
	"failures":         "typed names and client addresses, for a day",
	"runs":             "when the server ran",
	"secrets":          "the server's own",
	"ready":            "when the disk was checked",
	"reviews":          "analyses of ended games",
	"study_chapters":   "boards and moves; studies has the owners",
	"study_ops":        "as study_chapters; commands are hashes",
	"spent":            "hashes of addresses, for a day",
	"teams":            "teams' own data; team_members has the players",
}

// EraseEveryColumn fills every table and searches every column for a player. Each
// column that contains the player must either be erased with the account, or be in the
// list of kept columns. A new table or text column fails until this is decided.
func EraseEveryColumn(t *testing.T, s store.Store, in Inspector) {
	const player, other, name = "adaadaadaadaadaadaadaadaadaada00", "b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0", "Ada Lovelace"
	marks := Everything(t, s, player, name, other)
	if in.More != nil {
		in.More()
	}
	all := in.Columns
	before := map[string]bool{}
	filled := map[string]bool{}
	for _, c := range all {
		if in.Count(c, player) > 0 {
			before[c.String()] = true
		}
		filled[c.Table] = filled[c.Table] || in.Count(c, "") > 0
		if c.Text && in.Filled(c) == 0 {
			t.Errorf("Everything does not fill %s: the test cannot check whether it is erased", c)
		}
	}
	for table, has := range filled {
		if !has {
			t.Errorf("Everything does not fill the table %s", table)
		}
	}
	for _, table := range slices.Sorted(maps.Keys(filled)) {
		named := slices.ContainsFunc(slices.Collect(maps.Keys(before)), func(c string) bool { return strings.HasPrefix(c, table+".") })
		_, no := impersonal[table]
		if _, here := in.Impersonal[table]; named == (no || here) {
			t.Errorf("the table %s names a player: %v, and is listed in impersonal: %v", table, named, no || here)
		}
	}
	for c := range keptColumns {
		if !before[c] {
			t.Errorf("%s is in the list of kept columns and names no player", c)
		}
	}

	for _, id := range []string{"g1", "g2", "g3", "g4"} {
		if err := s.RenameSeats(t.Context(), id, player, "deleted"); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Erase(t.Context(), store.Player{ID: player, Role: store.Deleted, Skeleton: "skeleton " + name}, in.Erasure...); err != nil {
		t.Fatal(err)
	}
	for _, c := range all {
		_, kept := keptColumns[c.String()]
		if n := in.Count(c, player); n > 0 != kept {
			t.Errorf("%s names the player in %d rows, to be kept: %v", c, n, kept)
		}
		for _, m := range marks {
			if n := in.Count(c, m.Text); n > 0 && !outlives(c, m.Text, name) {
				t.Errorf("%s still has %q", c, m.Text)
			}
		}
	}
}

// outlives reports whether a text of a player may remain after their account is deleted.
func outlives(c Column, text, name string) bool {
	switch c.Table {
	case "reports", "audit": // belong to moderators; see keptColumns
		return true
	case "ratings", "rated_games":
		return c.Name == "pool"
	case "boards": // of the players on it
		return true
	case "players":
		return c.Name == "skeleton" && text == name
	}
	return false
}
