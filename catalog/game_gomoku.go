package catalog

import (
	"moyo/engine"
	"moyo/engine/eval/gomoku"
	"moyo/game"
	rules "moyo/rules/gomoku"
)

func gomokuEntry() entry {
	full := func(opt EngineOptions) gomoku.Options {
		return gomoku.Options{Memory: int64(opt.MemoryMB) << 20, Threads: opt.Threads}
	}
	return entry{
		Game: Game{
			ID: rules.Name, Title: "Gomoku", Text: "Five in a row wins. Renju and Caro are kin.",
			Options: gomokuOptions(),
		},
		parse: func(params string) (game.Rules, error) { return rules.Parse(params) },
		players: players{
			analyst: "alphabeta",
			texts: [Levels]string{
				"Has just read the rules.",
				"Sees a four, most of the time.",
				"Answers open threes when it sees them.",
				"Looks one move ahead.",
				"Looks two moves ahead; a first real opponent.",
				"Combines threes and fours.",
				"Finds wins by fours.",
				"Overlooks little.",
				"Full strength: takes its time.",
			},
			level: func(level int, opt EngineOptions) engine.Engine {
				o := full(opt)
				o.Level = level
				return gomoku.New(o)
			},
			alphabeta: func(settings string, opt EngineOptions) (engine.Engine, error) {
				o := full(opt)
				if err := o.Set(settings); err != nil {
					return nil, err
				}
				return gomoku.New(o), nil
			},
			mcts: anyMCTS,
			instead: func(pos game.Position) string {
				if p, ok := pos.(*rules.Position); ok && !gomoku.Plays(p.Options()) {
					return "negascout-2023"
				}
				return ""
			},
		},
	}
}

func gomokuOptions() []Option {
	return []Option{
		{
			ID: "rule", Title: "Rule", Kind: "choice", Default: "freestyle",
			Text: "Which rows win.",
			Choices: []Choice{
				{"freestyle", "Freestyle", "Five or more in a row win. The simplest; Black has a great advantage."},
				{"standard", "Standard", "Exactly five win; six or more do not."},
				{"renju", "Renju", "Black needs exactly five and may not make two threes, two fours or six at once. White may make anything."},
				{"caro8", "Caro", "Five do not win with an enemy stone at both ends. Six or more always win."},
				{"caro9", "Caro, exactly five", "Five do not win with an enemy stone at both ends. Six or more never win."},
			},
		},
		{
			ID: "opening", Title: "Opening", Kind: "choice", Default: "none",
			Text: "How the first stones are placed, to make up for moving first.",
			Choices: []Choice{
				{"none", "None", "Black begins anywhere."},
				{"swap2", "Swap2", "One player places three stones. The other takes Black, takes White, or places two more and lets the first choose."},
				{"swap", "Swap", "One player places three stones. The other chooses a colour."},
				{"pro", "Pro", "Black begins in the centre, and plays the third stone outside the central 5×5."},
				{"longpro", "Long pro", "Black begins in the centre, and plays the third stone outside the central 7×7."},
				{"soosorv", "Soosõrv-8", "Renju's tournaments: one of 26 openings, a swap, and up to eight offers for the fifth stone."},
				{"taraguchi", "Taraguchi-10", "Renju's tournaments: a chance to swap after each stone, or ten offers for the fifth."},
				{"rif", "RIF", "Renju of old: one of 26 openings, a swap, and two offers for the fifth stone."},
			},
		},
		{
			ID: "n", Title: "In a row", Kind: "number", Default: "5", Min: rules.MinN, Max: 9, Step: 1,
			Text: "How many stones in a row win. Renju is always played for five.",
		},
		{
			ID: "forbidden", Title: "Forbidden points", Kind: "choice", Default: "refused",
			Text: "What happens in Renju when Black plays a forbidden point.",
			Choices: []Choice{
				{"refused", "Refused", "The move is not accepted."},
				{"loses", "Loses", "The move is accepted, and loses the game at once."},
			},
		},
	}
}
