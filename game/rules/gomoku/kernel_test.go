package gomoku_test

import (
	"math/rand/v2"
	"testing"

	"moyo/game"
	"moyo/game/rules/gomoku"
	"moyo/game/rules/gomoku/pattern"
	"moyo/internal/testenv"
)

// TestKernelAgrees compares package pattern with the rules, on boards whose lines are long enough
// before they return: the same stones win, the same points are forbidden.
func TestKernelAgrees(t *testing.T) {
	testenv.SkipUnderRace(t)
	for _, spec := range []string{
		"grid:15", "torus:15x15", "torus:11x9", "cylinder:15x9", "mobius:21x9", "klein:15x13",
		"projective:13x13", "cube:7", "hex:6", "box:6x5x4", "geodesic:3", "sphere:20x9", "grid:9x1",
	} {
		for rule := gomoku.Freestyle; rule <= gomoku.Caro9; rule++ {
			t.Run(rule.String()+" on "+spec, func(t *testing.T) { compareKernel(t, rule, spec) })
		}
	}
}

func compareKernel(t *testing.T, rule gomoku.Rule, spec string) {
	pos := start(t, "rule="+rule.String(), spec)
	table, err := pattern.TableFor(rule.String(), 5)
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(3) {
		rng := rand.New(rand.NewPCG(seed, 3))
		fast, err := pattern.New(pos.Board(), table)
		if err != nil {
			t.Fatal(err)
		}
		var stones []game.Placed
		density := 0.15 + 0.4*rng.Float64()
		for p := range game.Point(pos.Board().Len()) {
			if rng.Float64() > density {
				continue
			}
			c := game.Color(1 + rng.IntN(2))
			if pos.Set(append(stones, game.Placed{Point: p, Color: c}), game.Black) != nil {
				continue // already a row
			}
			stones = append(stones, game.Placed{Point: p, Color: c})
			fast.Place(p, int(c))
		}
		if err := pos.Set(stones, game.Black); err != nil {
			t.Fatal(err)
		}
		for p := range game.Point(pos.Board().Len()) {
			if pos.At(p) == game.Empty {
				comparePoint(t, pos, fast, p)
			}
			if t.Failed() {
				return
			}
		}
	}
}

// comparePoint compares the results of a stone of each colour on the empty point p.
func comparePoint(t *testing.T, pos *gomoku.Position, fast *pattern.Board, p game.Point) {
	for _, c := range []game.Color{game.Black, game.White} {
		pos.SetToPlay(c)
		banned := pos.Check(game.Place(p)) == game.Forbidden
		if got := fast.Class(p, int(c)) != pattern.Win && fast.Banned(p, int(c)); pos.Options().Rule == gomoku.Renju && got != banned {
			t.Errorf("%s on %s: forbidden is %v, package pattern has %v; stones %s", c, pos.Board().Name(p), banned, got, game.Picture(pos))
		}
		if banned {
			continue
		}
		twin := pos.Copy()
		if err := twin.Play(game.Place(p)); err != nil {
			t.Fatal(err)
		}
		if wins := twin.Outcome().Winner == c; wins != (fast.Class(p, int(c)) == pattern.Win) {
			t.Errorf("%s on %s: wins is %v, package pattern has class %d; stones %s",
				c, pos.Board().Name(p), wins, fast.Class(p, int(c)), game.Picture(pos))
		}
	}
}
