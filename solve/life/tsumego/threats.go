package tsumego

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"moyo/game"
)

// Unlimited represents more threats than any ko needs.
const Unlimited = 255

// Threats are the ko threats outside the region that each side has.
type Threats struct{ Black, White uint8 }

// Of returns the threats of one side.
func (t Threats) Of(c game.Color) uint8 {
	if c == game.Black {
		return t.Black
	}
	return t.White
}

// ParseThreats parses threats such as "b=1,w=0", "b1 w0" or "w=unlimited". A missing side has none.
func ParseThreats(text string) (Threats, error) {
	var t Threats
	for _, word := range strings.FieldsFunc(text, separates) {
		n, err := ParseCount(strings.TrimPrefix(word[1:], "="))
		switch {
		case err != nil:
		case word[0] == 'b':
			t.Black = n
		case word[0] == 'w':
			t.White = n
		default:
			err = errThreats
		}
		if err != nil {
			return t, fmt.Errorf("threats %.40q: %w", text, err)
		}
	}
	return t, nil
}

var errThreats = fmt.Errorf("want threats such as b=1,w=0 with numbers from 0 to %d or unlimited", Unlimited-1)

// separates reports whether a rune separates the threats of the two sides.
func separates(r rune) bool { return unicode.IsSpace(r) || r == ',' || r == ';' }

// ParseCount parses the threats of one side: a number, or "unlimited".
func ParseCount(text string) (uint8, error) {
	if text == "unlimited" {
		return Unlimited, nil
	}
	n, err := strconv.ParseUint(text, 10, 8)
	if err != nil || n == Unlimited {
		return 0, errThreats
	}
	return uint8(n), nil
}

// String returns the form that ParseThreats parses.
func (t Threats) String() string { return "b=" + CountText(t.Black) + ",w=" + CountText(t.White) }

// CountText returns the form that ParseCount parses.
func CountText(n uint8) string {
	if n == Unlimited {
		return "unlimited"
	}
	return strconv.Itoa(int(n))
}
