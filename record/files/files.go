// Package files opens the files that games are kept in, told apart by what is in them
// and never by their names.
package files

import (
	"moyo/record/sgf"
)

// The names of the formats.
const (
	SGF = "sgf"
)

// Read returns the games of a file within lim, and the name of its format. An error
// says where the file is no such record, and why.
func Read(data []byte, lim sgf.Limits) (games sgf.Collection, format string, err error) {
	games, err = sgf.ParseLimits(string(data), lim)
	return games, SGF, err
}
