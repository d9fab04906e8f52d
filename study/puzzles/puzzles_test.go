package puzzles_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"moyo/board"
	"moyo/internal/testenv"
	solve "moyo/solve/gomoku"
	"moyo/study/puzzles"
)

// TestSolved solves some of the puzzles, TestSolvedLong each: the depth is right
// and the solution's first move is the search's.
func TestSolved(t *testing.T) { solved(t, 7) }

func TestSolvedLong(t *testing.T) {
	testenv.Long(t)
	solved(t, 1)
}

func solved(t *testing.T, step int) {
	for i, p := range puzzles.VCF() {
		problem, err := p.Problem(board.Parse)
		if err != nil {
			t.Fatalf("%s: %v", p.ID, err)
		}
		if i%step > 0 {
			continue
		}
		s, err := solve.Solve(context.Background(), problem, solve.Options{Method: solve.VCF, Memory: 1 << 20})
		if err != nil || !s.Won || s.Depth != p.Depth || problem.Board.Name(s.Line[0]) != p.Solution[0] {
			t.Errorf("%s: %v in %d, %v; want %v in %d", p.ID, s.Won, s.Depth, err, p.Solution, p.Depth)
		}
	}
}

// TestList: no puzzle is listed twice, and easy ones come first.
func TestList(t *testing.T) {
	seen := map[string]bool{}
	list := puzzles.VCF()
	for _, p := range list {
		if seen[p.ID] {
			t.Errorf("%s is there twice", p.ID)
		}
		seen[p.ID] = true
	}
	if len(list) < 200 || !slices.IsSortedFunc(list, func(a, b solve.Puzzle) int { return a.Depth - b.Depth }) {
		t.Errorf("%d puzzles, sorted by depth?", len(list))
	}
}

// The first puzzle takes three moves, including the last.
func Example() {
	fmt.Println(puzzles.VCF()[0].Depth)
	// Output: 3
}
