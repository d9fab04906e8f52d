package lessons

import (
	"fmt"
	"strings"

	"moyo/board"
	"moyo/game"
)

// points lists points as "D4, D5 and E5"; word joins the last two.
func points(b *board.Board, ps []game.Point, word string) string {
	names := make([]string, len(ps))
	for i, p := range ps {
		names[i] = b.Name(p)
	}
	if n := len(names); n > 1 {
		return strings.Join(names[:n-1], ", ") + " " + word + " " + names[n-1]
	}
	return strings.Join(names, "")
}

// maxNamed is how many stones are named one by one.
const maxNamed = 3

// stonesText names some stones: "stone on D4", "two stones on D4 and D5", "five
// stones at D4".
func stonesText(b *board.Board, ps []game.Point) string {
	switch {
	case len(ps) == 1:
		return "stone on " + b.Name(ps[0])
	case len(ps) <= maxNamed:
		return fmt.Sprintf("%s stones on %s", number(len(ps)), points(b, ps, "and"))
	}
	return fmt.Sprintf("%s stones at %s", number(len(ps)), b.Name(ps[0]))
}

var numbers = [...]string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"}

// number writes small numbers as words.
func number(n int) string {
	if n >= 0 && n < len(numbers) {
		return numbers[n]
	}
	return fmt.Sprint(n)
}

// count writes a number, small ones as words, with what is counted.
func count(n int, one, many string) string {
	if n == 1 {
		return number(n) + " " + one
	}
	return number(n) + " " + many
}
