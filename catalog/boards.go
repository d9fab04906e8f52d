package catalog

import (
	"cmp"
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
// Games are the ids of the games that it is offered for, the best fitting
// first; others may be played on it too.
type BoardEntry struct {
	Spec, Title, Group string
	Games              []string
}

// Endless is the board that stands for one without edges: too large for a game
// to reach its border, shown through a window that follows the stones.
const Endless = "grid:99"

// gallery lists the boards that a new user is offered, by group. The title is
// the board's own where none is given.
var gallery = []struct {
	group, spec, title string
	games              []string
}{
	{"flat", "grid:9", "", []string{"weiqi", "capturefive", "atari-go", "pente"}},
	{"flat", "grid:13", "", []string{"weiqi", "capturefive", "atari-go", "pente"}},
	{"flat", "grid:5", "", []string{"capturefive"}},
	{"flat", "grid:7", "", []string{"capturefive", "atari-go"}},
	{"flat", "grid:19", "", []string{"weiqi", "gomoku", "pente"}},
	{"flat", "grid:15", "", []string{"gomoku"}},
	{"flat", "grid:20", "", []string{"gomoku"}},
	{"flat", "grid:7x6", "", []string{"connect4"}},
	{"flat", "grid:6x5", "", []string{"connect4"}},
	{"flat", "grid:9x7", "", []string{"connect4"}},
	{"flat", Endless, "Endless", []string{"gomoku"}},
	{"flat", "hex:5", "", []string{"pentalath"}},
	{"flat", "hex:6", "", []string{"weiqi", "capturefive", "atari-go", "pentalath"}},
	{"flat", "honeycomb:5", "", []string{"weiqi"}},
	{"flat", "circle:4x16", "", []string{"weiqi"}},
	{"wrapped", "torus:9x9", "", []string{"weiqi", "capturefive", "atari-go", "pente"}},
	{"wrapped", "torus:15x15", "", []string{"gomoku"}},
	{"wrapped", "cylinder:12x7", "", []string{"weiqi"}},
	{"wrapped", "cylinder:15x15", "", []string{"gomoku"}},
	{"wrapped", "mobius:15x5", "", []string{"weiqi"}},
	{"wrapped", "mobius:21x9", "", []string{"gomoku"}},
	{"wrapped", "klein:12x9", "", []string{"weiqi"}},
	{"wrapped", "projective:9x9", "", []string{"weiqi"}},
	{"solid", "sphere:12x8", "", []string{"weiqi"}},
	{"solid", "geodesic:3", "", []string{"weiqi"}},
	{"solid", "cube:5", "", []string{"weiqi", "capturefive"}},
	{"solid", "cube:7", "", []string{"gomoku"}},
	{"solid", "box:4x4x4", "", []string{"weiqi"}},
}

// Gallery returns the boards that a new user is offered.
func Gallery() []BoardEntry {
	entries := make([]BoardEntry, len(gallery))
	for i, g := range gallery {
		b, err := board.Parse(g.spec)
		if err != nil {
			panic(err) // the list above is wrong
		}
		entries[i] = BoardEntry{b.Spec(), cmp.Or(g.title, b.Title()), g.group, g.games}
	}
	return entries
}
