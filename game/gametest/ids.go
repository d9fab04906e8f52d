package gametest

import (
	"testing"

	"moyo/board"
	"moyo/game"
)

// Board returns the board of a spec.
func Board(t testing.TB, spec string) *board.Board {
	t.Helper()
	b, err := board.Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// FuzzIDs fuzzes the parser of ids: each accepted id has a canonical id that parses to itself.
func FuzzIDs(f *testing.F, parse func(id string) (game.Rules, error), seeds ...string) {
	for _, seed := range seeds {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, id string) {
		r, err := parse(id)
		if err != nil {
			return
		}
		again, err := parse(r.ID())
		if err != nil || again.ID() != r.ID() {
			t.Errorf("%q becomes %q, and that %v", id, r.ID(), err)
		}
	})
}
