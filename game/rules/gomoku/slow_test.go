package gomoku_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"moyo/board"
	"moyo/game"
	"moyo/game/rules/gomoku"
)

// slowRow is a row of n points with its ends, board.None for no end.
type slowRow struct {
	points        []game.Point
	before, after game.Point
}

// slowRows lists every row of a board, most of them once in each direction, following the
// definition.
func slowRows(b *board.Board, n int) (rows []slowRow) {
	lines := b.Lines()
	for p := range game.Point(b.Len()) {
		for d := range lines.Dirs {
			points, at := []game.Point{p}, board.Step{To: p, Dir: int8(d)}
			for len(points) < n {
				at = lines.Next(at.To, int(at.Dir))
				if at.To == board.None || slices.Contains(points, at.To) {
					break
				}
				points = append(points, at.To)
			}
			if len(points) < n {
				continue
			}
			end := func(step board.Step) game.Point {
				if slices.Contains(points, step.To) {
					return board.None
				}
				return step.To
			}
			rows = append(rows, slowRow{points, end(lines.Next(p, d^1)), end(lines.Next(at.To, int(at.Dir)))})
		}
	}
	return rows
}

// slowWins reports whether the row is a win for c.
func slowWins(pos *gomoku.Position, row slowRow, c game.Color) bool {
	for _, p := range row.points {
		if pos.At(p) != c {
			return false
		}
	}
	color := func(p game.Point) game.Color {
		if p == board.None {
			return game.Empty
		}
		return pos.At(p)
	}
	own := color(row.before) == c || color(row.after) == c
	shut := color(row.before) == c.Other() && color(row.after) == c.Other()
	switch pos.Options().Rule {
	case gomoku.Standard:
		return !own
	case gomoku.Renju:
		return c == game.White || !own
	case gomoku.Caro8:
		return !shut
	case gomoku.Caro9:
		return !own && !shut
	}
	return true
}

// slowWinner returns the side with a winning row.
func slowWinner(pos *gomoku.Position, rows []slowRow) game.Color {
	for _, row := range rows {
		for _, c := range []game.Color{game.Black, game.White} {
			if slowWins(pos, row, c) {
				return c
			}
		}
	}
	return game.Empty
}

// strange are boards with unusual lines.
var strange = []string{
	"grid:7x5", "torus:3x3", "torus:4x3", "torus:5x5", "torus:6x4", "cylinder:5x4", "mobius:5x3", "mobius:4x4", "klein:4x5", "klein:3x3",
	"projective:4x4", "projective:5x3", "projective:3x3", "sphere:6x5", "geodesic:2", "cube:2", "cube:4", "box:3x3x3", "box:4x3x2",
	"hex:4", "honeycomb:3", "circle:4x8", "cycle:7", "lattice:6x6-C3", "grid:1x9",
}

// TestAgainstSlow plays random games on strange boards and checks at each move whether a check of
// all rows finds the same winner, and whether the figure is a row.
func TestAgainstSlow(t *testing.T) {
	played := 0
	rapid.Check(t, func(t *rapid.T) {
		spec := rapid.SampledFrom(strange).Draw(t, "board")
		n := rapid.IntRange(3, 6).Draw(t, "n")
		rule := rapid.SampledFrom([]gomoku.Rule{gomoku.Freestyle, gomoku.Standard, gomoku.Caro8, gomoku.Caro9}).Draw(t, "rule")
		r, err := gomoku.New(gomoku.Options{Rule: rule, N: n})
		if err != nil {
			t.Fatal(err)
		}
		b, err := board.Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		rows := slowRows(b, n)
		pos, err := r.Start(b)
		if (err != nil) != (len(rows) == 0) {
			t.Fatalf("%s with %d rows of %d: %v", spec, len(rows), n, err)
		}
		if err != nil {
			return
		}
		played++
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		for moves := pos.LegalMoves(nil); len(moves) > 0; moves = pos.LegalMoves(moves[:0]) {
			m := moves[rng.IntN(len(moves))]
			if err := pos.Play(m); err != nil {
				t.Fatal(err)
			}
			if got, want := pos.Outcome().Winner, slowWinner(pos, rows); got != want {
				t.Fatalf("%s on %s: %s has won, the rows give %s; moves %v", r.ID(), spec, got, want, pos.Moves())
			}
		}
		checkFigure(t, pos)
	})
	if played == 0 {
		t.Error("no game was played")
	}
}

// checkFigure checks that the figure has the winner's stones along a line, each once, at least n,
// including the last stone.
func checkFigure(t *rapid.T, pos *gomoku.Position) {
	figure := pos.Figure()
	winner := pos.Outcome().Winner
	if (winner != game.Empty) != (len(figure) >= pos.Options().N) {
		t.Fatalf("%+v with the figure %v", pos.Outcome(), figure)
	}
	if winner == game.Empty {
		return
	}
	if !slices.Contains(figure, pos.Moves()[len(pos.Moves())-1].Point()) {
		t.Fatalf("the last stone is not in the figure %v", figure)
	}
	sorted := slices.Clone(figure)
	slices.Sort(sorted)
	if len(slices.Compact(sorted)) != len(figure) {
		t.Fatalf("a point occurs twice in the figure %v", figure)
	}
	lines := pos.Board().Lines()
	for _, p := range figure {
		if pos.At(p) != winner {
			t.Fatalf("the stone on %d is not the winner's", p)
		}
	}
	straight := false
	for d := range lines.Dirs {
		at := board.Step{To: figure[0], Dir: int8(d)}
		same := true
		for _, p := range figure {
			same = same && at.To == p
			if at.To != board.None {
				at = lines.Next(at.To, int(at.Dir))
			}
		}
		straight = straight || same
	}
	if !straight {
		t.Fatalf("the figure %v is not on a line", figure)
	}
}
