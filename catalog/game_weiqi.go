package catalog

import (
	"moyo/engine"
	"moyo/engine/weiqi"
	"moyo/game"
	"moyo/game/record/sgf"
	rules "moyo/game/rules/weiqi"
)

func goEntry() entry {
	return entry{
		Game: Game{
			ID: rules.Name, Title: "Go", Text: "Surround more of the board than your opponent.",
			HowToPlay: "Surround points. A stone or chain of stones with no empty point beside it (no liberty) is captured. " +
				"You may not take your own last liberty, nor repeat an earlier position (ko). " +
				"When no move is worth playing, pass. After two passes the players mark dead stones, and the points are counted.",
			Board: "grid:9",
			Boards: []string{
				"grid:9", "grid:13", "grid:19", "hex:6", "honeycomb:5", "circle:4x16", "torus:9x9", "cylinder:12x7", "mobius:15x5",
				"klein:12x9", "projective:9x9", "sphere:12x8", "geodesic:3", "cube:5", "box:4x4x4",
			},
			Sample:     Sample{"grid:9", "E7 G6 C4 D3 F3 E5", "C6 D6 G4 F4 C3 H5"},
			Options:    goOptions(),
			RuleSets:   goSets(),
			Terms:      []string{"dead", "seki", "territory", "area", "komi", "handicap"},
			RecordKind: sgf.Go,
		},
		parse: func(params string) (game.Rules, error) { return rules.Parse(params) },
		words: goWords,
		players: players{
			analyst: playoutAnalyst,
			judges:  true,
			texts: [Levels]string{
				"Knows the rules, and plays almost any move that looks possible.",
				"Now and then finds a natural move.",
				"Often finds a natural move, but does not look ahead.",
				"Usually finds a natural move, but does not look ahead.",
				"Plays by instinct, seldom far from the best move; a first real opponent.",
				"Plays the best move that it sees at first glance.",
				"Looks a little ahead.",
				"Looks well ahead.",
				"Full strength: takes its time.",
			},
			level: func(level int, opt EngineOptions) engine.Engine {
				o := goSearch(opt)
				o.Level, o.Net, o.NetSearch = level, weiqi.Shipped(), weiqi.ShippedSearch()
				return weiqi.New(o)
			},
			mcts: func(opt EngineOptions) engine.Engine {
				o := goSearch(opt)
				o.Net = opt.Network
				switch {
				case o.Net == nil:
					o.Net, o.NetSearch = weiqi.Shipped(), weiqi.ShippedSearch()
				case opt.Led:
					o.NetSearch = &weiqi.NetSearch{}
				}
				return weiqi.New(o)
			},
		},
	}
}

func goSearch(opt EngineOptions) weiqi.Options {
	return weiqi.Options{Memory: int64(opt.MemoryMB) << 20, Threads: opt.Threads}
}

// playouts returns the search of Go without a network.
func playouts(opt EngineOptions) engine.Engine { return weiqi.New(goSearch(opt)) }

func goOptions() []Option {
	return []Option{
		{
			ID: "komi", Title: "Komi", Kind: "number", Default: "7.5", Min: -100, Max: 100, Step: 0.5, Common: true, Free: true,
			Text: "Points that White gets for moving second. With a half point there is no draw.",
		},
		{
			ID: "handicap", Title: "Handicap", Kind: "number", Default: "0", Min: 0, Max: 9, Step: 1, Common: true, Free: true, OnStars: true,
			Text: "Stones that Black has on the board at the start. White then moves first.",
		},
		{
			ID: "score", Title: "Scoring", Kind: "choice", Default: "area", Common: true, Free: true, Term: "area",
			Text: "How the points are counted at the end.",
			Choices: []Choice{
				{"area", "Area", "Your stones and the points that they surround. Filling your own territory costs nothing: best for beginners."},
				{"territory", "Territory", "The points that you surround, and the stones that you captured."},
			},
		},
		{
			ID: "ko", Title: "Ko", Kind: "choice", Default: "positional", Free: true,
			Text: "Which repeated positions are forbidden.",
			Choices: []Choice{
				{"positional", "Positional superko", "No earlier position of the board may occur again."},
				{"situational", "Situational superko", "No earlier position may occur again with the same player to move."},
				{"natural", "Natural superko", "Players may not bring back a position that their own move made."},
				{"simple", "Simple ko", "A single stone that has just captured one stone may not be recaptured immediately."},
			},
		},
		{
			ID: "suicide", Title: "Suicide", Kind: "choice", Default: "no", Free: true,
			Text: "Whether a move may take the last liberty of your own stones.",
			Choices: []Choice{
				{"no", "Not allowed", ""},
				{"yes", "Allowed", "Your stones without liberties are removed."},
			},
		},
	}
}

// goWords returns the scoring, komi and handicap, and each other option that is not the
// usual one.
func goWords(o values) (string, []Phrase) {
	return rules.Name, []Phrase{
		phrase(o["score"]), phrase("komi", o["komi"]), phrase("handicap", o["handicap"]).when(o.number("handicap") > 0),
		o.ko(), phrase("suicide").when(o["suicide"] == "yes"),
	}
}
