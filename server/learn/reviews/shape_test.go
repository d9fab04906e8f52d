package reviews

import (
	"math/rand/v2"
	"testing"

	"moyo/board"
	"moyo/board/boardfile"
	"moyo/catalog"
	"moyo/game"
)

// stood returns the position of stones on a board.
func stood(t *testing.T, b *board.Board, stones []game.Color) game.Position {
	t.Helper()
	rules, err := catalog.Rules("gomoku")
	if err != nil {
		t.Fatal(err)
	}
	pos, err := rules.New(b)
	if err != nil {
		t.Fatal(err)
	}
	var placed []game.Placed
	for p, c := range stones {
		if c != game.Empty {
			placed = append(placed, game.Placed{Point: game.Point(p), Color: c})
		}
	}
	if err := pos.(game.Setter).Set(placed, game.Black); err != nil {
		t.Fatal(err)
	}
	return pos
}

// redrawn returns a copy of a board with its points in another order.
func redrawn(t *testing.T, b *board.Board, order []int) *board.Board {
	t.Helper()
	var edges [][2]board.Point
	for p := range board.Point(b.Len()) {
		for _, q := range b.Neighbors(p) {
			if p < q {
				edges = append(edges, [2]board.Point{board.Point(order[p]), board.Point(order[q])})
			}
		}
	}
	drawn, err := boardfile.FromGraph("Drawn", b.Len(), edges)
	if err != nil {
		t.Fatal(err)
	}
	return drawn
}

// TestShape: a position keeps its shape when it is mirrored, turned, moved around a torus, with swapped colors or on a copy of its
// board. Moving a single stone changes the shape.
func TestShape(t *testing.T) {
	random := rand.New(rand.NewPCG(35, 5))
	for _, spec := range []string{"grid:9", "grid:7x10", "torus:7x7", "grid:19"} {
		b, err := catalog.Board(spec, nil)
		if err != nil {
			t.Fatal(err)
		}
		symmetries := b.Symmetries(1000)
		for range 5 {
			stones := make([]game.Color, b.Len())
			for range 6 + random.IntN(b.Len()/3) {
				stones[random.IntN(b.Len())] = []game.Color{game.Black, game.White}[random.IntN(2)]
			}
			want := shapeOf(stood(t, b, stones))
			symmetry := symmetries[random.IntN(len(symmetries))]
			mirrored, swapped, moved := make([]game.Color, b.Len()), make([]game.Color, b.Len()), make([]game.Color, b.Len())
			order := random.Perm(b.Len())
			for p, c := range stones {
				mirrored[symmetry[p]], moved[order[p]] = c, c
				if c != game.Empty {
					swapped[p] = c.Other()
				}
			}
			for what, got := range map[string]shape{
				"mirrored": shapeOf(stood(t, b, mirrored)), "in the other colors": shapeOf(stood(t, b, swapped)),
				"on a drawn copy": shapeOf(stood(t, redrawn(t, b, order), moved)),
			} {
				if got != want {
					t.Errorf("%s, %s: %v, want %v", spec, what, got, want)
				}
			}
			from, to := random.IntN(b.Len()), random.IntN(b.Len())
			for stones[from] == game.Empty || stones[to] != game.Empty {
				from, to = random.IntN(b.Len()), random.IntN(b.Len())
			}
			stones[to], stones[from] = stones[from], game.Empty
			if shapeOf(stood(t, b, stones)) == want {
				t.Errorf("%s: a stone from %d to %d makes no difference", spec, from, to)
			}
		}
	}
}

func BenchmarkShape(b *testing.B) {
	on, err := catalog.Board("grid:19", nil)
	if err != nil {
		b.Fatal(err)
	}
	rules, err := catalog.Rules("weiqi")
	if err != nil {
		b.Fatal(err)
	}
	pos, err := rules.New(on)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		shapeOf(pos)
	}
}
