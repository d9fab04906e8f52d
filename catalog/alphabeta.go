package catalog

import (
	"moyo/engine"
	"moyo/engine/player"
)

// levelsOf returns a maker of the levels of a game with an alpha-beta search.
func levelsOf(kind *player.Kind) func(level int, opt EngineOptions) engine.Engine {
	return func(level int, opt EngineOptions) engine.Engine {
		o := opt.forPlayer()
		o.Level = level
		return kind.New(o)
	}
}

// searchOf returns a maker of the alpha-beta search at full strength, with settings.
func searchOf(kind *player.Kind) func(settings string, opt EngineOptions) (engine.Engine, error) {
	return func(settings string, opt EngineOptions) (engine.Engine, error) {
		o := opt.forPlayer()
		if err := kind.Set(&o, settings); err != nil {
			return nil, err
		}
		return kind.New(o), nil
	}
}

// forPlayer converts the resources to the options of package player.
func (o EngineOptions) forPlayer() player.Options {
	return player.Options{Memory: int64(o.MemoryMB) << 20, Threads: o.Threads}
}
