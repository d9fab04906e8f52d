// Package words formats numbers, sides, points and moves for the texts of the terminal.
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

// Count returns a number with its noun.
func Count(n int, noun string) string {
	switch {
	case n == 1:
		return "1 " + noun
	case strings.HasSuffix(noun, "y"):
		return fmt.Sprintf("%d %sies", n, noun[:len(noun)-1])
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// Thousands formats a number with a comma before each three digits.
func Thousands(v float64) string {
	text := fmt.Sprintf("%.0f", v)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// ID returns an ID from a file, made safe for a terminal: printable, and not long.
func ID(id string) string { return errtext.Clip(printable(id), longest) }

// File does the same for the path of a file, but keeps the end of a long one, where files of one folder differ.
func File(path string) string { return errtext.ClipPath(printable(path), longest) }

// longest is the longest ID or path in bytes, without the dots where it was cut.
const longest = 40

func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return '?'
	}, text)
}

// Point returns a point's name, "-" for [board.None].
func Point(b *board.Board, p game.Point) string {
	if p == board.None {
		return "-"
	}
	return b.Name(p)
}

// Points returns the names of points.
func Points(b *board.Board, points []game.Point) []string {
	names := make([]string, len(points))
	for i, p := range points {
		names[i] = Point(b, p)
	}
	return names
}

// Moves returns the names of the points of moves, and "pass".
func Moves(b *board.Board, moves []game.Move) []string {
	names := make([]string, len(moves))
	for i, m := range moves {
		if names[i] = "pass"; m >= 0 {
			names[i] = b.Name(m.Point())
		}
	}
	return names
}
