package libraries

import "moyo/server/base/wire"

// The library: a player's games, found by players and by positions.
//
//	GET    /api/library                  Library: totals, files, progress of the index
//	POST   /api/library/import?name=     a file as the body; LibraryImport
//	POST   /api/library/search           LibrarySearch; LibraryPage
//	POST   /api/library/explore          LibraryPosition; LibraryExplored
//	GET    /api/library/games/{number}   the record as SGF (application/x-go-sgf)
//	DELETE /api/library/games/{number}   204
//	DELETE /api/library/files/{file}     204; all games of a file
//	DELETE /api/library                  204; everything
//
// It also contains the player's finished games on this server, which are added when the player reads it.

// Library is the answer of GET /api/library.
type Library struct {
	Games     int           `json:"games"`
	Bytes     int64         `json:"bytes"`
	MostGames int           `json:"mostGames"` // maximum for the user
	MostBytes int64         `json:"mostBytes"`
	Indexed   int           `json:"indexed"` // of Games, number found by position; the others follow soon
	Working   bool          `json:"working"` // games are being added or indexed: ask again in a second or two
	Files     []LibraryFile `json:"files"`   // imported files, newest first, the last 200; games played on this server are file 0
	Boards    []LibraryKind `json:"boards"`  // games on boards, most first, 50 at most
}

// LibraryFile is an imported file. A file that was imported twice is listed twice.
type LibraryFile struct {
	File  int    `json:"file"` // 0 for games played on this server
	Name  string `json:"name"` // "" for these
	Games int    `json:"games"`
	Added string `json:"added"` // RFC 3339
}

// LibraryKind is a game on a board.
type LibraryKind struct {
	Game       string `json:"game"`       // id, such as "weiqi"
	Board      string `json:"board"`      // spec
	BoardTitle string `json:"boardTitle"` // the spec if the board is no longer known
	Games      int    `json:"games"`
}

// LibraryImport is the answer of POST /api/library/import. The body is a file of up to 16 MB: SGF (with any number of games),
// RenLib, Piskvork, or a zip archive of such files. Games that were added stay, whatever comes after them. If the file takes too
// long, Next is positive, and sending the same file with from=Next and file=File continues the import.
type LibraryImport struct {
	File    int              `json:"file"`    // number of the file; 0 if no game was added
	Added   int              `json:"added"`   // games
	Known   int              `json:"known"`   // games that the library had already
	Refused int              `json:"refused"` // games and files that cannot be read
	Reasons []LibraryRefusal `json:"reasons"` // for the first 50 of these
	// games read otherwise than written, and what was repaired in the first of them, 50 texts at most
	Repaired int              `json:"repaired"`
	Repairs  []LibraryRefusal `json:"repairs"`
	Skipped  int              `json:"skipped"`           // files of an archive whose names are not those of records
	Next     int              `json:"next"`              // number of games read, if there are more; 0 at the end
	Problem  string           `json:"problem,omitempty"` // why the import stopped early, such as that the library is full
	Refusal  string           `json:"refusal,omitempty" ts:"RefusalID"`
	Places   []string         `json:"places,omitempty"` // values of the text's placeholders
}

// LibraryRefusal is a game that cannot be read, and why, or a game that was repaired, and how.
type LibraryRefusal struct {
	File   string `json:"file"` // in an archive, the name of the file in it
	Line   int    `json:"line"` // on which the game begins; 0 for the whole file
	Reason string `json:"reason"`
}

// LibrarySearch is the body of POST /api/library/search. Empty fields do not restrict. Texts match as substrings without regard
// to case.
type LibrarySearch struct {
	Player   string           `json:"player,omitempty"`
	Color    string           `json:"color,omitempty"`    // "black" or "white": the colour of Player; "" for either
	Opponent string           `json:"opponent,omitempty"` // on the other side
	Event    string           `json:"event,omitempty"`
	From     string           `json:"from,omitempty"`     // date such as "2016", "2016-03" or "2016-03-09", inclusive
	To       string           `json:"to,omitempty"`       // inclusive; "2016" includes all of that year
	Result   string           `json:"result,omitempty"`   // "black", "white", "draw", "unknown"; "won" and "lost" refer to Player
	Game     string           `json:"game,omitempty"`     // id, such as "weiqi", with any komi
	Board    string           `json:"board,omitempty"`    // spec
	Moves    int              `json:"moves,omitempty"`    // the minimum
	File     *int             `json:"file,omitempty"`     // games of this file
	Position *LibraryPosition `json:"position,omitempty"` // games that reached it
	After    string           `json:"after,omitempty"`    // Next of the previous page
	Limit    int              `json:"limit,omitempty"`    // games per page: 1 to 200, 0 for 50
}

// LibraryPosition is a position to search for, under all symmetries of its board, and the body of POST /api/library/explore. It
// is given as in AnalysisRequest: the start of the game, or Stones, and Moves from there. With Corner, only one corner of a grid
// counts for either side to move. It is searched for in all corners of grids of any size.
type LibraryPosition struct {
	Board  string   `json:"board"`  // spec
	Rules  string   `json:"rules"`  // id; only its game counts, not komi and opening
	Stones string   `json:"stones"` // one character per point as in Snapshot, "" for the start of the game
	ToPlay string   `json:"toPlay"` // side to move; only with Stones
	Moves  []string `json:"moves"`  // names
	// points along the corner's side, 6 or 9; 0 for the whole board. A grid must be at least half as long again
	Corner int    `json:"corner,omitempty"`
	Side   string `json:"side,omitempty"`  // with Corner: "top-left", "top-right", "bottom-left" or "bottom-right"
	Limit  int    `json:"limit,omitempty"` // for explore: games to list, 1 to 50, 0 for 10
}

// LibraryPage is a part of the games found, last played first, games without a date at the end. A page may have fewer games than
// requested, or none, although more follow.
type LibraryPage struct {
	Games []LibraryGame `json:"games"`
	Next  string        `json:"next"` // After for the next page, "" at the end
}

// LibraryGame is a game's header; fields missing in the record are "".
type LibraryGame struct {
	Number     int        `json:"number"` // unique in the library, never used again
	Black      string     `json:"black"`
	White      string     `json:"white"`
	Event      string     `json:"event"`
	Date       string     `json:"date"`
	Result     string     `json:"result"`           // as in the record, such as "B+R"
	Winner     string     `json:"winner"`           // "black", "white", "draw", or "" if unknown
	Board      string     `json:"board"`            // spec
	BoardTitle string     `json:"boardTitle"`       // the spec if the board is no longer known
	Rules      string     `json:"rules"`            // id
	Words      wire.Rules `json:"words"`            // the game and its rules, for the page
	Moves      int        `json:"moves"`            // turns, including passes
	File       int        `json:"file"`             // its file
	At         *int       `json:"at,omitempty"`     // turns before the position that was searched for
	Played     string     `json:"played,omitempty"` // id of the game on this server
	Added      string     `json:"added"`            // RFC 3339
}

// LibraryExplored is the answer of POST /api/library/explore.
type LibraryExplored struct {
	Times int           `json:"times"` // occurrences of the position
	Moves []LibraryMove `json:"moves"` // moves played next, most frequent first, 100 at most
	Years []LibraryYear `json:"years"` // years of the games, first one first; without unknown years
	Games []LibraryGame `json:"games"` // games with the position, newest first, with At
	Whole bool          `json:"whole"` // whether all games of the library were searched; false while some wait to be indexed
}

// LibraryMove is a move that was played in a position, turned and mirrored to match the position in the request.
type LibraryMove struct {
	Move  string `json:"move"`  // name of the point, "pass", "choice" for a choice of the game, "" if the game ended there
	Point int    `json:"point"` // its number, or -1
	Color string `json:"color"` // who played it; in a corner it may be either
	Times int    `json:"times"`
	Black int    `json:"black"` // of these games, won by Black
	White int    `json:"white"`
	Draws int    `json:"draws"`
	Other int    `json:"other"` // with an unknown result
	Year  int    `json:"year"`  // when it was last played; 0 if unknown
}

// LibraryYear is the number of occurrences of a position in a year.
type LibraryYear struct {
	Year  int `json:"year"`
	Times int `json:"times"`
}
