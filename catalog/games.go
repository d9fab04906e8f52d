package catalog

import (
	"slices"
	"strings"

	"moyo/board"
	"moyo/game"
)

// Game is a game with all texts and settings for programs that know no game. The page
// gets it in one message; the terminal and the arena read it from this package.
type Game struct {
	ID, Title string
	Text      string // one sentence on the game
	HowToPlay string // the rules for a player, in a few sentences
	Board     string // spec of the usual board
	// Boards are the specs of the gallery's boards on which the game is offered. The
	// usual board may be missing, and other boards may be tried.
	Boards []string
	// Letters are the coordinate letters that its players use, for display and input.
	Letters  board.Letters
	Sample   Sample
	Options  []Option
	Presets  []Preset
	Variants []Variant
	RuleSets []RuleSet
	Terms    []string // ids of terms that belong especially to this game
	// RecordKind is the number of the game in records (FF[4]'s GM), or 0 if it has none;
	// see [sgf.Game.SetKind].
	RecordKind int
	Traits
}

// Sample is a few stones on a small board, for the game's picture in the list of games.
type Sample struct {
	Board        string // spec
	Black, White string // names of points, separated by spaces
}

// Option is one option of a game. Kind is "number" or "choice".
type Option struct {
	ID, Title, Text string
	Kind            string
	Default         string
	Min, Max, Step  float64 // of a number
	Common          bool    // most players choose it; less common options are hidden at first
	Free            bool    // rated games may use any value; it stays the same game
	GridOnly        bool
	OnStars         bool    // it applies to grids and to boards with star points
	Only, Never     Setting // it applies only if, or does not apply if, another option has this value
	Term            string  // id of the term that explains it, if not the option's or its value's own
	Choices         []Choice
}

// Setting is an option with a value. The zero Setting means no setting.
type Setting struct{ Option, Value string }

// Choice is a value of an option.
type Choice struct {
	Value, Title, Text string
}

// Preset is a game that is ready to start: the id of the rules and the spec of the board.
type Preset struct {
	ID, Title, Text, Rules, Board string
}

// MainPreset returns the preset with the game's own name, or else the first; nil if the
// game has none.
func (g *Game) MainPreset() *Preset {
	if len(g.Presets) == 0 {
		return nil
	}
	own := slices.IndexFunc(g.Presets, func(p Preset) bool { return p.Title == g.Title })
	return &g.Presets[max(own, 0)]
}

// Variant is a set of options with a name of its own.
type Variant struct {
	ID, Title, Rules string // Rules is an id
}

// RuleSet is a set of options that players know by a name. It includes only the options
// in its rules. Its komi is the usual one; players may agree on another.
type RuleSet struct {
	ID, Title string
	Text      string // a description, and where this program differs from it
	Rules     string // an id
}

// entry is a game with its rules and players.
type entry struct {
	Game
	parse func(params string) (game.Rules, error)
	// words returns the id of the game's name with such options, and the rules in words; nil if the game has
	// only one of each
	words func(o values) (string, []Phrase)
	players
}

// entries are the games in the order in which they are offered. If several games offer a
// board, the first is that board's default.
var entries = []entry{
	goEntry(), gomokuEntry(), connect4Entry(), captureFiveEntry(), atariGoEntry(), penteEntry(), pentalathEntry(), noGoEntry(),
}

// entryOf returns the game with that name.
func entryOf(name string) (*entry, bool) {
	for i := range entries {
		if entries[i].ID == name {
			return &entries[i], true
		}
	}
	return nil, false
}

// nameOf returns the name of the game in an id of rules.
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

// GameOf returns the game in an id of rules, or the zero Game if it is unknown.
func GameOf(rules string) Game {
	e, ok := entryOf(nameOf(rules))
	if !ok {
		return Game{}
	}
	return e.complete()
}

// complete fills in what the game's rules report.
func (e *entry) complete() Game {
	g := e.Game
	g.Traits = traitsOf(e.ID)
	return g
}
