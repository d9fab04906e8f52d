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
			HowToPlay: "Get stones in a row along a line of the board. Stones without an empty point beside them (no liberty) are captured, " +
				"as in Go, so you can break a row by capturing it. You may not take your own last liberty, nor repeat an earlier position (ko).",
			Board:   "grid:9",
			Boards:  []string{"grid:9", "grid:13", "grid:5", "grid:7", "hex:6", "torus:9x9", "cube:5"},
			Sample:  Sample{"grid:9", "C5 D5 E5 F5 E3 D7", "B5 D6 E6 C4 E4 G6"},
			Options: captureFiveOptions(),
			Presets: []Preset{
				{"first-steps", "First steps", "Five by five and four in a row: a game of a few minutes.", "capturefive:n=4", "grid:5"},
				{"short", "Short", "Seven by seven and four in a row: room for captures.", "capturefive:n=4", "grid:7"},
				{"capture-five", "Capture Five", "Nine by nine and five in a row: the usual game.", "capturefive:n=5", "grid:9"},
				{"large", "Large", "Thirteen by thirteen and five in a row.", "capturefive:n=5", "grid:13"},
				{"without-edges", "Without edges", "Nine by nine on a torus: rows continue over the edges.", "capturefive:n=5", "torus:9x9"},
				{"robogo-2022", "Robogo 2022", "The original game from one of moyo's founding documents: four in a row, without captures.",
					"capturefive:n=4,captures=no", "grid:5"},
			},
		},
		parse: func(params string) (game.Rules, error) { return rules.Parse(params) },
		words: captureFiveWords,
		players: players{
			analyst: "alphabeta",
			texts: [Levels]string{
				"Has just learned the rules.",
				"Usually sees four in a row.",
				"Never misses a win, but sometimes an atari.",
				"Captures whatever it can.",
				"Looks two moves ahead; a first real opponent.",
				"Sets up two threats at the same time.",
				"Captures to break your rows.",
				"Rarely makes a mistake.",
				"Plays perfectly on boards where the game is solved.",
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
			Text: "Which directions count for a row.",
			Choices: []Choice{
				{"orthogonal", "Straight", "Rows and columns only, the lines that also connect stones."},
				{"all", "Diagonals too", "Diagonal rows win too. This makes attacking much easier."},
			},
		},
		{
			ID: "ko", Title: "Ko", Kind: "choice", Default: "positional",
			Text: "Which repeated positions are forbidden.",
			Choices: []Choice{
				{"positional", "Positional superko", "No earlier position of the board may occur again."},
				{"situational", "Situational superko", "No earlier position may occur again with the same player to move."},
				{"simple", "Simple ko", "A single stone that has just captured one stone may not be recaptured immediately."},
			},
		},
		{
			ID: "pass", Title: "Passing", Kind: "choice", Default: "no",
			Text: "Whether players may pass.",
			Choices: []Choice{
				{"no", "Not allowed", "If the player to move cannot place a stone, the game is a draw."},
				{"yes", "Allowed", "Two passes in a row make the game a draw."},
			},
		},
		{
			ID: "captures", Title: "Captures", Kind: "choice", Default: "yes", Common: true,
			Text: "Whether stones without liberties are removed from the board.",
			Choices: []Choice{
				{"yes", "As in Go", "A stone or connected group with no empty point beside it is removed."},
				{"no", "None", "Stones never leave the board. A full board is a draw."},
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
