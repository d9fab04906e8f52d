package boards

import "moyo/server/base/wire"

// Files that become boards.

// BoardReport is the answer of POST /api/boards/check: the contents of a file, and the board that it makes if Error is empty.
type BoardReport struct {
	Format     string           `json:"format"` // "obj", "moyo" or "govariants"
	Points     int              `json:"points"`
	Edges      int              `json:"edges"`
	Degrees    []DegreeCount    `json:"degrees"`
	Components []BoardComponent `json:"components"`
	Coincident int              `json:"coincident"` // points in the same place as another one
	Warnings   []string         `json:"warnings"`
	Error      string           `json:"error"` // why it cannot become a board as it is, or ""
	Lines      []BoardLine      `json:"lines"` // the straight lines of the board
	Board      *wire.Board      `json:"board"` // of the chosen component, null if Error is set
}

// BoardLine is a straight line of a board. A closed line leads from its last point back to its first.
type BoardLine struct {
	Points   []int `json:"points"`
	Diagonal bool  `json:"diagonal"` // crosses faces instead of following edges
	Closed   bool  `json:"closed"`
}

// BoardFile is the answer of GET /api/boards/file?spec=: a board as a file in moyo's JSON, with all fields of NewBoard.
type BoardFile struct {
	Title string `json:"title"`
	File  string `json:"file"`
}

// DegreeCount is the number of points with that number of neighbours.
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
	Component int    `json:"component"` // which component to take, from 0; -1 for the whole file, which must then be connected
	Merge     bool   `json:"merge"`     // merge coincident points
}

// The offered boards, shared boards, and own boards.

// BoardEntry is a board of the gallery.
type BoardEntry struct {
	Spec  string   `json:"spec"`
	Name  string   `json:"name" ts:"BoardName | \"\""` // id of the title, if it differs from the board's own
	Title string   `json:"title"`
	Group string   `json:"group"` // "flat", "wrapped", "solid" or "own"
	Games []string `json:"games"` // ids of the games that offer it; empty for an own board, which can be tried with any game
}

// SharedBoards is the answer of GET /api/boards/shared?order=ORDER&name=NAME&after=NEXT.
// Order is "played" or "new".
type SharedBoards struct {
	Boards []wire.SharedBoard `json:"boards"`
	Next   string             `json:"next"` // what to ask for after these, "" at the end
}

// OwnBoards is the answer of GET /api/me/boards: the user's boards.
type OwnBoards struct {
	Boards []OwnBoard `json:"boards"` // newest first
}

// OwnBoard is a board of the user.
type OwnBoard struct {
	Spec   string            `json:"spec"`
	Title  string            `json:"title"`
	Kept   string            `json:"kept"`   // time of the upload, RFC 3339
	Shared *wire.SharedBoard `json:"shared"` // null if the user does not share it
}

// BoardTitle is the body of PUT /api/me/boards/HASH: another name for a board.
type BoardTitle struct {
	Title string `json:"title"`
}
