package catalog

import (
	"moyo/game"
	rules "moyo/game/rules/pente"
)

func penteEntry() entry {
	return entry{
		Game: Game{
			ID: rules.Name, Title: "Pente", Text: "Five in a row wins. So do ten captured stones, taken two at a time.",
			HowToPlay: "Get five stones in a row, straight or diagonal, or capture ten. You capture exactly two enemy stones when yours " +
				"close them in at both ends. Moving between two enemy stones is safe.",
			Board:  "grid:19",
			Boards: []string{"grid:9", "grid:13", "grid:19", "torus:9x9"},
			Sample: Sample{"grid:9", "E5 F6 D4 E7 G5 C5", "F5 E6 D7 C4 G7"},
			Options: []Option{
				{
					ID: "n", Title: "In a row", Kind: "number", Default: "5", Min: rules.MinN, Max: rules.MaxN, Step: 1,
					Text: "How many stones in a row win.",
				},
				{
					ID: "captures", Title: "Stones to take", Kind: "number", Default: "10",
					Min: rules.MinCaptures, Max: rules.MaxCaptures, Step: 2, Common: true,
					Text: "How many captured stones win the game.",
				},
			},
			Presets: []Preset{
				{"pente", "Pente", "The usual board, nineteen by nineteen.", "pente:n=5,captures=10", "grid:19"},
				{"medium", "Medium", "Thirteen by thirteen.", "pente:n=5,captures=10", "grid:13"},
				{"short", "Short", "Nine by nine, and four captured stones win.", "pente:n=5,captures=4", "grid:9"},
				{"without-edges", "Without edges", "On a torus rows and captures continue over the edges.", "pente:n=5,captures=10", "torus:13x13"},
			},
		},
		parse: func(params string) (game.Rules, error) { return rules.Parse(params) },
		words: func(o values) (string, []Phrase) {
			return rules.Name, []Phrase{named, phrase("row-or-taken", o["n"], o["captures"])}
		},
		players: anyPlayers([Levels]string{
			"Has just learned the rules.",
			"Sometimes sees a four.",
			"Plays close to other stones.",
			"Never misses a win, and stops most of yours.",
			"Looks a few moves ahead.",
			"A first real opponent.",
			"Sets up two threats at the same time.",
			"Rarely makes a mistake on small boards.",
			"Takes its time.",
		}),
	}
}
