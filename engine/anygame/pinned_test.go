package anygame_test

import (
	"testing"

	"moyo/engine"
	"moyo/engine/anygame"
	"moyo/engine/enginetest"
	"moyo/game/rules/atarigo"
	"moyo/game/rules/connect4"
	"moyo/game/rules/gomoku"
	"moyo/game/rules/pente"
)

// TestPinned pins searches of several games and of some levels.
func TestPinned(t *testing.T) {
	enginetest.Pin(t, pente.Parse, func() engine.Engine { return anygame.New(anygame.Options{Memory: 4 << 20}) }, []enginetest.Pinned{
		{
			Rules: "n=5", Board: "grid:9", Moves: "e5 e6 f5 d5", Limits: engine.Limits{Nodes: 200},
			Want: "H5 value 0.536 depth 4 nodes 191 mate 0 line e1a59ef4",
		},
	})
	enginetest.Pin(t, connect4.Parse, func() engine.Engine { return anygame.New(anygame.Options{Memory: 4 << 20}) }, []enginetest.Pinned{
		{
			Rules: "n=4", Board: "grid:7x6", Moves: "D1 D2 C1 D3", Limits: engine.Limits{Nodes: 300},
			Want: "E1 value 0.985 depth 3 nodes 255 mate 0 line 453fe355",
		},
	})
	enginetest.Pin(t, atarigo.Parse, func() engine.Engine { return anygame.New(anygame.Options{Memory: 4 << 20}) }, []enginetest.Pinned{
		{
			Rules: "captures=1", Board: "grid:5", Moves: "c3 c2 b2", Limits: engine.Limits{Nodes: 200},
			Want: "D3 value 0.500 depth 5 nodes 191 mate 0 line d2a0169d",
		},
	})
	enginetest.Pin(t, gomoku.Parse, func() engine.Engine { return anygame.New(anygame.Options{Memory: 4 << 20}) }, []enginetest.Pinned{
		{
			Rules: "opening=swap2", Board: "grid:6", Limits: engine.Limits{Nodes: 100},
			Want: "F3 value 0.511 depth 5 nodes 100 mate 0 line 016f66d0",
		},
	})
	enginetest.Pin(t, connect4.Parse,
		func() engine.Engine { return anygame.New(anygame.Options{Memory: 4 << 20, Level: 1}) }, []enginetest.Pinned{
			{Rules: "n=4", Board: "grid:7x6", Moves: "D1 D2 C1 D3", Seeds: 8, Want: "D4 D4 D4 B1 A1 E1 C2 B1"},
		})
	enginetest.Pin(t, connect4.Parse,
		func() engine.Engine { return anygame.New(anygame.Options{Memory: 4 << 20, Level: 4}) }, []enginetest.Pinned{
			{Rules: "n=4", Board: "grid:7x6", Moves: "D1 D2 C1 D3", Seeds: 8, Want: "D4 E1 D4 B1 E1 E1 E1 B1"},
		})
}
