package wire

// Boards, and files that become boards.

// Board is the answer of GET /api/boards?spec=: all that a view needs.
type Board struct {
	Spec   string       `json:"spec"`
	Title  string       `json:"title"`
	Flat   bool         `json:"flat"`
	Width  int          `json:"width"` // of a plain grid, else 0
	Height int          `json:"height"`
	Coords [][3]float64 `json:"coords"`
	Edges  [][2]int     `json:"edges"`
	Faces  [][]int      `json:"faces"`
	Names  []string     `json:"names"`
	Stars  []int        `json:"stars"` // star points
	Class  string       `json:"class"` // of boards on which a rating counts
	Lines  bool         `json:"lines"` // whether "straight on" means something, as n in a row needs it
}

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
	Board      *Board           `json:"board"` // of the chosen component, null where Error is set
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
