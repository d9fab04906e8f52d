package server

import (
	"moyo/server/base/wire"
	"moyo/server/share/boards"
)

// What can be chosen for a game.

// Catalog is the answer of GET /api/catalog: what can be chosen, and all that is
// said of the games.
type Catalog struct {
	Boards  []boards.BoardEntry `json:"boards"`
	Engines []wire.EngineEntry  `json:"engines"`
	Games   []GameEntry         `json:"games"`
	Terms   []string            `json:"terms" ts:"TermID"` // the glossary
	Version string              `json:"version"`
}

// GameEntry is a game with its options, ways to begin it that are chosen at once,
// and what else a page that knows no game has to know of it.
type GameEntry struct {
	ID         string       `json:"id" ts:"GameID"` // "weiqi"
	Title      string       `json:"title"`
	Text       string       `json:"text"`       // what it is about, in a sentence
	HowToPlay  string       `json:"howToPlay"`  // the rules for a player, in a paragraph
	Board      string       `json:"board"`      // spec of the usual board
	Sample     Sample       `json:"sample"`     // a picture of the game
	NeedsLines bool         `json:"needsLines"` // it is played only on boards with Lines
	Falls      bool         `json:"falls"`      // stones fall
	Letters    string       `json:"letters"`    // "all" where its players name columns by all letters, "" where they leave out I
	Options    []GameOption `json:"options"`
	Presets    []Preset     `json:"presets"`
	Preset     string       `json:"preset" ts:"PresetID | \"\""` // the one that the game is known by, "" where there is none
	Variants   []Variant    `json:"variants"`                    // rules under which it goes by a name of its own
	RuleSets   []RuleSet    `json:"ruleSets"`                    // options that players know by a name, the usual ones first
}

// Sample is a few stones on a small board.
type Sample struct {
	Board string   `json:"board"` // spec
	Black []string `json:"black"` // names of points
	White []string `json:"white"`
}

// Variant is the id of rules that have a name of their own.
type Variant struct {
	ID    string `json:"id" ts:"VariantID"`
	Title string `json:"title"`
	Rules string `json:"rules"`
}

// RuleSet is the id of rules that players know by a name. The komi in it is what is
// usual with them.
type RuleSet struct {
	ID    string `json:"id" ts:"RuleSetID"`
	Title string `json:"title"`
	Text  string `json:"text"` // what they are, and where the game here differs
	Rules string `json:"rules"`
}

// Preset is a game's rules and board under one name.
type Preset struct {
	ID    string `json:"id" ts:"PresetID"`
	Title string `json:"title"`
	Text  string `json:"text"`
	Rules string `json:"rules"` // id
	Board string `json:"board"` // spec
}

// GameOption is one option of a game. Kind is "number" or "choice".
type GameOption struct {
	ID       string         `json:"id"`
	Key      string         `json:"key" ts:"OptionKey"` // of the words
	Title    string         `json:"title"`
	Text     string         `json:"text"`
	Kind     string         `json:"kind"`
	Default  string         `json:"default"`
	Min      float64        `json:"min"`
	Max      float64        `json:"max"`
	Step     float64        `json:"step"`
	GridOnly bool           `json:"gridOnly"`
	OnStars  bool           `json:"onStars"` // it counts on grids, and on boards with stars
	Common   bool           `json:"common"`  // most players choose it
	Only     *Setting       `json:"only"`    // it counts only where another option has that value; null for always
	Never    *Setting       `json:"never"`   // it does not count where another option has that value; null for never
	Term     string         `json:"term"`    // id of the term that explains it, "" for the one of its own or its value's id
	Choices  []OptionChoice `json:"choices"`
}

// Setting is an option with a value.
type Setting struct {
	Option string `json:"option"`
	Value  string `json:"value"`
}

// OptionChoice is a value of an option.
type OptionChoice struct {
	Value string `json:"value"`
	Key   string `json:"key" ts:"ChoiceKey"` // of the words
	Title string `json:"title"`
	Text  string `json:"text"`
}
