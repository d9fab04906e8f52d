package life_test

import (
	"slices"
	"testing"

	"moyo/board"
	"moyo/game"
	"moyo/internal/testenv"
	"moyo/solve/life"
	"moyo/solve/life/tsumego"
)

// rowsProblem reads a position: X and O are stones of the region, o is White's outside of it, . is
// empty in the region. Black's only chain is the target.
func rowsProblem(t *testing.T, toPlay game.Color, q tsumego.Question, rows ...string) tsumego.Problem {
	t.Helper()
	b := board.Grid(len(rows[0]), len(rows))
	p := tsumego.Problem{Board: b, Stones: make([]game.Color, b.Len()), ToPlay: toPlay, Question: q, Ko: board.None}
	for y, row := range rows {
		for x, c := range row {
			point := game.Point(y*len(row) + x)
			switch c {
			case 'X':
				p.Stones[point] = game.Black
				p.Target = []game.Point{point}
			case 'O', 'o':
				p.Stones[point] = game.White
			}
			if c == 'X' || c == 'O' || c == '.' {
				p.Region = append(p.Region, point)
			}
		}
	}
	return p
}

// TestScore: of several ways to live or to kill, the one with the best score is best.
func TestScore(t *testing.T) {
	testenv.SkipUnderRace(t)
	for _, c := range []struct {
		name  string
		p     tsumego.Problem
		best  string
		score int
	}{
		// Closing the gap keeps four points and six stones of Black's own, and the one played; making two
		// eyes immediately costs some of them.
		{"four and a gap", rowsProblem(t, game.Black, tsumego.Live, "....."+"o__", "XXXXX"+"o__", "oooooo__"), "E3", 10},
		// Only the vital point kills; in the end White has all of it.
		{"three in a row", rowsProblem(t, game.White, tsumego.Kill, "...Xo_", "XXXXo_", "ooooo_"), "B3", 8},
	} {
		a, err := life.Solve(t.Context(), c.p, life.Options{Threads: 1, Score: true})
		if err != nil {
			t.Fatal(err)
		}
		if a.Verdict != life.Win || a.Score == nil {
			t.Errorf("%s: %v, score %v", c.name, a.Verdict, a.Score)
			continue
		}
		if got := c.p.Board.Name(a.Best.Point()); got != c.best || *a.Score != c.score {
			t.Errorf("%s: best %s for %d, want %s for %d; first moves %v", c.name, got, *a.Score, c.best, c.score, a.FirstMoves)
		}
		if !slices.Contains(a.FirstMoves, a.Best) {
			t.Errorf("%s: the best move does not win", c.name)
		}
	}
}

// TestElsewhere: a status question also tells what happens if the side to move plays elsewhere, unless everything is
// lost anyway.
func TestElsewhere(t *testing.T) {
	p := rowsProblem(t, game.White, tsumego.Status, "...Xo_", "XXXXo_", "ooooo_")
	a, err := life.Solve(t.Context(), p, life.Options{Threads: 1})
	if err != nil || a.Verdict != life.Win || a.Tenuki != life.Lose {
		t.Errorf("White first: %v, elsewhere %v, %v; want win and lose", a.Verdict, a.Tenuki, err)
	}
	p = rowsProblem(t, game.White, tsumego.Status, ".X.Xo_", "XXXXo_", "ooooo_")
	a, err = life.Solve(t.Context(), p, life.Options{Threads: 1})
	if err != nil || a.Verdict != life.Lose || a.Tenuki != "" {
		t.Errorf("against two eyes: %v, elsewhere %q, %v; want lose and nothing", a.Verdict, a.Tenuki, err)
	}
}
