package proof

import (
	"math/rand/v2"
	"testing"

	"moyo/board"
	"moyo/game"
)

// colors are arbitrary stones, not from a game.
type colors struct {
	game.Position
	b      *board.Board
	stones []game.Color
}

func (c colors) Board() *board.Board        { return c.b }
func (c colors) At(p game.Point) game.Color { return c.stones[p] }

// rowsOf returns the rows of n points with those stones.
func rowsOf(pos colors, n int) *rows {
	r := newRows(pos.b, n)
	for p, c := range pos.stones {
		if c != game.Empty {
			r.put(game.Point(p), c, 1)
		}
	}
	return r
}

// TestReadForGivesUp asks about threes that depend on each other all around a torus: then every
// point counts as examined.
func TestReadForGivesUp(t *testing.T) {
	tile := []string{"X...", "XX..", "..XX", "...X"}
	b, err := board.Parse("torus:20x20")
	if err != nil {
		t.Fatal(err)
	}
	pos := colors{b: b, stones: make([]game.Color, b.Len())}
	for p := range b.Len() {
		if tile[p/20%4][p%20%4] == 'X' {
			pos.stones[p] = game.Black
		}
	}
	r := rowsOf(pos, 5)
	reach := newSet(b.Len())
	for p := range game.Point(b.Len()) {
		if pos.At(p) == game.Empty {
			r.readFor(pos, p, reach)
			break
		}
	}
	for p := range game.Point(b.Len()) {
		if !reach.has(p) {
			t.Fatalf("point %d does not count as examined", p)
		}
	}
	near := newSet(b.Len())
	empty := colors{b: b, stones: make([]game.Color, b.Len())}
	rowsOf(empty, 5).readFor(empty, 0, near)
	if !near.has(0) || !near.has(5) || near.has(6) {
		t.Error("on an empty board more or less counts than five points either way")
	}
}

// TestFences compares the ends of rows that lack only the given point with those from walks along
// the lines.
func TestFences(t *testing.T) {
	const n = 4
	found := 0
	for _, spec := range []string{"grid:7", "torus:7x7", "hex:4"} {
		b, err := board.Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(8, 8))
		for range 60 {
			pos := colors{b: b, stones: make([]game.Color, b.Len())}
			for p := range pos.stones {
				pos.stones[p] = game.Color(rng.IntN(5) / 2)
			}
			r := rowsOf(pos, n)
			for p := range game.Point(b.Len()) {
				if pos.At(p) != game.Empty {
					continue
				}
				got, want := newSet(b.Len()), newSet(b.Len())
				r.fences(pos, p, game.Black, got)
				slowFences(b, pos, p, n, want)
				for q := range game.Point(b.Len()) {
					if got.has(q) != want.has(q) {
						t.Fatalf("%s %v: %d is an end of a row through %d: %v, want %v", spec, pos.stones, q, p, got.has(q), want.has(q))
					}
					if want.has(q) {
						found++
					}
				}
			}
		}
	}
	if found < 100 {
		t.Errorf("only %d ends", found)
	}
}

// slowFences starts at every point in every direction.
func slowFences(b *board.Board, pos colors, p game.Point, n int, set set) {
	lines := b.Lines()
	for first := range game.Point(b.Len()) {
		for d := range lines.Dirs {
			holds, at := false, board.Step{To: first, Dir: int8(d)}
			for i := 0; i < n && at.To != board.None && (pos.At(at.To) == game.Black || at.To == p); i++ {
				holds = holds || at.To == p
				if at = lines.Next(at.To, int(at.Dir)); i == n-1 && holds && at.To != board.None && pos.At(at.To) == game.Empty {
					set.add(at.To)
				}
			}
		}
	}
}
