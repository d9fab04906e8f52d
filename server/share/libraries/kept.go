package libraries

import (
	"cmp"
	"strings"
	"time"

	"moyo/game"
	"moyo/server/store"
)

// library says how much there is of somebody's library.
type library struct {
	Owner     string
	Games     int
	Bytes     int64     // as games say
	Waiting   int       // games that are not in the index
	Resetting bool      // the index is being taken apart, see ResetIndex
	Played    time.Time // up to when the owner's finished games were added
	Updated   time.Time
}

// newFile is the number of a file that gets one when it is kept, and playedFile that of
// the games played on the server.
const (
	newFile    = -1
	playedFile = 0
)

// gameFile is where games have come from.
type gameFile struct {
	File  int
	Name  string
	Games int
	Added time.Time // its first game
}

// gameKind is a game on a board, and how many of it there are.
type gameKind struct {
	Game, Board string
	Games       int
}

// keptGame is a game of a library.
type keptGame struct {
	Number              uint32
	File                int
	Sum                 string // of 16 bytes; no two games of an owner have the same
	Black, White, Event string
	Date, Result        string // as the record says
	Day                 int    // such as 20160309, 0 for not known
	Winner              game.Color
	Known               bool // the result is
	Game, Board, Rules  string
	Moves               int
	Bytes               int    // that it takes, with its part of the index
	Played              string // id of the game on this server, "" for one that was brought
	Added               time.Time
	Record              []byte
}

// Bounds is how much of a library there may be.
type Bounds struct {
	Games int
	Bytes int64
}

// newGames is what is to be added to a library.
type newGames struct {
	Owner  string
	File   gameFile // its File may be newFile or playedFile
	Games  []keptGame
	Played time.Time // of library, where it is later than that; may be zero
	Most   Bounds
}

// newNumbers is what was added: a file's number, newFile for a new one of which no game was
// added, and the games' numbers.
type newNumbers struct {
	File    int
	Numbers []uint32
}

// selection says which games of a library are meant: one, those of a file, or all.
type selection struct {
	Number uint32 // 0 for those of a file
	File   int
	All    bool
}

// How the games of a library ended beside [store.Won] and [store.Lost], which are the query's player's.
const (
	blackWon store.Result = "black"
	whiteWon store.Result = "white"
	notKnown store.Result = "unknown"
)

// gameQuery says which games are looked for, those played last first. Zero fields do not
// restrict. Texts are parts of what games have, in whichever case.
type gameQuery struct {
	Owner            string
	Player, Opponent string
	Color            game.Color // Player's
	Result           store.Result
	Event            string
	From, To         int // days, To the last one
	Game, Board      string
	Moves            int // at least
	File             *int
	Numbers          []uint32 // one of these; at most mostNumbers
	After            *gamePlace
	Limit            int
}

// mostNumbers bounds the numbers, or sums, of a query.
const mostNumbers = 500

// gamePlace is a place in the order of a library's games: behind one.
type gamePlace struct {
	Day    int
	Number uint32
}

// Compare orders places as queries do: played last first, then added last first.
func (c gamePlace) Compare(o gamePlace) int {
	return cmp.Or(cmp.Compare(o.Day, c.Day), cmp.Compare(o.Number, c.Number))
}

// Cursor returns the place behind a game.
func (g keptGame) Cursor() gamePlace { return gamePlace{g.Day, g.Number} }

// Heads returns what a store may look for a query's texts in.
func (g keptGame) Heads() string {
	return strings.ToLower(g.Black + "\n" + g.White + "\n" + g.Event)
}

// Admits says whether g is one of a query's games, but for its owner, place and limit.
func (q gameQuery) Admits(g keptGame) bool {
	return (q.admitsAs(g, game.Black) || q.admitsAs(g, game.White)) && has(g.Event, q.Event) &&
		(q.From == 0 || g.Day >= q.From) && (q.To == 0 || g.Day > 0 && g.Day <= q.To) &&
		(q.Game == "" || q.Game == g.Game) && (q.Board == "" || q.Board == g.Board) &&
		g.Moves >= q.Moves && (q.File == nil || *q.File == g.File)
}

// admitsAs says whether g fits where the query's player has a colour.
func (q gameQuery) admitsAs(g keptGame, color game.Color) bool {
	player, other := g.Black, g.White
	if color == game.White {
		player, other = other, player
	}
	return (q.Color == game.Empty || q.Color == color) && has(player, q.Player) && has(other, q.Opponent) && q.admitsResult(g, color)
}

func (q gameQuery) admitsResult(g keptGame, color game.Color) bool {
	won := game.Empty
	switch q.Result {
	case "":
		return true
	case notKnown:
		return !g.Known
	case blackWon:
		won = game.Black
	case whiteWon:
		won = game.White
	case store.Won:
		won = color
	case store.Lost:
		won = color.Other()
	}
	return g.Known && g.Winner == won
}

func has(text, part string) bool {
	return strings.Contains(strings.ToLower(text), strings.ToLower(part))
}
