// Package errtext helps errors to quote input: shortened, and with the known word that was probably
// meant.
package errtext

import "unicode/utf8"

// Clip shortens a text to at most most bytes, cut between characters, and marks that with three
// additional dots. They are not an ellipsis, so that ASCII stays ASCII for protocols.
func Clip(s string, most int) string {
	if len(s) <= most {
		return s
	}
	for most > 0 && !utf8.RuneStart(s[most]) {
		most--
	}
	return s[:most] + "..."
}

// ClipPath shortens the path of a file like [Clip], but cuts its beginning: files of one folder
// differ at the end.
func ClipPath(path string, most int) string {
	if len(path) <= most {
		return path
	}
	from := len(path) - most
	for from < len(path) && !utf8.RuneStart(path[from]) {
		from++
	}
	return "..." + path[from:]
}

// longestWord limits the compared words in bytes, and so the work.
const longestWord = 64

// Nearest returns the index of the known word with the smallest edit distance from word, the first
// of several, and that distance; -1 and 0 without known words.
func Nearest(word string, known []string) (index, distance int) {
	index = -1
	for i, k := range known {
		if d := EditDistance(word, k); index < 0 || d < distance {
			index, distance = i, d
		}
	}
	return index, distance
}

// EditDistance returns Levenshtein's distance: how many bytes to insert, delete or change to turn a
// into b. For words longer than 64 bytes it returns the length of the longer one.
func EditDistance(a, b string) int {
	if len(a) > longestWord || len(b) > longestWord {
		return max(len(a), len(b))
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, diagonal+1)
		}
	}
	return row[len(b)]
}
