package catalog

import (
	"slices"
	"strconv"
	"strings"
)

// Words are rules in words.
type Words struct {
	Name   string // of the game by these rules, such as "Renju" or "Connect Three"
	Text   string // the rules in a few words, such as "Area scoring, komi 6.5, simple ko"
	NameID string // one of [GameNames]; "" where the game is unknown
	Rules  []Phrase
}

// Describe returns the rules of an id in words; of an id that is none, which an
// old record may hold, the name that it begins with.
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

// valuesOf returns the options of a canonical id, which names them all.
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

// number is the option of that id as a number, 0 where it is none.
func (o values) number(id string) int {
	n, _ := strconv.Atoi(o[id])
	return n
}

// inARow says how many in a row win, by the option n.
func (o values) inARow() Phrase { return phrase("row", o["n"]) }

// ko says the rule of ko where that is not the usual one.
func (o values) ko() Phrase { return phrase("ko-" + o["ko"]).when(o["ko"] != "positional") }

// numbered is the id of a name that ends in how many stones in a row win.
func (o values) numbered(name string) string {
	if n := o.number("n"); n >= 2 && n < len(numerals) {
		return numberedID(name, n)
	}
	return name
}
