package main

import (
	"moyo/board"
	"moyo/catalog"
)

// openBoard returns the board of a spec; "file:PATH" is read from disk. A
// failure is one of the call.
func openBoard(spec string) (*board.Board, error) {
	b, err := catalog.Board(spec, catalog.LoadFile)
	if err != nil {
		return nil, wrongUse(err)
	}
	return b, nil
}
