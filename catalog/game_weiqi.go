package catalog

import (
	"moyo/engine"
	"moyo/engine/eval/weiqi"
	"moyo/game"
	rules "moyo/rules/weiqi"
)

func goEntry() entry {
	full := func(opt EngineOptions) weiqi.Options {
		return weiqi.Options{Memory: int64(opt.MemoryMB) << 20, Threads: opt.Threads}
	}
	return entry{
		Game: Game{
			ID: rules.Name, Title: "Go", Text: "Surround more of the board than your opponent.",
			Options: goOptions(),
		},
		parse: func(params string) (game.Rules, error) { return rules.Parse(params) },
		players: players{
			analyst: "mcts",
			texts: [Levels]string{
				"Has just read the rules.",
				"Sees its neighbours, forgets its ataris.",
				"Saves a stone in atari, most of the time.",
				"Captures what can be captured.",
				"Reads a little; a first real opponent.",
				"Punishes loose play.",
				"Reads ladders and fights back.",
				"Strong on small boards.",
				"Full strength: takes its time.",
			},
			level: func(level int, opt EngineOptions) engine.Engine {
				o := full(opt)
				o.Level = level
				return weiqi.New(o)
			},
			mcts: func(opt EngineOptions) engine.Engine { return weiqi.New(full(opt)) },
		},
	}
}

func goOptions() []Option {
	return []Option{
		{
			ID: "komi", Title: "Komi", Kind: "number", Default: "7.5", Min: -100, Max: 100, Step: 0.5,
			Text: "Points that White gets for moving second. With a half point there is no draw.",
		},
		{
			ID: "handicap", Title: "Handicap", Kind: "number", Default: "0", Min: 0, Max: 9, Step: 1, GridOnly: true,
			Text: "Stones that Black has on the board at the start; White then moves first.",
		},
		{
			ID: "score", Title: "Scoring", Kind: "choice", Default: "area",
			Text: "How the end is counted.",
			Choices: []Choice{
				{"area", "Area", "Your stones and the points that they surround. Filling your own points costs nothing: best for beginners."},
				{"territory", "Territory", "The points that you surround, and the stones that you took."},
			},
		},
		{
			ID: "ko", Title: "Ko", Kind: "choice", Default: "positional",
			Text: "Which repetitions are forbidden.",
			Choices: []Choice{
				{"positional", "Positional superko", "No earlier picture of the board may come again."},
				{"situational", "Situational superko", "No earlier picture may come again with the same side to move."},
				{"natural", "Natural superko", "No player may bring back a picture that they made themselves."},
				{"simple", "Simple ko", "A single stone that has just taken one may not be taken back at once."},
			},
		},
		{
			ID: "suicide", Title: "Suicide", Kind: "choice", Default: "no",
			Text: "Whether a move may take the last liberty of one's own stones.",
			Choices: []Choice{
				{"no", "Not allowed", ""},
				{"yes", "Allowed", "The stones without liberties are taken off."},
			},
		},
	}
}
