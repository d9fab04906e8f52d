package store

import (
	"context"
	"strings"
	"time"

	"moyo/game/match"
)

// Shared is a board that somebody shows to all.
type Shared struct {
	Hash   string // what its spec says after "id:"
	Owner  string // id of the player
	Author string // the owner's name as it is now; not kept with it
	Title  string // the owner's
	Points int
	Edges  int
	Least  int // neighbours of a point
	Most   int
	At     time.Time // since when
	Played int       // games on it that count, see [Game.CountsFor]
	Hidden bool      // moderators have taken it out
}

// MostPlayed is to what the games on a board are counted when it is shared.
const MostPlayed = 10_000

// CountsFor returns the hash of the board that a game counts for as played, "" for none:
// it has ended, somebody really played it, and somebody brought its board.
func (g Game) CountsFor() string {
	hash, brought := strings.CutPrefix(g.Board, "id:")
	if !brought || g.Phase != match.Finished || g.Result == Void || g.Ply < Begun {
		return ""
	}
	return hash
}

// SharedOrder is the order of shared boards.
type SharedOrder string

// The orders, each from the most.
const (
	ByPlayed SharedOrder = "played"
	ByNewest SharedOrder = "new"
)

// SharedQuery says which shared boards are meant. Zero fields do not restrict.
type SharedQuery struct {
	Order SharedOrder
	Name  string      // part of the title, in whichever case
	Owner string      // hidden ones too, as they are the owner's
	After SharedPlace // where the part before this one ended
	Limit int
}

// SharedPlace is a place among shared boards: behind the one of this hash. The zero
// SharedPlace is the beginning.
type SharedPlace struct {
	Played int // counts [ByPlayed] only
	At     time.Time
	Hash   string
}

// SharedPlaceOf returns the place behind a board.
func SharedPlaceOf(b Shared) SharedPlace { return SharedPlace{b.Played, b.At, b.Hash} }

// Gallery keeps which boards people share, and what they do with their own.
type Gallery interface {
	// ShareBoard shows to all a board that is one of the owner's, by the owner's title for
	// it, and counts the games on it. The error is ErrNotFound where the owner has it not,
	// ErrExists where somebody shares it already, ErrTaken where moderators have hidden it,
	// or ErrFull where the owner shares as many as most.
	ShareBoard(ctx context.Context, b Shared, most int) error
	// UnshareBoard shows a board to nobody any more. One that moderators have hidden stays
	// known, so that it does not come back. The error is ErrNotFound where it is not one
	// that the owner shares.
	UnshareBoard(ctx context.Context, owner, hash string) error
	// SharedBoard returns a shared board by its hash, a hidden one too, or ErrNotFound.
	SharedBoard(ctx context.Context, hash string) (Shared, error)
	// SharedBoards returns shared boards. A name is looked for in the first [Window] of them
	// from the place on.
	SharedBoards(ctx context.Context, q SharedQuery) ([]Shared, error)
	// RenameBoard changes by which title its owner knows a board, and all where the owner
	// shares it. The error is ErrNotFound where the owner has it not.
	RenameBoard(ctx context.Context, owner, hash, title string) error
	// DropBoard notes that a board is not one of the owner's any more and not shared by them
	// either. Games on it, and others who have it, keep it. The error is ErrNotFound where
	// the owner has it not.
	DropBoard(ctx context.Context, owner, hash string) error
}
