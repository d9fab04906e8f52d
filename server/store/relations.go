package store

import (
	"context"
	"time"
)

// RelationKind is the kind of a relation between players.
type RelationKind string

// The kinds of relations.
const (
	Follow RelationKind = "follow"
	Block  RelationKind = "block"
)

// Relation is one player's to another. The reverse is a separate relation.
type Relation struct {
	Player  string // id
	Kind    RelationKind
	Other   string // id
	Created time.Time
}

// Relations stores who follows and who blocks whom.
type Relations interface {
	// Relate stores a relation; an existing one stays unchanged. The error is ErrFull if
	// the player has most relations of the kind.
	Relate(ctx context.Context, r Relation, most int) error
	// Unrelate deletes a relation, if it exists.
	Unrelate(ctx context.Context, player string, kind RelationKind, other string) error
	// Related returns a player's relations of a kind, newest first.
	Related(ctx context.Context, player string, kind RelationKind) ([]Relation, error)
	// HasRelation reports whether a relation exists.
	HasRelation(ctx context.Context, player string, kind RelationKind, other string) (bool, error)
}
