package life_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"moyo/board"
	"moyo/game"
	"moyo/internal/testenv"
	"moyo/solve/life"
	"moyo/solve/life/tsumego"
)

// withoutRegions returns small problems whose regions moyo must find, with their final answers.
func withoutRegions(t *testing.T) map[string]tsumego.Problem {
	list := namedProblems(t)
	for empty := 4; empty < 7; empty++ {
		for i, p := range closedProblems(4, empty) {
			list[fmt.Sprintf("closed %d.%d", empty, i)] = p
		}
	}
	list["carpenter's square"] = carpenterWithLiberty(t)
	for seed := range uint64(40) {
		r := newRand(seed)
		if p, ok := crowded(r, board.Grid(6, 5), 7+r.IntN(4)); ok {
			list[fmt.Sprintf("crowded %d", seed)] = p
		}
	}
	for name, p := range list {
		p.Region = nil
		list[name] = p
	}
	return list
}

// falseOfRegion is falseWord and also checks the assumption of a verdict: it may become weaker, never stronger.
func falseOfRegion(early, late *life.Answer) string {
	switch {
	case early.Verdict == life.Unknown && early.Assumes != "", early.Verdict != life.Unknown && early.Assumes == "":
		return "that it assumes " + string(early.Assumes)
	case early.Assumes == life.AssumesNothing && late.Assumes == life.AssumesRegion:
		return "that it assumes nothing"
	case early.Assumes == life.AssumesNothing && len(early.Walls) > 0 &&
		(early.Verdict == life.InKo || (early.Verdict == life.Win) == (early.Question == tsumego.Kill)):
		return "that it assumes nothing, with walls"
	case !early.Found || len(early.Region) == 0:
		return "a region that was not found"
	case slices.ContainsFunc(early.Walls, func(q game.Point) bool { return slices.Contains(early.Region, q) }):
		return "walls within the region"
	case early.Assumes == life.AssumesRegion && late.Assumes == life.AssumesNothing && len(late.Region) > len(early.Region):
		return "" // an assumption about the region may be wrong on the whole board
	}
	return falseWord(early, late)
}

// TestStoppedRegions stops searches in each of the regions that moyo tries, by nodes and by time.
func TestStoppedRegions(t *testing.T) {
	testenv.SkipUnderRace(t)
	const most = 20_000 // nodes of a problem that is stopped many times
	searched, said := 0, map[life.Verdict]int{}
	for name, p := range withoutRegions(t) {
		opt := life.Options{Threads: 1, Memory: 1 << 18, AllMoves: true, Nodes: 3 * most}
		late, err := life.Solve(t.Context(), p, opt)
		if err != nil || late.Verdict == life.Unknown || late.Nodes > most {
			continue
		}
		searched++
		try := func(ctx context.Context, opt life.Options) {
			early, err := life.Solve(ctx, p, opt)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			said[early.Verdict]++
			if word := falseOfRegion(early, late); word != "" {
				t.Errorf("%s, %d nodes, says %s:\n%+v\nat the end:\n%+v\n%s", name, opt.Nodes, word, early, late, publicPicture(&p))
			}
		}
		for limit := int64(1); limit <= late.Nodes; limit += 1 + limit/2 {
			opt.Nodes = limit
			try(t.Context(), opt)
		}
		opt.Nodes = 0
		for limit := 20 * time.Microsecond; limit < 20*time.Millisecond; limit *= 4 {
			ctx, cancel := context.WithTimeout(t.Context(), limit) // whenever it ends, the answer must be true
			try(ctx, opt)
			cancel()
		}
	}
	t.Logf("%d problems: %v", searched, said)
	for _, v := range []life.Verdict{life.Win, life.Lose, life.InKo, life.Unknown} {
		if searched < 30 || said[v] < 10 {
			t.Errorf("%d problems, %s %d times: too seldom to tell", searched, v, said[v])
		}
	}
}
