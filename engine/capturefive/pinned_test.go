package capturefive

import (
	"testing"

	"moyo/engine"
	"moyo/engine/enginetest"
	"moyo/engine/mcts"
	rules "moyo/game/rules/capturefive"
	"moyo/internal/testenv"
)

// TestPinned pins searches of both kinds under several rules, with the book and
// at some levels.
func TestPinned(t *testing.T) {
	enginetest.Pin(t, rules.Parse, func() engine.Engine { return New(Options{Memory: 1 << 20}) }, []enginetest.Pinned{
		{
			Rules: "n=5", Board: "grid:9", Moves: "e5 d4 e4 e3 d3 c4", Limits: engine.Limits{Nodes: 3000},
			Want: "E2 value 0.835 depth 3 nodes 3010 mate 0 line 1d4a8b1a",
		},
		{
			Rules: "n=4", Board: "torus:7x7", Moves: "a1 b2 c3 d5", Limits: engine.Limits{Nodes: 2000},
			Want: "A3 value 1.000 depth 2 nodes 192 mate 9 line 47ad4b4f",
		},
		{
			Rules: "n=4,lines=all", Board: "grid:6", Moves: "c3 d4 d3 c4 e3", Limits: engine.Limits{Nodes: 2000},
			Want: "B3 value 0.000 depth 2 nodes 64 mate -2 line abfa3a88",
		},
		{
			Rules: "n=4,ko=simple", Board: "grid:5", Moves: "c3 c4 b4 d3 b3", Limits: engine.Limits{Nodes: 3000},
			Want: "B2 value 0.033 depth 7 nodes 3002 mate 0 line 1e93a234",
		},
		{
			Rules: "n=3,pass=yes", Board: "grid:4", Moves: "b2 c3 pass", Limits: engine.Limits{Nodes: 1000},
			Want: "B3 value 1.000 depth 1 nodes 20 mate 3 line 7bb5442e",
		},
		{
			Rules: "n=4,captures=no", Board: "hex:4", Moves: "D4 D5 E4", Limits: engine.Limits{Nodes: 1000},
			Want: "F4 value 0.000 depth 4 nodes 1009 mate -10 line 16d0e196",
		},
		{
			Rules: "n=5", Board: "grid:9", Moves: "e5 d4", Limits: engine.Limits{Nodes: 900, Best: 3},
			Want: "E7 value 0.686 depth 1 nodes 912 mate 0 line 5d05e76b",
		},
		{
			Rules: "n=5", Board: "grid:9", Moves: "e5 d4 e4", Limits: engine.Limits{Depth: 3},
			Want: "E6 value 0.404 depth 3 nodes 631 mate 0 line b37028e3",
		},
		{Rules: "n=5", Board: "grid:9", Moves: "e5", Want: "E9 value 0.705 depth 14 nodes 0 mate 0 line 6cdfc3b6"},
	})
	enginetest.Pin(t, rules.Parse, func() engine.Engine { return New(Options{Memory: 1 << 20, Plain: true}) }, []enginetest.Pinned{
		{
			Rules: "n=5", Board: "grid:9", Moves: "e5 d4 e4 e3 d3 c4", Limits: engine.Limits{Nodes: 2000},
			Want: "E2 value 0.835 depth 3 nodes 2000 mate 0 line 1d4a8b1a",
		},
	})
	enginetest.Pin(t, rules.Parse, func() engine.Engine { return New(Options{Memory: 1 << 20, Level: 1}) }, []enginetest.Pinned{
		{Rules: "n=5", Board: "grid:9", Moves: "e5 d4 e4 e3 d3 c4", Seeds: 8, Want: "A2 E2 G6 C2 H4 B3 E8 E9"},
	})
	enginetest.Pin(t, rules.Parse, func() engine.Engine { return New(Options{Memory: 1 << 20, Level: 3}) }, []enginetest.Pinned{
		{Rules: "n=5", Board: "grid:9", Moves: "e5 d4 e4 e3 d3 c4", Seeds: 8, Want: "E1 E2 E2 E2 H4 E2 G5 E2"},
	})
	enginetest.Pin(t, rules.Parse, func() engine.Engine { return New(Options{Memory: 1 << 20, Level: 5}) }, []enginetest.Pinned{
		{Rules: "n=5", Board: "grid:9", Moves: "e5 d4 e4 e3 d3 c4", Seeds: 8, Want: "E2 E2 E2 E2 D5 E2 E2 E2"},
	})
	enginetest.Pin(t, rules.Parse, func() engine.Engine { return NewMCTS(mcts.Options{Memory: 4 << 20}) }, []enginetest.Pinned{
		{
			Rules: "n=5", Board: "grid:9", Moves: "e5 d4 e4 e3 d3 c4", Limits: engine.Limits{Nodes: 300},
			Want: "J5 value 0.621 depth 5 nodes 300 mate 0 line 66d00fb8",
		},
		{
			Rules: "n=3,pass=yes", Board: "grid:3", Moves: "b2 a1", Limits: engine.Limits{Nodes: 300},
			Want: "B1 value 0.994 depth 9 nodes 191 mate 0 line c48355da",
		},
	})
}

// TestPinnedRandom pins searches of random positions.
func TestPinnedRandom(t *testing.T) {
	testenv.SkipUnderRace(t)
	enginetest.PinRandom(t, rules.Parse, func() engine.Engine { return New(Options{Memory: 1 << 16}) },
		enginetest.Pinned{Rules: "n=4", Board: "grid:5", Limits: engine.Limits{Nodes: 300}, Want: "c3289cdd"}, 60)
	enginetest.PinRandom(t, rules.Parse, func() engine.Engine { return New(Options{Memory: 1 << 16}) },
		enginetest.Pinned{Rules: "n=4,lines=all", Board: "grid:7", Limits: engine.Limits{Nodes: 300}, Want: "006b5ae3"}, 60)
	enginetest.PinRandom(t, rules.Parse, func() engine.Engine { return New(Options{Memory: 1 << 16}) },
		enginetest.Pinned{Rules: "n=3,pass=yes", Board: "grid:4", Limits: engine.Limits{Nodes: 300}, Want: "2e04921a"}, 40)
	enginetest.PinRandom(t, rules.Parse, func() engine.Engine { return New(Options{Memory: 1 << 16}) },
		enginetest.Pinned{Rules: "n=4,lines=all", Board: "grid:5", Limits: engine.Limits{Nodes: 1000}, Want: "6ed764fe"}, 60)
}
