package weiqi

import (
	"sync/atomic"
	"testing"

	"moyo/board"
	"moyo/game"
	rules "moyo/rules/weiqi"
)

// rootOf returns the position after moves as a search begins with it.
func rootOf(t *testing.T, id, spec string, moves ...string) *root {
	t.Helper()
	b, err := board.Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	r, err := rules.Parse(id)
	if err != nil {
		t.Fatal(err)
	}
	pos, err := r.New(b)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range moves {
		m, err := game.ParseMove(pos, name)
		if err == nil {
			err = pos.Play(m)
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	var stop atomic.Bool
	at, err := (&model{know: full, policy: heavy}).Root(pos, &stop)
	if err != nil {
		t.Fatal(err)
	}
	return at.(*root)
}

// TestShortcut passes a game that is settled, or won after a pass, and no other.
// Walls on B, C and D with a stone on A and E leave four points to either side; Black has placed five
// stones more, of which each costs a point of territory and none of area.
func TestShortcut(t *testing.T) {
	walls := []string{"c1", "d1", "c2", "d2", "c3", "d3", "c4", "d4", "c5", "d5", "a3", "e3", "b1", "pass", "b2", "pass", "b3", "pass", "b4", "pass", "b5", "pass"}
	for _, c := range []struct {
		rules string
		moves []string
		ok    bool
		value float64
	}{
		{"komi=0", []string{"pass"}, false, 0},
		{"komi=-0.5", []string{"pass"}, false, 0},
		{"komi=0.5", []string{"pass"}, true, 1},
		{"komi=4.5", walls, true, 1},
		{"komi=5.5", walls, true, 0},
		{"komi=5", walls, false, 0},
		{"komi=-0.5,score=territory", walls, true, 1},
		{"komi=0,score=territory", walls, true, 0.5},
		{"komi=0.5,score=territory", walls, true, 0},
	} {
		m, value, ok := rootOf(t, c.rules, "grid:5", c.moves...).Shortcut()
		if ok != c.ok || ok && (m != game.Pass || value != c.value) {
			t.Errorf("%s after %v: move %d, value %v, %v; want a pass %v, value %v", c.rules, c.moves, m, value, ok, c.ok, c.value)
		}
	}
}

// TestSteady has a level search where it would pass without, and takes its clock away.
func TestSteady(t *testing.T) {
	r := rootOf(t, "komi=0.5", "grid:5", "pass")
	if _, _, ok := r.Shortcut(); !ok {
		t.Fatal("the game is not won after a pass")
	}
	r.playsOn = true
	if m, _, ok := r.Shortcut(); ok {
		t.Errorf("the shortcut is %d all the same", m)
	}
	if m := New(Options{Level: 5, Steady: true}).model; !m.playsOn || m.know != pupil {
		t.Errorf("a steady level plays on: %v, and knows %+v", m.playsOn, m.know)
	}
}

// TestBetween needs living stones of both colours beside a point.
func TestBetween(t *testing.T) {
	r := rootOf(t, "komi=0.5", "grid:3", "a1", "c1", "b2")
	b1, _ := r.start.Board().Lookup("B1")
	of := func(colors ...game.Color) func(game.Point) game.Color {
		return func(p game.Point) game.Color {
			for _, c := range colors {
				if r.start.At(p) == c {
					return c
				}
			}
			return game.Empty
		}
	}
	if !r.between(b1, of(game.Black, game.White)) || r.between(b1, of(game.Black)) || r.between(b1, of(game.White)) || r.between(b1, of()) {
		t.Error("B1 is between living stones of both colours, or of one")
	}
}
