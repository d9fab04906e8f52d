package catalog

import (
	"moyo/game"
	rules "moyo/game/rules/pentalath"
)

func pentalathEntry() entry {
	return entry{
		Game: Game{
			ID: rules.Name, Title: "Pentalath", Text: "Five in a row on hexagons, with captures as in Go. A computer invented this game.",
			HowToPlay: "Get stones in a row along a line of the board. Stones without an empty point beside them (no liberty) are captured. " +
				"You may not take your own last liberty.",
			Board:  "hex:5",
			Boards: []string{"hex:5", "hex:6"},
			Sample: Sample{"hex:4", "E5 F5 D4 E6", "E4 D5 F4 C5"},
			Options: []Option{{
				ID: "n", Title: "In a row", Kind: "number", Default: "5", Min: rules.MinN, Max: rules.MaxN, Step: 1,
				Text: "How many stones in a row win.",
			}},
			Presets: []Preset{
				{"pentalath", "Pentalath", "A hexagon with five points on each side.", "pentalath:n=5", "hex:5"},
				{"small", "Small", "Four points on each side, and four in a row.", "pentalath:n=4", "hex:4"},
				{"large", "Large", "Six to a side.", "pentalath:n=5", "hex:6"},
			},
		},
		parse: func(params string) (game.Rules, error) { return rules.Parse(params) },
		words: func(o values) (string, []Phrase) { return rules.Name, []Phrase{named, o.inARow()} },
		players: anyPlayers([Levels]string{
			"Has just learned the rules.",
			"Sometimes sees four in a row.",
			"Plays close to other stones.",
			"Never misses a win, and stops most of yours.",
			"Looks a few moves ahead.",
			"A first real opponent.",
			"Captures to break your rows.",
			"Rarely makes a mistake.",
			"Takes its time.",
		}),
	}
}
