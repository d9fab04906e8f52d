package catalog

import (
	"moyo/engine"
	"moyo/engine/eval/connect4"
	"moyo/game"
	rules "moyo/rules/connect4"
)

func connect4Entry() entry {
	full := func(opt EngineOptions) connect4.Options {
		return connect4.Options{Memory: int64(opt.MemoryMB) << 20, Threads: opt.Threads}
	}
	return entry{
		Game: Game{
			ID: rules.Name, Title: "Connect Four", Text: "Stones fall. Four in a row wins, straight or slanting.",
			Options: []Option{{
				ID: "n", Title: "In a row", Kind: "number", Default: "4", Min: rules.MinN, Max: rules.MaxN, Step: 1, GridOnly: true,
				Text: "How many stones in a row win.",
			}},
			Presets: []Preset{
				{"Connect Four", "The usual board, seven columns of six. Whoever begins can win, from the middle column alone.", "connect4:n=4", "grid:7x6"},
				{"Small", "Six columns of five: a quick game, and a draw if both play well.", "connect4:n=4", "grid:6x5"},
				{"Large", "Nine columns of seven.", "connect4:n=4", "grid:9x7"},
				{"Connect Three", "Five columns of four and three in a row: for the very first games.", "connect4:n=3", "grid:5x4"},
				{"Connect Five", "Nine columns of six and five in a row.", "connect4:n=5", "grid:9x6"},
			},
		},
		parse: func(params string) (game.Rules, error) { return rules.Parse(params) },
		players: players{
			analyst: "alphabeta",
			texts: [Levels]string{
				"Has just read the rules.",
				"Sees three in a row, most of the time.",
				"Never misses a win, sometimes a threat.",
				"Looks one move ahead.",
				"Looks two moves ahead; a first real opponent.",
				"Prepares two threats at once.",
				"Counts who will run out of moves.",
				"Overlooks little.",
				"Plays perfectly where the game is solved.",
			},
			level: func(level int, opt EngineOptions) engine.Engine {
				o := full(opt)
				o.Level = level
				return connect4.New(o)
			},
			alphabeta: func(settings string, opt EngineOptions) (engine.Engine, error) {
				o := full(opt)
				if err := o.Set(settings); err != nil {
					return nil, err
				}
				return connect4.New(o), nil
			},
			mcts: anyMCTS,
		},
	}
}
