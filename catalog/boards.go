package catalog

import (
	"fmt"
	"os"
	"strings"

	"moyo/board"
)

// Loader brings the boards that no spec can generate: it returns the board that
// "id:SHA256" or "file:PATH" stands for.
type Loader func(kind, arg string) (*board.Board, error)

// Board returns the board of a spec. load may be nil: then only generated
// boards are had.
func Board(spec string, load Loader) (*board.Board, error) {
	kind, arg, _ := strings.Cut(spec, ":")
	if kind != "file" && kind != "id" {
		return board.Parse(spec)
	}
	if load == nil {
		return nil, fmt.Errorf("board %q: %s boards cannot be used here", spec, kind)
	}
	return load(kind, arg)
}

// LoadFile is the Loader of programs that run on the user's own machine: it
// reads "file:PATH" as OBJ or JSON, which must hold one connected board.
func LoadFile(kind, arg string) (*board.Board, error) {
	if kind != "file" {
		return nil, fmt.Errorf("board %q: stored boards are kept by a server; name the file instead (file:PATH)", kind+":"+arg)
	}
	f, err := os.Open(arg)
	if err != nil {
		return nil, fmt.Errorf("board file: %w", err)
	}
	defer f.Close()
	draft, err := board.ReadDraft(arg, f)
	if err != nil {
		return nil, err
	}
	return draft.Board("")
}

// BoardEntry is a board of the gallery. Group is "flat", "wrapped" or "solid".
type BoardEntry struct {
	Spec, Title, Group string
}

// Gallery returns the boards that a new user is offered.
func Gallery() []BoardEntry {
	groups := []struct {
		name  string
		specs []string
	}{
		{"flat", []string{"grid:9", "grid:13", "grid:19", "hex:6", "honeycomb:5", "circle:4x16"}},
		{"wrapped", []string{"torus:9x9", "cylinder:12x7", "mobius:15x5", "klein:12x9", "projective:9x9"}},
		{"solid", []string{"sphere:12x8", "geodesic:3", "cube:5", "box:4x4x4"}},
	}
	var entries []BoardEntry
	for _, g := range groups {
		for _, spec := range g.specs {
			b, err := board.Parse(spec)
			if err != nil {
				panic(err) // the list above is wrong
			}
			entries = append(entries, BoardEntry{b.Spec(), b.Title(), g.name})
		}
	}
	return entries
}
