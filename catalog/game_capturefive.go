package catalog

import (
	"moyo/engine"
	"moyo/engine/capturefive"
	"moyo/engine/mcts"
	"moyo/game"
	rules "moyo/game/rules/capturefive"
)

func captureFiveEntry() entry {
	return entry{
		Game: Game{
			ID: rules.Name, Title: "Capture Five", Text: "Five in a row wins, and stones are captured as in Go.",
			HowToPlay: "Get stones in a row along a line of the board. Stones without a free point beside them (no liberty) are taken, " +
				"as in Go: a row can be broken by taking it. You may not take your own last liberty, nor bring back an earlier position (ko).",
			Board:   "grid:9",
			Boards:  []string{"grid:9", "grid:13", "grid:5", "grid:7", "hex:6", "torus:9x9", "cube:5"},
			Sample:  Sample{"grid:9", "C5 D5 E5 F5 E3 D7", "B5 D6 E6 C4 E4 G6"},
			Options: captureFiveOptions(),
			Presets: []Preset{
				{"first-steps", "First steps", "Five by five and four in a row: a game of a few minutes.", "capturefive:n=4", "grid:5"},
				{"short", "Short", "Seven by seven and four in a row: room for captures.", "capturefive:n=4", "grid:7"},
				{"capture-five", "Capture Five", "Nine by nine and five in a row: the usual game.", "capturefive:n=5", "grid:9"},
				{"large", "Large", "Thirteen by thirteen and five in a row.", "capturefive:n=5", "grid:13"},
				{"without-edges", "Without edges", "Nine by nine on a torus: rows run over the edges.", "capturefive:n=5", "torus:9x9"},
				{"robogo-2022", "Robogo 2022", "The game of one of moyo's founding documents as it was built: four in a row, and nothing is captured.",
					"capturefive:n=4,captures=no", "grid:5"},
			},
		},
		parse: func(params string) (game.Rules, error) { return rules.Parse(params) },
		words: captureFiveWords,
		players: players{
			analyst: "alphabeta",
			texts: [Levels]string{
				"Has just read the rules.",
				"Sees four in a row, most of the time.",
				"Never misses a win, sometimes an atari.",
				"Captures what can be captured.",
				"Looks two moves ahead; a first real opponent.",
				"Prepares two threats at once.",
				"Captures to break your rows.",
				"Overlooks little.",
				"Plays perfectly where the game is solved.",
			},
			level:     levelsOf(&capturefive.Kind),
			alphabeta: searchOf(&capturefive.Kind),
			mcts: func(opt EngineOptions) engine.Engine {
				return capturefive.NewMCTS(mcts.Options{Memory: int64(opt.MemoryMB) << 20, Threads: opt.Threads})
			},
			instead: func(pos game.Position) string {
				if !capturefive.Plays(pos) {
					return "random"
				}
				return ""
			},
		},
	}
}

func captureFiveOptions() []Option {
	return []Option{
		{
			ID: "n", Title: "In a row", Kind: "number", Default: "5", Min: rules.MinN, Max: rules.MaxN, Step: 1,
			Text: "How many stones in a row win.",
		},
		{
			ID: "lines", Title: "Lines", Kind: "choice", Default: "orthogonal", Common: true,
			Text: "Along which lines a row counts.",
			Choices: []Choice{
				{"orthogonal", "Straight", "Rows and columns, along which stones are connected as well."},
				{"all", "Diagonals too", "Slanting rows win too. Attacking becomes much easier."},
			},
		},
		{
			ID: "ko", Title: "Ko", Kind: "choice", Default: "positional",
			Text: "Which repetitions are forbidden.",
			Choices: []Choice{
				{"positional", "Positional superko", "No earlier picture of the board may come again."},
				{"situational", "Situational superko", "No earlier picture may come again with the same side to move."},
				{"simple", "Simple ko", "A single stone that has just taken one may not be taken back at once."},
			},
		},
		{
			ID: "pass", Title: "Passing", Kind: "choice", Default: "no",
			Text: "Whether a turn may be passed.",
			Choices: []Choice{
				{"no", "Not allowed", "Who is to move and cannot place a stone makes the game a draw."},
				{"yes", "Allowed", "Two passes in a row make the game a draw."},
			},
		},
		{
			ID: "captures", Title: "Captures", Kind: "choice", Default: "yes", Common: true,
			Text: "Whether stones without liberties are taken off the board.",
			Choices: []Choice{
				{"yes", "As in Go", "A stone, or several connected ones, with no free point beside them are taken off."},
				{"no", "None", "Stones stay where they are. A full board is a draw."},
			},
		},
	}
}

func captureFiveWords(o values) (string, []Phrase) {
	name := o.numbered("capture")
	if o["captures"] == "no" {
		name = "robogo"
	}
	return name, []Phrase{
		named, o.inARow(), phrase("diagonals").when(o["lines"] == "all"), phrase("no-captures").when(o["captures"] == "no"),
		o.ko(), phrase("passing").when(o["pass"] == "yes"),
	}
}
