package life_test

import (
	"math/rand/v2"
	"testing"

	"moyo/board"
	"moyo/internal/testenv"
	"moyo/solve/life"
	"moyo/solve/life/tsumego"
	"moyo/study/generate"
)

// closedProblems returns problems with that many empty points, the same in each call.
func closedProblems(count, empty int) []tsumego.Problem {
	r := rand.New(rand.NewPCG(uint64(empty), 7))
	b := board.Grid(13, 13)
	var list []tsumego.Problem
	for len(list) < count {
		if p, ok := generate.Closed(r, b, empty); ok {
			list = append(list, p)
		}
	}
	return list
}

// BenchmarkClosed solves 20 closed problems of 12 empty points, one thread.
func BenchmarkClosed(b *testing.B) {
	list := closedProblems(20, 12)
	var nodes int64
	b.ReportAllocs()
	for b.Loop() {
		for _, p := range list {
			a, err := life.Solve(b.Context(), p, life.Options{Threads: 1})
			if err != nil {
				b.Fatal(err)
			}
			nodes += a.Nodes
		}
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
}

// TestAllocations: memory is allocated for tables and lists, not for nodes.
func TestAllocations(t *testing.T) {
	testenv.SkipUnderRace(t)
	var nodes int64
	list := closedProblems(3, 12)
	allocs := testing.AllocsPerRun(1, func() {
		nodes = 0
		for _, p := range list {
			a, err := life.Solve(t.Context(), p, life.Options{Threads: 1, Nodes: 60_000})
			if err != nil {
				t.Fatal(err)
			}
			nodes += a.Nodes
		}
	})
	if nodes < 30_000 || allocs > float64(nodes)/50 {
		t.Errorf("%v allocations for %d nodes", allocs, nodes)
	}
}
