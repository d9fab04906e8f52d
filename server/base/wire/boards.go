package wire

// Boards.

// Board is the answer of GET /api/boards?spec=, with everything that a view needs.
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
	Class  string       `json:"class"` // of boards for ratings
	Lines  bool         `json:"lines"` // whether the board has straight lines, which n in a row needs
}
