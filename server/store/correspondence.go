package store

import (
	"context"
	"time"
)

// VacationYear is the period in which a player may take a number of days of vacation. It may
// start at any time.
const VacationYear = 365 * 24 * time.Hour

// Correspondence stores what players of correspondence games have in addition to the games:
// planned answers, private notes and vacations. Only the player may see their plans
// and notes.
type Correspondence interface {
	// SavePlan stores a plan and replaces the player's plan for the game. An empty Body
	// deletes it. The error is ErrNotFound if the account was deleted, and a *Fenced
	// as for [Store.Append].
	SavePlan(ctx context.Context, p Plan) error
	// Plans returns the plans for a game, by player.
	Plans(ctx context.Context, game string) ([]Plan, error)
	// PlansOf returns the plans of a player, by game.
	PlansOf(ctx context.Context, player string) ([]Plan, error)
	// PlansDue returns the games that wait for a player who has a plan, by id: at most limit
	// games after the given id.
	PlansDue(ctx context.Context, after string, limit int) ([]string, error)

	// SaveNote stores a note and replaces the player's note in the game. An empty text
	// deletes it. The error is ErrNotFound if the account was deleted.
	SaveNote(ctx context.Context, n Note) error
	// Note returns a player's note in a game, or ErrNotFound.
	Note(ctx context.Context, player, game string) (Note, error)
	// NotesOf returns the notes of a player, by game.
	NotesOf(ctx context.Context, player string) ([]Note, error)

	// BeginVacation stores a new vacation and deletes the player's vacations that ended
	// more than a VacationYear ago. The error is ErrExists during another vacation; ErrFull
	// if the vacations of the last VacationYear, with this one, exceed most days; or
	// ErrNotFound if the account was deleted.
	BeginVacation(ctx context.Context, v Vacation, most int) error
	// EndVacation ends a player's current vacation at a time and counts it as the given number
	// of days. The error is ErrNotFound without a current vacation.
	EndVacation(ctx context.Context, player string, at time.Time, days int) error
	// Vacations returns a player's vacations, ordered by start.
	Vacations(ctx context.Context, player string) ([]Vacation, error)
	// VacationsAt returns the vacations of the players at a time, by player.
	VacationsAt(ctx context.Context, players []string, at time.Time) ([]Vacation, error)
	// VacationsUntold returns the vacations not yet applied to all games, ordered by start and player,
	// after the given one; the zero Vacation starts at the beginning.
	VacationsUntold(ctx context.Context, after Vacation, limit int) ([]Vacation, error)
	// VacationTold records that a vacation was applied to all games, unless it has changed since.
	VacationTold(ctx context.Context, v Vacation) error
}

// Plan is what a game answers for a player while they are away.
type Plan struct {
	Game    string
	Player  string
	Version int    // version of the game for which the plan was made
	Body    []byte // opaque to the store
	Changed time.Time
}

// Note is a player's private note in a game.
type Note struct {
	Game    string
	Player  string
	Text    string
	Changed time.Time
}

// Vacation is a period in which the clocks of a player's correspondence games stand still.
type Vacation struct {
	Player string
	Began  time.Time
	Until  time.Time
	Days   int // of the player's yearly vacation that it uses
}
