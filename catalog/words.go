package catalog

import (
	"slices"
	"strconv"
	"strings"
)

// Words describes rules in words.
type Words struct {
	Name   string // of the game under these rules, such as "Renju" or "Connect Three"
	Text   string // the rules in a few words, such as "Area scoring, komi 6.5, simple ko"
	NameID string // one of [GameNames]; "" if the game is unknown
	Rules  []Phrase
}

// Describe returns the rules of an id in words. For an invalid id, as in an old record,
// it returns the name at its start.
func Describe(id string) Words {
	e, ok := entryOf(nameOf(id))
	if !ok {
		return Words{Name: nameOf(id), Text: nameOf(id)}
	}
	name, rules := e.ID, []Phrase{named}
	if r, err := Rules(id); err == nil && e.words != nil {
		name, rules = e.words(valuesOf(r.ID()))
	}
	w := Words{Name: nameText(name), NameID: name, Rules: slices.DeleteFunc(rules, func(p Phrase) bool { return p.ID == "" })}
	said := make([]string, len(w.Rules))
	for i, p := range w.Rules {
		said[i] = p.text(w.Name)
	}
	w.Text = strings.Join(said, ", ")
	return w
}

// values are the options of rules by their ids.
type values map[string]string

// valuesOf returns the options of a canonical id, which lists all of them.
func valuesOf(id string) values {
	_, params, _ := strings.Cut(id, ":")
	o := values{}
	for part := range strings.SplitSeq(params, ",") {
		if key, value, ok := strings.Cut(part, "="); ok {
			o[key] = value
		}
	}
	return o
}

// number returns that option as a number, or 0 if it is not one.
func (o values) number(id string) int {
	n, _ := strconv.Atoi(o[id])
	return n
}

// inARow returns the phrase for the option n, the length of a row.
func (o values) inARow() Phrase { return phrase("row", o["n"]) }

// ko returns the phrase for the ko rule if it is not the usual one.
func (o values) ko() Phrase { return phrase("ko-" + o["ko"]).when(o["ko"] != "positional") }

// numbered returns the id of a name that ends in the length of a row.
func (o values) numbered(name string) string {
	if n := o.number("n"); n >= 2 && n < len(numerals) {
		return numberedID(name, n)
	}
	return name
}
