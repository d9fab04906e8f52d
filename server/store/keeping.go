package store

import (
	"context"
	"time"

	"moyo/game/match"
)

// Worth is the number of training steps from which a guest's training is worth keeping
// longer.
const Worth = 20

// Begun is the number of moves from which a game was really played. A game that both players called
// off earlier is deleted as early as a game that no opponent joined.
const Begun = 4

// Void is the result of a game that was called off.
const Void = "Void"

// Keeping bounds what is stored: it counts what clients have stored, and deletes what is no
// longer needed, in small steps so that no move waits for it.
type Keeping interface {
	// Spent returns how many bytes were stored on a day (counted since 1970), by key.
	Spent(ctx context.Context, day int) (map[string]int64, error)
	// AddSpent adds to the bytes of a day, by key, all or nothing, and returns the
	// sums under these keys, over all nodes.
	AddSpent(ctx context.Context, day int, more map[string]int64) (map[string]int64, error)
	// Kept counts what is stored for one player.
	Kept(ctx context.Context, player string) (Kept, error)
	// Size returns how many bytes the store takes, without free space inside it.
	Size(ctx context.Context) (int64, error)

	// Stale returns games that have not ended or were called off, that no flag will end,
	// and that have not changed since a time, oldest first.
	Stale(ctx context.Context, q StaleQuery) ([]Game, error)
	// DeleteGame deletes a game that is [Game.Deletable], with all references to it.
	// The error is ErrNotFound, a *Conflict if the game has another version, or ErrDone if
	// it may not be deleted. It is ErrTaken if moderators may need the game, if a subscriber
	// has not handled a notice of it, or if another node than the writer owns it under a
	// valid lease ([Leases]).
	DeleteGame(ctx context.Context, id string, version int) error
	// UnusedBoards returns the hashes of boards that were uploaded before a time and are not in use:
	// they have no owner, no game, no problem in a collection and no mistake to train
	// with. Records in libraries and studies contain their boards.
	UnusedBoards(ctx context.Context, before time.Time, limit int) ([]string, error)
	// DeleteBoard deletes a board. The error is ErrTaken if it has an owner or a game,
	// or ErrNotFound.
	DeleteBoard(ctx context.Context, hash string) error
	// Guests returns the ids of guests with stored data, in order: at most limit ids
	// after the given one.
	Guests(ctx context.Context, after string, limit int) ([]string, error)
	// DeleteGuest deletes what is only a guest's, if they have left nothing since
	// before, and nothing valuable (a seat in a game, training of [Worth] steps)
	// since worth. The function first deletes large parts in separate transactions.
	// The error is ErrDone if the guest stays.
	DeleteGuest(ctx context.Context, player string, before, worth time.Time, first func(ctx context.Context, player string) error) error
	// ForgetOld deletes at most limit sessions that have expired at a time, and at most limit
	// entries of bytes spent before its day. It returns how many.
	ForgetOld(ctx context.Context, now time.Time, limit int) (int, error)
}

// Kept is how much is stored for one player.
type Kept struct {
	Boards          int
	BoardBytes      int64
	Collections     int
	CollectionBytes int64
	Unfinished      int // unfinished games with a seat of theirs, at most MaxUnfinished
}

// MaxUnfinished is where [Kept] stops counting.
const MaxUnfinished = 1000

// StaleQuery selects stale games.
type StaleQuery struct {
	Before time.Time // of the last change
	After  Due       // the last game of the previous part: its creation time and id
	Limit  int
}

// Stale reports whether no flag will end the game, and it has not ended or was called off.
// Rated games that were called off stay: ratings refer to them.
func (g Game) Stale() bool {
	if g.Phase == match.Finished {
		return g.Result == Void && !g.Rated
	}
	return g.Deadline.IsZero()
}

// Deletable reports whether the game was not really played. A long log means that players
// were present, and deleting it would delay moves.
func (g Game) Deletable() bool {
	return g.Stale() && (g.Phase == match.Waiting || g.Ply < Begun) && g.Version <= mostDeleted
}

// mostDeleted is the largest number of events in a game that may be deleted.
const mostDeleted = 500

// Day returns the day of a time, counted since 1970.
func Day(t time.Time) int { return int(t.Unix() / (24 * 60 * 60)) }
