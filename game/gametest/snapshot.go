package gametest

import (
	"slices"
	"testing"

	"moyo/game"
)

// snapshot is the visible state of a position.
type snapshot struct {
	stones   []game.Color
	toPlay   game.Color
	moves    []game.Move
	legal    []game.Move
	outcome  game.Outcome
	hash     uint64
	captures [3]int
}

func take(pos game.Position) snapshot {
	s := snapshot{
		stones: make([]game.Color, pos.Board().Len()),
		toPlay: pos.ToPlay(), moves: slices.Clone(pos.Moves()), legal: pos.LegalMoves(nil),
		outcome: pos.Outcome(), hash: pos.Hash(),
	}
	for p := range s.stones {
		s.stones[p] = pos.At(game.Point(p))
	}
	if c, ok := pos.(game.Capturer); ok {
		s.captures = [3]int{0, c.Captures(game.Black), c.Captures(game.White)}
	}
	return s
}

// same reports an error if pos differs from s.
func (s snapshot) same(t *testing.T, pos game.Position, when string) {
	t.Helper()
	got := take(pos)
	switch {
	case !slices.Equal(got.stones, s.stones):
		t.Errorf("%s: stones are %v, not %v", when, got.stones, s.stones)
	case got.toPlay != s.toPlay:
		t.Errorf("%s: %s is to play, not %s", when, got.toPlay, s.toPlay)
	case !slices.Equal(got.moves, s.moves):
		t.Errorf("%s: moves are %v, not %v", when, got.moves, s.moves)
	case !slices.Equal(got.legal, s.legal):
		t.Errorf("%s: legal moves are %v, not %v", when, got.legal, s.legal)
	case got.outcome != s.outcome:
		t.Errorf("%s: outcome is %v, not %v", when, got.outcome, s.outcome)
	case got.hash != s.hash:
		t.Errorf("%s: hash is %x, not %x", when, got.hash, s.hash)
	case got.captures != s.captures:
		t.Errorf("%s: captures are %v, not %v", when, got.captures, s.captures)
	}
}
