package identity

import (
	"strings"
	"unicode"
)

// maxMarks is how many accents one letter may have: no script writes more, and what is
// more covers the lines around.
const maxMarks = 3

// blanks look like spaces and count as letters and symbols.
var blanks = map[rune]bool{'\u115F': true, '\u1160': true, '\u2800': true, '\u3164': true, '\uFFA0': true}

// The characters that join others: the first two are part of how some scripts, and
// pictures of several people, are written.
const (
	nonJoiner      = '\u200C'
	joiner         = '\u200D'
	graphemeJoiner = '\u034F'
)

// CleanText returns a text as it can be shown in one line among others: without
// control characters, marks that turn the direction of the text, characters that
// nobody sees, and letters under heaps of accents; "" where nothing is left. It has
// at most so many characters.
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

// CleanName returns a name as it can be shown anywhere; "" where nothing is left.
func CleanName(name string) string { return CleanText(name, maxName) }

// joins says whether a joiner may stand behind r.
func joins(r rune) bool { return r != ' ' && r != joiner && r != nonJoiner }

// PlainCode returns a code that somebody has typed without what only makes it legible.
func PlainCode(code string) string {
	return strings.Map(func(r rune) rune {
		if r == '-' || r == ' ' {
			return -1
		}
		return r
	}, code)
}
