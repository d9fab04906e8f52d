package proof

import (
	"slices"
	"strings"
	"testing"

	"moyo/game"
)

// TestHash: statements that ask different questions have different hashes, and statements that ask the
// same have equal ones.
func TestHash(t *testing.T) {
	base := scene(t, "oXX.", "o_..").with(func(p *claimed) { p.Targets = []game.Point{1} })
	names := map[[32]byte]string{base.Hash(): "as it is"}
	for name, change := range map[string]func(*claimed){
		"board":          func(p *claimed) { p.Board = sceneOn(t, scene(t, "..", "..", "..", "..").Board, "........").Board },
		"stone":          func(p *claimed) { p.Stones[7] = game.White },
		"colour":         func(p *claimed) { p.Stones[0] = game.Black },
		"side to move":   func(p *claimed) { p.ToPlay = game.Black },
		"ko":             func(p *claimed) { p.Ko = 3 },
		"another ko":     func(p *claimed) { p.Ko = 7 },
		"defender":       func(p *claimed) { p.Defender = game.White },
		"target":         func(p *claimed) { p.Targets = nil },
		"larger region":  func(p *claimed) { p.Region = append([]game.Point{0}, p.Region...) },
		"smaller region": func(p *claimed) { p.Region = p.Region[:4] },
		"walls":          func(p *claimed) { p.Walls = []game.Point{5} },
	} {
		h := base.with(change).Hash()
		if other, found := names[h]; found {
			t.Errorf("%s has the hash of %s", name, other)
		}
		names[h] = name
	}
	for name, change := range map[string]func(*claimed){
		"another stone of the target": func(p *claimed) { p.Targets = []game.Point{2} },
		"two stones of the target":    func(p *claimed) { p.Targets = []game.Point{2, 1} },
		"another claim":               func(p *claimed) { p.Black, p.Captured, p.Moves = 7, false, []byte{1} },
	} {
		if names[base.with(change).Hash()] != "as it is" {
			t.Errorf("%s is another problem", name)
		}
	}
	edge := scene(t, "XX..", "....")
	for _, q := range edge.Region[:2] {
		edge.Targets = []game.Point{q}
		names[edge.Hash()] = "either stone of a chain"
	}
	if len(names) != 13 { // the 12 above, and one more
		t.Errorf("%d names, want 13", len(names))
	}
	a, b := prism(t), prism(t)
	if b.Stones[5] = game.White; a.Hash() == b.Hash() || a.Hash() != prism(t).Hash() {
		t.Error("a custom board")
	}
}

// TestLargest uses the maximum numbers of points and targets.
func TestLargest(t *testing.T) {
	row := strings.Repeat("X", 16)
	p := scene(t, slices.Repeat([]string{row}, MaxRegion/16)...)
	for q := range MaxTargets {
		p.Targets = append(p.Targets, game.Point(q))
	}
	if err := p.Statement.wellFormed(); err != nil || len(p.Region) != MaxRegion {
		t.Errorf("%d points: %v", len(p.Region), err)
	}
}
