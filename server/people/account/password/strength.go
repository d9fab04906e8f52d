package password

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ccojocar/zxcvbn-go"
	"golang.org/x/text/unicode/norm"

	"moyo/internal/sentence"
)

// The length of a password in characters.
const (
	MinLength = 8
	MaxLength = 128
)

// minEntropy is the number of bits that a password needs: over a million guesses. Guesses over the network are rate limited; a
// thief of the database makes about a hundred a second on one processor.
const minEntropy = 27

// judged is the number of bytes that are checked for words and patterns, since the time grows with their square. A password with a
// strong beginning is strong.
const judged = 32

// Check returns the reason to refuse a password, or nil. about is what an attacker knows about its owner, such as the name.
func Check(password string, about ...string) error {
	if !utf8.ValidString(password) || strings.ContainsFunc(password, unicode.IsControl) {
		return sentence.Errorf("password.characters", "A password can only have letters, digits, spaces and punctuation.")
	}
	if len(password) > MaxLength*utf8.UTFMax {
		return tooLong
	}
	password = norm.NFC.String(password)
	switch n := utf8.RuneCountInString(password); {
	case n < MinLength:
		return sentence.Errorf("password.short", "A password needs at least %d characters.", MinLength)
	case n > MaxLength:
		return tooLong
	}
	if entropy(password, known(about)) < minEntropy {
		return sentence.Errorf("password.weak", "This password is too easy to guess. Try a few unrelated words.")
	}
	return nil
}

// entropy returns the bits in the beginning of a password for an attacker who knows common passwords, words, keyboards, dates and
// the owner.
func entropy(password string, known []string) float64 {
	beginning := unit(password)
	beginning = beginning[:min(judged, len(beginning))]
	least := zxcvbn.PasswordStrength(beginning, known).Entropy
	if small := strings.ToLower(beginning); small != beginning {
		least = min(least, zxcvbn.PasswordStrength(small, known).Entropy+1) // one capital letter costs one more bit
	}
	// least counts per byte, but a password's length is in characters.
	return least * float64(utf8.RuneCountInString(beginning)) / float64(len(beginning))
}

// unit returns the unit that a password repeats, or all of it.
func unit(password string) string {
	if i := strings.Index((password + password)[1:], password); i+1 < len(password) {
		return password[:i+1]
	}
	return password
}

var tooLong = sentence.Errorf("password.long", "A password can have at most %d characters.", MaxLength)

// known returns an attacker's first guesses: words about the owner and the site.
func known(about []string) []string {
	words := []string{"moyo"}
	for _, a := range about {
		for _, w := range append(strings.FieldsFunc(a, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }), a) {
			if w != "" {
				words = append(words, strings.ToLower(w))
			}
		}
	}
	return words
}
