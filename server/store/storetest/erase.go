package storetest

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"moyo/server/store"
)

// Column is one of a table.
type Column struct {
	Table, Name string
	Text        bool // or bytes
}

func (c Column) String() string { return c.Table + "." + c.Name }

// Inspector looks into the tables of a store.
type Inspector struct {
	Columns []Column                        // of all tables, generated ones too
	Count   func(c Column, text string) int // rows in which a column has a text in it, all for ""
	Filled  func(c Column) int              // rows in which a column of texts has one
	Own     []string                        // columns whose rows go with their player
	More    func()                          // fills the tables that Everything knows nothing of; nil for none
	Nobodys map[string]string               // those of them that say nothing of any player, and why
}

// keptColumns are the columns that name a player although their account is
// deleted, each with the reason. By then the id is nobody's: no session, no
// credentials and no name lead to it.
var keptColumns = map[string]string{
	"players.id":             "the row says that the id is nobody's, and keeps the name from others",
	"games.black":            "opponents keep their games, with \"deleted\" for a name",
	"games.black_player":     "as games.black",
	"games.turn_player":      "as games.black; generated",
	"games.white":            "as games.black",
	"games.white_player":     "as games.black",
	"game_partners.person":   "as games.black",
	"events.body":            "as games.black: what a game is made from",
	"ratings.player":         "the ratings of opponents rest on it, and `moyo admin rate` makes it again from the games",
	"rated_games.player":     "as ratings.player",
	"rated_games.opponent":   "it is the opponent's history",
	"chat.player":            "whose line it was, where others have answered or reported it; the text goes",
	"reports.reporter":       "reports are about others, and deeds rest on them",
	"reports.target":         "as reports.reporter",
	"reports.moderator":      "as reports.reporter",
	"tournaments.owner":      "who plays there knows that somebody directed it",
	"tournaments.summary":    "who has won, as tournaments.owner; it has ids and no names",
	"tournament_events.body": "as games.black: what a tournament is made from; it has ids and no names",
	"simuls.owner":           "who plays there knows that somebody was the host",
	"simuls.body":            "as games.black: who takes part; it has ids and no names",
	"ladders.owner":          "as tournaments.owner",
	"ladders.state":          "who goes the next time that somebody looks; it has ids and no names",
	"ladder_events.body":     "who has changed places with whom; it has ids and no names",
	"classes.body":           "who was to play whom, in the class of another; it has ids and no names",
	"team_matches.body":      "as games.black: who was to play at which board; it has ids and no names",
	"audit.by":               "the log only grows",
	"audit.target":           "the log only grows",
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
	"reviews":          "what an engine said of games that have ended",
	"study_chapters":   "boards and moves; whose they are says studies",
	"study_ops":        "as study_chapters; commands are hashes",
	"spent":            "hashes of addresses, for a day",
	"teams":            "their names are theirs; who is in them says team_members",
}

// EraseEveryColumn fills every table and looks into every column for a player:
// each that has them is either erased with the account, or stands in the list of what
// is kept. A new table, or a new column of texts, fails until somebody has decided.
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
			t.Errorf("Everything fills no %s: nobody can say whether it has to be erased", c)
		}
	}
	for table, has := range filled {
		if !has {
			t.Errorf("Everything has nothing for the table %s", table)
		}
	}
	for _, table := range slices.Sorted(maps.Keys(filled)) {
		named := slices.ContainsFunc(slices.Collect(maps.Keys(before)), func(c string) bool { return strings.HasPrefix(c, table+".") })
		_, no := nobodys[table]
		if _, here := in.Nobodys[table]; named == (no || here) {
			t.Errorf("the table %s names a player: %v, and stands among nobody's: %v", table, named, no || here)
		}
	}
	erased := map[string]bool{}
	for _, c := range in.Own {
		erased[c] = true
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

	for _, id := range []string{"g1", "g2", "g3", "g4"} {
		if err := s.RenameSeats(t.Context(), id, player, "deleted"); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Erase(t.Context(), store.Player{ID: player, Role: store.Deleted, Skeleton: "skeleton " + name}); err != nil {
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

// outlives says whether a text of somebody may be found after they have gone.
func outlives(c Column, text, name string) bool {
	switch c.Table {
	case "reports", "audit": // moderators' own; see keptColumns
		return true
	case "ratings", "rated_games":
		return c.Name == "pool"
	case "boards": // of whoever plays on it
		return true
	case "players":
		return c.Name == "skeleton" && text == name
	}
	return false
}
