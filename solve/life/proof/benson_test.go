package proof

import (
	"math/rand/v2"
	"testing"

	"moyo/board"
	"moyo/game"
	"moyo/game/rules/weiqi"
)

// TestBenson compares unconditional life with package weiqi on random positions, with the whole
// board as the region.
func TestBenson(t *testing.T) {
	alive := 0
	for _, spec := range []string{"grid:5", "grid:9x3", "torus:4x4", "hex:3", "star:6", "complete:5", "cube:3"} {
		b, err := board.Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(1, 5))
		for range 400 {
			p := crowded(b, r)
			g := newGround(p)
			s := g.start(p, &Claim{})
			if _, found := g.breathless(&s); found {
				continue
			}
			lives := weiqi.Benson(b, p.Stones, p.Defender)
			for q, c := range p.Stones {
				if c != p.Defender {
					continue
				}
				p.Targets = []game.Point{game.Point(q)}
				g = newGround(p)
				if got := g.lives(&s); got != lives[q] {
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

// crowded returns a statement about a board with only a few empty points, and mostly black stones.
func crowded(b *board.Board, r *rand.Rand) *Statement {
	p := &Statement{Board: b, Stones: make([]game.Color, b.Len()), ToPlay: game.White, Ko: board.None, Defender: game.Black}
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
