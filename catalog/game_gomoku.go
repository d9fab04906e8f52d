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
			ID: rules.Name, Title: "Gomoku", Text: "Five in a row wins. Renju and Caro are kin.",
			HowToPlay: "Get stones in a row, straight or slanting. Stones stay where they are. What counts as a row, what Black may not " +
				"play and how the game opens depends on the rules named beside the board; in an opening you are told what to do, and type " +
				"what you choose.",
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
				{"freestyle", "Freestyle", "Five or more in a row win. The simplest; Black has a great advantage."},
				{"standard", "Standard", "Exactly five win; six or more do not."},
				{"renju", "Renju", "Black needs exactly five and may not make two threes, two fours or six at once. White may make anything."},
				{"caro8", "Caro", "Five do not win with an enemy stone at both ends. Six or more always win."},
				{"caro9", "Caro, exactly five", "Five do not win with an enemy stone at both ends. Six or more never win."},
			},
		},
		{
			ID: "opening", Title: "Opening", Kind: "choice", Default: "none", Common: true, Free: true,
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
			ID: "n", Title: "In a row", Kind: "number", Default: "5", Min: rules.MinN, Max: 9, Step: 1, Never: renju,
			Text: "How many stones in a row win. Renju is always played for five.",
		},
		{
			ID: "forbidden", Title: "Forbidden points", Kind: "choice", Default: "refused", Only: renju, Free: true,
			Text: "What happens in Renju when Black plays a forbidden point.",
			Choices: []Choice{
				{"refused", "Refused", "The move is not accepted."},
				{"loses", "Loses", "The move is accepted, and loses the game at once."},
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
