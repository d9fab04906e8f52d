// Package catalog is the one list of games, boards and engines, in plain code:
// it turns the ids that commands, URLs and records use into the things
// themselves. To add a game, a board shape or an engine, add its line here.
package catalog

import (
	"fmt"
	"slices"
	"strings"
)

// unknown is the error of an id that names nothing, with the nearest that does.
func unknown(what, id string, known []string) error {
	near := nearest(id, known)
	if near == "" {
		return fmt.Errorf("%s %q: unknown; known are %s", what, id, strings.Join(known, ", "))
	}
	return fmt.Errorf("%s %q: unknown; did you mean %q?", what, id, near)
}

// nearest returns the known word at the smallest edit distance from word, or ""
// where none is at all like it.
func nearest(word string, known []string) string {
	best, bestDistance := "", len(word)/2+2
	for _, k := range known {
		if d := editDistance(word, k); d < bestDistance {
			best, bestDistance = k, d
		}
	}
	return best
}

// editDistance is Levenshtein's distance between two short words.
func editDistance(a, b string) int {
	if len(a) > 64 || len(b) > 64 {
		return max(len(a), len(b))
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		prev := slices.Clone(row)
		row[0] = i + 1
		for j := range len(b) {
			change := prev[j]
			if a[i] != b[j] {
				change++
			}
			row[j+1] = min(change, prev[j+1]+1, row[j]+1)
		}
	}
	return row[len(b)]
}
