package store

import (
	"context"
	"time"
)

// VacationYear is the time in which somebody has so many days of vacation, whenever it
// begins.
const VacationYear = 365 * 24 * time.Hour

// Correspondence keeps what players of games that take days have beside these: what a
// game shall answer for them, notes to themselves, and when they are away. A plan and a note
// are nobody's but their player's.
type Correspondence interface {
	// SavePlan keeps a plan in place of the one that the player has in the game; one with
	// nothing in its Body is forgotten. The error is ErrNotFound where the account was
	// deleted, and a *Fenced as of [Store.Append].
	SavePlan(ctx context.Context, p Plan) error
	// Plans returns those of a game, by player.
	Plans(ctx context.Context, game string) ([]Plan, error)
	// PlansOf returns those of a player, by game.
	PlansOf(ctx context.Context, player string) ([]Plan, error)
	// PlansDue returns the games that await the player of a plan, by id: at most limit of
	// those behind the one after.
	PlansDue(ctx context.Context, after string, limit int) ([]string, error)

	// SaveNote keeps a note in place of the one that the player has in the game; one
	// without text is forgotten. The error is ErrNotFound where the account was deleted.
	SaveNote(ctx context.Context, n Note) error
	// Note returns a player's note in a game, or ErrNotFound.
	Note(ctx context.Context, player, game string) (Note, error)
	// NotesOf returns the notes of a player, by game.
	NotesOf(ctx context.Context, player string) ([]Note, error)

	// BeginVacation keeps a vacation that begins, and forgets those of the player that
	// ended a VacationYear ago. The error is ErrExists where one goes on, ErrFull where
	// those that have begun in the VacationYear before come to more than most days with it,
	// or ErrNotFound where the account was deleted.
	BeginVacation(ctx context.Context, v Vacation, most int) error
	// EndVacation has the vacation of a player that goes on at a time end then, with so
	// many days counted, or ErrNotFound.
	EndVacation(ctx context.Context, player string, at time.Time, days int) error
	// Vacations returns a player's vacations by their beginning.
	Vacations(ctx context.Context, player string) ([]Vacation, error)
	// VacationsAt returns the vacations of some players that go on at a time, by player.
	VacationsAt(ctx context.Context, players []string, at time.Time) ([]Vacation, error)
	// VacationsUntold returns those that not all games know of, by their beginning and then by player, behind
	// one; behind the zero Vacation are all.
	VacationsUntold(ctx context.Context, after Vacation, limit int) ([]Vacation, error)
	// VacationTold notes that all games know of a vacation, unless it was changed since.
	VacationTold(ctx context.Context, v Vacation) error
}

// Plan is what a game shall answer for a player while they are away.
type Plan struct {
	Game    string
	Player  string
	Version int    // of the game for which it was made
	Body    []byte // what it is; it means nothing to the store
	Changed time.Time
}

// Note is what a player has written down for themselves in a game.
type Note struct {
	Game    string
	Player  string
	Text    string
	Changed time.Time
}

// Vacation is a time in which the clocks of somebody's games by correspondence stand still.
type Vacation struct {
	Player string
	Began  time.Time
	Until  time.Time
	Days   int // that it costs
}
