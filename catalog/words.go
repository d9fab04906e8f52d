package catalog

import (
	"fmt"
	"strconv"
	"strings"
)

// Words are rules in words.
type Words struct {
	Name string // of the game by these rules, such as "Renju" or "Connect Three"
	Text string // the rules in a few words, such as "Area scoring, komi 6.5, simple ko"
}

// Describe returns the rules of an id in words; of an id that is none, which an
// old record may hold, the name that it begins with.
func Describe(id string) Words {
	e, ok := entryOf(nameOf(id))
	if !ok {
		return Words{nameOf(id), nameOf(id)}
	}
	r, err := Rules(id)
	if err != nil {
		return Words{e.Title, e.Title}
	}
	if e.words == nil {
		return Words{e.Title, e.Title}
	}
	return e.words(valuesOf(r.ID()))
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

// inARow says how many in a row win, by the option n.
func (o values) inARow() string { return o["n"] + " in a row" }

// number is the option of that id as a number, 0 where it is none.
func (o values) number(id string) int {
	n, _ := strconv.Atoi(o[id])
	return n
}

// kos are the ko rules in words that are said where the rule is not the usual one.
var kos = map[string]string{"situational": "situational superko", "natural": "natural superko", "simple": "simple ko"}

// sentence joins the parts of a text that there are.
func sentence(parts ...string) string {
	var said []string
	for _, p := range parts {
		if p != "" {
			said = append(said, p)
		}
	}
	return strings.Join(said, ", ")
}

// when returns the text where it is to be said, else "".
func when(said bool, text string) string {
	if said {
		return text
	}
	return ""
}

// counted is "1 stone", "2 stones".
func counted(n int, one string) string {
	return fmt.Sprintf("%d %s%s", n, one, when(n != 1, "s"))
}

// numerals are small numbers as parts of names.
var numerals = [...]string{2: "Two", 3: "Three", 4: "Four", 5: "Five", 6: "Six", 7: "Seven", 8: "Eight"}

// numbered is a name that ends in how many stones in a row win.
func (o values) numbered(name string) string {
	if n := o.number("n"); n >= 2 && n < len(numerals) {
		return name + " " + numerals[n]
	}
	return name
}
