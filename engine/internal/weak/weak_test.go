package weak

import (
	"math/rand/v2"
	"testing"

	"moyo/engine"
	"moyo/engine/alphabeta"
)

// TestFancy draws moves as often as their order says.
func TestFancy(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	root := []alphabeta.Move{{Point: 0, Score: 0}, {Point: 1, Score: 100}, {Point: 2, Score: -5000}}
	var count [3]int
	for range 10_000 {
		count[Fancy(r, root, 100).Point]++
	}
	if count[2] > 0 || count[1] < 7100 || count[1] > 7500 { // e/(1+e) is 0.731
		t.Errorf("%v", count)
	}
}

// TestChoose has a level that is blind half of the time and hasty else.
func TestChoose(t *testing.T) {
	l := Level{Nodes: 7, Depth: 2, Blind: 0.5, Hasty: 0.5, Drowsy: 1}
	root := []alphabeta.Move{{Point: 1, Score: 10}}
	blind := 0
	for seed := range uint64(1000) {
		got := l.Choose(seed, 9, root, func() []alphabeta.Move { return []alphabeta.Move{{Point: 5}} }, 60)
		if len(got) != 1 {
			t.Fatal(got)
		}
		if got[0].Point == 5 {
			blind++
		}
	}
	if blind < 430 || blind > 570 {
		t.Errorf("blind %d times of 1000", blind)
	}
	if got := (Level{}).Choose(1, 2, root, nil, 60); len(got) != 1 || got[0].Point != 1 {
		t.Errorf("full strength plays %v", got)
	}
	lim := engine.Limits{Nodes: 99}
	l.Bound(&lim)
	Level{}.Bound(&lim)
	if lim.Nodes != 7 || lim.Depth != 2 {
		t.Errorf("%+v", lim)
	}
}
