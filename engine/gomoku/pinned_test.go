package gomoku

import (
	"testing"

	"moyo/engine"
	"moyo/engine/enginetest"
	rules "moyo/game/rules/gomoku"
	"moyo/internal/testenv"
)

// TestPinned pins searches under several rules, in an opening, with the book and at some levels.
func TestPinned(t *testing.T) {
	testenv.SkipUnderRace(t)
	enginetest.Pin(t, rules.Parse, func() engine.Engine { return New(Options{Memory: 1 << 20}) }, []enginetest.Pinned{
		{
			Rules: "rule=freestyle", Board: "grid:15", Moves: "h8 h9 j9 g7 j8 j7", Limits: engine.Limits{Nodes: 3000},
			Want: "K8 value 0.714 depth 7 nodes 3014 mate 0 line 18f41619",
		},
		{
			Rules: "rule=standard", Board: "torus:9x9", Moves: "a1 b2 c3 d5 e5", Limits: engine.Limits{Nodes: 3000},
			Want: "C4 value 0.633 depth 5 nodes 3010 mate 0 line 71f807fa",
		},
		{
			Rules: "rule=renju", Board: "grid:15", Moves: "h8 h9 j10 g7 k8 j8 k9", Limits: engine.Limits{Nodes: 3000},
			Want: "K7 value 0.684 depth 7 nodes 3015 mate 0 line cd2a9345",
		},
		{
			Rules: "rule=caro9", Board: "grid:9", Moves: "e5 e6 d5 f5 d6", Limits: engine.Limits{Nodes: 1000},
			Want: "D7 value 0.483 depth 4 nodes 1008 mate 0 line 71fac121",
		},
		{
			Rules: "n=4", Board: "grid:7", Moves: "d4 e4 d5", Limits: engine.Limits{Nodes: 1000},
			Want: "D3 value 0.000 depth 12 nodes 440 mate -12 line 5c3b761f",
		},
		{
			Rules: "opening=swap2", Board: "grid:9", Limits: engine.Limits{Nodes: 300},
			Want: "E5 value 0.684 depth 0 nodes 224 mate 0 line b7467040",
		},
		{
			Rules: "opening=swap2", Board: "grid:9", Moves: "e5 e6 f4", Limits: engine.Limits{Nodes: 300},
			Want: "black value 0.577 depth 0 nodes 224 mate 0 line 5a2481f5",
		},
		{
			Rules: "rule=freestyle", Board: "grid:15", Moves: "h8 h9", Limits: engine.Limits{Nodes: 900, Best: 3},
			Want: "J7 value 0.745 depth 2 nodes 912 mate 0 line 8ad29c29",
		},
		{
			Rules: "rule=freestyle", Board: "grid:15", Moves: "h8 h9 j9", Limits: engine.Limits{Depth: 3},
			Want: "G7 value 0.302 depth 3 nodes 394 mate 0 line df74485b",
		},
		{Rules: "rule=freestyle", Board: "grid:15", Moves: "h8 g9", Want: "J8 value 0.767 depth 16 nodes 0 mate 0 line 1821be85"},
	})
	enginetest.Pin(t, rules.Parse, func() engine.Engine { return New(Options{Memory: 1 << 20, Level: 1}) }, []enginetest.Pinned{
		{Rules: "rule=freestyle", Board: "grid:15", Moves: "h8 h9 j9 g7 j8 j7 k7", Seeds: 8, Want: "G8 L8 G8 L9 F10 K11 K11 L5"},
	})
	enginetest.Pin(t, rules.Parse, func() engine.Engine { return New(Options{Memory: 1 << 20, Level: 3}) }, []enginetest.Pinned{
		{Rules: "rule=freestyle", Board: "grid:15", Moves: "h8 h9 j9 g7 j8 j7 k7", Seeds: 8, Want: "K8 K8 K8 K8 K8 G10 K8 K8"},
	})
	enginetest.Pin(t, rules.Parse, func() engine.Engine { return New(Options{Memory: 1 << 20, Level: 5}) }, []enginetest.Pinned{
		{Rules: "rule=freestyle", Board: "grid:15", Moves: "h8 h9 j9 g7 j8 j7 k7", Seeds: 8, Want: "G8 G8 G8 G8 G8 G8 G8 G8"},
	})
}

// TestPinnedRandom pins searches of random positions.
func TestPinnedRandom(t *testing.T) {
	testenv.SkipUnderRace(t)
	enginetest.PinRandom(t, rules.Parse, func() engine.Engine { return New(Options{Memory: 1 << 16}) },
		enginetest.Pinned{Rules: "rule=freestyle", Board: "grid:9", Limits: engine.Limits{Nodes: 300}, Want: "b918d5b7"}, 40)
	enginetest.PinRandom(t, rules.Parse, func() engine.Engine { return New(Options{Memory: 1 << 16}) },
		enginetest.Pinned{Rules: "rule=renju", Board: "grid:9", Limits: engine.Limits{Nodes: 300}, Want: "21578fb2"}, 40)
}
