package convert

import (
	"testing"

	"moyo/board"
	"moyo/catalog"
	"moyo/engine"
)

// TestThinkingRough checks that a rough estimate is marked as rough on the wire.
func TestThinkingRough(t *testing.T) {
	rules, err := catalog.Rules("weiqi")
	if err != nil {
		t.Fatal(err)
	}
	pos, err := rules.New(board.Grid(5, 5))
	if err != nil {
		t.Fatal(err)
	}
	for _, rough := range []bool{false, true} {
		if got := Thinking(pos, engine.Info{Rough: rough}, true); got.Rough != rough {
			t.Errorf("%+v", got)
		}
	}
}
