package store

import (
	"context"
	"time"
)

// MaxMistakes is how many mistakes of one person are kept at most.
const MaxMistakes = 200

// Mistakes keeps bad moves of people's own games for them to train with. They have cards of
// their own: what comes of them changes no rating.
type Mistakes interface {
	// AddMistakes keeps mistakes of one person, and returns how many of them are new; those
	// that are there already stay as they are. The error is ErrFull where there would be more
	// than MaxMistakes, and then nothing is kept, and ErrNotFound where the account was deleted.
	AddMistakes(ctx context.Context, owner string, add []Mistake) (added int, err error)
	// Mistakes returns those of one person, the newest first; of one game by its moves.
	Mistakes(ctx context.Context, owner string) ([]Mistake, error)
	// Mistake returns one of them, or ErrNotFound.
	Mistake(ctx context.Context, owner, game string, number int) (Mistake, error)
	// SaveMistake keeps the card and the body of one that is there, or ErrNotFound.
	SaveMistake(ctx context.Context, m Mistake) error
	// DeleteMistake forgets one of them, or ErrNotFound.
	DeleteMistake(ctx context.Context, owner, game string, number int) error
}

// Mistake is a bad move of somebody's own.
type Mistake struct {
	Owner   string
	Game    string
	Number  int // of the move, from 1
	Created time.Time
	Tried   int
	Solved  int
	Last    time.Time // when it was tried; zero for never
	Step    int
	Lapses  int
	Due     time.Time // zero where it need not come again
	Body    []byte    // what else is to be remembered; it means nothing to the store
}
