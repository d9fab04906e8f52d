package weiqi

import (
	"testing"

	"moyo/engine"
	"moyo/engine/enginetest"
	rules "moyo/game/rules/weiqi"
	"moyo/internal/testenv"
)

// TestPinned pins searches under several rules and at some levels.
func TestPinned(t *testing.T) {
	testenv.SkipUnderRace(t)
	enginetest.Pin(t, rules.Parse, func() engine.Engine { return New(Options{Memory: 4 << 20, FullTime: true}) }, []enginetest.Pinned{
		{
			Rules: "komi=6.5", Board: "grid:9", Moves: "e5 c3 g7 c6 f3", Limits: engine.Limits{Nodes: 200},
			Want: "G4 value 0.550 depth 4 nodes 200 mate 0 line 141f4810",
		},
		{
			Rules: "komi=0.5", Board: "torus:7x7", Moves: "d4 c3 e5 d3", Limits: engine.Limits{Nodes: 200},
			Want: "A3 value 0.700 depth 4 nodes 200 mate 0 line a79098fd",
		},
		{
			Rules: "score=territory,ko=situational", Board: "grid:5", Moves: "c3 c2 b2 d3 d4 b3 c4 d2",
			Limits: engine.Limits{Nodes: 200}, Want: "B4 value 0.821 depth 6 nodes 200 mate 0 line 97418bd3",
		},
		{Rules: "ko=simple", Board: "hex:3", Limits: engine.Limits{Nodes: 200}, Want: "B2 value 0.574 depth 5 nodes 200 mate 0 line 933ad0c7"},
	})
	enginetest.Pin(t, rules.Parse, func() engine.Engine { return New(Options{Memory: 4 << 20}) }, []enginetest.Pinned{
		{
			Rules: "komi=6.5", Board: "grid:5", Moves: "c3 c2 b2 d3 d4 b3 c4 d2", Limits: engine.Limits{Nodes: 400},
			Want: "B4 value 0.900 depth 6 nodes 255 mate 0 line 766e827a",
		},
	})
	enginetest.Pin(t, rules.Parse, func() engine.Engine { return New(Options{Memory: 4 << 20, Level: 1}) }, []enginetest.Pinned{
		{Rules: "komi=6.5", Board: "grid:9", Moves: "e5 c3 g7 c6 f3", Seeds: 8, Want: "G3 G2 F2 F7 E2 D3 G2 E4"},
	})
	enginetest.Pin(t, rules.Parse, func() engine.Engine { return New(Options{Memory: 4 << 20, Level: 4}) }, []enginetest.Pinned{
		{Rules: "komi=6.5", Board: "grid:9", Moves: "e5 c3 g7 c6 f3", Seeds: 8, Want: "H3 F2 D3 F2 E2 F5 F2 G3"},
	})
}

// TestPinnedRandom pins searches of random positions.
func TestPinnedRandom(t *testing.T) {
	testenv.SkipUnderRace(t)
	enginetest.PinRandom(t, rules.Parse, func() engine.Engine { return New(Options{Memory: 4 << 20, FullTime: true}) },
		enginetest.Pinned{Rules: "komi=6.5", Board: "grid:5", Limits: engine.Limits{Nodes: 60}, Want: "c288a7b1"}, 30)
	enginetest.PinRandom(t, rules.Parse, func() engine.Engine { return New(Options{Memory: 4 << 20}) },
		enginetest.Pinned{Rules: "score=territory", Board: "torus:5x5", Limits: engine.Limits{Nodes: 60}, Want: "26f4eb78"}, 20)
}
