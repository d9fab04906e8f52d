package store

import (
	"context"
	"time"
)

// Invitation lets whoever has its code sign in as a player, once.
type Invitation struct {
	Hash    string // of the code
	Player  string // id
	Created time.Time
	Expires time.Time
}

// Invitations keeps the codes that operators give out.
type Invitations interface {
	// Invite keeps an invitation in place of all others of that player.
	Invite(ctx context.Context, i Invitation) error
	// Redeem forgets the invitation of that hash and returns its player. The error
	// is ErrNotFound where there is none, or it has expired by now.
	Redeem(ctx context.Context, hash string, now time.Time) (player string, err error)
}
