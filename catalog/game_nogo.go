package catalog

import (
	"moyo/game"
	rules "moyo/game/rules/nogo"
)

func noGoEntry() entry {
	return entry{
		Game: Game{
			ID: rules.Name, Title: "NoGo", Text: "Go without captures: if you have no legal move, you lose.",
			HowToPlay: "Place stones so that every chain on the board, of either colour, keeps an empty point beside it (a liberty). " +
				"You may neither capture stones nor take your own last liberty. Passing is not allowed. " +
				"The first player without a legal move loses.",
			Board:  "grid:9",
			Boards: []string{"grid:9", "grid:5", "grid:7", "hex:5", "hex:6", "torus:9x9", "cube:5"},
			Sample: Sample{"grid:5", "A4 B5 D3 E1 C4", "B2 C1 D5 B3 E4"},
			Presets: []Preset{
				{"nogo", "NoGo", "Nine by nine, as in computer tournaments.", "nogo", "grid:9"},
				{"first-steps", "First steps", "Five by five: a one-minute game. Black can win.", "nogo", "grid:5"},
				{"short", "Short", "Seven by seven.", "nogo", "grid:7"},
				{"without-edges", "Without edges", "On a torus there are no corners.", "nogo", "torus:7x7"},
				{"six-liberties", "Six liberties", "Hexagons: a stone has six neighbours.", "nogo", "hex:5"},
			},
		},
		parse: func(params string) (game.Rules, error) { return rules.Parse(params) },
		players: anyPlayers([Levels]string{
			"Has just learned the rules.",
			"Sometimes sees a winning move.",
			"Plays close to other stones.",
			"Never misses a move that wins at once.",
			"Looks a few moves ahead.",
			"A first real opponent.",
			"Saves safe moves for the end.",
			"Rarely makes a mistake on small boards.",
			"Takes its time.",
		}),
	}
}
