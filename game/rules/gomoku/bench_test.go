package gomoku_test

import (
	"testing"

	"moyo/game"
)

// BenchmarkPlay plays a move in the middle of a board with some stones and takes
// it back.
func BenchmarkPlay(b *testing.B) {
	for _, c := range [][2]string{
		{"rule=freestyle", "grid:15"}, {"rule=caro9", "grid:15"}, {"rule=renju", "grid:15"},
		{"rule=freestyle", "grid:99"}, {"rule=freestyle", "torus:15x15"},
	} {
		b.Run(c[0]+" on "+c[1], func(b *testing.B) {
			pos := start(b, c[0], c[1])
			scatter(b, pos, 40)
			move := pos.LegalMoves(nil)[20]
			b.ReportAllocs()
			for b.Loop() {
				if err := pos.Play(move); err != nil {
					b.Fatal(err)
				}
				pos.Undo()
			}
		})
	}
}

// BenchmarkBanned finds the forbidden points of a crowded position.
func BenchmarkBanned(b *testing.B) {
	pos := start(b, "rule=renju", "grid:15")
	scatter(b, pos, 60)
	b.ReportAllocs()
	for b.Loop() {
		pos.Banned()
	}
}

// scatter plays that many moves across the middle of the board.
func scatter(b *testing.B, pos game.Position, moves int) {
	for at := uint32(1); len(pos.Moves()) < moves; at = at*1664525 + 1013904223 {
		m := game.Move(at >> 8 % uint32(pos.Board().Len()))
		if pos.Check(m) != game.Legal {
			continue
		}
		if err := pos.Play(m); err != nil {
			b.Fatal(err)
		}
		if pos.Outcome().Over {
			pos.Undo()
		}
	}
}
