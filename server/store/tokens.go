package store

import (
	"context"
	"time"
)

// Token lets a program act for a player, within its scopes.
type Token struct {
	Hash    string // of the secret
	Player  string // id
	Title   string // what its owner calls it
	Scopes  string // its scopes, in the format of package identity
	Created time.Time
	Used    time.Time // zero for never
}

// Tokens stores the access tokens of programs.
type Tokens interface {
	// AddToken stores a new token. The error is ErrFull if the player has most tokens
	// already, ErrExists if the hash exists, and ErrNotFound if the account
	// was deleted.
	AddToken(ctx context.Context, t Token, most int) error
	// UseToken records when a token was used. The error is ErrNotFound if it has ended
	// meanwhile.
	UseToken(ctx context.Context, hash string, at time.Time) error
	// Token returns a token by its hash, or ErrNotFound.
	Token(ctx context.Context, hash string) (Token, error)
	// Tokens returns a player's tokens, newest first.
	Tokens(ctx context.Context, player string) ([]Token, error)
	// EndToken deletes a token of a player, or returns ErrNotFound.
	EndToken(ctx context.Context, player, hash string) error
}
