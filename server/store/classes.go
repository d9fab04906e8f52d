package store

import (
	"context"
	"strconv"
	"strings"
	"time"
)

// Classes keeps classes: a teacher with an account, and pupils who are players without one. What
// a class has beside that, and what pupils have done, means nothing to the store.
type Classes interface {
	// CreateClass keeps a new class; c.Version is 1. The error is ErrExists where there is a class
	// of that id or code, ErrFull where its owner or all together have as many as b says, or
	// ErrNotFound where the owner's account was deleted.
	CreateClass(ctx context.Context, c Class, b ClassBounds) error
	// SaveClass replaces a class but for its Owner and Created. The error is ErrNotFound, a
	// *Conflict where it has not version c.Version-1, or ErrExists where another has that code.
	SaveClass(ctx context.Context, c Class) error
	// UseClass notes when a class was last used, where that is later than what is known.
	UseClass(ctx context.Context, id string, at time.Time) error
	// Class returns a class, or ErrNotFound.
	Class(ctx context.Context, id string) (Class, error)
	// ClassByCode returns the class that one joins by a code, or ErrNotFound.
	ClassByCode(ctx context.Context, code string) (Class, error)
	// ClassesOf returns somebody's classes, oldest first.
	ClassesOf(ctx context.Context, owner string) ([]Class, error)
	// UnusedClasses returns at most limit classes that were last used before a time.
	UnusedClasses(ctx context.Context, before time.Time, limit int) ([]Class, error)
	// DeleteClass forgets a class. The error is ErrNotFound, or ErrTaken where it has pupils.
	DeleteClass(ctx context.Context, id string) error

	// AddPupil makes a player with the role [Pupil] and brings them into a class. The error is
	// ErrNotFound where there is no such class, ErrFull where it has most pupils, or ErrExists
	// where there is such a player.
	AddPupil(ctx context.Context, p Schoolchild, most int) error
	// SavePupil replaces what is kept of a pupil but for their Class and Created. The error is
	// ErrNotFound, or a *Conflict where it has not version p.Version-1.
	SavePupil(ctx context.Context, p Schoolchild) error
	// Pupil returns a pupil by the id of the player, or ErrNotFound.
	Pupil(ctx context.Context, player string) (Schoolchild, error)
	// Pupils returns those of a class, in the order in which they came.
	Pupils(ctx context.Context, class string) ([]Schoolchild, error)
}

// Class is a teacher's class.
type Class struct {
	ID      string
	Owner   string // id of the teacher
	Code    string // with which one joins; none is like another
	Version int    // changes so far
	Created time.Time
	Used    time.Time // when anybody of it was last here
	Body    []byte    // JSON: its title, what there is to do, and so on
}

// Schoolchild is somebody in a class: a player without an account, of whom nothing is known but a
// first name.
type Schoolchild struct {
	Player  string // id
	Class   string
	Version int    // changes so far
	Name    string // first name
	Body    []byte // JSON: what they have done, and how they come back
	Created time.Time
}

// ClassBounds bound how many classes there are.
type ClassBounds struct {
	Each int // of one owner
	All  int
}

// gameOfClass is how the ids of games begin that are a class's; no other id does.
const gameOfClass = "class-"

// ClassGame returns the id of a game of a class, by its number.
func ClassGame(class string, number int) string {
	return gameOfClass + class + "-" + strconv.Itoa(number)
}

// ClassOfGame returns whose game an id is; ok is false for what is none of a class. Whoever is not
// of that class is to hear that there is no such game.
func ClassOfGame(game string) (class string, ok bool) {
	rest, ok := strings.CutPrefix(game, gameOfClass)
	class, _, _ = strings.Cut(rest, "-")
	return class, ok
}
