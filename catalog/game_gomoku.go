package catalog

import (
	"moyo/board"
	"moyo/engine/gomoku"
	"moyo/game"
	"moyo/game/record/sgf"
	rules "moyo/game/rules/gomoku"
)

func gomokuEntry() entry {
	return entry{
		Game: Game{
			ID: rules.Name, Title: "Gomoku", Text: "Five in a row wins. Renju and Caro are variants.",
			HowToPlay: "Get stones in a row, straight or diagonal. Stones never leave the board. The rules named beside the board decide what " +
				"counts as a row, which moves are forbidden for Black, and how the game opens. During an opening the game tells you what to do; " +
				"type what you choose.",
			Board: "grid:15",
			Boards: []string{
				"grid:19", "grid:15", "grid:20", Endless, "torus:15x15", "cylinder:15x15", "mobius:21x9", "cube:7",
			},
			Letters: board.AllLetters,
			Sample:  Sample{"grid:9", "D4 E5 C3 F4 D6 E3", "F6 B2 E4 D3 G4"},
			Options: gomokuOptions(),
			Variants: []Variant{
				{"freestyle", "Gomoku, freestyle", "gomoku"},
				{"standard", "Gomoku, exactly five", "gomoku:rule=standard"},
				{"renju", "Renju", "gomoku:rule=renju"},
				{"caro", "Caro", "gomoku:rule=caro8"},
			},
			Terms:      []string{"row", "three", "four", "forbidden", "swap2", "vcf"},
			RecordKind: sgf.Gomoku,
		},
		parse: func(params string) (game.Rules, error) { return rules.Parse(params) },
		words: gomokuWords,
		players: players{
			analyst: "alphabeta",
			texts: [Levels]string{
				"Has just learned the rules.",
				"Usually sees a four.",
				"Answers open threes when it sees them.",
				"Looks one move ahead.",
				"Looks two moves ahead; a first real opponent.",
				"Combines threes and fours.",
				"Finds wins by fours.",
				"Rarely makes a mistake.",
				"Full strength: takes its time.",
			},
			level:     levelsOf(&gomoku.Kind),
			alphabeta: searchOf(&gomoku.Kind),
			mcts:      anyMCTS,
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
	renju := Setting{"rule", "renju"}
	return []Option{
		{
			ID: "rule", Title: "Rule", Kind: "choice", Default: "freestyle", Common: true, Free: true,
			Text: "Which rows win.",
			Choices: []Choice{
				{"freestyle", "Freestyle", "Five or more in a row win. The simplest rule, with a great advantage for Black."},
				{"standard", "Standard", "Exactly five win; six or more do not."},
				{"renju", "Renju", "Black needs exactly five and may not make two threes, two fours or six with one move. White has no such limits."},
				{"caro8", "Caro", "Five do not win between two enemy stones. Six or more always win."},
				{"caro9", "Caro, exactly five", "Five do not win between two enemy stones. Six or more never win."},
			},
		},
		{
			ID: "opening", Title: "Opening", Kind: "choice", Default: "none", Common: true, Free: true,
			Text: "How the first stones are placed, so that moving first is no advantage.",
			Choices: []Choice{
				{"none", "None", "Black begins anywhere."},
				{"swap2", "Swap2", "One player places three stones. The other takes Black, takes White, or adds two more and lets the first choose."},
				{"swap", "Swap", "One player places three stones. The other chooses a colour."},
				{"pro", "Pro", "Black starts in the centre and plays the third stone outside the central 5×5."},
				{"longpro", "Long pro", "Black starts in the centre and plays the third stone outside the central 7×7."},
				{"soosorv", "Soosõrv-8", "For Renju tournaments: one of 26 openings, a swap, and up to eight offers for the fifth stone."},
				{"taraguchi", "Taraguchi-10", "For Renju tournaments: a chance to swap after each stone, or ten offers for the fifth."},
				{"rif", "RIF", "The older Renju opening: one of 26 openings, a swap, and two offers for the fifth stone."},
			},
		},
		{
			ID: "n", Title: "In a row", Kind: "number", Default: "5", Min: rules.MinN, Max: 9, Step: 1, Never: renju,
			Text: "How many stones in a row win. Renju always needs five.",
		},
		{
			ID: "forbidden", Title: "Forbidden points", Kind: "choice", Default: "refused", Only: renju, Free: true,
			Text: "What happens when Black plays a forbidden point in Renju.",
			Choices: []Choice{
				{"refused", "Refused", "The move is not allowed."},
				{"loses", "Loses", "The move is allowed, but Black loses the game immediately."},
			},
		},
	}
}

func gomokuWords(o values) (string, []Phrase) {
	name := rules.Name
	switch o["rule"] {
	case "renju":
		name = "renju"
	case "caro8", "caro9":
		name = "caro"
	}
	return name, []Phrase{
		phrase("gomoku-" + o["rule"]), o.inARow().when(o["n"] != "5"), phrase("opening-" + o["opening"]).when(o["opening"] != "none"),
	}
}
