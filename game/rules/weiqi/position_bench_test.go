package weiqi_test

import (
	"math/rand/v2"
	"testing"

	"moyo/board"
	"moyo/game"
	"moyo/game/rules/weiqi"
)

// filled returns a position with a third of the points taken at random.
func filled(t testing.TB, b *board.Board) *weiqi.Position {
	t.Helper()
	pos, err := weiqi.Default().Start(b)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range b.Len() / 3 {
		m := game.Move(rng.IntN(b.Len()))
		if pos.Check(m) == game.Legal {
			if err := pos.Play(m); err != nil {
				t.Fatal(err)
			}
		}
	}
	return pos
}

func BenchmarkLegalMoves(b *testing.B) {
	for _, spec := range []string{"grid:9", "grid:19", "grid:100"} {
		b.Run(spec, func(b *testing.B) {
			pos := filled(b, mustBoard(b, spec))
			moves := pos.LegalMoves(nil)
			m := moves[len(moves)/2]
			b.ReportAllocs()
			for b.Loop() {
				if err := pos.Play(m); err != nil { // so that no survey exists yet
					b.Fatal(err)
				}
				moves = pos.LegalMoves(moves[:0])
				pos.Undo()
			}
		})
	}
}

func BenchmarkPlayUndo(b *testing.B) {
	for _, spec := range []string{"grid:9", "grid:19", "grid:100"} {
		b.Run(spec, func(b *testing.B) {
			pos := filled(b, mustBoard(b, spec))
			moves := pos.LegalMoves(nil)
			m := moves[len(moves)/2]
			b.ReportAllocs()
			for b.Loop() {
				if err := pos.Play(m); err != nil {
					b.Fatal(err)
				}
				pos.Undo()
			}
		})
	}
}

// TestAllocs checks that moves do not allocate after the buffers have grown.
func TestAllocs(t *testing.T) {
	pos := filled(t, board.Grid(9, 9))
	moves := pos.LegalMoves(nil)
	m := moves[len(moves)/2]
	allocs := testing.AllocsPerRun(200, func() {
		if err := pos.Play(m); err != nil {
			t.Fatal(err)
		}
		moves = pos.LegalMoves(moves[:0])
		pos.Undo()
	})
	if allocs != 0 {
		t.Errorf("%v allocations for a move, its legal moves and undo", allocs)
	}
}
