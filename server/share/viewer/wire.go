package viewer

import "moyo/server/base/wire"

// Records of games: files and the trees that they contain.

// RecordFile is the answer of POST /api/records/read: the games of a file, one of them complete.
type RecordFile struct {
	Format string       `json:"format"` // "sgf", "renlib", "piskvork", "gib", "ngf" or "ugf"
	Games  []RecordHead `json:"games"`  // in the file's order; of a long collection only the first ones
	Count  int          `json:"count"`  // of all games in the file
	Game   *GameRecord  `json:"game"`   // the requested game; null if only the list was requested
}

// RecordHead is the header of a game; fields missing in the record are "".
type RecordHead struct {
	Index     int    `json:"index"` // in the file, from 0
	Title     string `json:"title"`
	Event     string `json:"event"`
	Black     string `json:"black"`
	White     string `json:"white"`
	BlackRank string `json:"blackRank"`
	WhiteRank string `json:"whiteRank"`
	Date      string `json:"date"`
	Result    string `json:"result"`
	Board     string `json:"board"` // spec, "" if it cannot be read
	Rules     string `json:"rules"` // id, "" if unknown
	Moves     int    `json:"moves"` // of the main line
	Nodes     int    `json:"nodes"`
	Problem   string `json:"problem,omitempty"` // why the game cannot be opened, as text
}

// GameRecord is a game with all its variations.
type GameRecord struct {
	Head  RecordHead `json:"head"`
	Board wire.Board `json:"board"`
	Rules string     `json:"rules"` // id
	Words wire.Rules `json:"words"` // the game and its rules, for the page
	// of a board in the record that this server does not have: the input for POST /api/boards; otherwise ""
	BoardFile string `json:"boardFile"`
	// what was repaired in the text and on the main line, as text
	Repairs []string     `json:"repairs,omitempty"`
	Nodes   []RecordNode `json:"nodes"` // parents before children and children in order; the first is the root
}

// RecordNode is a node of a record. Its effect on the board is given as changes to the parent's position, or for the root to an
// empty board.
type RecordNode struct {
	Parent int    `json:"parent"`          // index of an earlier node, -1 for the root
	Move   string `json:"move,omitempty"`  // name of the point, "pass", or a choice of the game; "" for none
	Color  string `json:"color,omitempty"` // who makes the move
	ToPlay string `json:"toPlay"`          // side to move after the node, "" if the game is over
	// the position starts again at this node: stones are set up, or the rules do not allow the move
	Anew       bool       `json:"anew,omitempty"`
	Refused    string     `json:"refused,omitempty"` // why the rules do not allow the move: a reason code, or "unreadable"
	Changes    [][2]int   `json:"changes,omitempty"` // pairs of a point and its new state: 0 empty, 1 black, 2 white
	Properties [][]string `json:"properties"`        // in order: the name, then the values as in the record, escaped, in UTF-8
}

// RecordPosition asks POST /api/records/draw for a picture of a record. The answer is the file.
type RecordPosition struct {
	Record string `json:"record"` // SGF
	Game   int    `json:"game"`   // index in the record, from 0
	// "svg", "png", "gif" (the moves from From to Node, one picture each) or "pdf" (diagrams with numbers, as books print them)
	Format string `json:"format"`
	Path   []int  `json:"path"`            // index of the child at each step from the root to the node to draw
	From   int    `json:"from"`            // number of nodes of Path before the line to number or animate
	Figure int    `json:"figure"`          // for "pdf": moves per diagram, 0 for 50
	Title  string `json:"title,omitempty"` // above the picture, "" for the players' names
}
