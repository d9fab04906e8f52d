package connect4_test

import (
	"testing"

	"moyo/engine"
	"moyo/engine/enginetest"
	"moyo/engine/eval/connect4"
	rules "moyo/rules/connect4"
)

func TestEngine(t *testing.T) {
	for _, level := range []int{0, 1, 6} {
		enginetest.Run(t, enginetest.Config{
			Rules: rules.Default(), Boards: enginetest.Boards(t, "grid:4", "grid:7x6", "grid:12"), Nodes: 2000,
			New: func() engine.Engine { return connect4.New(connect4.Options{Level: level, Memory: 32 << 20}) },
		})
	}
}
