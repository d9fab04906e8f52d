package store

import (
	"context"
	"strconv"
	"strings"
	"time"
)

// Simuls keeps simultaneous exhibitions: one host who plays many games at once. What one is beside
// its header means nothing to the store.
type Simuls interface {
	// CreateSimul keeps a new exhibition; v.Version is 1. The error is ErrExists where there is
	// one of that id, ErrFull where its owner or all together have as many that are not over as b
	// says, or ErrNotFound where the owner's account was deleted.
	CreateSimul(ctx context.Context, v Simul, b SimulBounds) error
	// SaveSimul replaces an exhibition but for its Owner, Title and Created. The error is
	// ErrNotFound, or a *Conflict where it has not version v.Version-1.
	SaveSimul(ctx context.Context, v Simul) error
	// Simul returns an exhibition, or ErrNotFound.
	Simul(ctx context.Context, id string) (Simul, error)
	// SimulsIn returns those in a phase, newest change first.
	SimulsIn(ctx context.Context, phase string, limit int) ([]Simul, error)
	// SimulsOf returns somebody's that have a title, newest first.
	SimulsOf(ctx context.Context, owner string, limit int) ([]Simul, error)
	// ForgetSimuls forgets those that were called off and have not changed since a time, and says
	// how many.
	ForgetSimuls(ctx context.Context, before time.Time) (int, error)
}

// The phases of those that do not count for [SimulBounds].
const (
	SimulOver      = "over"
	SimulCancelled = "cancelled"
)

// Simul is a simultaneous exhibition.
type Simul struct {
	ID      string
	Owner   string // id of the host
	Title   string // "" where its owner's account was deleted
	Phase   string
	Version int // changes so far
	Created time.Time
	Changed time.Time
	Body    []byte // JSON: how it is played, and who takes part
}

// SimulBounds bound how many are not over.
type SimulBounds struct {
	Each int // of one owner
	All  int
}

// gameOfSimul is how the ids of games begin that are an exhibition's; no other id does.
const gameOfSimul = "simul-"

// SimulGame returns the id of a game of an exhibition, by its number.
func SimulGame(simul string, number int) string {
	return gameOfSimul + simul + "-" + strconv.Itoa(number)
}

// SimulOfGame returns whose game an id is; ok is false for what is none of an exhibition.
func SimulOfGame(game string) (simul string, ok bool) {
	rest, ok := strings.CutPrefix(game, gameOfSimul)
	simul, _, _ = strings.Cut(rest, "-")
	return simul, ok
}
