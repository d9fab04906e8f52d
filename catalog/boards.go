package catalog

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"

	"moyo/board"
	"moyo/board/boardfile"
)

// Loader loads the boards that no spec can generate. It returns the board for "id:SHA256"
// or "file:PATH".
type Loader func(kind, arg string) (*board.Board, error)

// Board returns the board of a spec. With a nil load, it returns generated boards only.
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

// LoadFile is the Loader of programs that run on the user's own machine. It reads
// "file:PATH" as OBJ or JSON, which must contain one connected board.
func LoadFile(kind, arg string) (*board.Board, error) {
	if kind != "file" {
		return nil, fmt.Errorf("board %q: stored boards are on a server; give the file instead (file:PATH)", kind+":"+arg)
	}
	f, err := os.Open(arg)
	if err != nil {
		return nil, fmt.Errorf("board file: %w", err)
	}
	defer f.Close()
	draft, err := boardfile.Read(arg, f)
	if err != nil {
		return nil, err
	}
	return draft.Board("")
}

// BoardEntry is a board of the gallery. Group is "flat", "wrapped" or "solid". Games are
// the ids of the games that offer it, in the order of the games; other games may be
// played on it too. Name is the id of a title that replaces the board's own, or "".
type BoardEntry struct {
	Spec, Title, Group string
	Name               string
	Games              []string
}

// Endless is the spec of the board that is shown as endless. It is too large for a game
// to reach its border; a window follows the stones.
const Endless = "grid:99"

// shownBoards are the boards that the page offers to new users, by group. Without a name,
// the title is the board's own. [Game.Boards] lists the games offered on them.
var shownBoards = []struct {
	group, spec, name string
}{
	{"flat", "grid:9", ""},
	{"flat", "grid:13", ""},
	{"flat", "grid:5", ""},
	{"flat", "grid:7", ""},
	{"flat", "grid:19", ""},
	{"flat", "grid:15", ""},
	{"flat", "grid:20", ""},
	{"flat", "grid:7x6", ""},
	{"flat", "grid:6x5", ""},
	{"flat", "grid:9x7", ""},
	{"flat", Endless, "endless"},
	{"flat", "hex:5", ""},
	{"flat", "hex:6", ""},
	{"flat", "honeycomb:5", ""},
	{"flat", "circle:4x16", ""},
	{"wrapped", "torus:9x9", ""},
	{"wrapped", "torus:15x15", ""},
	{"wrapped", "cylinder:12x7", ""},
	{"wrapped", "cylinder:15x15", ""},
	{"wrapped", "mobius:15x5", ""},
	{"wrapped", "mobius:21x9", ""},
	{"wrapped", "klein:12x9", ""},
	{"wrapped", "projective:9x9", ""},
	{"solid", "sphere:12x8", ""},
	{"solid", "geodesic:3", ""},
	{"solid", "cube:5", ""},
	{"solid", "cube:7", ""},
	{"solid", "box:4x4x4", ""},
}

// boardNames maps ids to names that replace a board's own title.
var boardNames = map[string]string{"endless": "Endless"}

// Gallery returns the boards that the page offers to new users. The slice is shared; callers must not modify
// it.
func Gallery() []BoardEntry { return gallery() }

// gallery builds each board once to get its title.
var gallery = sync.OnceValue(func() []BoardEntry {
	gallery := make([]BoardEntry, len(shownBoards))
	for i, shown := range shownBoards {
		b, err := board.Parse(shown.spec)
		if err != nil {
			panic(err) // the list above is wrong
		}
		gallery[i] = BoardEntry{b.Spec(), cmp.Or(boardNames[shown.name], b.Title()), shown.group, shown.name, offeredOn(shown.spec)}
	}
	return gallery
})

// offeredOn returns the ids of the games that offer the board of a spec.
func offeredOn(spec string) []string {
	var ids []string
	for _, e := range entries {
		if slices.Contains(e.Boards, spec) {
			ids = append(ids, e.ID)
		}
	}
	return ids
}
