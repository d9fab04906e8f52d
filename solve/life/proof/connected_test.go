package proof

import (
	"slices"
	"testing"

	"moyo/board"
	"moyo/game"
)

// TestConnected: in the region, the row in the middle, white chains have two ways to connect to the stones above, or share one
// of them with another chain, which cuts one off.
func TestConnected(t *testing.T) {
	tests := []struct {
		name string
		rows [3]string
		want []uint8
	}{
		{"two ways", [3]string{"OXO", ".O.", "XXX"}, []uint8{1}},
		{"one of them taken", [3]string{"OXO", "XO.", "XXX"}, nil},
		{"one way alone", [3]string{"OXX", ".O.", "XXX"}, nil},
		{"two chains, three ways", [3]string{"OXOXO", ".O.O.", "XXXXX"}, []uint8{1}},
		{"two chains, four ways", [3]string{"OXOOXO", ".O..O.", "XXXXXX"}, []uint8{1, 4}},
		{"to a connected chain", [3]string{"OXOXX", ".O.O.", "XXXXX"}, []uint8{1}},
		{"next to the wall", [3]string{"XOX", ".O.", "XXX"}, []uint8{1}},
	}
	for _, test := range tests {
		b := board.Grid(len(test.rows[0]), 3)
		s := &Statement{Board: b, Stones: make([]game.Color, b.Len()), ToPlay: game.Black, Ko: board.None, Defender: game.Black}
		for y, row := range test.rows {
			for x := range row {
				q := game.Point(y*len(row) + x)
				s.Stones[q] = map[byte]game.Color{'X': game.Black, 'O': game.White}[row[x]]
				if y == 1 {
					s.Region = append(s.Region, q)
				}
			}
		}
		g := newGround(s)
		first := g.start(s, &Claim{})
		strong := g.connected(&first, game.White)
		var got []uint8
		for i := range g.points {
			if strong[i] {
				got = append(got, uint8(i))
			}
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: %v connected, want %v", test.name, got, test.want)
		}
	}
}
