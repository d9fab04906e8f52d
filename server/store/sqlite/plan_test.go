package sqlite

import (
	"fmt"
	"strings"
	"testing"

	"moyo/game"
	"moyo/game/match"
	"moyo/server/store"
	"moyo/server/store/storetest"
)

// TestTurnPlan checks that SQLite finds the games that wait for a player by the index
// of turns, in its order, without reading other games.
func TestTurnPlan(t *testing.T) {
	s, err := Open(t.Context(), emptyIn(t, t.TempDir()))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for i := range 50 {
		g, first := storetest.Game(fmt.Sprint("g", i))
		g.White.Player, g.Turn = "bo", game.White
		if err := s.Create(t.Context(), g, first); err != nil {
			t.Fatal(err)
		}
	}
	for _, q := range []store.Query{{Awaits: "bo"}, {Awaits: "bo", Phases: []match.Phase{match.Playing, match.Counting}, Limit: 7}} {
		if q.Limit == 0 {
			q.Limit = store.DefaultLimit
		}
		all := dialect.Selects(q)
		plan := planOf(t, s, all[0].Text, all[0].Args...)
		if len(all) != 1 || plan != "SEARCH games USING INDEX games_by_turn (turn_player=?)" {
			t.Errorf("%+v:\n%s", q, plan)
		}
	}
}

func planOf(t *testing.T, s *Store, text string, args ...any) string {
	t.Helper()
	rows, err := s.readers.QueryContext(t.Context(), `EXPLAIN QUERY PLAN `+text, args...)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var steps []string
	for rows.Next() {
		var id, parent, unused int
		var step string
		if err := rows.Scan(&id, &parent, &unused, &step); err != nil {
			t.Fatal(err)
		}
		steps = append(steps, step)
	}
	return strings.Join(steps, "\n")
}
