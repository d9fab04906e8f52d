// Package catalog is the one list of games, boards and engines, in plain code:
// it turns the ids that commands, URLs and records use into the things
// themselves. To add a game, a board shape or an engine, add its line here.
package catalog

import (
	"fmt"
	"strings"

	"moyo/internal/errtext"
)

// unknown is the error of an id that names nothing, with the nearest that does.
func unknown(what, id string, known []string) error {
	near := nearest(id, known)
	if near == "" {
		return fmt.Errorf("%s %q: unknown; known are %s", what, id, strings.Join(known, ", "))
	}
	return fmt.Errorf("%s %q: unknown; did you mean %q?", what, id, near)
}

// Key returns the key of the words of something by ids: of the game, of its option,
// of the option's choice.
func Key(ids ...string) string { return strings.Join(ids, ".") }

// nearest returns the known word at the smallest edit distance from word, or ""
// where none is at all like it.
func nearest(word string, known []string) string {
	i, distance := errtext.Nearest(word, known)
	if i < 0 || distance >= len(word)/2+2 {
		return ""
	}
	return known[i]
}
