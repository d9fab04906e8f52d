// Package rowstest makes positions for the tests of engines that play n in a
// row.
package rowstest

import (
	"testing"

	"moyo/board"
	"moyo/engine/baseline/internal/rows"
	"moyo/game"
)

// Start returns the position on the board of spec after the named moves, Black's
// first.
func Start(t testing.TB, rules game.Rules, spec string, moves ...string) game.Position {
	t.Helper()
	b, err := board.Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	pos, err := rules.New(b)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range moves {
		m, err := game.ParseMove(pos, name)
		if err == nil {
			err = pos.Play(m)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return pos
}

// Begun are rules whose games begin with a black stone in the middle and a white
// one beside it, for engines that assume a stone on the board.
type Begun struct{ game.Rules }

// New returns the position after those two moves.
func (r Begun) New(b *board.Board) (game.Position, error) {
	pos, err := r.Rules.New(b)
	if err != nil {
		return nil, err
	}
	middle := rows.Centre(b)
	for _, p := range []game.Point{middle, b.Neighbors(middle)[0]} {
		if err := pos.Play(game.Place(p)); err != nil {
			return nil, err
		}
	}
	return pos, nil
}
