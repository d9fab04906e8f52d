package catalog

import (
	"moyo/engine"
	"moyo/engine/anygame"
)

// anyMCTS is the tree search that uses only the rules of a game.
func anyMCTS(opt EngineOptions) engine.Engine {
	return anygame.New(anygame.Options{Memory: int64(opt.MemoryMB) << 20, Threads: opt.Threads})
}

// anyPlayers are the players for a game without an engine of its own.
func anyPlayers(texts [Levels]string) players {
	return players{
		analyst: playoutAnalyst,
		texts:   texts,
		level: func(level int, opt EngineOptions) engine.Engine {
			return anygame.New(anygame.Options{Level: level, Memory: int64(opt.MemoryMB) << 20, Threads: opt.Threads})
		},
		mcts: anyMCTS,
	}
}
