package life_test

import (
	"testing"

	"moyo/board"
	"moyo/game"
	"moyo/internal/testenv"
	"moyo/solve/life"
	"moyo/solve/life/proof"
	"moyo/solve/life/tsumego"
)

// TestWholeLargeBoard: a region of 169 points, the whole 13x13 board, with captures and two eyes in every part: the
// points are numbered across three words.
func TestWholeLargeBoard(t *testing.T) {
	testenv.SkipUnderRace(t)
	b := board.Grid(13, 13)
	p := tsumego.Problem{Board: b, ToPlay: game.White, Ko: board.None, Question: tsumego.Kill}
	p.Stones = make([]game.Color, b.Len())
	for q := range p.Stones {
		p.Region = append(p.Region, game.Point(q))
		p.Stones[q] = game.White
	}
	for _, row := range []int{1, 6, 11} { // a chain of six on the left of each, with a liberty on either side
		for x := range 8 {
			p.Stones[row*13+x] = game.Black
		}
		p.Stones[row*13], p.Stones[row*13+7] = game.Empty, game.Empty
	}
	for q := 12; q < b.Len(); q += 26 { // White's eyes
		p.Stones[q] = game.Empty
	}
	for _, row := range []int{1, 6, 11} {
		p.Target = []game.Point{game.Point(row*13 + 3)}
		s, err := life.NewSolver(p, life.Options{Threads: 1, Memory: 1 << 20, Nodes: 1_000_000})
		if err != nil {
			t.Fatal(err)
		}
		a, err := s.Solve(t.Context())
		if err != nil || a.Verdict != life.Win || a.Fate != life.Dead {
			t.Errorf("row %d: %v, %s %s after %d nodes; want a win, dead", row, err, a.Verdict, a.Fate, a.Nodes)
			continue
		}
		proved, err := s.Proof(t.Context())
		if err == nil {
			err = proof.CheckAll(t.Context(), proved)
		}
		if err != nil {
			t.Errorf("row %d: %v", row, err)
		}
	}
}
