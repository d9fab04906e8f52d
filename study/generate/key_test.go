package generate

import (
	"math/rand/v2"
	"slices"
	"testing"

	"moyo/board"
	"moyo/game"
	"moyo/internal/testenv"
	"moyo/solve/life/tsumego"
)

// some returns a random problem on a board.
func some(r *rand.Rand, t *terrain) tsumego.Problem {
	for {
		if p, ok := t.enclosed(r, 4+r.IntN(5)); ok {
			return p
		}
	}
}

// moved returns a problem on a board with each point mapped by to.
func moved(p tsumego.Problem, b *board.Board, to func(game.Point) game.Point) tsumego.Problem {
	q := p
	q.Board, q.Stones, q.Region, q.Target = b, make([]game.Color, b.Len()), nil, nil
	for i, c := range p.Stones {
		if c != game.Empty {
			q.Stones[to(game.Point(i))] = c
		}
	}
	for _, i := range p.Region {
		q.Region = append(q.Region, to(i))
	}
	for _, i := range p.Target {
		chain, _ := chainOf(p.Board, p.Stones, i)
		q.Target = append(q.Target, to(slices.Max(chain))) // another stone of the same chain
	}
	slices.Sort(q.Region)
	return q
}

// TestKeyUnderSymmetry turns problems and swaps their colours.
func TestKeyUnderSymmetry(t *testing.T) {
	testenv.SkipUnderRace(t)
	for _, spec := range []string{"grid:9", "grid:13x9", "torus:6x6", "hex:4"} {
		ground := newTerrain(parse(t, spec))
		r := rand.New(rand.NewPCG(4, 2))
		for range 5 {
			p := some(r, ground)
			want := ground.key(&p)
			for _, to := range ground.Symmetries(20) {
				q := swapped(moved(p, ground.Board, func(i game.Point) game.Point { return to[i] }))
				if ground.key(&q) != want {
					t.Fatalf("%s: the same problem has another key", spec)
				}
			}
		}
	}
}

func parse(t *testing.T, spec string) *board.Board {
	t.Helper()
	b, err := board.Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestKeyOnOtherGrids puts a problem from a corner into the same one of a larger board.
func TestKeyOnOtherGrids(t *testing.T) {
	testenv.SkipUnderRace(t)
	small, large := newTerrain(parse(t, "grid:9")), newTerrain(parse(t, "grid:13"))
	r := rand.New(rand.NewPCG(1, 1))
	same, other := 0, 0
	for range 100 {
		p := some(r, small)
		q := moved(p, large.Board, func(i game.Point) game.Point { return i/9*13 + i%9 })
		reaches := slices.ContainsFunc(p.Region, func(i game.Point) bool { return i%9 == 8 || i/9 == 8 })
		if (small.key(&p) == large.key(&q)) == reaches {
			t.Fatalf("reaches the other edges: %v, and the keys say otherwise", reaches)
		}
		if reaches {
			other++
		} else {
			same++
		}
	}
	if same == 0 || other == 0 {
		t.Errorf("%d in the corner, %d not", same, other)
	}
}

// TestKeysDiffer changes each relevant part in turn.
func TestKeysDiffer(t *testing.T) {
	testenv.SkipUnderRace(t)
	ground := newTerrain(parse(t, "grid:9"))
	r := rand.New(rand.NewPCG(9, 9))
	for range 50 {
		p := some(r, ground)
		keys := map[string]bool{ground.key(&p): true}
		asked := p
		asked.Question, asked.ToPlay = tsumego.Live+tsumego.Kill-p.Question, p.ToPlay.Other()
		keys[ground.key(&asked)] = true
		for _, q := range p.Region {
			if p.Stones[q] == game.Empty {
				for _, c := range []game.Color{game.Black, game.White} {
					more := p
					more.Stones = slices.Clone(p.Stones)
					more.Stones[q] = c
					keys[ground.key(&more)] = true
				}
				break
			}
		}
		if len(keys) != 4 {
			t.Fatalf("%d keys of 4 problems", len(keys))
		}
	}
}
