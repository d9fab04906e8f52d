package boardfile

import (
	"testing"

	"moyo/board"
)

// BenchmarkLayout lays out the largest star. It is laid out twice, because it does not fit the
// plane.
func BenchmarkLayout(b *testing.B) {
	d := &Draft{format: FormatGraph, points: board.MaxPoints}
	for p := board.Point(1); int(p) < d.points; p++ {
		d.edges = append(d.edges, [2]board.Point{0, p})
	}
	for b.Loop() {
		d.layout()
	}
}
