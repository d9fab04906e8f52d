package weiqi

import (
	"math"
	"testing"

	"moyo/engine"
	"moyo/engine/mcts"
	"moyo/game"
	"moyo/internal/testenv"
)

// TestLevelsTaste has the levels that do not search choose: only moves that their network finds plausible enough, the
// lower ones less plausible ones and more of them; and always the most plausible where there is no taste.
func TestLevelsTaste(t *testing.T) {
	testenv.SkipUnderRace(t)
	pos := played(t, "komi=6.5", "grid:9", "e5", "c4", "g4")
	s := ledState(t, Shipped(), &Led{}, pos)
	s.Reset()
	children, _ := s.Judge(nil)
	chance, best := map[game.Move]float32{}, float32(0)
	for _, c := range children {
		chance[c.Move] = c.Wins
		best = max(best, c.Wins)
	}
	below := float32(-1)
	for level := 1; ledLevels[level-1].looks[0] == 1; level++ {
		e := New(Options{Level: level, Net: Shipped(), Led: &Led{}, Memory: 1 << 20})
		mean, kinds := float32(0), map[game.Move]bool{}
		for seed := range uint64(100) {
			info, err := e.Search(t.Context(), pos, engine.Limits{Seed: seed}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if p := chance[info.Move]; p < 0.999*best*plausible {
				t.Fatalf("level %d plays a move with a chance of %v, the best has %v", level, p, best)
			}
			mean += chance[info.Move] / 100
			kinds[info.Move] = true
		}
		if tasteless := ledLevels[level-1].taste[0] == 0; mean <= below || tasteless != (len(kinds) == 1) || tasteless && mean < 0.999*best {
			t.Errorf("level %d: mean chance %v, that of the level below %v, %d moves", level, mean, below, len(kinds))
		}
		below = mean
	}
}

// TestBySize: what was measured counts on boards of those sizes, the nearest on smaller and larger ones, and boards between
// get something between.
func TestBySize(t *testing.T) {
	for points, want := range map[int]float64{25: 3, 81: 3, 117: 2.5, 169: 2, 247: 1.5, 361: 1, 900: 1} {
		if got := (bySize{3, 2, 1}).on(points); math.Abs(got-want) > 0.01 {
			t.Errorf("on %d points %v, want %v", points, got, want)
		}
	}
}

// TestTuneBySize: a level takes its evaluations and its taste by the size of the board.
func TestTuneBySize(t *testing.T) {
	for spec, looks := range map[string]int64{"grid:9": 220, "grid:13": 90, "grid:19": 30} {
		var o mcts.Options
		r := rootOf(t, "", spec)
		r.model, r.leads = &model{level: &ledLevels[7]}, true
		if r.Tune(&o); o.Playouts != looks {
			t.Errorf("level 8 takes %d evaluations on %s, want %d", o.Playouts, spec, looks)
		}
		r.model.level = &ledLevels[0]
		if r.Tune(&o); o.Taste != ledLevels[0].taste.on(int(r.start.n)) || o.TasteLeast != plausible {
			t.Errorf("level 1 has a taste of %v on %s", o.Taste, spec)
		}
	}
}
