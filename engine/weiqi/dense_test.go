package weiqi

import (
	"context"
	"testing"
	"time"

	"moyo/board"
	"moyo/board/boardfile"
	"moyo/engine"
	rules "moyo/game/rules/weiqi"
	"moyo/internal/testenv"
)

// TestDenseBoards: boards on which single points neighbour nearly all others,
// as users may draw them, do not slow the engine down.
func TestDenseBoards(t *testing.T) {
	testenv.SkipUnderRace(t)
	const points = 3000
	var edges [][2]board.Point
	for p := board.Point(2); p < points; p++ {
		edges = append(edges, [2]board.Point{0, p}, [2]board.Point{1, p})
	}
	hubs, err := boardfile.FromGraph("two hubs", points, edges)
	if err != nil {
		t.Fatal(err)
	}
	complete, err := board.Parse("complete:346")
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range []*board.Board{hubs, complete} {
		pos, err := rules.Default().Start(b)
		if err != nil {
			t.Fatal(err)
		}
		// Far more than it takes, even with the race detector, and less than it took
		// before the fix.
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		info, err := New(Options{Memory: 1 << 20}).Search(ctx, pos, engine.Limits{Nodes: 8, Seed: 1}, nil)
		cancel()
		if err != nil || info.Nodes < 8 {
			t.Errorf("%s: %d playouts, %v", b.Title(), info.Nodes, err)
		}
	}
}
