package catalog

import (
	"moyo/game"
	rules "moyo/game/rules/pentalath"
)

func pentalathEntry() entry {
	return entry{
		Game: Game{
			ID: rules.Name, Title: "Pentalath", Text: "Five in a row on hexagons, with the captures of Go. Invented by a computer.",
			HowToPlay: "Get stones in a row along a line of the board. Stones without a free point beside them (no liberty) are taken. " +
				"You may not take your own last liberty.",
			Board:  "hex:5",
			Boards: []string{"hex:5", "hex:6"},
			Sample: Sample{"hex:4", "E5 F5 D4 E6", "E4 D5 F4 C5"},
			Options: []Option{{
				ID: "n", Title: "In a row", Kind: "number", Default: "5", Min: rules.MinN, Max: rules.MaxN, Step: 1,
				Text: "How many stones in a row win.",
			}},
			Presets: []Preset{
				{"pentalath", "Pentalath", "A hexagon of five to a side.", "pentalath:n=5", "hex:5"},
				{"small", "Small", "Four to a side, and four in a row.", "pentalath:n=4", "hex:4"},
				{"large", "Large", "Six to a side.", "pentalath:n=5", "hex:6"},
			},
		},
		parse: func(params string) (game.Rules, error) { return rules.Parse(params) },
		words: func(o values) (string, []Phrase) { return rules.Name, []Phrase{named, o.inARow()} },
		players: anyPlayers([Levels]string{
			"Has just read the rules.",
			"Sees four in a row, some of the time.",
			"Plays where there are stones.",
			"Never misses a win, and stops most of yours.",
			"Looks a few moves ahead.",
			"A first real opponent.",
			"Captures to break your rows.",
			"Overlooks little.",
			"Takes its time.",
		}),
	}
}
