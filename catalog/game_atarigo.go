package catalog

import (
	"moyo/game"
	"moyo/game/record/sgf"
	rules "moyo/game/rules/atarigo"
)

func atariGoEntry() entry {
	return entry{
		Game: Game{
			ID: rules.Name, Title: "Atari-Go", Text: "Capture to win, as in Go: the first capture decides the game.",
			HowToPlay: "Capture stones. A stone or chain of stones is captured when it has no empty point beside it (no liberty). " +
				"The first player to capture enough stones wins. You may not take your own last liberty.",
			Board:  "grid:9",
			Boards: []string{"grid:9", "grid:13", "grid:7", "hex:6", "torus:9x9"},
			Sample: Sample{"grid:7", "D4 E4 D3 C5", "E5 D5 C4 F4"},
			Options: []Option{{
				ID: "captures", Title: "Stones to take", Kind: "number", Default: "1", Min: 1, Max: rules.MaxCaptures, Step: 1, Common: true,
				Text: "How many captured stones win the game.",
			}},
			Presets: []Preset{
				{"first-capture", "First capture", "Seven by seven. Many Go players start with this game.", "atari-go:captures=1", "grid:7"},
				{"room-to-run", "Room to run", "Nine by nine, and the first capture wins.", "atari-go:captures=1", "grid:9"},
				{"five-stones", "Five stones", "Nine by nine, and five captures win: sacrificing a stone may pay off.",
					"atari-go:captures=5", "grid:9"},
				{"without-edges", "Without edges", "On a torus there is no edge.", "atari-go:captures=1", "torus:7x7"},
				{"six-liberties", "Six liberties", "Hexagons: a stone has six neighbours, so it is hard to capture.", "atari-go:captures=1", "hex:4"},
			},
			RecordKind: sgf.Go, // to other programs the moves are a game of Go
		},
		parse: func(params string) (game.Rules, error) { return rules.Parse(params) },
		words: func(o values) (string, []Phrase) {
			return rules.Name, []Phrase{named, phrase("captures", o["captures"])}
		},
		players: anyPlayers([Levels]string{
			"Has just learned the rules.",
			"Sees some ataris.",
			"Plays close to other stones.",
			"Never misses a capture, and escapes from most.",
			"Looks a few moves ahead.",
			"A first real opponent.",
			"Reads out local fights.",
			"Rarely makes a mistake on small boards.",
			"Takes its time.",
		}),
	}
}
