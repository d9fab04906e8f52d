package chat

import (
	"strings"
	"unicode"
)

// fold returns what two texts have in common that say the same: their letters and
// digits, capitals or not, each once where they are repeated.
func fold(text string) string {
	var out []rune
	for _, r := range strings.ToLower(text) {
		if (unicode.IsLetter(r) || unicode.IsDigit(r)) && (len(out) == 0 || out[len(out)-1] != r) {
			out = append(out, r)
		}
	}
	if len(out) == 0 {
		return text // of signs only, such as ":-)"
	}
	return string(out)
}
