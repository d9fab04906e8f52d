package catalog

import (
	"moyo/engine/connect4"
	"moyo/game"
	rules "moyo/game/rules/connect4"
)

func connect4Entry() entry {
	return entry{
		Game: Game{
			ID: rules.Name, Title: "Connect Four", Text: "Stones fall. Four in a row wins, straight or diagonal.",
			HowToPlay: "Choose a column by its number or letter. Your stone falls to the lowest empty point. " +
				"The first player with enough stones in a row wins, straight or diagonal. A full board is a draw.",
			Board:  "grid:7x6",
			Boards: []string{"grid:7x6", "grid:6x5", "grid:9x7"},
			Sample: Sample{"grid:7x6", "D1 D3 C1 E2 B1 E4", "D2 E1 C2 E3 F1 A1"},
			Options: []Option{{
				ID: "n", Title: "In a row", Kind: "number", Default: "4", Min: rules.MinN, Max: rules.MaxN, Step: 1, GridOnly: true,
				Text: "How many stones in a row win.",
			}},
			Presets: []Preset{
				{"connect-four", "Connect Four", "The usual seven columns and six rows. The first player can win, but only from the middle column.",
					"connect4:n=4", "grid:7x6"},
				{"small", "Small", "Six columns and five rows: a quick game, and a draw if both play well.", "connect4:n=4", "grid:6x5"},
				{"large", "Large", "Nine columns and seven rows.", "connect4:n=4", "grid:9x7"},
				{"connect-three", "Connect Three", "Five columns and four rows, three in a row: for your first games.", "connect4:n=3", "grid:5x4"},
				{"connect-five", "Connect Five", "Nine columns and six rows, five in a row.", "connect4:n=5", "grid:9x6"},
			},
		},
		parse: func(params string) (game.Rules, error) { return rules.Parse(params) },
		words: func(o values) (string, []Phrase) { return o.numbered("connect"), []Phrase{named, o.inARow()} },
		players: players{
			analyst: "alphabeta",
			texts: [Levels]string{
				"Has just learned the rules.",
				"Usually sees three in a row.",
				"Never misses a win, but sometimes a threat.",
				"Looks one move ahead.",
				"Looks two moves ahead; a first real opponent.",
				"Sets up two threats at the same time.",
				"Counts which side will run out of safe moves.",
				"Rarely makes a mistake.",
				"Plays perfectly on boards where the game is solved.",
			},
			level:     levelsOf(&connect4.Kind),
			alphabeta: searchOf(&connect4.Kind),
			mcts:      anyMCTS,
		},
	}
}
