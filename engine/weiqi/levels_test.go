package weiqi

import (
	"testing"

	"moyo/engine"
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
	for level := 1; level <= 7; level++ {
		e := New(Options{Level: level, Net: Shipped(), Led: &Led{}, Memory: 1 << 20})
		mean, kinds := float32(0), map[game.Move]bool{}
		for seed := range uint64(100) {
			info, err := e.Search(t.Context(), pos, engine.Limits{Seed: seed}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if p := chance[info.Move]; p < 0.999*best*float32(ledLevels[level-1].least) {
				t.Fatalf("level %d plays a move with a chance of %v, the best has %v", level, p, best)
			}
			mean += chance[info.Move] / 100
			kinds[info.Move] = true
		}
		if mean <= below || level < 7 && len(kinds) < 2 || level == 7 && (len(kinds) != 1 || mean < 0.999*best) {
			t.Errorf("level %d: mean chance %v, that of the level below %v, %d moves", level, mean, below, len(kinds))
		}
		below = mean
	}
}
