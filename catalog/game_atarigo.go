package catalog

import (
	"moyo/game"
	"moyo/game/record/sgf"
	rules "moyo/game/rules/atarigo"
)

func atariGoEntry() entry {
	return entry{
		Game: Game{
			ID: rules.Name, Title: "Atari-Go", Text: "Go's captures and nothing else: the first capture wins.",
			HowToPlay: "Take stones: a stone or chain of stones with no free point beside it (no liberty) is taken, " +
				"and who takes enough first wins. You may not take your own last liberty.",
			Board:  "grid:9",
			Boards: []string{"grid:9", "grid:13", "grid:7", "hex:6", "torus:9x9"},
			Sample: Sample{"grid:7", "D4 E4 D3 C5", "E5 D5 C4 F4"},
			Options: []Option{{
				ID: "captures", Title: "Stones to take", Kind: "number", Default: "1", Min: 1, Max: rules.MaxCaptures, Step: 1, Common: true,
				Text: "Who first has taken so many stones wins.",
			}},
			Presets: []Preset{
				{"first-capture", "First capture", "Seven by seven: the very first game of many Go players.", "atari-go:captures=1", "grid:7"},
				{"room-to-run", "Room to run", "Nine by nine and the first capture.", "atari-go:captures=1", "grid:9"},
				{"five-stones", "Five stones", "Nine by nine until somebody has taken five: giving up one may be worth it.",
					"atari-go:captures=5", "grid:9"},
				{"without-edges", "Without edges", "On a torus no stone is near the edge.", "atari-go:captures=1", "torus:7x7"},
				{"six-liberties", "Six liberties", "Hexagons: a stone has six neighbours, and is hard to take.", "atari-go:captures=1", "hex:4"},
			},
			RecordKind: sgf.Go, // other programs see the moves of a game of Go
		},
		parse: func(params string) (game.Rules, error) { return rules.Parse(params) },
		words: func(o values) (string, []Phrase) {
			return rules.Name, []Phrase{named, phrase("captures", o["captures"])}
		},
		players: anyPlayers([Levels]string{
			"Has just read the rules.",
			"Sees some ataris.",
			"Plays where there are stones.",
			"Never misses a capture, and runs from most.",
			"Looks a few moves ahead.",
			"A first real opponent.",
			"Reads what is near.",
			"Overlooks little on small boards.",
			"Takes its time.",
		}),
	}
}
