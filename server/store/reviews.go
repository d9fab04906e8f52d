package store

import (
	"context"
	"time"
)

// Reviews keeps what was found out about finished games, with them: what it cost to find
// out is spent once.
type Reviews interface {
	// SaveReview keeps the review of a game in place of an earlier one, and forgets the
	// oldest reviews of others while all together have more than most bytes. The error is
	// ErrNotFound where there is no such game, or ErrFull where it has more bytes alone.
	SaveReview(ctx context.Context, r Review, most int64) error
	// Review returns the review of a game, or ErrNotFound.
	Review(ctx context.Context, game string) (Review, error)
}

// Review is what was found out about a game. What it says means nothing to the store.
type Review struct {
	Game string
	At   time.Time
	Body []byte
}
