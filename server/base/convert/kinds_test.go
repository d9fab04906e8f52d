package convert

import (
	"slices"
	"testing"

	"moyo/board"
	"moyo/catalog"
	"moyo/game"
	"moyo/server/base/wire"
)

// TestKinds checks the fields that only some games have, and where stones fall.
func TestKinds(t *testing.T) {
	for _, c := range []struct {
		rules, board string
		want         wire.State // only its fields takes, chains, counted, falls, rows and landings
	}{
		{"weiqi", "grid:5", wire.State{Takes: true, Chains: true, Counted: true}},
		{"capturefive:n=4", "grid:5", wire.State{Takes: true, Chains: true, Rows: &wire.Rows{Need: 4, Black: 1}}},
		{"capturefive:n=4,captures=no", "grid:5", wire.State{Rows: &wire.Rows{Need: 4, Black: 1}}},
		{"connect4", "grid:5x4", wire.State{Falls: true, Landings: []int{15, 16, 12, 18, 19}, Rows: &wire.Rows{Need: 4, Black: 1}}},
		{"atari-go", "grid:5", wire.State{Takes: true, Chains: true}},
		{"nogo", "grid:5", wire.State{Chains: true}},
		{"pente", "grid:9", wire.State{Takes: true, Rows: &wire.Rows{Need: 5, Black: 1}}},
	} {
		rules, err := catalog.Rules(c.rules)
		if err != nil {
			t.Fatal(err)
		}
		b, err := board.Parse(c.board)
		if err != nil {
			t.Fatal(err)
		}
		pos, err := rules.New(b)
		if err != nil {
			t.Fatal(err)
		}
		if err := pos.Play(game.Place(game.Point(b.Len() - 3))); err != nil {
			t.Fatal(err)
		}
		got := Position(pos, true)
		landings := slices.Sorted(slices.Values(got.Landings))
		wanted := slices.Sorted(slices.Values(c.want.Landings))
		if got.Takes != c.want.Takes || got.Chains != c.want.Chains || got.Counted != c.want.Counted ||
			got.Falls != c.want.Falls || !slices.Equal(landings, wanted) {
			t.Errorf("%s: %+v", c.rules, got)
		}
		if (got.Rows == nil) != (c.want.Rows == nil) || got.Rows != nil && *got.Rows != *c.want.Rows {
			t.Errorf("%s: rows %+v, want %+v", c.rules, got.Rows, c.want.Rows)
		}
		if got.Falls && len(got.Forbidden) > 0 {
			t.Errorf("%s: points above the stones are forbidden: %v", c.rules, got.Forbidden)
		}
	}
}

// TestLast checks which stone is marked as the last one. A choice in the opening does not change the mark; a pass
// removes it.
func TestLast(t *testing.T) {
	for _, c := range []struct {
		rules string
		moves []string
		want  string // the name of the point; "" for none
	}{
		{"gomoku:opening=swap2", nil, ""},
		{"gomoku:opening=swap2", []string{"A1", "B1", "C1"}, "C1"},
		{"gomoku:opening=swap2", []string{"A1", "B1", "C1", "two-more"}, "C1"},
		{"gomoku:opening=swap2", []string{"A1", "B1", "C1", "two-more", "D1"}, "D1"},
		{"weiqi", []string{"A1", "B1"}, "B1"},
		{"weiqi", []string{"A1", "pass"}, ""},
	} {
		rules, err := catalog.Rules(c.rules)
		if err != nil {
			t.Fatal(err)
		}
		b, err := board.Parse("grid:15")
		if err != nil {
			t.Fatal(err)
		}
		pos, err := rules.New(b)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range c.moves {
			m, err := game.ParseMove(pos, name)
			if err != nil {
				t.Fatal(err)
			}
			if err := pos.Play(m); err != nil {
				t.Fatal(err)
			}
		}
		got := ""
		if p := Position(pos, true).Last; p >= 0 {
			got = b.Name(game.Point(p))
		}
		if got != c.want {
			t.Errorf("%s after %v: the last stone is at %q, want %q", c.rules, c.moves, got, c.want)
		}
	}
}
