package player

import (
	"math/rand/v2"
	"slices"
	"testing"

	"moyo/engine"
	"moyo/engine/alphabeta"
)

// TestSample draws moves with the probabilities that their order gives.
func TestSample(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	moves := []alphabeta.Move{{Point: 0, Score: 0}, {Point: 1, Score: 100}, {Point: 2, Score: -5000}}
	var count [3]int
	for range 10_000 {
		count[Sample(r, moves, 100).Point]++
	}
	if count[2] > 0 || count[1] < 7100 || count[1] > 7500 { // e/(1+e) is 0.731
		t.Errorf("%v", count)
	}
}

// TestChoose counts how often a level plays at random, samples and searches.
func TestChoose(t *testing.T) {
	l := Level{Random: 0.5, Sampled: 0.3, Temperature: 1}
	moves := []alphabeta.Move{{Point: 1, Score: 10}, {Point: 2, Score: -9999}}
	all := []alphabeta.Move{{Point: 5}}
	var random, sampled, searched int
	for seed := range uint64(1000) {
		got := l.choose(seed, 9, moves, all, 60)
		if again := l.choose(seed, 9, moves, all, 60); !slices.Equal(got, again) {
			t.Fatalf("seed %d: %v, then %v", seed, got, again)
		}
		switch {
		case len(got) == 2:
			searched++
		case got[0].Point == 5:
			random++
		case got[0].Point == 1:
			sampled++
		}
	}
	if random < 430 || random > 570 || sampled < 240 || sampled > 360 || random+sampled+searched != 1000 {
		t.Errorf("random %d, sampled %d, searched %d of 1000", random, sampled, searched)
	}
	if got := (Level{}).choose(1, 2, moves, all, 60); !slices.Equal(got, moves) {
		t.Errorf("full strength plays %v", got)
	}
	if got := (Level{Random: 1}).choose(1, 2, moves, nil, 60); !slices.Equal(got, moves) {
		t.Errorf("without legal moves %v", got)
	}
}

func TestBound(t *testing.T) {
	lim := engine.Limits{Nodes: 99, Depth: 9, Threads: 4}
	Level{}.bound(&lim)
	if lim.Nodes != 99 || lim.Depth != 9 || lim.Threads != 4 {
		t.Errorf("full strength is bounded by %+v", lim)
	}
	Level{Nodes: 7, Depth: 2}.bound(&lim)
	if lim.Nodes != 7 || lim.Depth != 2 || lim.Threads != 4 {
		t.Errorf("%+v", lim)
	}
	Level{Threads: 1}.bound(&lim)
	if lim.Threads != 1 || lim.Nodes != 7 {
		t.Errorf("%+v", lim)
	}
}
