package proof

import (
	"math/rand/v2"
	"testing"

	"moyo/board"
	"moyo/game"
)

// TestCanonical: every image of a state has the same canonical key, which is the smallest of their
// keys, and the returned map leads to it.
func TestCanonical(t *testing.T) {
	for i, spec := range []string{"grid:3", "grid:4x3", "hex:2", "torus:4x4", "cube:2"} {
		g, err := newGround(&Claim{Board: spec, Rules: "capturefive:n=3,ko=simple,pass=yes"})
		if err != nil {
			t.Fatal(err)
		}
		if len(g.maps) < 2 {
			t.Fatalf("%s has %d symmetries", spec, len(g.maps))
		}
		r := rand.New(rand.NewPCG(uint64(i), 4))
		for range 200 {
			s := randomState(g, r)
			want, _ := g.canonical(&s)
			reached := false
			for j := range g.maps {
				image := mapped(&s, &g.maps[j])
				k, by := g.canonical(&image)
				to := mapped(&image, by)
				if k != want || g.keyOf(&to) != k || g.keyOf(&image).less(k) {
					t.Fatalf("%s: %+v is %+v, its image %d is %+v", spec, s, want, j, k)
				}
				reached = reached || g.keyOf(&image) == want
			}
			if back := g.stateOf(want, s.ToPlay); !reached || g.keyOf(&back) != want {
				t.Fatalf("%s: %+v: no image has its key %+v", spec, s, want)
			}
		}
	}
}

// randomState returns random stones, with a ko, a pass or neither.
func randomState(g *ground, r *rand.Rand) State {
	s := State{Ko: board.None, ToPlay: game.Color(1 + r.IntN(2))}
	s.Black = r.Uint64() & g.all()
	s.White = r.Uint64() & g.all() &^ s.Black
	empty := g.all() &^ (s.Black | s.White)
	switch p := r.IntN(2 * g.points); {
	case p < g.points && empty>>p&1 != 0:
		s.Ko = game.Point(p)
	case p%2 == 0:
		s.Passed = true
	}
	return s
}

func mapped(s *State, m *symmetry) State {
	to := *s
	to.Black, to.White = m.image(s.Black), m.image(s.White)
	if s.Ko != board.None {
		to.Ko = game.Point(m.to[s.Ko])
	}
	return to
}
