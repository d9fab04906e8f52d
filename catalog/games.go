package catalog

import (
	"strings"

	"moyo/game"
)

// Game is a game with the options that its id takes.
type Game struct {
	ID, Title string
	Text      string // what it is about, in a sentence
	Options   []Option
	Presets   []Preset
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

// Preset is a game with all that it takes to begin: the id of the rules and the
// spec of the board.
type Preset struct {
	Title, Text, Rules, Board string
}

// entry is a game with its rules and those who play it.
type entry struct {
	Game
	parse func(params string) (game.Rules, error)
	players
}

// entries are the games in the order in which they are offered.
var entries = []entry{goEntry(), gomokuEntry(), connect4Entry(), captureFiveEntry(), atariGoEntry(), penteEntry(), pentalathEntry()}

// entryOf returns the game of that name.
func entryOf(name string) (*entry, bool) {
	for i := range entries {
		if entries[i].ID == name {
			return &entries[i], true
		}
	}
	return nil, false
}

// nameOf returns the name of the game of an id of rules.
func nameOf(id string) string {
	name, _, _ := strings.Cut(id, ":")
	return name
}

// Rules returns the rules of an id such as "weiqi:komi=7.5,score=area".
func Rules(id string) (game.Rules, error) {
	name, params, _ := strings.Cut(id, ":")
	if e, ok := entryOf(name); ok {
		return e.parse(params)
	}
	var known []string
	for _, e := range entries {
		known = append(known, e.ID)
	}
	return nil, unknown("game", name, known)
}

// Games returns every game.
func Games() []Game {
	games := make([]Game, len(entries))
	for i, e := range entries {
		games[i] = e.Game
	}
	return games
}
