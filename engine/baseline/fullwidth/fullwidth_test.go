package fullwidth_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"moyo/board"
	"moyo/engine"
	"moyo/engine/baseline/fullwidth"
	"moyo/engine/baseline/robogo2022"
	"moyo/game"
	"moyo/game/rules/capturefive"
	"moyo/game/rules/capturefive/fast"
)

// start returns the empty position and a searcher.
func start(t testing.TB, params, spec string) (*capturefive.Position, *fullwidth.Searcher) {
	t.Helper()
	b, err := board.Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	r, err := capturefive.Parse(params)
	if err != nil {
		t.Fatal(err)
	}
	pos, err := r.New(b)
	if err != nil {
		t.Fatal(err)
	}
	s, err := fullwidth.New(b, fastOptions(pos))
	if err != nil {
		t.Fatal(err)
	}
	return pos.(*capturefive.Position), s
}

func fastOptions(pos game.Position) fast.Options {
	o := pos.(*capturefive.Position).Options()
	return fast.Options{N: o.N, All: o.Lines == capturefive.AllLines, Captures: o.Captures}
}

// TestMeansMinimax plays random moves and compares the search with plain
// minimax on the exact rules: the same score and the same move.
func TestMeansMinimax(t *testing.T) {
	for _, c := range []struct{ params, spec string }{
		{"n=3,captures=no", "grid:3"}, {"n=3,ko=simple", "grid:3"}, {"n=3,ko=simple", "grid:4x3"},
		{"n=4,captures=no", "grid:4"}, {"n=4,ko=simple", "grid:4"}, {"n=4,ko=simple,lines=all", "grid:5x4"}, {"n=3,ko=simple", "hex:2"},
	} {
		t.Run(c.params+" "+c.spec, func(t *testing.T) {
			pos, s := start(t, c.params, c.spec)
			r := rand.New(rand.NewPCG(3, 1))
			for range 40 {
				for pos.Undo() {
				}
				for range r.IntN(pos.Board().Len() + 4) {
					if moves := pos.LegalMoves(nil); len(moves) > 0 {
						if err := pos.Play(moves[r.IntN(len(moves))]); err != nil {
							t.Fatal(err)
						}
					}
				}
				if pos.Outcome().Over {
					continue
				}
				compare(t, pos, s, 1+r.IntN(4))
			}
		})
	}
}

func compare(t *testing.T, pos game.Position, s *fullwidth.Searcher, depth int) {
	t.Helper()
	want, err := robogo2022.New(robogo2022.Options{}).Search(context.Background(), pos, engine.Limits{Depth: depth}, nil)
	if err != nil {
		t.Fatal(err)
	}
	got, err := s.Search(context.Background(), pos, robogo2022.Order(pos), depth)
	if err != nil {
		t.Fatal(err)
	}
	score := int(math.Round(math.Log(want.Value / (1 - want.Value)))) // a leaf's value, as odds
	switch {
	case want.Mate > 0:
		score = fullwidth.Win - want.Mate
	case want.Mate < 0:
		score = -fullwidth.Win - want.Mate
	}
	if got.Score != score || got.Move != want.Move {
		t.Errorf("after %v, depth %d: %s %d, want %s and mate %d or value %v", names(pos), depth,
			game.Format(pos, got.Move), got.Score, game.Format(pos, want.Move), want.Mate, want.Value)
	}
}

func names(pos game.Position) []string {
	var list []string
	for _, m := range pos.Moves() {
		list = append(list, game.Format(pos, m))
	}
	return list
}

func TestStops(t *testing.T) {
	pos, s := start(t, "n=5,captures=no", "grid:9")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	r, err := s.Search(ctx, pos, robogo2022.Order(pos), 12)
	if err == nil || pos.Check(r.Move) != game.Legal || r.Nodes > 100_000 {
		t.Errorf("%+v %v, want a legal move soon and an error", r, err)
	}
}

func TestRefuses(t *testing.T) {
	for _, c := range []struct {
		spec string
		opt  fast.Options
	}{
		{"torus:5x5", fast.Options{N: 4}}, {"grid:14", fast.Options{N: 5}}, {"grid:5", fast.Options{N: 4, Pass: true}},
		{"grid:5", fast.Options{N: 4, Captures: true, Ko: fast.Positional}}, {"grid:5", fast.Options{N: 6}},
	} {
		b, err := board.Parse(c.spec)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := fullwidth.New(b, c.opt); err == nil {
			t.Errorf("%s %+v is accepted", c.spec, c.opt)
		}
	}
	pos, s := start(t, "n=3,captures=no", "grid:3")
	for _, depth := range []int{0, fullwidth.MaxDepth + 1} {
		if _, err := s.Search(context.Background(), pos, pos.LegalMoves(nil), depth); err == nil {
			t.Errorf("depth %d is accepted", depth)
		}
	}
}

// BenchmarkSearch searches the positions of the founding document's table.
func BenchmarkSearch(b *testing.B) {
	for _, c := range []struct {
		params, spec string
		depth        int
	}{{"n=4", "grid:4", 6}, {"n=4", "grid:6", 5}, {"n=5", "grid:9", 5}} {
		for _, captures := range []string{"captures=no", "ko=simple"} {
			b.Run(fmt.Sprint(c.spec, " ", c.depth, " ", captures), func(b *testing.B) {
				pos, s := start(b, c.params+","+captures, c.spec)
				for _, name := range []string{"D4", "D3", "B2"} {
					m, err := game.ParseMove(pos, name)
					if err == nil {
						err = pos.Play(m)
					}
					if err != nil {
						b.Fatal(err)
					}
				}
				order := robogo2022.Order(pos)
				nodes := int64(0)
				for b.Loop() {
					r, err := s.Search(context.Background(), pos, order, c.depth)
					if err != nil {
						b.Fatal(err)
					}
					nodes += r.Nodes
				}
				b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
				b.ReportMetric(float64(nodes)/float64(b.N), "nodes/op")
			})
		}
	}
}
