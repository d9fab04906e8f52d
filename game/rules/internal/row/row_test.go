package row_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"moyo/board"
	"moyo/game"
	"moyo/game/rules/internal/row"
)

func Example() {
	b := board.Grid(5, 1)
	stones := []game.Color{game.Black, game.Black, game.Empty, game.Black, game.Black}
	fmt.Println(row.Longest(b, stones, game.Black, 5, false))
	stones[2] = game.Black
	fmt.Println(row.InWords(5), row.Through(b.Lines(), stones, 2, 5, false))
	// Output:
	// 2
	// five [0 1 2 3 4]
}

// walks returns every row of a board from every point in every direction, as long as possible,
// following the definition.
func walks(b *board.Board, orthogonal bool) (all [][]game.Point) {
	lines := b.Lines()
	for p := range game.Point(b.Len()) {
		for d := range lines.Dirs {
			if orthogonal && lines.Axis(p, d) != board.Orthogonal {
				continue
			}
			walk := []game.Point{}
			for at := (board.Step{To: p, Dir: int8(d)}); at.To != board.None && !slices.Contains(walk, at.To); at = lines.Next(at.To, int(at.Dir)) {
				walk = append(walk, at.To)
			}
			all = append(all, walk)
		}
	}
	return all
}

// TestAgainstSlow compares rows of random stones, on boards with unusual lines, with the walks of
// the board.
func TestAgainstSlow(t *testing.T) {
	for _, spec := range []string{
		"grid:7x5", "torus:4x3", "torus:5x5", "mobius:5x3", "klein:4x5", "projective:4x4",
		"projective:5x3", "sphere:6x5", "cube:3", "box:3x3x3", "hex:4", "circle:4x8", "cycle:7",
	} {
		b, err := board.Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		for _, orthogonal := range []bool{false, true} {
			all := walks(b, orthogonal)
			for seed := range uint64(20) {
				rng := rand.New(rand.NewPCG(seed, 3))
				stones := make([]game.Color, b.Len())
				for p := range stones {
					stones[p] = game.Color(rng.IntN(5) / 2)
				}
				compare(t, b, stones, all, orthogonal)
				if t.Failed() {
					t.Fatalf("on %s, orthogonal %v: %v", spec, orthogonal, stones)
				}
			}
		}
	}
}

func compare(t *testing.T, b *board.Board, stones []game.Color, all [][]game.Point, orthogonal bool) {
	longest := [3]int{}
	through := make([]int, b.Len()) // the longest row of one colour that contains the point
	for _, walk := range all {
		n := 0
		for n < len(walk) && stones[walk[n]] == stones[walk[0]] {
			n++
		}
		longest[stones[walk[0]]] = max(longest[stones[walk[0]]], n)
		for _, p := range walk[:n] {
			through[p] = max(through[p], n)
		}
	}
	for c := range game.Color(3) {
		if got := row.Longest(b, stones, c, b.Len(), orthogonal); got != longest[c] {
			t.Errorf("the longest row of %s is %d, want %d", c, got, longest[c])
		}
		if got := row.Longest(b, stones, c, 2, orthogonal); got != min(longest[c], 2) {
			t.Errorf("the longest row of %s is %d, want at most 2", c, got)
		}
	}
	for p, c := range stones {
		if c == game.Empty {
			continue
		}
		for n := 2; n <= 5; n++ {
			figure := row.Through(b.Lines(), stones, game.Point(p), n, orthogonal)
			if has := through[p] >= n; has != (len(figure) >= n) || has && !slices.Contains(figure, game.Point(p)) {
				t.Errorf("%d in a row through %d: %v, the longest has %d", n, p, figure, through[p])
			}
		}
	}
}

func TestRoom(t *testing.T) {
	for _, c := range []struct {
		spec       string
		orthogonal bool
		most       int
	}{{"grid:5x3", true, 5}, {"torus:4x4", false, 4}, {"hex:3", true, 5}, {"cycle:7", true, 7}} {
		b, err := board.Parse(c.spec)
		if err != nil {
			t.Fatal(err)
		}
		if row.Room(b, c.most, c.orthogonal) != nil || row.Room(b, c.most+1, c.orthogonal) == nil {
			t.Errorf("%s: want room for %d and no more", c.spec, c.most)
		}
	}
	star, err := board.Parse("star:5")
	if err != nil {
		t.Fatal(err)
	}
	if row.Room(star, 1, false) == nil || row.Longest(star, make([]game.Color, star.Len()), game.Empty, 9, false) != 0 {
		t.Error("a board without lines has rows")
	}
}

// TestRun: a run starts beside the point and ends where the colour ends, where it is long enough,
// or where the line ends or returns.
func TestRun(t *testing.T) {
	line := []game.Color{game.Empty, game.Black, game.Black, game.Black, game.White, game.White}
	for _, c := range []struct {
		spec      string
		from      game.Point
		color     game.Color
		most      int
		fore, aft int
	}{
		{"grid:6x1", 0, game.Black, 9, 3, 0},
		{"grid:6x1", 0, game.Black, 2, 2, 0},
		{"grid:6x1", 0, game.Black, 0, 0, 0},
		{"grid:6x1", 0, game.White, 9, 0, 0},
		{"grid:6x1", 2, game.Black, 9, 1, 1},
		{"grid:6x1", 3, game.White, 9, 2, 0},
		{"cycle:6", 0, game.White, 9, 0, 2},
		{"cycle:6", 0, game.White, 1, 0, 1},
	} {
		b, err := board.Parse(c.spec)
		if err != nil {
			t.Fatal(err)
		}
		d := 0
		for b.Lines().Next(c.from, d).To != c.from+1 {
			d++
		}
		fore := row.Run(b.Lines(), line, c.from, d, c.color, c.most)
		aft := row.Run(b.Lines(), line, c.from, d^1, c.color, c.most)
		if fore != c.fore || aft != c.aft {
			t.Errorf("%+v: runs of %d and %d", c, fore, aft)
		}
	}
	ring, err := board.Parse("cycle:5")
	if err != nil {
		t.Fatal(err)
	}
	all := slices.Repeat([]game.Color{game.Black}, 5)
	if n, near := row.Run(ring.Lines(), all, 2, 0, game.Black, 9), row.Near(ring.Lines(), all, 2, 0, 9); n != 4 || near != 8 {
		t.Errorf("on a full ring of 5: a run of %d, %d near by", n, near)
	}
}
