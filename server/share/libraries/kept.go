package libraries

import (
	"cmp"
	"strings"
	"time"

	"moyo/game"
	"moyo/server/store"
)

// library is the state of a player's library.
type library struct {
	Owner     string
	Games     int
	Bytes     int64     // sum of the games' Bytes
	Waiting   int       // games that are not indexed
	Resetting bool      // the index is being deleted, see reset
	Played    time.Time // time up to which the owner's finished games were added
	Updated   time.Time
}

// newFile requests a new file number; playedFile is the number for games played on this server.
const (
	newFile    = -1
	playedFile = 0
)

// gameFile is the origin of games.
type gameFile struct {
	File  int
	Name  string
	Games int
	Added time.Time // of its first game
}

// gameKind is a game on a board with a count.
type gameKind struct {
	Game, Board string
	Games       int
}

// keptGame is a game in a library.
type keptGame struct {
	Number              uint32
	File                int
	Sum                 string // of 16 bytes, unique per owner
	Black, White, Event string
	Date, Result        string // as in the record
	Day                 int    // such as 20160309; 0 if unknown
	Winner              game.Color
	Known               bool // whether the result is known
	Game, Board, Rules  string
	Moves               int
	Bytes               int    // its size, including its part of the index
	Played              string // id of the game on this server; "" for an imported game
	Added               time.Time
	Record              []byte
}

// Bounds are the limits of a library.
type Bounds struct {
	Games int
	Bytes int64
}

// newGames are games to add to a library.
type newGames struct {
	Owner  string
	File   gameFile // its File may be newFile or playedFile
	Games  []keptGame
	Played time.Time // new library.Played, if later than the present one; may be zero
	Most   Bounds
}

// newNumbers are the numbers that add assigned: the file's, or newFile if a new file got no game, and the games'.
type newNumbers struct {
	File    int
	Numbers []uint32
}

// selection selects games of a library: one, those of a file, or all.
type selection struct {
	Number uint32 // 0 for those of a file
	File   int
	All    bool
}

// Results of games besides [store.Won] and [store.Lost], which refer to the query's player.
const (
	blackWon store.Result = "black"
	whiteWon store.Result = "white"
	notKnown store.Result = "unknown"
)

// gameQuery selects games, ordered from the last played one. Zero fields do not restrict. Texts match as substrings without
// regard to case.
type gameQuery struct {
	Owner            string
	Player, Opponent string
	Color            game.Color // of Player
	Result           store.Result
	Event            string
	From, To         int // days; To is inclusive
	Game, Board      string
	Moves            int // the minimum
	File             *int
	Numbers          []uint32 // one of these; at most mostNumbers
	After            *gamePlace
	Limit            int
}

// mostNumbers limits the numbers, or sums, of a query.
const mostNumbers = 500

// gamePlace is a position in the order of a library's games: after a game.
type gamePlace struct {
	Day    int
	Number uint32
}

// Compare orders places as queries do: last played first, then last added first.
func (c gamePlace) Compare(o gamePlace) int {
	return cmp.Or(cmp.Compare(o.Day, c.Day), cmp.Compare(o.Number, c.Number))
}

// Cursor returns the place after a game.
func (g keptGame) Cursor() gamePlace { return gamePlace{g.Day, g.Number} }

// Heads returns the text in which a store searches for a query's texts.
func (g keptGame) Heads() string {
	return strings.ToLower(g.Black + "\n" + g.White + "\n" + g.Event)
}

// Admits reports whether a query selects g, apart from its owner, place and limit.
func (q gameQuery) Admits(g keptGame) bool {
	return (q.admitsAs(g, game.Black) || q.admitsAs(g, game.White)) && has(g.Event, q.Event) &&
		(q.From == 0 || g.Day >= q.From) && (q.To == 0 || g.Day > 0 && g.Day <= q.To) &&
		(q.Game == "" || q.Game == g.Game) && (q.Board == "" || q.Board == g.Board) &&
		g.Moves >= q.Moves && (q.File == nil || *q.File == g.File)
}

// admitsAs reports whether g matches if the query's player has a colour.
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
