package server

import (
	"moyo/server/base/wire"
	"moyo/server/share/boards"
)

// The available choices for a game.

// Catalog is the answer of GET /api/catalog: the available choices and the descriptions
// of the games.
type Catalog struct {
	Boards  []boards.BoardEntry `json:"boards"`
	Engines []wire.EngineEntry  `json:"engines"`
	Games   []GameEntry         `json:"games"`
	Terms   []string            `json:"terms" ts:"TermID"` // the glossary
	Version string              `json:"version"`
}

// GameEntry is a game with its options, its presets, and what a page that knows no
// particular game needs.
type GameEntry struct {
	ID         string       `json:"id" ts:"GameID"` // "weiqi"
	Title      string       `json:"title"`
	Text       string       `json:"text"`       // its goal, in a sentence
	HowToPlay  string       `json:"howToPlay"`  // the rules for a player, in a paragraph
	Board      string       `json:"board"`      // spec of the usual board
	Sample     Sample       `json:"sample"`     // a picture of the game
	NeedsLines bool         `json:"needsLines"` // it needs a board with Lines
	Falls      bool         `json:"falls"`      // stones fall
	Letters    string       `json:"letters"`    // "all" if its players name columns by all letters, "" if they skip I
	Options    []GameOption `json:"options"`
	Presets    []Preset     `json:"presets"`
	Preset     string       `json:"preset" ts:"PresetID | \"\""` // the best-known one, "" without one
	Variants   []Variant    `json:"variants"`                    // rules with their own name
	RuleSets   []RuleSet    `json:"ruleSets"`                    // named sets of options, the usual ones first
}

// Sample is a few stones on a small board.
type Sample struct {
	Board string   `json:"board"` // spec
	Black []string `json:"black"` // names of points
	White []string `json:"white"`
}

// Variant is the id of rules that have their own name.
type Variant struct {
	ID    string `json:"id" ts:"VariantID"`
	Title string `json:"title"`
	Rules string `json:"rules"`
}

// RuleSet is the id of rules that players know by a name. It includes the usual
// komi.
type RuleSet struct {
	ID    string `json:"id" ts:"RuleSetID"`
	Title string `json:"title"`
	Text  string `json:"text"` // what they are, and how this game differs
	Rules string `json:"rules"`
}

// Preset is a named choice of rules and board.
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
	Key      string         `json:"key" ts:"OptionKey"` // of its text
	Title    string         `json:"title"`
	Text     string         `json:"text"`
	Kind     string         `json:"kind"`
	Default  string         `json:"default"`
	Min      float64        `json:"min"`
	Max      float64        `json:"max"`
	Step     float64        `json:"step"`
	GridOnly bool           `json:"gridOnly"`
	OnStars  bool           `json:"onStars"` // it applies to grids, and to boards with stars
	Common   bool           `json:"common"`  // shown to most players
	Only     *Setting       `json:"only"`    // it applies only if another option has that value; null for always
	Never    *Setting       `json:"never"`   // it does not apply if another option has that value; null for never
	Term     string         `json:"term"`    // id of the term that explains it, "" for the term with the option's or value's own id
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
	Key   string `json:"key" ts:"ChoiceKey"` // of its text
	Title string `json:"title"`
	Text  string `json:"text"`
}
