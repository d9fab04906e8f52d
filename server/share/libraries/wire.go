package libraries

import "moyo/server/base/wire"

// The library: somebody's games, found by who played them and by their positions.
//
//	GET    /api/library                  Library: totals, files, how far the index is
//	POST   /api/library/import?name=     a file as the body; LibraryImport
//	POST   /api/library/search           LibrarySearch; LibraryPage
//	POST   /api/library/explore          LibraryPosition; LibraryExplored
//	GET    /api/library/games/{number}   the record as SGF (application/x-go-sgf)
//	DELETE /api/library/games/{number}   204
//	DELETE /api/library/files/{file}     204; all games that came with a file
//	DELETE /api/library                  204; everything
//
// Whoever plays here finds their finished games in it too: they are added when it is looked at.

// Library is the answer of GET /api/library.
type Library struct {
	Games     int           `json:"games"`
	Bytes     int64         `json:"bytes"`
	MostGames int           `json:"mostGames"` // that may be kept of the one who asks
	MostBytes int64         `json:"mostBytes"`
	Indexed   int           `json:"indexed"` // of Games, those that are found by their positions; the others are soon
	Working   bool          `json:"working"` // games are being added or indexed just now: ask again in a second or two
	Files     []LibraryFile `json:"files"`   // what was brought, newest first, the last 200; the games played here are the file 0
	Boards    []LibraryKind `json:"boards"`  // which games on which boards there are, most first, 50 at most
}

// LibraryFile is a file that was brought. Files of one name that were brought twice are two.
type LibraryFile struct {
	File  int    `json:"file"` // its number; 0 for games played on this server
	Name  string `json:"name"` // "" for these
	Games int    `json:"games"`
	Added string `json:"added"` // RFC 3339
}

// LibraryKind is a game on a board.
type LibraryKind struct {
	Game       string `json:"game"`       // id, such as "weiqi"
	Board      string `json:"board"`      // spec
	BoardTitle string `json:"boardTitle"` // the spec where the board is not known any more
	Games      int    `json:"games"`
}

// LibraryImport is the answer of POST /api/library/import. The body is a file as it is: SGF
// (also many games in one), RenLib, Piskvork, or a zip archive of such files in folders; of up to
// 16 MB. What was added stays, whatever came after. Where the whole file takes too long, Next
// is above 0, and the same file sent again with from=Next and file=File goes on there.
type LibraryImport struct {
	File    int              `json:"file"`              // number of the file; 0 where nothing was added
	Added   int              `json:"added"`             // games
	Known   int              `json:"known"`             // games that were in the library already
	Refused int              `json:"refused"`           // games and files that cannot be read
	Reasons []LibraryRefusal `json:"reasons"`           // of these, the first 50
	Skipped int              `json:"skipped"`           // files of an archive that are no records by their names
	Next    int              `json:"next"`              // games of the file that were looked at, where there are more; 0 at its end
	Problem string           `json:"problem,omitempty"` // why it ended before the file did, such as that the library is full
	Refusal string           `json:"refusal,omitempty" ts:"RefusalID"`
	Places  []string         `json:"places,omitempty"` // what fills the places of its words
}

// LibraryRefusal is a game that cannot be read, and why.
type LibraryRefusal struct {
	File   string `json:"file"` // of an archive, the file in it
	Line   int    `json:"line"` // on which the game begins, 0 where it is the whole file
	Reason string `json:"reason"`
}

// LibrarySearch is the body of POST /api/library/search. What is "", 0 or null does not
// restrict. Texts are parts of what the record says, in whichever case.
type LibrarySearch struct {
	Player   string           `json:"player,omitempty"`
	Color    string           `json:"color,omitempty"`    // "black" or "white": what Player has; "" for either
	Opponent string           `json:"opponent,omitempty"` // on the other side
	Event    string           `json:"event,omitempty"`
	From     string           `json:"from,omitempty"`     // date such as "2016", "2016-03" or "2016-03-09": not before it
	To       string           `json:"to,omitempty"`       // not after it; "2016" has all of that year
	Result   string           `json:"result,omitempty"`   // "black", "white", "draw", "unknown"; "won" and "lost" are Player's
	Game     string           `json:"game,omitempty"`     // id, such as "weiqi", whichever its komi
	Board    string           `json:"board,omitempty"`    // spec
	Moves    int              `json:"moves,omitempty"`    // at least so many
	File     *int             `json:"file,omitempty"`     // that came with this file
	Position *LibraryPosition `json:"position,omitempty"` // that came to it
	After    string           `json:"after,omitempty"`    // Next of the page before
	Limit    int              `json:"limit,omitempty"`    // games of a page: 1 to 200, 0 for 50
}

// LibraryPosition is a position that is looked for, under all symmetries of its board, and the
// body of POST /api/library/explore. It is said as in AnalysisRequest: the start of the game,
// or Stones, and Moves from there. With Corner only what lies in one corner of a grid is looked for,
// in all four of grids of any size, whoever's turn it is.
type LibraryPosition struct {
	Board  string   `json:"board"`  // spec
	Rules  string   `json:"rules"`  // id; the game counts, its komi and opening do not
	Stones string   `json:"stones"` // one character a point as in Snapshot, "" for the start of the game
	ToPlay string   `json:"toPlay"` // who moves then; only with Stones
	Moves  []string `json:"moves"`  // names
	// points along the corner's side, 6 or 9; 0 for the whole board. A grid is half as long again at least
	Corner int    `json:"corner,omitempty"`
	Side   string `json:"side,omitempty"`  // with Corner: "top-left", "top-right", "bottom-left" or "bottom-right"
	Limit  int    `json:"limit,omitempty"` // of explore: games to name, 1 to 50, 0 for 10
}

// LibraryPage is a part of the games that were found, those played last first, those without a
// date at the end. A page may have fewer games than asked for, or none, although more follow.
type LibraryPage struct {
	Games []LibraryGame `json:"games"`
	Next  string        `json:"next"` // After of the page after it, "" at the end
}

// LibraryGame is what a record says of its game; "" for what it does not say.
type LibraryGame struct {
	Number     int        `json:"number"` // for good: no other game of the library gets it
	Black      string     `json:"black"`
	White      string     `json:"white"`
	Event      string     `json:"event"`
	Date       string     `json:"date"`
	Result     string     `json:"result"`           // as the record has it, such as "B+R"
	Winner     string     `json:"winner"`           // "black", "white", "draw", or "" where that is not known
	Board      string     `json:"board"`            // spec
	BoardTitle string     `json:"boardTitle"`       // the spec where the board is not known any more
	Rules      string     `json:"rules"`            // id
	Words      wire.Rules `json:"words"`            // the game and its rules, for the page
	Moves      int        `json:"moves"`            // turns, passes too
	File       int        `json:"file"`             // that it came with
	At         *int       `json:"at,omitempty"`     // turns before the position that was looked for
	Played     string     `json:"played,omitempty"` // id of the game on this server
	Added      string     `json:"added"`            // RFC 3339
}

// LibraryExplored is the answer of POST /api/library/explore.
type LibraryExplored struct {
	Times int           `json:"times"` // that the position came
	Moves []LibraryMove `json:"moves"` // that were played there, most often first, 100 at most
	Years []LibraryYear `json:"years"` // in which it came, the first one first; without those that are not known
	Games []LibraryGame `json:"games"` // in which it came, the newest first, with At
	Whole bool          `json:"whole"` // all games of the library were looked through: none waits to be indexed
}

// LibraryMove is a move that was played in a position, on the board of the one who asks: turned
// and mirrored as their position is.
type LibraryMove struct {
	Move  string `json:"move"`  // name of the point, "pass", "choice" for one that the game names, "" where the game ended there
	Point int    `json:"point"` // its number, -1 for what is none
	Color string `json:"color"` // who has played it; of a corner it may be either
	Times int    `json:"times"`
	Black int    `json:"black"` // games of these that Black has won
	White int    `json:"white"`
	Draws int    `json:"draws"`
	Other int    `json:"other"` // whose result is not known
	Year  int    `json:"year"`  // in which it was played last, 0 where that is not known
}

// LibraryYear says how often a position came in a year.
type LibraryYear struct {
	Year  int `json:"year"`
	Times int `json:"times"`
}
