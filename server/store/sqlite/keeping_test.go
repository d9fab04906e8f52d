package sqlite

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"moyo/server/store/tables"
)

// places returns the number of arguments of a query.
func places(query string) int {
	for n := 3; n > 0; n-- {
		if strings.Contains(query, fmt.Sprint("?", n)) {
			return n
		}
	}
	return strings.Count(query, "?")
}

// TestKeepingPlans checks that SQLite finds unused data with indexes that moves do not
// change.
func TestKeepingPlans(t *testing.T) {
	s, err := Open(t.Context(), emptyIn(t, t.TempDir()))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, q := range tables.CleanupQueries(dialect) {
		for _, line := range strings.Split(planOf(t, s, q, []any{"1", "1", "1", "1"}[:places(q)]...), "\n") {
			table, scanned := strings.CutPrefix(line, "SCAN ")
			if scanned && !slices.Contains([]string{"boards", "collections", "m USING INDEX mistakes_drawn", "CONSTANT ROW", "x"}, table) &&
				!strings.HasPrefix(table, "(subquery") {
				t.Errorf("%.60s: %s", q, line)
			}
		}
	}
}
