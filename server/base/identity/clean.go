package identity

import (
	"strings"
	"unicode"
)

// maxMarks is the maximum number of accents on a letter. No script needs more, and more would cover the lines around.
const maxMarks = 3

// blanks look like spaces but count as letters and symbols.
var blanks = map[rune]bool{'\u115F': true, '\u1160': true, '\u2800': true, '\u3164': true, '\uFFA0': true}

// Characters that join others. The first two are needed in some scripts and in emoji of several people.
const (
	nonJoiner      = '\u200C'
	joiner         = '\u200D'
	graphemeJoiner = '\u034F'
)

// CleanText returns at most most characters of a text, in a form that can be shown in a line among others. It removes
// control characters, marks that change the direction of the text, invisible characters and piles of accents.
func CleanText(text string, most int) string {
	var out []rune
	marks := 0
	for _, r := range text {
		switch {
		case unicode.IsSpace(r) || blanks[r]:
			r = ' '
		case r == joiner || r == nonJoiner:
			if len(out) == 0 || !joins(out[len(out)-1]) {
				continue
			}
		case r == graphemeJoiner || r == unicode.ReplacementChar || !unicode.IsGraphic(r) || unicode.Is(unicode.Bidi_Control, r):
			continue
		}
		if !unicode.Is(unicode.M, r) {
			marks = 0
		} else if marks++; marks > maxMarks || len(out) == 0 || out[len(out)-1] == ' ' {
			continue
		}
		if r == ' ' && (len(out) == 0 || out[len(out)-1] == ' ') {
			continue
		}
		if len(out) == most {
			break
		}
		out = append(out, r)
	}
	return strings.TrimRight(string(out), " \u200C\u200D")
}

// CleanName returns a name that can be shown anywhere, or "" if no characters are left.
func CleanName(name string) string { return CleanText(name, maxName) }

// joins reports whether a joiner may follow r.
func joins(r rune) bool { return r != ' ' && r != joiner && r != nonJoiner }

// PlainCode removes from a typed code the characters that only make it legible.
func PlainCode(code string) string {
	return strings.Map(func(r rune) rune {
		if r == '-' || r == ' ' {
			return -1
		}
		return r
	}, code)
}
