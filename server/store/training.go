package store

import (
	"context"
	"time"
)

// Training keeps how people train with problems. A problem's id is a text that
// means nothing to the store.
type Training interface {
	// Trainee returns what is kept of somebody's training, or ErrNotFound.
	Trainee(ctx context.Context, owner string) (Trainee, error)
	// Train keeps one step of somebody's training, all of it or nothing: t takes
	// the place of what was kept, which must have version t.Version-1 (0 where
	// nothing is); what the step has is kept with it. The error is a *Conflict
	// where there is another version. It returns when everything is on disk. Of the
	// attempts the last MaxAttempts are kept.
	Train(ctx context.Context, t Trainee, step Step) error
	// Cards returns the cards of all problems that somebody has tried, by problem.
	Cards(ctx context.Context, owner string) ([]Card, error)
	// Attempts returns the last attempts of somebody, at most limit, in the order
	// of time.
	Attempts(ctx context.Context, owner string, limit int) ([]Attempt, error)
	// ProblemRatings returns the ratings that attempts have changed, by problem.
	ProblemRatings(ctx context.Context) ([]ProblemRating, error)
	// SaveCollection keeps a collection, or ErrExists where the owner has one of
	// that id.
	SaveCollection(ctx context.Context, c Collection) error
	// Collections returns somebody's collections without their bodies, newest
	// first.
	Collections(ctx context.Context, owner string) ([]Collection, error)
	// LoadCollection returns one of them with its body, or ErrNotFound.
	LoadCollection(ctx context.Context, owner, id string) (Collection, error)
	// DeleteCollection forgets one of them, or ErrNotFound.
	DeleteCollection(ctx context.Context, owner, id string) error
}

// Rating is a rating on the scale of Glicko-2.
type Rating struct {
	Points, Deviation, Volatility float64
}

// Trainee is how strong somebody is, and what they are at.
type Trainee struct {
	Owner   string // token, as of seats
	Version int    // steps so far
	Rating  Rating
	State   []byte // whatever else is to be remembered of them; JSON
	Updated time.Time
}

// Step is what one step of a training adds. Each field may be nil.
type Step struct {
	Attempt *Attempt
	Card    *Card          // takes the place of that of the same problem
	Problem *ProblemRating // takes the place of that of the same problem
}

// Attempt is a problem that was tried.
type Attempt struct {
	Problem string
	At      time.Time
	Right   bool
	Rated   bool
	Took    time.Duration
	After   Rating // of the person
	Against Rating // of the problem, before
}

// Card is what somebody has done with one problem, and when it comes again.
type Card struct {
	Problem string
	Tried   int
	Solved  int
	Last    time.Time
	Step    int
	Lapses  int
	Due     time.Time // zero where it need not come again
}

// ProblemRating is how hard attempts have shown a problem to be.
type ProblemRating struct {
	Problem string
	Rating  Rating
	Tried   int
	Solved  int
}

// Collection is a set of problems that somebody brought.
type Collection struct {
	Owner    string
	ID       string
	Title    string
	Problems int
	Body     []byte
	Created  time.Time
}
