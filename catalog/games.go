package catalog

import (
	"strings"

	"moyo/game"
	"moyo/rules/gomoku"
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
	case weiqi.Name:
		return weiqi.Parse(params)
	case gomoku.Name:
		return gomoku.Parse(params)
	}
	var known []string
	for _, g := range Games() {
		known = append(known, g.ID)
	}
	return nil, unknown("game", name, known)
}

// Games returns every game.
func Games() []Game { return []Game{goGame(), gomokuGame()} }

func goGame() Game {
	return Game{ID: weiqi.Name, Title: "Go", Options: []Option{
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
	}}
}

func gomokuGame() Game {
	return Game{ID: gomoku.Name, Title: "Gomoku", Options: []Option{
		{
			ID: "rule", Title: "Rule", Kind: "choice", Default: "freestyle",
			Text: "Which rows win.",
			Choices: []Choice{
				{"freestyle", "Freestyle", "Five or more in a row win. The simplest; Black has a great advantage."},
				{"standard", "Standard", "Exactly five win; six or more do not."},
				{"renju", "Renju", "Black needs exactly five and may not make two threes, two fours or six at once. White may make anything."},
				{"caro8", "Caro", "Five do not win with an enemy stone at both ends. Six or more always win."},
				{"caro9", "Caro, exactly five", "Five do not win with an enemy stone at both ends. Six or more never win."},
			},
		},
		{
			ID: "opening", Title: "Opening", Kind: "choice", Default: "none",
			Text: "How the first stones are placed, to make up for moving first.",
			Choices: []Choice{
				{"none", "None", "Black begins anywhere."},
				{"swap2", "Swap2", "One player places three stones. The other takes Black, takes White, or places two more and lets the first choose."},
				{"swap", "Swap", "One player places three stones. The other chooses a colour."},
				{"pro", "Pro", "Black begins in the centre, and plays the third stone outside the central 5×5."},
				{"longpro", "Long pro", "Black begins in the centre, and plays the third stone outside the central 7×7."},
				{"soosorv", "Soosõrv-8", "Renju's tournaments: one of 26 openings, a swap, and up to eight offers for the fifth stone."},
				{"taraguchi", "Taraguchi-10", "Renju's tournaments: a chance to swap after each stone, or ten offers for the fifth."},
				{"rif", "RIF", "Renju of old: one of 26 openings, a swap, and two offers for the fifth stone."},
			},
		},
		{
			ID: "n", Title: "In a row", Kind: "number", Default: "5", Min: gomoku.MinN, Max: 9, Step: 1,
			Text: "How many stones in a row win. Renju is always played for five.",
		},
		{
			ID: "forbidden", Title: "Forbidden points", Kind: "choice", Default: "refused",
			Text: "What happens in Renju when Black plays a forbidden point.",
			Choices: []Choice{
				{"refused", "Refused", "The move is not accepted."},
				{"loses", "Loses", "The move is accepted, and loses the game at once."},
			},
		},
	}}
}
