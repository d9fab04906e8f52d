package weiqi

import (
	"math"
	"slices"
	"testing"

	"moyo/game"
)

// TestPlayoutEnds plays to the end and checks the remaining empty points: eyes, and points where a
// stone would have no liberties. On most boards the limit is hardly ever reached. If no group can
// have two eyes (as on complete graphs), captures continue forever. On two points a ko stays open.
func TestPlayoutEnds(t *testing.T) {
	endless := map[string]bool{"complete:5": true}
	for _, spec := range fastSpecs[1:] {
		t.Run(spec, func(t *testing.T) {
			b := parseBoard(t, spec)
			f, empty, rng := NewFast(b), NewFast(b), NewRand(2)
			limit, long := 50*b.Len()+100, 0
			for range 200 {
				f.CopyFrom(empty)
				if f.Playout(rng, limit) == limit {
					long++
					continue
				}
				for i := range f.EmptyCount() {
					p := f.Empty(i)
					for _, c := range []game.Color{game.Black, game.White} {
						if f.Legal(p, c) && !f.IsEye(p, c) {
							t.Fatalf("%v could still play %d", c, p)
						}
					}
				}
			}
			if (long > 4) != endless[spec] {
				t.Errorf("%d of 200 playouts reached the limit of %d moves", long, limit)
			}
		})
	}
}

// TestTwoEyesAreNeverFilled starts playouts late in random games and checks that groups with two
// one-point eyes are on the board at the end.
func TestTwoEyesAreNeverFilled(t *testing.T) {
	checked := 0
	for _, spec := range []string{"grid:7", "torus:5x5", "hex:4", "geodesic:2", "box:3x3x3"} {
		b := parseBoard(t, spec)
		f, g, rng := NewFast(b), NewFast(b), NewRand(3)
		for i := range 60 {
			f.Clear()
			f.Playout(rng, b.Len()*(60+2*i)/100)
			safe := append(twoEyed(f, game.Black), twoEyed(f, game.White)...)
			for range 20 {
				g.CopyFrom(f)
				g.Playout(rng, 5*b.Len())
				for _, p := range safe {
					if checked++; g.At(p) != f.At(p) {
						t.Fatalf("%s: the living stone on %d was taken", spec, p)
					}
				}
			}
		}
	}
	if checked < 10000 {
		t.Errorf("only %d living stones seen", checked)
	}
}

// twoEyed returns the stones of c that can never be captured because their chains each touch two
// points enclosed only by such chains (Benson's theorem for regions of one point).
func twoEyed(f *Fast, c game.Color) (safe []game.Point) {
	lives := make([]bool, f.Len()) // by the root of the chain
	for p := range lives {
		lives[p] = f.At(game.Point(p)) == c
	}
	for dropped := true; dropped; {
		eyes := make([]map[game.Point]bool, f.Len())
		for i := range f.EmptyCount() {
			p := f.Empty(i)
			if slices.ContainsFunc(f.Neighbors(p), func(q game.Point) bool { return !lives[f.Chain(q)] }) {
				continue
			}
			for _, q := range f.Neighbors(p) {
				root := f.Chain(q)
				if eyes[root] == nil {
					eyes[root] = map[game.Point]bool{}
				}
				eyes[root][p] = true
			}
		}
		dropped = false
		for p := range lives {
			if lives[p] && f.Chain(game.Point(p)) == game.Point(p) && len(eyes[p]) < 2 {
				lives[p], dropped = false, true
			}
		}
	}
	for p := range game.Point(f.Len()) {
		if f.At(p) == c && lives[f.Chain(p)] {
			safe = append(safe, p)
		}
	}
	return safe
}

// TestLightMovesAreUniform draws many first moves on a small board and counts each.
func TestLightMovesAreUniform(t *testing.T) {
	f, rng := NewFast(parseBoard(t, "grid:5")), NewRand(4)
	const draws = 100_000
	count := make([]float64, f.Len())
	for range draws {
		p, ok := f.lightMove(rng)
		if !ok {
			t.Fatal("no move on the empty board")
		}
		count[p]++
	}
	expected := float64(draws) / float64(len(count))
	chi2 := 0.0
	for _, n := range count {
		chi2 += (n - expected) * (n - expected) / expected
	}
	if chi2 > 51.2 { // 24 degrees of freedom, one in a thousand
		t.Errorf("chi squared %.1f of %v", chi2, count)
	}
}

// TestScoreIsArea compares the cheap count with the one by the rules after playouts.
func TestScoreIsArea(t *testing.T) {
	b := parseBoard(t, "grid:9")
	f, empty, rng := NewFast(b), NewFast(b), NewRand(6)
	owner := make([]game.Color, b.Len())
	sum, off := 0.0, 0
	const playouts = 1000
	for range playouts {
		f.CopyFrom(empty)
		f.Playout(rng, 1000)
		sum += float64(f.Score())
		if f.Score() != f.Area(owner) {
			off++
		}
	}
	if off > playouts/50 {
		t.Errorf("the counts differ after %d of %d playouts", off, playouts)
	}
	if mean := sum / playouts; math.Abs(mean-2.5) > 4 { // Black's advantage in random games
		t.Errorf("Black leads by %.1f on average", mean)
	}
}

func TestPlayoutDoesNotAllocate(t *testing.T) {
	b := parseBoard(t, "hex:5")
	f, empty, rng, owner := NewFast(b), NewFast(b), NewRand(8), make([]game.Color, b.Len())
	if n := testing.AllocsPerRun(50, func() {
		f.CopyFrom(empty)
		f.Playout(rng, 1000)
		f.Score()
		f.Area(owner)
	}); n != 0 {
		t.Errorf("%v allocations a playout", n)
	}
}
