package boardfile

import (
	"testing"

	"moyo/board"
)

// BenchmarkLayout places the points of the largest star, which is drawn twice: the plane
// has no room for it.
func BenchmarkLayout(b *testing.B) {
	d := &Draft{format: FormatGraph, points: board.MaxPoints}
	for p := board.Point(1); int(p) < d.points; p++ {
		d.edges = append(d.edges, [2]board.Point{0, p})
	}
	for b.Loop() {
		d.layout()
	}
}
