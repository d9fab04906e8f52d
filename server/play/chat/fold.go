package chat

import (
	"strings"
	"unicode"
)

// fold returns a key that is equal for texts that say the same: lower-case letters and digits, without repetitions.
func fold(text string) string {
	var out []rune
	for _, r := range strings.ToLower(text) {
		if (unicode.IsLetter(r) || unicode.IsDigit(r)) && (len(out) == 0 || out[len(out)-1] != r) {
			out = append(out, r)
		}
	}
	if len(out) == 0 {
		return text // no letters or digits, as in ":-)"
	}
	return string(out)
}
