package catalog

import (
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Text is a text with its id, which translations use.
type Text struct {
	ID    string
	Words string // with placeholders such as {a}
	One   string // used instead of Words if {a} is 1; "" if they are the same
}

// Phrase is one of [RuleTexts] with the values of its placeholders {a} and {b}.
type Phrase struct {
	ID     string
	Values []string
}

// phrase returns a phrase.
func phrase(id string, values ...string) Phrase { return Phrase{id, values} }

// named is the phrase that is the game's name.
var named = phrase("name")

// when returns the phrase if said, else the zero Phrase.
func (p Phrase) when(said bool) Phrase {
	if said {
		return p
	}
	return Phrase{}
}

// text returns the phrase in words. name replaces {name}.
func (p Phrase) text(name string) string {
	i := slices.IndexFunc(ruleTexts, func(t Text) bool { return t.ID == p.ID })
	if i < 0 {
		panic("catalog: unknown phrase " + strconv.Quote(p.ID))
	}
	text := ruleTexts[i].Words
	if one := ruleTexts[i].One; one != "" && p.Values[0] == "1" {
		text = one
	}
	text = strings.ReplaceAll(text, "{name}", name)
	for i, value := range p.Values {
		text = strings.ReplaceAll(text, "{"+string("ab"[i])+"}", value)
	}
	return text
}

// RuleTexts returns the texts that [Words] uses to describe rules.
func RuleTexts() []Text { return slices.Clone(ruleTexts) }

var ruleTexts = []Text{
	{ID: "name", Words: "{name}"},
	{ID: "row", Words: "{a} in a row"},

	{ID: "area", Words: "Area scoring"},
	{ID: "territory", Words: "Territory scoring"},
	{ID: "komi", Words: "komi {a}"},
	{ID: "handicap", Words: "{a} handicap stones", One: "{a} handicap stone"},
	{ID: "ko-situational", Words: "situational superko"},
	{ID: "ko-natural", Words: "natural superko"},
	{ID: "ko-simple", Words: "simple ko"},
	{ID: "suicide", Words: "suicide allowed"},

	{ID: "gomoku-freestyle", Words: "Gomoku, freestyle"},
	{ID: "gomoku-standard", Words: "Gomoku, exactly five"},
	{ID: "gomoku-renju", Words: "Renju"},
	{ID: "gomoku-caro8", Words: "Caro, six may win"},
	{ID: "gomoku-caro9", Words: "Caro, exactly five"},
	{ID: "opening-swap", Words: "swap"},
	{ID: "opening-swap2", Words: "swap2"},
	{ID: "opening-pro", Words: "pro opening"},
	{ID: "opening-longpro", Words: "long pro opening"},
	{ID: "opening-soosorv", Words: "Soosõrv-8"},
	{ID: "opening-taraguchi", Words: "Taraguchi-10"},
	{ID: "opening-rif", Words: "RIF opening"},

	{ID: "diagonals", Words: "diagonals too"},
	{ID: "no-captures", Words: "no captures"},
	{ID: "passing", Words: "passing allowed"},
	{ID: "captures", Words: "{a} captures to win", One: "{a} capture to win"},
	{ID: "row-or-taken", Words: "{a} in a row or {b} stones taken"},
}

// numerals are small numbers in names.
var numerals = [...]string{2: "Two", 3: "Three", 4: "Four", 5: "Five", 6: "Six", 7: "Seven", 8: "Eight"}

// numberedID is the id of a name that ends in a number.
func numberedID(name string, n int) string { return name + "-" + strconv.Itoa(n) }

// GameNames returns the names of games: their titles, and the names of some under other
// rules.
func GameNames() []Text {
	var names []Text
	for _, e := range entries {
		names = append(names, Text{ID: e.ID, Words: e.Title})
	}
	names = append(names, Text{ID: "renju", Words: "Renju"}, Text{ID: "caro", Words: "Caro"}, Text{ID: "robogo", Words: "Robogo"})
	for _, of := range []Text{{ID: "capture", Words: "Capture"}, {ID: "connect", Words: "Connect"}} {
		names = append(names, of)
		for n := 2; n < len(numerals); n++ {
			names = append(names, Text{ID: numberedID(of.ID, n), Words: of.Words + " " + numerals[n]})
		}
	}
	return names
}

// nameWords maps the ids of [GameNames] to names. It is cached because lists describe the
// rules of each of their games.
var nameWords = sync.OnceValue(func() map[string]string {
	words := map[string]string{}
	for _, t := range GameNames() {
		words[t.ID] = t.Words
	}
	return words
})

// nameText returns the name with an id of [GameNames].
func nameText(id string) string {
	words, ok := nameWords()[id]
	if !ok {
		panic("catalog: unknown name " + strconv.Quote(id))
	}
	return words
}

// BoardNames returns the names that replace a board's own title, by id.
func BoardNames() []Text {
	var names []Text
	for id, name := range boardNames {
		names = append(names, Text{ID: id, Words: name})
	}
	slices.SortFunc(names, func(a, b Text) int { return strings.Compare(a.ID, b.ID) })
	return names
}
