package life

import (
	"math/rand/v2"
	"testing"

	"moyo/board"
	"moyo/game"
	"moyo/game/rules/weiqi"
	"moyo/solve/life/tsumego"
)

// TestBenson compares unconditional life with package weiqi on random positions, with
// the whole board as the region.
func TestBenson(t *testing.T) {
	alive := 0
	for _, spec := range []string{"grid:5", "grid:9x3", "torus:4x4", "hex:3", "star:6", "complete:5", "cube:3"} {
		b, err := board.Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(2, 5))
		for range 400 {
			p := crowded(b, r)
			if p.Check() != nil {
				continue
			}
			a := newArea(p)
			s := a.start(p, [2]uint8{})
			lives := weiqi.Benson(b, p.Stones, game.Black)
			for q, c := range p.Stones {
				if c != game.Black {
					continue
				}
				if _, got := a.benson(&s, single(q)); got != lives[q] {
					t.Fatalf("%s, %v: %s alive %v, want %v", spec, p.Stones, b.Name(game.Point(q)), got, lives[q])
				}
				if lives[q] {
					alive++
				}
			}
		}
	}
	if alive < 1000 {
		t.Errorf("%d living stones are too few to tell", alive)
	}
}

// crowded returns a problem on a board with only a few empty points, and mostly black stones.
func crowded(b *board.Board, r *rand.Rand) *tsumego.Problem {
	p := &tsumego.Problem{Board: b, Stones: make([]game.Color, b.Len()), ToPlay: game.White, Question: tsumego.Kill, Ko: board.None}
	white := r.IntN(4)
	for q := range p.Stones {
		p.Region = append(p.Region, game.Point(q))
		switch n := r.IntN(12); {
		case n < 3:
		case n < 3+white:
			p.Stones[q] = game.White
		default:
			p.Stones[q] = game.Black
		}
	}
	return p
}
