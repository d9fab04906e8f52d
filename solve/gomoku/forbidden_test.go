package gomoku

import (
	"strings"
	"testing"

	"moyo/game/rules/gomoku/pattern"
)

// TestForbiddenFours: a four on a forbidden point wins nothing, and one whose answer is forbidden
// wins, at every depth. Results for one depth are not used for another.
func TestForbiddenFours(t *testing.T) {
	for _, c := range []struct {
		name, rule   string
		me           int
		black, white string
		want         int // in moves of the attacker; 0 for no win
	}{
		// H8 makes a straight four and two open threes; D8 makes a four that H8 answers.
		{"straight four and two threes", "renju", pattern.Black, "E8 F8 G8 F6 G7 J7 K6", "C8 A1 A3 A5 A9 A11 A13", 0},
		{"the same where nothing is forbidden", "standard", pattern.Black, "E8 F8 G8 F6 G7 J7 K6", "C8 A1 A3 A5 A9 A11 A13", 2},
		{"the same for White", "renju", pattern.White, "C8 A1 A3 A5 A9 A11 A13", "E8 F8 G8 F6 G7 J7 K6", 2},
		// White threatens a five at H8.
		{"in answer to a four", "renju", pattern.Black, "E8 F8 G8 F6 G7 J7 K6 H13", "C8 A1 A3 A5 H9 H10 H11 H12", 0},
		{"in answer to a four where nothing is forbidden", "standard", pattern.Black,
			"E8 F8 G8 F6 G7 J7 K6 H13", "C8 A1 A3 A5 H9 H10 H11 H12", 2},
		// H8, which answers White's four at G8, would make six.
		{"a forbidden answer", "renju", pattern.White, "C8 H7 H6 H5 H9 H10", "D8 E8 F8", 2},
		{"the same answer where nothing is forbidden", "standard", pattern.White, "C8 H7 H6 H5 H9 H10", "D8 E8 F8", 0},
		{"an answer that is not forbidden", "renju", pattern.White, "C8 H7 H6 H10", "D8 E8 F8", 0},
	} {
		m := mustMaker(t, "grid:15", c.rule, 5, 1)
		for side, names := range []string{pattern.Black: c.black, pattern.White: c.white} {
			for _, name := range strings.Fields(names) {
				p, ok := m.g.Lookup(name)
				if !ok {
					t.Fatal(name)
				}
				m.b.Place(p, side)
			}
		}
		fours := NewFours(m.b, 12)
		for _, depth := range []int{1, 2, 3, 10, 2, 1} {
			got := fours.Search(c.me, depth, 0)
			if won := c.want > 0 && depth >= c.want; got.Won != won || won && got.Depth != c.want {
				t.Errorf("%s, at most %d moves: %+v, want a win in %d", c.name, depth, got, c.want)
			}
		}
	}
}
