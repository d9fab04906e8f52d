package store

import (
	"context"
	"time"
)

// Token lets a program do some of what a player may.
type Token struct {
	Hash    string // of what the program says
	Player  string // id
	Title   string // what its owner calls it
	Scopes  string // what it allows, as package identity writes that
	Created time.Time
	Used    time.Time // zero for never
}

// Tokens keeps by which tokens programs come in.
type Tokens interface {
	// AddToken keeps a new token. The error is ErrFull where its player has most
	// already, ErrExists where there is one of that hash, and ErrNotFound where the
	// account was deleted.
	AddToken(ctx context.Context, t Token, most int) error
	// UseToken notes when a token was used. The error is ErrNotFound where it has ended
	// meanwhile.
	UseToken(ctx context.Context, hash string, at time.Time) error
	// Token returns a token by its hash, or ErrNotFound.
	Token(ctx context.Context, hash string) (Token, error)
	// Tokens returns a player's tokens, newest first.
	Tokens(ctx context.Context, player string) ([]Token, error)
	// EndToken forgets a token of a player, or ErrNotFound.
	EndToken(ctx context.Context, player, hash string) error
}
