// Package sentence has translatable sentences: a text with an id and the values of its
// placeholders. The generator of the page's texts (server/base/wire/gen) finds the calls of its
// functions, so ids and texts must be literals in them.
package sentence

import (
	"fmt"
	"regexp"
	"strings"
)

// Sentence is a message to a person.
type Sentence struct {
	ID     string // "" if it is not translatable
	Text   string
	Places []string // the values of the format's verbs, in their order
}

// New returns a sentence with an id.
func New(id, format string, args ...any) Sentence {
	s := Sentence{ID: id, Text: fmt.Sprintf(format, args...)}
	verbs := verbsOf(format)
	if id == "" || len(verbs) != len(args) {
		return s
	}
	for i, verb := range verbs {
		place := fmt.Sprintf(verb, args[i])
		if p, ok := args[i].(placer); ok {
			place = p.place()
		}
		s.Places = append(s.Places, place)
	}
	return s
}

// Of returns one of two sentences, about Black or about White: in many languages they differ in
// more than the name of the colour. Their ids are id with the side, "black" or "white", after a
// dot.
func Of(side, id, black, white string, args ...any) Sentence {
	if side == "white" {
		return New(id+".white", white, args...)
	}
	return New(id+".black", black, args...)
}

// No returns why something is not possible. The page keeps such sentences together with those of
// errors.
func No(id, format string, args ...any) Sentence { return New(id, format, args...) }

// Error is a sentence as an error.
type Error struct{ Sentence }

func (e *Error) Error() string { return e.Text }

// Errorf returns why something is not possible, as an error for people.
func Errorf(id, format string, args ...any) error { return &Error{New(id, format, args...)} }

// Join returns the texts of sentences one after the other.
func Join(sentences ...Sentence) string {
	texts := make([]string, len(sentences))
	for i, s := range sentences {
		texts[i] = s.Text
	}
	return strings.Join(texts, " ")
}

var (
	verb    = regexp.MustCompile(`%[-+# 0]*[0-9]*(\.[0-9]+)?[a-zA-Z%]`)
	numeral = regexp.MustCompile(`^%[0-9]*d$`)
)

// verbsOf returns the verbs of a format that take an argument.
func verbsOf(format string) []string {
	var verbs []string
	for _, v := range verb.FindAllString(format, -1) {
		if v != "%%" {
			verbs = append(verbs, v)
		}
	}
	return verbs
}

// places are the names of the placeholders of a pattern.
const places = "abcdefgh"

// Pattern returns a format with placeholders {a}, {b} and so on for its verbs, and whether one of
// them is a number, which may determine plural forms. forms gives the kind of a verb's value, such
// as "moment", for a placeholder like {a, moment}.
func Pattern(format string, forms ...string) (pattern string, counted bool) {
	n := 0
	pattern = verb.ReplaceAllStringFunc(format, func(v string) string {
		if v == "%%" {
			return "%"
		}
		n++
		counted = counted || numeral.MatchString(v)
		name := places[n-1 : n]
		if n <= len(forms) && forms[n-1] != "" {
			name += ", " + forms[n-1]
		}
		return "{" + name + "}"
	})
	return strings.TrimSpace(pattern), counted
}
