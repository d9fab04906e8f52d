// Package ruletext reads rules of Go as people, servers and programs write them: by name, as one word of KataGo such as
// "koSIMPLEscoreAREAtaxNONEsui0", or as a JSON object. Records, GTP and the analysis protocol share it.
package ruletext

import (
	"errors"
	"fmt"
	"strings"
)

// Rules are rules of Go in KataGo's terms (https://lightvector.github.io/KataGo/rules.html).
type Rules struct {
	Ko             string `json:"ko"`      // [Simple], [Positional], [Situational] or [Spight]
	Scoring        string `json:"scoring"` // [Area] or [Territory]
	Tax            string `json:"tax"`     // [NoTax], [SekiTax] or [GroupTax]
	Suicide        bool   `json:"suicide"`
	HasButton      bool   `json:"hasButton"`
	HandicapBonus  string `json:"whiteHandicapBonus"` // White's points for handicap stones: "0", "N" or "N-1"
	FriendlyPassOk bool   `json:"friendlyPassOk"`     // dead stones may stay on the board
}

// The values of [Rules].
const (
	Simple      = "SIMPLE"
	Positional  = "POSITIONAL"
	Situational = "SITUATIONAL"
	Spight      = "SPIGHT" // a variant of situational superko, in which a pass lifts every ban

	Area      = "AREA"
	Territory = "TERRITORY"

	NoTax    = "NONE"
	SekiTax  = "SEKI" // points in seki do not count
	GroupTax = "ALL"  // every group costs two points
)

// Text is what a text says about rules.
type Text struct {
	Rules
	Name string // of the set, as KataGo writes it; "" for rules that are given one by one
	Rest string // words after the name that are not understood
	Komi string // "" unless the text has one, which only rules that are given one by one can have
}

// Options returns the options of rules/weiqi that are nearest to the rules: scoring, ko and suicide.
func (r Rules) Options() []string {
	suicide := "suicide=no"
	if r.Suicide {
		suicide = "suicide=yes"
	}
	ko := r.Ko
	if ko == Spight {
		ko = Situational
	}
	return []string{"score=" + strings.ToLower(r.Scoring), "ko=" + strings.ToLower(ko), suicide}
}

// Unplayed returns the parts of the rules that no game of moyo has, in words for people.
func (r Rules) Unplayed() []string {
	var parts []string
	if r.Ko == Spight {
		parts = append(parts, "ko SPIGHT")
	}
	if r.Tax == GroupTax {
		parts = append(parts, "tax ALL, a tax on every group")
	}
	if r.HasButton {
		parts = append(parts, "a button")
	}
	return parts
}

// mostText limits the length of a text, in bytes.
const mostText = 2000

// Read returns the rules that a text means: the name of a set, KataGo's word for its parts, or a JSON object with them. Parts
// that a word or an object lacks are as in Tromp-Taylor's rules, but with the usual tax.
func Read(text string) (Text, error) {
	text = strings.TrimSpace(text)
	switch {
	case text == "":
		return Text{}, errors.New("no rules")
	case len(text) > mostText:
		return Text{}, fmt.Errorf("the text of the rules is longer than %d bytes", mostText)
	case text[0] == '{':
		return readJSON(text)
	}
	if name, rest := nameOf(text); name != "" {
		return Text{Rules: sets[name], Name: name, Rest: rest}, nil
	}
	if t, ok := readWord(text); ok {
		return t, nil
	}
	return Text{}, fmt.Errorf("unknown rules %.40q", text)
}

// ReadServers is [Read] for texts of servers and their records, which play Chinese rules with superko.
func ReadServers(text string) (Text, error) {
	t, err := Read(text)
	if t.Name == "chinese" {
		t.Name, t.Rules = "chinese-kgs", sets["chinese-kgs"]
	}
	return t, err
}
