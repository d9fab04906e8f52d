package catalog

import (
	"moyo/engine"
	"moyo/engine/eval/anygame"
)

// anyPlayers are those who play a game that has no engine of its own.
func anyPlayers(texts [Levels]string) players {
	full := func(opt EngineOptions) anygame.Options {
		return anygame.Options{Memory: int64(opt.MemoryMB) << 20, Threads: opt.Threads}
	}
	return players{
		analyst: "mcts",
		texts:   texts,
		level: func(level int, opt EngineOptions) engine.Engine {
			o := full(opt)
			o.Level = level
			return anygame.New(o)
		},
		mcts: func(opt EngineOptions) engine.Engine { return anygame.New(full(opt)) },
	}
}
