package store

import (
	"context"
	"time"

	"moyo/game/match"
)

// Worth is from how many steps on the training of a guest is something that they would
// miss.
const Worth = 20

// Begun is from how many moves on a game was really played. One that both have called
// off before stays no longer than one that nobody has come to.
const Begun = 4

// Void is the result of a game that was called off.
const Void = "Void"

// Keeping bounds what is kept: it counts what strangers have had kept, and forgets what
// nobody needs any more, a little at a time so that no move waits for it.
type Keeping interface {
	// Spent returns how many bytes were kept on a day (counted since 1970), by key.
	Spent(ctx context.Context, day int) (map[string]int64, error)
	// AddSpent adds to what was spent on a day, by key, all or nothing, and returns what
	// it comes to under these keys, with what other nodes have added.
	AddSpent(ctx context.Context, day int, more map[string]int64) (map[string]int64, error)
	// Kept counts what there is of one player.
	Kept(ctx context.Context, player string) (Kept, error)
	// Size returns how many bytes the store takes, without what is free to be used again.
	Size(ctx context.Context) (int64, error)

	// Stale returns games that have not ended, or were called off, that no flag will
	// end and in which nothing has happened since a time: those made first, first.
	Stale(ctx context.Context, q StaleQuery) ([]Game, error)
	// DeleteGame forgets a game that [Game.Deletable] allows to be forgotten, with all
	// that is said of it elsewhere. The error is ErrNotFound, a *Conflict where it has
	// another version, ErrDone where it may not be forgotten, or ErrTaken where
	// moderators may want it, a notice of it was not heard yet, or it belongs to a node
	// whose lease lasts ([Leases]) and that is not the writer.
	DeleteGame(ctx context.Context, id string, version int) error
	// UnusedBoards returns the hashes of boards that were brought before a time and that
	// nobody has, no game is played on, no collection has a problem on and nobody trains with
	// a mistake on. Records in libraries and studies carry theirs along.
	UnusedBoards(ctx context.Context, before time.Time, limit int) ([]string, error)
	// DeleteBoard forgets a board. The error is ErrTaken where somebody has it or a game
	// is played on it, or ErrNotFound.
	DeleteBoard(ctx context.Context, hash string) error
	// Guests returns the ids of guests of whom something is kept, in their order: at most
	// limit of those behind the one after.
	Guests(ctx context.Context, after string, limit int) ([]string, error)
	// DeleteGuest forgets all that is only a guest's, if they have left nothing since
	// before, and nothing worth keeping (a seat in a game, training of [Worth] steps)
	// since worth. What of it may be much is forgotten by first, in transactions of its own. The error is ErrDone where it stays.
	DeleteGuest(ctx context.Context, player string, before, worth time.Time, first func(ctx context.Context, player string) error) error
	// ForgetOld forgets at most limit sessions that have expired by a time, and as many
	// entries of what was spent before its day, and returns how many.
	ForgetOld(ctx context.Context, now time.Time, limit int) (int, error)
}

// Kept says how much there is of one player.
type Kept struct {
	Boards          int
	BoardBytes      int64
	Collections     int
	CollectionBytes int64
	Unfinished      int // games with a seat of theirs that have not ended, at most MaxUnfinished
}

// MaxUnfinished is to what [Kept] counts.
const MaxUnfinished = 1000

// StaleQuery says which games are asked for.
type StaleQuery struct {
	Before time.Time // of the last change
	After  Due       // where the part before this one ended: when its last game was made, and its id
	Limit  int
}

// Stale says whether no flag will end a game, and it has not ended but by being called
// off. Rated ones that were called off stay: ratings speak of them.
func (g Game) Stale() bool {
	if g.Phase == match.Finished {
		return g.Result == Void && !g.Rated
	}
	return g.Deadline.IsZero()
}

// Deletable says whether nobody has really played a game. A long log says that somebody
// was there, and to forget it would hold up moves.
func (g Game) Deletable() bool {
	return g.Stale() && (g.Phase == match.Waiting || g.Ply < Begun) && g.Version <= mostDeleted
}

// mostDeleted is how many events a game has at most that is forgotten.
const mostDeleted = 500

// Day returns the day of a time, counted since 1970.
func Day(t time.Time) int { return int(t.Unix() / (24 * 60 * 60)) }
