package gomoku

import (
	"context"
	"testing"

	"moyo/board"
	"moyo/game"
)

// TestBlocksFirst: Black has two open threes and would win with either, but White has a four, which
// Black must block with a stone that is useless otherwise.
func TestBlocksFirst(t *testing.T) {
	b := board.Grid(15, 15)
	p := Problem{Board: b, Game: "gomoku:rule=freestyle", ToPlay: game.Black}
	for i, names := range [][]string{{"H8", "J8", "K8", "E12", "F12", "G12"}, {"A1", "B1", "C1", "D1", "O15", "O13"}} {
		for _, name := range names {
			q, ok := b.Lookup(name)
			if !ok {
				t.Fatal(name)
			}
			p.Stones = append(p.Stones, game.Placed{Point: q, Color: game.Color(i + 1)})
		}
	}
	s, err := Solve(context.Background(), p, Options{Method: VCT, Memory: 4 << 20, Visits: 2000})
	if err != nil || !s.Won || b.Name(s.Line[0]) != "E1" {
		t.Errorf("won %v by %v: %v", s.Won, s.Line, err)
	}
}
