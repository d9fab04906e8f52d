package connect4_test

import (
	"testing"

	"moyo/engine"
	"moyo/engine/connect4"
	"moyo/engine/enginetest"
	rules "moyo/game/rules/connect4"
)

// TestPinned pins searches without and with the solver, with the book and at some levels.
func TestPinned(t *testing.T) {
	enginetest.Pin(t, rules.Parse, func() engine.Engine {
		return connect4.Kind.New(connect4.Options{Memory: 1 << 20, Plain: true})
	}, []enginetest.Pinned{
		{
			Rules: "n=4", Board: "grid:7x6", Moves: "D1 D2 C1 E1", Limits: engine.Limits{Nodes: 3000},
			Want: "C2 value 0.245 depth 5 nodes 3011 mate 0 line 04a2f09d",
		},
		{
			Rules: "n=4", Board: "grid:9x7", Moves: "E1 E2 D1 F1 E3", Limits: engine.Limits{Nodes: 3000},
			Want: "E4 value 0.764 depth 6 nodes 3011 mate 0 line 815edcc6",
		},
		{
			Rules: "n=5", Board: "grid:9x6", Moves: "E1 E2 D1 F1 E3", Limits: engine.Limits{Nodes: 2000},
			Want: "F2 value 0.481 depth 6 nodes 2005 mate 0 line 2c15f6d5",
		},
		{
			Rules: "n=3", Board: "grid:5x4", Moves: "A1", Limits: engine.Limits{Nodes: 1000},
			Want: "C1 value 1.000 depth 7 nodes 975 mate 13 line 53b011dc",
		},
		{
			Rules: "n=4", Board: "grid:7x6", Moves: "D1 D2", Limits: engine.Limits{Nodes: 900, Best: 3},
			Want: "C1 value 0.413 depth 4 nodes 913 mate 0 line 7ece865f",
		},
		{
			Rules: "n=4", Board: "grid:7x6", Moves: "D1 D2 C1", Limits: engine.Limits{Depth: 4},
			Want: "E1 value 0.599 depth 4 nodes 387 mate 0 line f29e7478",
		},
	})
	enginetest.Pin(t, rules.Parse, func() engine.Engine { return connect4.Kind.New(connect4.Options{Memory: 1 << 20}) }, []enginetest.Pinned{
		{Rules: "n=4", Board: "grid:7x6", Moves: "D1 D2", Want: "D3 value 1.000 depth 0 nodes 0 mate 39 line e651638f"},
		{
			Rules: "n=4", Board: "grid:5x4", Moves: "C1 C2 A1 A2", Limits: engine.Limits{Nodes: 100_000},
			Want: "C3 value 0.500 depth 5 nodes 2977 mate 0 line bfedafaf",
		},
		{
			Rules: "n=4", Board: "grid:5x4", Moves: "C1 C2 A1", Limits: engine.Limits{Nodes: 100_000, Best: 5},
			Want: "B1 value 1.000 depth 4 nodes 5266 mate 17 line 5266f20d",
		},
	})
	enginetest.Pin(t, rules.Parse, func() engine.Engine {
		return connect4.Kind.New(connect4.Options{Memory: 1 << 20, Level: 1})
	}, []enginetest.Pinned{
		{Rules: "n=4", Board: "grid:7x6", Moves: "D1 D2 C1 E1", Seeds: 8, Want: "A1 E2 C2 C2 E2 B1 A1 C2"},
	})
	enginetest.Pin(t, rules.Parse, func() engine.Engine {
		return connect4.Kind.New(connect4.Options{Memory: 1 << 20, Level: 3})
	}, []enginetest.Pinned{
		{Rules: "n=4", Board: "grid:7x6", Moves: "D1 D2 C1 E1", Seeds: 8, Want: "A1 D3 C2 C2 D3 B1 C2 C2"},
	})
	enginetest.Pin(t, rules.Parse, func() engine.Engine {
		return connect4.Kind.New(connect4.Options{Memory: 1 << 20, Level: 5})
	}, []enginetest.Pinned{
		{Rules: "n=4", Board: "grid:7x6", Moves: "D1 D2 C1 E1", Seeds: 8, Want: "D3 D3 D3 D3 D3 D3 D3 D3"},
	})
}

// TestPinnedRandom pins searches of random positions.
func TestPinnedRandom(t *testing.T) {
	enginetest.PinRandom(t, rules.Parse, func() engine.Engine { return connect4.Kind.New(connect4.Options{Memory: 1 << 16, Plain: true}) },
		enginetest.Pinned{Rules: "n=4", Board: "grid:5", Limits: engine.Limits{Nodes: 300}, Want: "9b37922a"}, 60)
	enginetest.PinRandom(t, rules.Parse, func() engine.Engine { return connect4.Kind.New(connect4.Options{Memory: 1 << 16, Plain: true}) },
		enginetest.Pinned{Rules: "n=3", Board: "grid:4", Limits: engine.Limits{Nodes: 100}, Want: "10b5ab4c"}, 60)
}
