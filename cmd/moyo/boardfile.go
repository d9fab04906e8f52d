package main

import (
	"os"

	"moyo/board"
	"moyo/catalog"
	"moyo/client/terminal/progress"
)

// newProgress starts a progress bar on stderr, in the given units.
func newProgress(unit string) *progress.Bar { return progress.New(os.Stderr, unit) }

// openBoard returns the board of a spec; "file:PATH" is read from disk. A failure is a usage error.
func openBoard(spec string) (*board.Board, error) {
	b, err := catalog.Board(spec, catalog.LoadFile)
	if err != nil {
		return nil, wrongUse(err)
	}
	return b, nil
}
