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

// minEntropy is how many bits a password needs: a million guesses and more.
// Guesses over the network are slowed down; one who has stolen the database
// makes about a hundred a second with a processor.
const minEntropy = 27

// judged is how many bytes of a password are looked at for words and patterns,
// which takes time that grows with their square. What is hard to guess by its
// beginning is so with its end.
const judged = 32

// Check says for people why a password is not to be taken, or nil. about is what
// a guesser knows of its owner, such as their name.
func Check(password string, about ...string) error {
	if !utf8.ValidString(password) || strings.ContainsFunc(password, unicode.IsControl) {
		return sentence.Errorf("password.characters", "A password is made of letters, digits, spaces and punctuation.")
	}
	if len(password) > MaxLength*utf8.UTFMax {
		return tooLong
	}
	password = norm.NFC.String(password)
	switch n := utf8.RuneCountInString(password); {
	case n < MinLength:
		return sentence.Errorf("password.short", "A password has at least %d characters.", MinLength)
	case n > MaxLength:
		return tooLong
	}
	if entropy(password, known(about)) < minEntropy {
		return sentence.Errorf("password.weak", "That password is too easy to guess. A few words that do not belong together make a better one.")
	}
	return nil
}

// entropy returns how many bits the beginning of a password has for one who knows
// common passwords, words, keyboards, dates and what is known of its owner.
func entropy(password string, known []string) float64 {
	beginning := unit(password)
	beginning = beginning[:min(judged, len(beginning))]
	least := zxcvbn.PasswordStrength(beginning, known).Entropy
	if small := strings.ToLower(beginning); small != beginning {
		least = min(least, zxcvbn.PasswordStrength(small, known).Entropy+1) // a capital more or less is one try more
	}
	// It counts bytes where others count characters.
	return least * float64(utf8.RuneCountInString(beginning)) / float64(len(beginning))
}

// unit returns what a password repeats, or all of it where it repeats nothing.
func unit(password string) string {
	if i := strings.Index((password + password)[1:], password); i+1 < len(password) {
		return password[:i+1]
	}
	return password
}

var tooLong = sentence.Errorf("password.long", "A password has at most %d characters.", MaxLength)

// known returns what a guesser tries first: words of the owner and of the site.
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
