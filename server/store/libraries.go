package store

import (
	"cmp"
	"context"
	"strings"
	"time"

	"moyo/game"
)

// Libraries keep the games that people have brought, each for its owner alone, and the index
// by which their positions are found. What records, sums and pages say means nothing to the store.
//
// An index is made of segments, each of pages that are written some at a time, so that no move
// waits for them. A segment counts from the moment at which it is said to be whole; that
// says which games are in it, and which segments it takes the place of. Games that were deleted while
// they were in the index are remembered as gone, until a segment without them has taken the place of all
// that had them.
type Libraries interface {
	// Library says how much there is of somebody's; the zero Library where they have none.
	Library(ctx context.Context, owner string) (Library, error)
	// LibraryFiles returns the files of somebody's games, newest first, at most limit.
	LibraryFiles(ctx context.Context, owner string, limit int) ([]LibraryFile, error)
	// LibraryKinds returns how many games of which kind somebody has, most first, at most limit.
	LibraryKinds(ctx context.Context, owner string, limit int) ([]LibraryKind, error)
	// KnownGames returns which of some sums games of somebody's have; at most MostNumbers.
	KnownGames(ctx context.Context, owner string, sums []string) (map[string]bool, error)
	// AddToLibrary keeps games under numbers that no game of the owner had before, in their
	// order. What was added has 0 for those whose Sum is there already. After an error nothing has
	// changed; it is ErrFull where there would be more than a.Most, and ErrNotFound where the owner's account was deleted.
	AddToLibrary(ctx context.Context, a LibraryAddition) (LibraryAdded, error)
	// LibraryGames returns the next part of the games of a query, without records, and where
	// the part after it begins: nil at the end. A part may be empty although another follows.
	LibraryGames(ctx context.Context, q LibraryQuery) ([]LibraryGame, *LibraryCursor, error)
	// LibraryRecords returns those of some games that there are, with their records, by number.
	LibraryRecords(ctx context.Context, owner string, numbers []uint32) ([]LibraryGame, error)
	// WaitingGames returns games with their records that wait to be indexed, by number, at most limit.
	WaitingGames(ctx context.Context, owner string, limit int) ([]LibraryGame, error)
	// DeleteFromLibrary forgets games, at most limit, and returns how many.
	DeleteFromLibrary(ctx context.Context, owner string, which LibraryPart, limit int) (int, error)

	// Segments returns somebody's segments by id, and the numbers of games that are gone.
	Segments(ctx context.Context, owner string) ([]Segment, []uint32, error)
	// BeginSegment returns the id of a new segment that is being written; the error is ErrNotFound where the
	// owner's account was deleted.
	BeginSegment(ctx context.Context, owner string, at time.Time) (int64, error)
	// AddPages appends pages to a segment that is being written, the first of which is its page
	// number at. The error is ErrNotFound where it is not being written (any more).
	AddPages(ctx context.Context, owner string, segment int64, at int, pages []IndexPage) error
	// EndSegment says that a segment is whole. The error is ErrDone, and nothing has changed,
	// where one of its games is in the index already, or one of the segments that it replaces has no part
	// in it any more; ErrNotFound where it is not being written.
	EndSegment(ctx context.Context, owner string, s SegmentEnd) error
	// DropSegment forgets pages of a segment that has no part in the index, at most limit, and of one
	// that was not ended, and says whether more are left. The error is ErrTaken where it has.
	DropSegment(ctx context.Context, owner string, segment int64, limit int) (more bool, err error)
	// ResetIndex takes all segments out of an index, and has games wait to be indexed again, at
	// most limit of them; it says whether more are left. Until none are, no segment can be ended.
	ResetIndex(ctx context.Context, owner string, limit int) (more bool, err error)
	// SeekPage returns the number of a segment's last page whose first key is below key, or 0.
	SeekPage(ctx context.Context, owner string, segment int64, key uint64) (int, error)
	// IndexPages returns the pages of a segment from one on, at most limit.
	IndexPages(ctx context.Context, owner string, segment int64, page, limit int) ([]IndexPage, error)
}

// Library says how much there is of somebody's library.
type Library struct {
	Owner     string
	Games     int
	Bytes     int64     // as games say
	Waiting   int       // games that are not in the index
	Resetting bool      // the index is being taken apart, see ResetIndex
	Played    time.Time // up to when the owner's finished games were added
	Updated   time.Time
}

// NewFile is the number of a file that gets one when it is kept, and PlayedFile that of
// the games played on the server.
const (
	NewFile    = -1
	PlayedFile = 0
)

// LibraryFile is where games have come from.
type LibraryFile struct {
	File  int
	Name  string
	Games int
	Added time.Time // its first game
}

// LibraryKind is a game on a board, and how many of it there are.
type LibraryKind struct {
	Game, Board string
	Games       int
}

// LibraryGame is a game of a library.
type LibraryGame struct {
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

// LibraryBounds is how much of a library there may be.
type LibraryBounds struct {
	Games int
	Bytes int64
}

// LibraryAddition is what is to be added to a library.
type LibraryAddition struct {
	Owner  string
	File   LibraryFile // its File may be NewFile or PlayedFile
	Games  []LibraryGame
	Played time.Time // of Library, where it is later than that; may be zero
	Most   LibraryBounds
}

// LibraryAdded is what was added: a file's number, NewFile for a new one of which no game was
// added, and the games' numbers.
type LibraryAdded struct {
	File    int
	Numbers []uint32
}

// LibraryPart says which games of a library are meant: one, those of a file, or all.
type LibraryPart struct {
	Number uint32 // 0 for those of a file
	File   int
	All    bool
}

// How the games of a library ended beside [Won] and [Lost], which are the query's player's.
const (
	BlackWon Result = "black"
	WhiteWon Result = "white"
	NotKnown Result = "unknown"
)

// LibraryQuery says which games are looked for, those played last first. Zero fields do not
// restrict. Texts are parts of what games have, in whichever case.
type LibraryQuery struct {
	Owner            string
	Player, Opponent string
	Color            game.Color // Player's
	Result           Result
	Event            string
	From, To         int // days, To the last one
	Game, Board      string
	Moves            int // at least
	File             *int
	Numbers          []uint32 // one of these; at most MostNumbers
	After            *LibraryCursor
	Limit            int
}

// MostNumbers bounds the numbers, or sums, of a query.
const MostNumbers = 500

// LibraryCursor is a place in the order of a library's games: behind one.
type LibraryCursor struct {
	Day    int
	Number uint32
}

// Compare orders places as queries do: played last first, then added last first.
func (c LibraryCursor) Compare(o LibraryCursor) int {
	return cmp.Or(cmp.Compare(o.Day, c.Day), cmp.Compare(o.Number, c.Number))
}

// Cursor returns the place behind a game.
func (g LibraryGame) Cursor() LibraryCursor { return LibraryCursor{g.Day, g.Number} }

// Heads returns what a store may look for a query's texts in.
func (g LibraryGame) Heads() string {
	return strings.ToLower(g.Black + "\n" + g.White + "\n" + g.Event)
}

// Admits says whether g is one of a query's games, but for its owner, place and limit.
func (q LibraryQuery) Admits(g LibraryGame) bool {
	return (q.admitsAs(g, game.Black) || q.admitsAs(g, game.White)) && has(g.Event, q.Event) &&
		(q.From == 0 || g.Day >= q.From) && (q.To == 0 || g.Day > 0 && g.Day <= q.To) &&
		(q.Game == "" || q.Game == g.Game) && (q.Board == "" || q.Board == g.Board) &&
		g.Moves >= q.Moves && (q.File == nil || *q.File == g.File)
}

// admitsAs says whether g fits where the query's player has a colour.
func (q LibraryQuery) admitsAs(g LibraryGame, color game.Color) bool {
	player, other := g.Black, g.White
	if color == game.White {
		player, other = other, player
	}
	return (q.Color == game.Empty || q.Color == color) && has(player, q.Player) && has(other, q.Opponent) && q.admitsResult(g, color)
}

func (q LibraryQuery) admitsResult(g LibraryGame, color game.Color) bool {
	won := game.Empty
	switch q.Result {
	case "":
		return true
	case NotKnown:
		return !g.Known
	case BlackWon:
		won = game.Black
	case WhiteWon:
		won = game.White
	case Won:
		won = color
	case Lost:
		won = color.Other()
	}
	return g.Known && g.Winner == won
}

func has(text, part string) bool {
	return strings.Contains(strings.ToLower(text), strings.ToLower(part))
}

// How much of a library is forgotten at once.
const (
	gamesAtOnce = 200
	pagesAtOnce = 64
)

// EmptyLibrary forgets all games of a library, and their index, a little at a time.
func EmptyLibrary(ctx context.Context, s Libraries, owner string) error {
	for n := gamesAtOnce; n == gamesAtOnce; {
		var err error
		if n, err = s.DeleteFromLibrary(ctx, owner, LibraryPart{All: true}, gamesAtOnce); err != nil {
			return err
		}
	}
	if _, err := s.ResetIndex(ctx, owner, gamesAtOnce); err != nil {
		return err
	}
	segments, _, err := s.Segments(ctx, owner)
	if err != nil {
		return err
	}
	for _, v := range segments {
		for more := true; more; {
			if more, err = s.DropSegment(ctx, owner, v.ID, pagesAtOnce); err != nil {
				return err
			}
		}
	}
	return nil
}

// Segment is a part of an index.
type Segment struct {
	ID      int64
	Entries int
	State   SegmentState
	Begun   time.Time
}

// SegmentState says what part a segment has in the index.
type SegmentState int

// The states of segments.
const (
	Written  SegmentState = iota // being written
	Whole                        // in the index
	Replaced                     // not any more
)

// SegmentEnd says what a segment has.
type SegmentEnd struct {
	Segment  int64
	Entries  int
	Games    []uint32 // that are in the index now
	Replaces []int64
	Purged   []uint32 // that were gone, and have no entry in the index any more
}

// IndexPage is a page of a segment.
type IndexPage struct {
	First uint64 // its first key, below 1<<63
	Body  []byte
}
