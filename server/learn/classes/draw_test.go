package classes

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// TestDraw draws one round after the other. All pupils play or are left over. No two meet again before most have met, no pupil is
// left over twice before all have been, and colours are balanced.
func TestDraw(t *testing.T) {
	for _, n := range []int{1, 2, 5, 6, 9} {
		var pupils []string
		for i := range n {
			pupils = append(pupils, fmt.Sprint("p", i))
		}
		dice := rand.New(rand.NewPCG(uint64(n), 1))
		var past []task
		met, left, black := map[[2]string]int{}, map[string]int{}, map[string]int{}
		const rounds = 4
		for range rounds {
			pairs, odd := draw(pupils, past, dice)
			seen := map[string]bool{}
			var t1 task
			for _, p := range pairs {
				if seen[p[0]] || seen[p[1]] || p[0] == p[1] {
					t.Fatalf("%d pupils: %v", n, pairs)
				}
				seen[p[0]], seen[p[1]] = true, true
				met[p]++
				met[[2]string{p[1], p[0]}]++
				black[p[0]]++
				t1.Pairs = append(t1.Pairs, pair{Black: p[0], White: p[1]})
			}
			if odd != "" {
				seen[odd] = true
				left[odd]++
				t1.Pauses = []string{odd}
			}
			if len(seen) != n || (odd != "") != (n%2 == 1) {
				t.Errorf("%d pupils: %v and %q", n, pairs, odd)
			}
			past = append(past, t1)
		}
		for p, times := range met {
			if n >= 2*rounds && times > 1 { // with fewer pupils there may be no other way
				t.Errorf("%d pupils: %v met %d times in %d rounds", n, p, times, rounds)
			}
		}
		for p, times := range left {
			if n > rounds && times > 1 {
				t.Errorf("%d pupils: %s was left over %d times", n, p, times)
			}
		}
		if n == 2 && black["p0"] != rounds/2 {
			t.Errorf("of %d games between two one was Black in %v", rounds, black)
		}
	}
}

// TestDrawCountsEngines: a pupil who has played the computer counts as left over.
func TestDrawCountsEngines(t *testing.T) {
	past := []task{{Pairs: []pair{{Black: "a", Engine: "level:1"}}}, {Pauses: []string{"b"}}}
	for seed := range uint64(20) {
		if _, odd := draw([]string{"a", "b", "c"}, past, rand.New(rand.NewPCG(seed, 0))); odd != "c" {
			t.Errorf("left over is %q", odd)
		}
	}
}
