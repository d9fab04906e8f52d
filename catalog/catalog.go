// Package catalog lists games, boards and engines in plain code. It turns the ids in
// commands, URLs and records into values. To add a game, a board shape or an engine, add
// its line to this package.
package catalog

import (
	"fmt"
	"strings"

	"moyo/internal/errtext"
)

// unknown returns the error for an unknown id, with the nearest known one.
func unknown(what, id string, known []string) error {
	near := nearest(id, known)
	if near == "" {
		return fmt.Errorf("%s %q: unknown; known are %s", what, id, strings.Join(known, ", "))
	}
	return fmt.Errorf("%s %q: unknown; did you mean %q?", what, id, near)
}

// Key joins ids to the key of a text: of a game, of its option, of the option's choice.
func Key(ids ...string) string { return strings.Join(ids, ".") }

// nearest returns the known word at the smallest edit distance from word, or "" if none
// is similar.
func nearest(word string, known []string) string {
	i, distance := errtext.Nearest(word, known)
	if i < 0 || distance >= len(word)/2+2 {
		return ""
	}
	return known[i]
}
