// Package sentence has sentences that a translation can say too: beside the words
// stand an id and what fills their places. The generator of the page's texts
// (server/base/wire/gen) looks for the calls of its functions: ids and words stand there
// as they are.
package sentence

import (
	"fmt"
	"regexp"
	"strings"
)

// Sentence is something that is said to a person.
type Sentence struct {
	ID     string // "" where there is no other way to say it
	Text   string
	Places []string // what the verbs of the format have become, in their order
}

// New returns the sentence of an id, in words.
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

// Of returns one of two sentences, about Black or about White: in many languages
// more than the name of the colour differs. Their ids are id with the side, "black"
// or "white", after a dot.
func Of(side, id, black, white string, args ...any) Sentence {
	if side == "white" {
		return New(id+".white", white, args...)
	}
	return New(id+".black", black, args...)
}

// No returns why something is not to be had. The page keeps such sentences beside
// what is said in errors.
func No(id, format string, args ...any) Sentence { return New(id, format, args...) }

// Error is a sentence that is an error.
type Error struct{ Sentence }

func (e *Error) Error() string { return e.Text }

// Errorf returns why something is not to be had as an error for people.
func Errorf(id, format string, args ...any) error { return &Error{New(id, format, args...)} }

// Join returns the words of sentences one after the other.
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

// places are the names of the places of a pattern.
const places = "abcdefgh"

// Pattern returns a format with {a}, {b} and so on in place of its verbs, and
// whether one of them is a number, by which a language may choose its words. Where
// forms has the form of a value for a verb, such as "moment", that stands in the
// place too: {a, moment}.
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
