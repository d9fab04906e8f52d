package convert

import (
	"slices"
	"strings"
	"testing"

	"moyo/board"
	"moyo/game"
	"moyo/game/rules/weiqi"
	"moyo/server/base/wire"
)

// TestTakenStones checks which stones each move removed: by capture, by a pass, and by suicide.
func TestTakenStones(t *testing.T) {
	rules, err := weiqi.Parse("suicide=yes")
	if err != nil {
		t.Fatal(err)
	}
	pos, err := rules.New(board.Grid(3, 3))
	if err != nil {
		t.Fatal(err)
	}
	// Black plays A1. Later White fills B3, and the upper row has no liberty left.
	for _, name := range strings.Fields("A2 A1 B1 pass C2 C3 B2 A3 pass B3") {
		m, err := game.ParseMove(pos, name)
		if err != nil {
			t.Fatal(err)
		}
		if err := pos.Play(m); err != nil {
			t.Fatalf("%s: %v\n%s", name, err, game.Picture(pos))
		}
	}
	want := make([][]wire.Stone, 10)
	want[2] = []wire.Stone{{Point: 6, Color: "white"}}
	want[9] = []wire.Stone{{Point: 0, Color: "white"}, {Point: 2, Color: "white"}}
	for i, stones := range Taken(pos) {
		if stones == nil || !slices.Equal(stones, want[i]) {
			t.Errorf("move %d: %v, want %v\n%s", i+1, stones, want[i], game.Picture(pos))
		}
	}
}
