package weiqi

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"moyo/engine"
	"moyo/engine/enginetest"
	"moyo/engine/neural"
	rules "moyo/game/rules/weiqi"
	"moyo/internal/testenv"
)

// trained returns a small network that was trained on a few games.
func trained(t *testing.T) *neural.Net {
	t.Helper()
	games, err := PlayGames(t.Context(), filepath.Join(t.TempDir(), "games"),
		PlayOptions{Boards: []string{"grid:5"}, Playouts: 30, Seed: 1}, 6, 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	net, err := Train(t.Context(), games, TrainOptions{
		Config: neural.Config{Channels: 16, Blocks: 1}, Steps: 150, Batch: 8, Rate: 3e-3, Threads: 1, Seed: 1,
	})
	if err != nil {
		t.Fatal(err)
	}
	return net
}

// TestNetEngine passes an engine with a network through the suite for all
// engines, on boards and under rules that the network was not trained on.
func TestNetEngine(t *testing.T) {
	testenv.SkipUnderRace(t)
	net := trained(t)
	networkSuite(t, func() engine.Engine { return New(Options{Net: net, Memory: 4 << 20}) })
}

// networkSuite passes engines with networks through the suite for all engines, under all rules and on boards of all kinds.
func networkSuite(t *testing.T, open func() engine.Engine) {
	t.Helper()
	for _, c := range []struct{ rules, boards string }{
		{"", "grid:5 star:5 path:2 grid:1 geodesic:3 grid:40"}, {"ko=simple", "hex:3"},
		{"score=territory,ko=situational", "torus:4x4"}, {"suicide=yes", "complete:4"}, {"ko=natural", "grid:2x3"},
	} {
		law, err := rules.Parse(c.rules)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(c.rules, func(t *testing.T) {
			enginetest.Run(t, enginetest.Config{Rules: law, Boards: enginetest.Boards(t, strings.Fields(c.boards)...), Nodes: 30, New: open})
		})
	}
}

// TestReadNet refuses networks with other features.
func TestReadNet(t *testing.T) {
	testenv.SkipUnderRace(t)
	for _, c := range []struct {
		inputs int
		bad    string
	}{{inputs, ""}, {inputs - 1, "another version"}} {
		n, err := neural.New(neural.Config{Inputs: c.inputs, Channels: 16, Head: 16}, 1)
		if err != nil {
			t.Fatal(err)
		}
		var file bytes.Buffer
		if err := n.Write(&file, ""); err != nil {
			t.Fatal(err)
		}
		_, err = ReadNet(&file)
		if c.bad == "" && err != nil || c.bad != "" && (err == nil || !strings.Contains(err.Error(), c.bad)) {
			t.Errorf("%d inputs: %v", c.inputs, err)
		}
	}
}
