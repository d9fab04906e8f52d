package tournament

import (
	"math/rand/v2"
	"testing"
)

// slowHeaviest returns the total weight of the heaviest matching of the free nodes from v on, by
// trying all.
func slowHeaviest(v int, taken []bool, weight [][]int64) int64 {
	for v < len(taken) && taken[v] {
		v++
	}
	if v == len(taken) {
		return 0
	}
	best := slowHeaviest(v+1, taken, weight)
	for w := v + 1; w < len(taken); w++ {
		if taken[w] || weight[v][w] == 0 {
			continue
		}
		taken[w] = true
		best = max(best, weight[v][w]+slowHeaviest(v+1, taken, weight))
		taken[w] = false
	}
	return best
}

// TestHeaviest compares with all matchings of small graphs of many densities and
// ranges of weights.
func TestHeaviest(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for round := range 6000 {
		n := r.IntN(10)
		density, most := r.Float64(), int64(1)<<r.IntN(59)
		if round%3 == 0 {
			most = 4 // many ties, so that blossoms come apart
		}
		weight := make([][]int64, n)
		for a := range n {
			weight[a] = make([]int64, n)
			for b := range a {
				if r.Float64() < density {
					weight[a][b] = 1 + r.Int64N(most)
					weight[b][a] = weight[a][b]
				}
			}
		}
		var got int64
		mates := heaviest(n, func(a, b int) int64 { return weight[a][b] })
		for a, b := range mates {
			if b < 0 {
				continue
			}
			if mates[b] != a || weight[a][b] == 0 {
				t.Fatalf("%d nodes, %v: %v is no matching", n, weight, mates)
			}
			if a < b {
				got += weight[a][b]
			}
		}
		if want := slowHeaviest(0, make([]bool, n), weight); got != want {
			t.Fatalf("%d nodes, %v: %v weighs %d, want %d", n, weight, mates, got, want)
		}
	}
}

// BenchmarkHeaviest is a full field of unknown players.
func BenchmarkHeaviest(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	weight := make([]int64, MaxPlayers*MaxPlayers)
	for i := range weight {
		weight[i] = 1 + r.Int64N(1<<40)
	}
	for b.Loop() {
		heaviest(MaxPlayers, func(x, y int) int64 { return weight[min(x, y)*MaxPlayers+max(x, y)] })
	}
}
