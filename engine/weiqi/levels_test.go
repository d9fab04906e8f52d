package weiqi

import (
	"math"
	"testing"

	"moyo/engine"
	"moyo/engine/mcts"
	"moyo/game"
	"moyo/internal/testenv"
)

// TestLevelsPrior: levels that do not search choose moves that their network finds plausible enough, lower
// levels less plausible ones and more of them, and without a prior temperature always the most plausible one.
func TestLevelsPrior(t *testing.T) {
	testenv.SkipUnderRace(t)
	pos := played(t, "komi=6.5", "grid:9", "e5", "c4", "g4")
	s := netStateOf(t, Shipped(), &NetSearch{}, pos)
	s.Reset()
	children, _ := s.Evaluate(nil)
	prior, best := map[game.Move]float32{}, float32(0)
	for _, c := range children {
		prior[c.Move] = c.Wins
		best = max(best, c.Wins)
	}
	below := float32(-1)
	for level := 1; netLevels[level-1].evaluations[0] == 1; level++ {
		e := New(Options{Level: level, Net: Shipped(), NetSearch: &NetSearch{}, Memory: 1 << 20})
		mean, kinds := float32(0), map[game.Move]bool{}
		for seed := range uint64(100) {
			info, err := e.Search(t.Context(), pos, engine.Limits{Seed: seed}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if p := prior[info.Move]; p < 0.999*best*priorLeast {
				t.Fatalf("level %d plays a move with a prior of %v, the best has %v", level, p, best)
			}
			mean += prior[info.Move] / 100
			kinds[info.Move] = true
		}
		if greedy := netLevels[level-1].priorTemperature[0] == 0; mean <= below || greedy != (len(kinds) == 1) ||
			greedy && mean < 0.999*best {
			t.Errorf("level %d: mean prior %v, that of the level below %v, %d moves", level, mean, below, len(kinds))
		}
		below = mean
	}
}

// TestBySize: boards of the measured sizes get the measured numbers, smaller
// and larger ones the nearest, and boards between something between.
func TestBySize(t *testing.T) {
	for points, want := range map[int]float64{25: 3, 81: 3, 117: 2.5, 169: 2, 247: 1.5, 361: 1, 900: 1} {
		if got := (bySize{3, 2, 1}).on(points); math.Abs(got-want) > 0.01 {
			t.Errorf("on %d points %v, want %v", points, got, want)
		}
	}
}

// TestTuneBySize: a level's evaluations and prior temperature follow the size of the board.
func TestTuneBySize(t *testing.T) {
	for spec, evaluations := range map[string]int64{"grid:9": 220, "grid:13": 90, "grid:19": 30} {
		var o mcts.Options
		r := rootOf(t, "", spec)
		r.model, r.guided = &model{level: &netLevels[7]}, true
		if r.Tune(&o); o.Playouts != evaluations {
			t.Errorf("level 8 takes %d evaluations on %s, want %d", o.Playouts, spec, evaluations)
		}
		r.model.level = &netLevels[0]
		if r.Tune(&o); o.PriorTemperature != netLevels[0].priorTemperature.on(int(r.start.n)) || o.PriorLeast != priorLeast {
			t.Errorf("level 1 has a taste of %v on %s", o.PriorTemperature, spec)
		}
	}
}
