package catalog

import (
	"strings"

	"moyo/game"
	"moyo/rules/weiqi"
)

// Game is a game with the options that its id takes.
type Game struct {
	ID      string
	Title   string
	Options []Option
}

// Option is one option of a game. Kind is "number" or "choice".
type Option struct {
	ID, Title, Text string
	Kind            string
	Default         string
	Min, Max, Step  float64 // of a number
	GridOnly        bool
	Choices         []Choice
}

// Choice is a value of an option.
type Choice struct {
	Value, Title, Text string
}

// Rules returns the rules of an id such as "weiqi:komi=7.5,score=area".
func Rules(id string) (game.Rules, error) {
	name, params, _ := strings.Cut(id, ":")
	switch name {
	case "weiqi":
		return weiqi.Parse(params)
	}
	var known []string
	for _, g := range Games() {
		known = append(known, g.ID)
	}
	return nil, unknown("game", name, known)
}

// Games returns every game.
func Games() []Game {
	return []Game{{ID: "weiqi", Title: "Go", Options: []Option{
		{
			ID: "komi", Title: "Komi", Kind: "number", Default: "7.5", Min: -100, Max: 100, Step: 0.5,
			Text: "Points that White gets for moving second. With a half point there is no draw.",
		},
		{
			ID: "handicap", Title: "Handicap", Kind: "number", Default: "0", Min: 0, Max: 9, Step: 1, GridOnly: true,
			Text: "Stones that Black has on the board at the start; White then moves first.",
		},
		{
			ID: "score", Title: "Scoring", Kind: "choice", Default: "area",
			Text: "How the end is counted.",
			Choices: []Choice{
				{"area", "Area", "Your stones and the points that they surround. Filling your own points costs nothing: best for beginners."},
				{"territory", "Territory", "The points that you surround, and the stones that you took."},
			},
		},
		{
			ID: "ko", Title: "Ko", Kind: "choice", Default: "positional",
			Text: "Which repetitions are forbidden.",
			Choices: []Choice{
				{"positional", "Positional superko", "No earlier picture of the board may come again."},
				{"situational", "Situational superko", "No earlier picture may come again with the same side to move."},
				{"natural", "Natural superko", "No player may bring back a picture that they made themselves."},
				{"simple", "Simple ko", "A single stone that has just taken one may not be taken back at once."},
			},
		},
		{
			ID: "suicide", Title: "Suicide", Kind: "choice", Default: "no",
			Text: "Whether a move may take the last liberty of one's own stones.",
			Choices: []Choice{
				{"no", "Not allowed", ""},
				{"yes", "Allowed", "The stones without liberties are taken off."},
			},
		},
	}}}
}
