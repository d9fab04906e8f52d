package catalog

import (
	"slices"
	"strings"

	"moyo/board"
	"moyo/game"
)

// Game is a game with all that is said of it by programs that know no game: the
// page gets it in one message, the terminal and the arena ask for it here.
type Game struct {
	ID, Title string
	Text      string // what it is about, in a sentence
	HowToPlay string // the rules for a player, in a paragraph of a few sentences
	Board     string // spec of the usual board
	// Boards are the specs of the gallery's boards that it is offered on, the usual
	// one among them or not; others may be tried.
	Boards []string
	// Letters are those that its players write: they are what people see and type.
	Letters  board.Letters
	Sample   Sample
	Options  []Option
	Presets  []Preset
	Variants []Variant
	RuleSets []RuleSet
	Terms    []string // ids of words that belong to this game more than to others
	// RecordKind is the number of the game in records (FF[4]'s GM), 0 where it has
	// none; see [sgf.Game.SetKind].
	RecordKind int
	Traits
}

// Sample is a few stones on a small board: the picture that a game is chosen by.
type Sample struct {
	Board        string // spec
	Black, White string // names of points, a space between them
}

// Option is one option of a game. Kind is "number" or "choice".
type Option struct {
	ID, Title, Text string
	Kind            string
	Default         string
	Min, Max, Step  float64 // of a number
	Common          bool    // most players choose it; the others are folded away where there are any such
	Free            bool    // a rated game may have any value of it: it stays the same game
	GridOnly        bool
	OnStars         bool    // it counts on grids, and where somebody drew points for it
	Only, Never     Setting // it counts only, or does not count, where another option has that value
	Term            string  // id of the term that explains it, where that is not the option's or its value's own
	Choices         []Choice
}

// Setting is an option with a value; the zero Setting is none.
type Setting struct{ Option, Value string }

// Choice is a value of an option.
type Choice struct {
	Value, Title, Text string
}

// Preset is a game with all that it takes to begin: the id of the rules and the
// spec of the board.
type Preset struct {
	ID, Title, Text, Rules, Board string
}

// MainPreset returns the preset that the game is known by: the one of its own name,
// or else the first; nil where there is none.
func (g *Game) MainPreset() *Preset {
	if len(g.Presets) == 0 {
		return nil
	}
	own := slices.IndexFunc(g.Presets, func(p Preset) bool { return p.Title == g.Title })
	return &g.Presets[max(own, 0)]
}

// Variant is a set of options under which a game goes by a name of its own.
type Variant struct {
	ID, Title, Rules string // Rules is an id
}

// RuleSet is a set of options that players know by a name. It says nothing of the
// options that its rules leave out; komi is what is usual with it, and players agree
// on another as they like.
type RuleSet struct {
	ID, Title string
	Text      string // what it is, and where the game here differs from it
	Rules     string // an id
}

// entry is a game with its rules and those who play it.
type entry struct {
	Game
	parse func(params string) (game.Rules, error)
	// words returns the id of the name that the game has by rules with such options, and the rules in words;
	// nil where the game has but one of each
	words func(o values) (string, []Phrase)
	players
}

// entries are the games in the order in which they are offered. Of several that
// are offered on a board, the first is what the board is taken to be for.
var entries = []entry{
	goEntry(), gomokuEntry(), connect4Entry(), captureFiveEntry(), atariGoEntry(), penteEntry(), pentalathEntry(), noGoEntry(),
}

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
	for i := range entries {
		games[i] = entries[i].complete()
	}
	return games
}

// GameOf returns the game that an id of rules is of; the zero Game where there is
// none of that name.
func GameOf(rules string) Game {
	e, ok := entryOf(nameOf(rules))
	if !ok {
		return Game{}
	}
	return e.complete()
}

// complete returns the game with what its rules say of it.
func (e *entry) complete() Game {
	g := e.Game
	g.Traits = traitsOf(e.ID)
	return g
}
