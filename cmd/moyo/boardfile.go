package main

import (
	"fmt"
	"os"
	"path/filepath"

	"moyo/board"
	"moyo/catalog"
)

// openBoard returns the board of a spec; "file:PATH" is read from disk. A
// failure is one of the call.
func openBoard(spec string) (*board.Board, error) {
	b, err := catalog.Board(spec, loadBoard)
	if err != nil {
		return nil, wrongUse(err)
	}
	return b, nil
}

// loadBoard is the catalog.Loader of the command line.
func loadBoard(kind, arg string) (*board.Board, error) {
	if kind != "file" {
		return nil, fmt.Errorf("board %q: stored boards are known to the server only; use file:PATH", kind+":"+arg)
	}
	f, err := os.Open(arg)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	draft, err := board.ReadDraft(filepath.Base(arg), f)
	if err != nil {
		return nil, err
	}
	return draft.Board("")
}
