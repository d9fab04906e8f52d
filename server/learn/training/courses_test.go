package training

import (
	"testing"

	"moyo/board"
	"moyo/study/bank"
)

// TestPictured: the picture of a course is its first problem on the smallest board.
func TestPictured(t *testing.T) {
	problems := make([]bank.Problem, 5)
	for i, side := range []int{5, 19, 9, 13, 9} {
		problems[i].Board = board.Grid(side, side)
	}
	if got := pictured(problems, []int{1, 3, 4, 2}); got != &problems[4] {
		t.Errorf("pictured by a problem on %s", got.Board.Spec())
	}
}
