package catalog

import (
	"moyo/game"
	rules "moyo/game/rules/nogo"
)

func noGoEntry() entry {
	return entry{
		Game: Game{
			ID: rules.Name, Title: "NoGo", Text: "Go without captures: nothing may be taken, and who has no move left loses.",
			HowToPlay: "Place stones. After each move every stone and chain of stones on the board, of either colour, has to have a free " +
				"point beside it (a liberty): you may neither take the other side's stones nor leave your own without. Nobody may pass, " +
				"and who has no move left loses.",
			Board:  "grid:9",
			Boards: []string{"grid:9", "grid:5", "grid:7", "hex:5", "hex:6", "torus:9x9", "cube:5"},
			Sample: Sample{"grid:5", "A4 B5 D3 E1 C4", "B2 C1 D5 B3 E4"},
			Presets: []Preset{
				{"nogo", "NoGo", "Nine by nine, as in the tournaments of programs.", "nogo", "grid:9"},
				{"first-steps", "First steps", "Five by five: a game of a minute. Black can win.", "nogo", "grid:5"},
				{"short", "Short", "Seven by seven.", "nogo", "grid:7"},
				{"without-edges", "Without edges", "On a torus no point is in a corner.", "nogo", "torus:7x7"},
				{"six-liberties", "Six liberties", "Hexagons: a stone has six neighbours.", "nogo", "hex:5"},
			},
		},
		parse: func(params string) (game.Rules, error) { return rules.Parse(params) },
		players: anyPlayers([Levels]string{
			"Has just read the rules.",
			"Sees the last move, some of the time.",
			"Plays where there are stones.",
			"Never misses the last move.",
			"Looks a few moves ahead.",
			"A first real opponent.",
			"Keeps moves for the end.",
			"Overlooks little on small boards.",
			"Takes its time.",
		}),
	}
}
