package weiqi

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"moyo/board"
	"moyo/game"
	rules "moyo/game/rules/weiqi"
	"moyo/internal/testenv"
)

// viewOf plays moves, renamed by turn, and returns the input features.
func viewOf(
	t *testing.T, l *samples, spec string, moves []game.Move, turn func(game.Point) game.Point,
) (planes []float32, legal []bool, chain []int32) {
	t.Helper()
	g := &Played{Board: spec, Rules: "weiqi:komi=6.5"}
	s, err := l.start(g)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range moves {
		if m >= 0 {
			m = game.Place(turn(m.Point()))
		}
		s.Play(m)
	}
	in := s.view()
	return slices.Clone(in.Planes), slices.Clone(s.viewer.legal), slices.Clone(in.Chain)
}

// TestViewTurned compares positions of random games with the same under each
// symmetry of the board: the features turn with it.
func TestViewTurned(t *testing.T) {
	testenv.SkipUnderRace(t)
	r := rand.New(rand.NewPCG(1, 2))
	l := newSamples(featuresAll, 0.5)
	for _, spec := range []string{"grid:7", "grid:6x5", "torus:5x5", "hex:3", "cube:2", "mobius:7x3", "star:5"} {
		b, err := board.Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		law, _ := rules.Parse("komi=6.5")
		for range 4 {
			pos, _ := law.New(b)
			var moves []game.Move
			for range r.IntN(2 * b.Len()) {
				legal := pos.LegalMoves(nil)
				m := legal[r.IntN(len(legal))]
				if pos.ToPlay() == game.Empty || m < 0 {
					continue
				}
				if err := pos.Play(m); err != nil {
					t.Fatal(err)
				}
				moves = append(moves, m)
			}
			same := func(p game.Point) game.Point { return p }
			planes, legal, chain := viewOf(t, l, spec, moves, same)
			symmetries := b.Symmetries(100)
			for range min(8, len(symmetries)) {
				to := symmetries[r.IntN(len(symmetries))]
				turned, legalT, chainT := viewOf(t, l, spec, moves, func(p game.Point) game.Point { return to[p] })
				for p := range game.Point(b.Len()) {
					q := to[p]
					if a, b := planes[int(p)*inputs:(int(p)+1)*inputs], turned[int(q)*inputs:(int(q)+1)*inputs]; !slices.Equal(a, b) {
						t.Fatalf("%s, %d moves: %v at point %d, turned %v\n%v", spec, len(moves), a, p, b, moves)
					}
					if legal[p] != legalT[q] || (chain[p] < 0) != (chainT[q] < 0) {
						t.Fatalf("%s: point %d is another one when turned", spec, p)
					}
				}
			}
		}
	}
}

// BenchmarkView computes the features of positions with half of their points played on, with and without the ones that need reading.
func BenchmarkView(b *testing.B) {
	for _, side := range []int{9, 19} {
		r := rand.New(rand.NewPCG(3, 4))
		s, err := newSamples(featuresAll, 0.5).start(&Played{Board: fmt.Sprintf("grid:%d", side), Rules: "weiqi:komi=6.5"})
		if err != nil {
			b.Fatal(err)
		}
		for range side * side / 2 {
			s.view()
			if p := game.Point(r.IntN(side * side)); s.viewer.legal[p] {
				s.Play(game.Place(p))
			}
		}
		for _, features := range []string{featuresPlain, featuresArea} {
			b.Run(fmt.Sprintf("%dx%d,%s", side, side, features), func(b *testing.B) {
				s.viewer.features = features
				for b.Loop() {
					s.view()
				}
			})
		}
	}
}
