// Package words says numbers, sides, points and moves as the texts of the terminal
// do.
package words

import (
	"fmt"
	"strings"
	"unicode"

	"moyo/board"
	"moyo/game"
	"moyo/internal/errtext"
)

// Side returns "Black" or "White".
func Side(c game.Color) string {
	s := c.String()
	return strings.ToUpper(s[:1]) + s[1:]
}

// Count is a number with its noun.
func Count(n int, noun string) string {
	switch {
	case n == 1:
		return "1 " + noun
	case strings.HasSuffix(noun, "y"):
		return fmt.Sprintf("%d %sies", n, noun[:len(noun)-1])
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// Thousands writes a number with a comma before each three digits.
func Thousands(v float64) string {
	text := fmt.Sprintf("%.0f", v)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// ID is an ID from a file as a terminal may be given it: printable, and not long.
func ID(id string) string { return errtext.Clip(printable(id), longest) }

// File is the path of a file as [ID] is an ID, but of a long one the end stays: files of one folder keep names of their own.
func File(path string) string { return errtext.ClipPath(printable(path), longest) }

// longest bounds the bytes of an ID or a path, without the dots where it was cut.
const longest = 40

func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return '?'
	}, text)
}

// Point is a point's name, "-" for [board.None].
func Point(b *board.Board, p game.Point) string {
	if p == board.None {
		return "-"
	}
	return b.Name(p)
}

// Points are the names of points.
func Points(b *board.Board, points []game.Point) []string {
	names := make([]string, len(points))
	for i, p := range points {
		names[i] = Point(b, p)
	}
	return names
}

// Moves are the names of the points that moves play on, and "pass".
func Moves(b *board.Board, moves []game.Move) []string {
	names := make([]string, len(moves))
	for i, m := range moves {
		if names[i] = "pass"; m >= 0 {
			names[i] = b.Name(m.Point())
		}
	}
	return names
}
