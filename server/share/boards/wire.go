package boards

import "moyo/server/base/wire"

// Files that become boards.

// BoardReport is the answer of POST /api/boards/check: what a file holds, and
// the board it would make if nothing in Errors stands against it.
type BoardReport struct {
	Format     string           `json:"format"` // "obj", "moyo" or "govariants"
	Points     int              `json:"points"`
	Edges      int              `json:"edges"`
	Degrees    []DegreeCount    `json:"degrees"`
	Components []BoardComponent `json:"components"`
	Coincident int              `json:"coincident"` // points that lie upon another one
	Warnings   []string         `json:"warnings"`
	Error      string           `json:"error"` // why no board can be made of it as it is, or ""
	Lines      []BoardLine      `json:"lines"` // the straight lines of that board
	Board      *wire.Board      `json:"board"` // of the chosen component, null where Error is set
}

// BoardLine is a straight line of a board. A closed one leads from its last point
// to its first.
type BoardLine struct {
	Points   []int `json:"points"`
	Diagonal bool  `json:"diagonal"` // it crosses faces instead of following edges
	Closed   bool  `json:"closed"`
}

// BoardFile is the answer of GET /api/boards/file?spec=: a board as a file in moyo's
// JSON, with everything that NewBoard takes.
type BoardFile struct {
	Title string `json:"title"`
	File  string `json:"file"`
}

// DegreeCount says how many points have so many neighbours.
type DegreeCount struct {
	Degree int `json:"degree"`
	Points int `json:"points"`
}

// BoardComponent is one connected part of a mesh.
type BoardComponent struct {
	Points int `json:"points"`
	Edges  int `json:"edges"`
}

// NewBoard is the body of POST /api/boards and /api/boards/check. The answer of
// the former is a BoardEntry whose spec is "id:SHA256".
type NewBoard struct {
	Name      string `json:"name"`
	File      string `json:"file"`      // the text of the file, at most 8 MiB
	Component int    `json:"component"` // which component to take, from 0; -1 for the whole, which must then be connected
	Merge     bool   `json:"merge"`     // merge coincident points
}

// Boards to choose from, those that people share, and one's own.

// BoardEntry is a board of the gallery.
type BoardEntry struct {
	Spec  string   `json:"spec"`
	Name  string   `json:"name" ts:"BoardName | \"\""` // id of the title where that is not the board's own
	Title string   `json:"title"`
	Group string   `json:"group"` // "flat", "wrapped", "solid" or "own"
	Games []string `json:"games"` // ids of the games that it is offered for; none for an own board, on which any may be tried
}

// SharedBoards is the answer of GET /api/boards/shared?order=ORDER&name=NAME&after=NEXT.
// Order is "played" or "new".
type SharedBoards struct {
	Boards []wire.SharedBoard `json:"boards"`
	Next   string             `json:"next"` // what to ask for after these, "" at the end
}

// OwnBoards is the answer of GET /api/me/boards: the boards of the one who asks.
type OwnBoards struct {
	Boards []OwnBoard `json:"boards"` // newest first
}

// OwnBoard is a board of the one who asks.
type OwnBoard struct {
	Spec   string            `json:"spec"`
	Title  string            `json:"title"`
	Kept   string            `json:"kept"`   // since when, RFC 3339
	Shared *wire.SharedBoard `json:"shared"` // null where they do not share it
}

// BoardTitle is the body of PUT /api/me/boards/HASH: another name for a board.
type BoardTitle struct {
	Title string `json:"title"`
}
