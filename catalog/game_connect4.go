package catalog

import (
	"moyo/engine/connect4"
	"moyo/game"
	rules "moyo/game/rules/connect4"
)

func connect4Entry() entry {
	return entry{
		Game: Game{
			ID: rules.Name, Title: "Connect Four", Text: "Stones fall. Four in a row wins, straight or slanting.",
			HowToPlay: "Stones fall to the lowest free point of a column, which is named by its number or letter. " +
				"The first row of enough stones wins, straight or slanting; a full board is a draw.",
			Board:  "grid:7x6",
			Boards: []string{"grid:7x6", "grid:6x5", "grid:9x7"},
			Sample: Sample{"grid:7x6", "D1 D3 C1 E2 B1 E4", "D2 E1 C2 E3 F1 A1"},
			Options: []Option{{
				ID: "n", Title: "In a row", Kind: "number", Default: "4", Min: rules.MinN, Max: rules.MaxN, Step: 1, GridOnly: true,
				Text: "How many stones in a row win.",
			}},
			Presets: []Preset{
				{"connect-four", "Connect Four", "The usual board, seven columns of six. Whoever begins can win, from the middle column alone.",
					"connect4:n=4", "grid:7x6"},
				{"small", "Small", "Six columns of five: a quick game, and a draw if both play well.", "connect4:n=4", "grid:6x5"},
				{"large", "Large", "Nine columns of seven.", "connect4:n=4", "grid:9x7"},
				{"connect-three", "Connect Three", "Five columns of four and three in a row: for the very first games.", "connect4:n=3", "grid:5x4"},
				{"connect-five", "Connect Five", "Nine columns of six and five in a row.", "connect4:n=5", "grid:9x6"},
			},
		},
		parse: func(params string) (game.Rules, error) { return rules.Parse(params) },
		words: func(o values) (string, []Phrase) { return o.numbered("connect"), []Phrase{named, o.inARow()} },
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
			level:     levelsOf(&connect4.Kind),
			alphabeta: searchOf(&connect4.Kind),
			mcts:      anyMCTS,
		},
	}
}
