package life_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"moyo/board"
	"moyo/game"
	"moyo/internal/testenv"
	"moyo/solve/life"
	"moyo/solve/life/proof"
	"moyo/solve/life/tsumego"
)

// crowded returns a question about a random position with that many empty points, or false if a chain
// has no liberty or the chain in question has no adjacent one.
func crowded(r *rand.Rand, b *board.Board, empty int) (tsumego.Problem, bool) {
	p := tsumego.Problem{Board: b, Stones: make([]game.Color, b.Len()), ToPlay: game.Color(1 + r.IntN(2)), Ko: board.None}
	for i := range p.Stones {
		p.Stones[i] = game.Color(1 + r.IntN(2))
	}
	for _, i := range r.Perm(b.Len())[:empty] {
		p.Stones[i] = game.Empty
	}
	// Neighbours of one colour make chains that are useful questions.
	for range b.Len() {
		q := game.Point(r.IntN(b.Len()))
		n := b.Neighbors(q)
		if c := p.Stones[n[r.IntN(len(n))]]; p.Stones[q] != game.Empty && c != game.Empty {
			p.Stones[q] = c
		}
	}
	target := slices.Index(p.Stones, game.Black)
	if target < 0 {
		return p, false
	}
	p.Target = []game.Point{game.Point(target)}
	p.Question = tsumego.Kill
	if p.ToPlay == game.Black {
		p.Question = tsumego.Live
	}
	return p, p.Check() == nil
}

// TestAssumesNothing: a verdict without assumptions, although moyo chose the region, equals that of the
// whole board.
func TestAssumesNothing(t *testing.T) {
	testenv.SkipUnderRace(t)
	testAssumesNothing(t, 600, 20_000)
}

func TestAssumesNothingLong(t *testing.T) {
	testenv.Long(t)
	testAssumesNothing(t, 30_000, 100_000)
}

func testAssumesNothing(t *testing.T, problems uint64, nodes int64) {
	boards := []*board.Board{board.Grid(6, 5), board.Grid(7, 4), board.Grid(5, 5)}
	opt := life.Options{Threads: 1, Memory: 1 << 20, Nodes: nodes}
	said := map[life.Verdict]int{}
	assumed := 0
	for seed := range problems {
		r := newRand(seed)
		p, ok := crowded(r, boards[r.IntN(len(boards))], 8+r.IntN(5))
		if !ok {
			continue
		}
		a, err := life.SolveNarrow(t.Context(), p, opt)
		if err != nil || a.Verdict == life.Unknown || len(a.Region) == p.Board.Len() {
			continue
		}
		if a.Assumes != life.AssumesNothing {
			assumed++
			continue
		}
		all := p
		for q := range p.Stones {
			all.Region = append(all.Region, game.Point(q))
		}
		whole, err := life.Solve(t.Context(), all, opt)
		if err != nil {
			t.Fatal(err)
		}
		if whole.Verdict == life.Unknown {
			continue
		}
		said[a.Verdict]++
		if a.Verdict != whole.Verdict {
			t.Errorf("seed %d: %s in a region that should need no assumption, %s on the whole board\nregion %v walls %v\n%s",
				seed, a.Verdict, whole.Verdict, a.Region, a.Walls, publicPicture(&p))
		}
	}
	t.Log(said, "and assuming the region:", assumed)
	if said[life.Win] < 20 || said[life.Lose] < 5 || assumed < 20 {
		t.Error("too few to tell")
	}
}

// TestProvedOnWholeBoard: if the whole board confirms the verdict of a region, the answer still shows that
// region, assumes nothing, and its proof is of the whole board.
func TestProvedOnWholeBoard(t *testing.T) {
	testenv.SkipUnderRace(t)
	b := board.Grid(6, 5)
	found := 0
	for seed := uint64(0); seed < 400 && found < 3; seed++ {
		p, ok := crowded(newRand(seed), b, 10)
		if !ok {
			continue
		}
		s, err := life.NewSolver(p, life.Options{Threads: 1, Memory: 1 << 20, Nodes: 50_000})
		if err != nil {
			continue
		}
		a, err := s.Solve(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if a.Fate != life.Dead || a.Assumes != life.AssumesNothing || len(a.Region) == b.Len() {
			continue
		}
		pr, err := s.Proof(t.Context())
		if err != nil || len(pr.Region) != b.Len() {
			continue // results of the smaller region needed no assumption
		}
		found++
		if err := proof.CheckAll(t.Context(), pr); err != nil || len(a.Walls) > 0 || len(pr.Walls) > 0 {
			t.Errorf("seed %d: %v; walls %v, of the proof %v", seed, err, a.Walls, pr.Walls)
		}
	}
	if found < 3 {
		t.Errorf("found only %d", found)
	}
}
