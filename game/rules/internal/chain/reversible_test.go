package chain

import (
	"math/rand/v2"
	"slices"
	"testing"

	"moyo/board"
	"moyo/game"
)

// snapshot is all results of a Reversible for a position.
func (s *Reversible) snapshot() []int {
	var all []int
	for p := range uint16(s.topo.n) {
		all = append(all, int(s.color[p]))
		if s.color[p] == game.Empty {
			continue
		}
		last, ok := s.InAtari(s.root[p])
		if !ok {
			last = 0
		}
		all = append(all, int(s.root[p]), int(s.next[p]), int(s.size[s.root[p]]), int(s.lib[s.root[p]]&countMask), int(last))
	}
	return all
}

// agrees compares s with the slow implementation.
func (s *Reversible) agrees(t *testing.T, twin *slow) {
	t.Helper()
	for p := range uint16(s.topo.n) {
		if s.At(p) != twin.color[p] {
			t.Fatalf("point %d: %s, want %s", p, s.At(p), twin.color[p])
		}
		if s.At(p) == game.Empty {
			for _, c := range []game.Color{game.Black, game.White} {
				after := twin.clone()
				taken := after.place(p, c)
				if s.Captures(p, c) != len(taken) || s.Takes(p, c) != (len(taken) > 0) {
					t.Fatalf("%s at %d: takes %d, want %d", c, p, s.Captures(p, c), len(taken))
				}
				if s.Suicide(p, c) != twin.suicide(p, c) {
					t.Fatalf("%s at %d: suicide %v", c, p, s.Suicide(p, c))
				}
			}
			continue
		}
		stones, liberties := twin.chain(p)
		last, ok := s.InAtari(s.Root(p))
		if s.Size(s.Root(p)) != len(stones) || ok != (len(liberties) == 1) || ok && last != liberties[0] {
			t.Fatalf("chain of %d: size %d, atari %v at %d; want %d stones, liberties %v", p, s.Size(s.Root(p)), ok, last, len(stones), liberties)
		}
	}
}

// TestReversible plays and takes back random moves, and compares with the slow implementation and
// with earlier states.
func TestReversible(t *testing.T) {
	for _, spec := range []string{"grid:3", "grid:5", "grid:9", "torus:4x4", "hex:4", "cube:3", "star:6", "complete:5", "klein:5x4"} {
		t.Run(spec, func(t *testing.T) {
			b, err := board.Parse(spec)
			if err != nil {
				t.Fatal(err)
			}
			s, err := NewReversible(b)
			if err != nil {
				t.Fatal(err)
			}
			r := rand.New(rand.NewPCG(3, uint64(b.Len())))
			past := [][]int{s.snapshot()}
			twins := []*slow{newSlow(s.topo)}
			for step := range 1500 {
				if r.IntN(5) < 2 && len(past) > 1 || len(past) > 150 {
					for range 1 + r.IntN(min(len(past)-1, 20)) {
						s.Undo()
						past, twins = past[:len(past)-1], twins[:len(twins)-1]
						if !slices.Equal(s.snapshot(), past[len(past)-1]) {
							t.Fatalf("step %d: a move was not taken back exactly", step)
						}
					}
					continue
				}
				p, c := uint16(r.IntN(b.Len())), game.Color(1+r.IntN(2))
				if s.At(p) != game.Empty || s.Suicide(p, c) {
					continue
				}
				twin := twins[len(twins)-1].clone()
				want := twin.place(p, c)
				got := slices.Clone(s.Place(p, c))
				slices.Sort(got)
				if !slices.Equal(got, want) {
					t.Fatalf("step %d: took %v, want %v", step, got, want)
				}
				s.agrees(t, twin)
				past, twins = append(past, s.snapshot()), append(twins, twin)
			}
		})
	}
}

func TestReversibleRefusesLargeBoards(t *testing.T) {
	if _, err := NewReversible(board.Grid(60, 60)); err == nil {
		t.Error("3,600 points are accepted")
	}
	if _, err := NewReversible(board.Grid(19, 19)); err != nil {
		t.Error(err)
	}
}
