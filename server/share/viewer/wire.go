package viewer

import "moyo/server/base/wire"

// Records of games: files that are opened, and the trees that they hold.

// RecordFile is the answer of POST /api/records/read: the games that a file holds, and
// one of them whole.
type RecordFile struct {
	Format string       `json:"format"` // "sgf", "renlib" or "piskvork"
	Games  []RecordHead `json:"games"`  // in the file's order, of a long collection the first of them
	Count  int          `json:"count"`  // of all games in the file
	Game   *GameRecord  `json:"game"`   // the one that was asked for; null where only the list was
}

// RecordHead is what a record says of a game before its moves; "" for what it does not say.
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
	Board     string `json:"board"` // spec, "" where it cannot be read
	Rules     string `json:"rules"` // id, "" where they are not known here
	Moves     int    `json:"moves"` // of the main line
	Nodes     int    `json:"nodes"`
	Problem   string `json:"problem,omitempty"` // why the game cannot be opened, in words
}

// GameRecord is a game with all its variations.
type GameRecord struct {
	Head  RecordHead `json:"head"`
	Board wire.Board `json:"board"`
	Rules string     `json:"rules"` // id
	Words wire.Rules `json:"words"` // the game and its rules, for the page
	// of a board that came along in the record and is not kept here: what POST /api/boards takes; "" else
	BoardFile string       `json:"boardFile"`
	Nodes     []RecordNode `json:"nodes"` // parents before children and children in their order; the first is the root
}

// RecordNode is a node of a record. What it does to the board is said as changes to the
// position of its parent, of the root's to an empty board: stones that it places, sets
// up or takes.
type RecordNode struct {
	Parent int    `json:"parent"`          // index of a node before it, -1 for the root
	Move   string `json:"move,omitempty"`  // name of the point, "pass", or a choice that the game names; "" for none
	Color  string `json:"color,omitempty"` // who makes the move
	ToPlay string `json:"toPlay"`          // whose turn it is after the node, "" where the game is over
	// the position begins anew here: stones are set up, or the move is not allowed by the rules
	Anew       bool       `json:"anew,omitempty"`
	Refused    string     `json:"refused,omitempty"` // why the rules do not allow the move: a reason code, or "unreadable"
	Changes    [][2]int   `json:"changes,omitempty"` // pairs of a point and what is there then: 0 nothing, 1 black, 2 white
	Properties [][]string `json:"properties"`        // in their order: the name, then the values as the record has them, escaped, in UTF-8
}

// RecordPosition asks POST /api/records/draw for a picture of a record. The file comes
// back by itself.
type RecordPosition struct {
	Record string `json:"record"` // SGF
	Game   int    `json:"game"`   // index in the record, from 0
	// "svg", "png", "gif" (the moves from From to Node, one picture each) or "pdf" (diagrams with numbers, as books print them)
	Format string `json:"format"`
	Path   []int  `json:"path"`            // which child is taken from the root on, to the node that is drawn
	From   int    `json:"from"`            // number of nodes of Path before the line that is numbered or animated
	Figure int    `json:"figure"`          // of "pdf": moves to a diagram, 0 for 50
	Title  string `json:"title,omitempty"` // above the picture, "" for the players' names
}
