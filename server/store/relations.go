package store

import (
	"context"
	"time"
)

// RelationKind is what somebody wants to have to do with somebody else.
type RelationKind string

// The kinds of relations.
const (
	Follow RelationKind = "follow"
	Block  RelationKind = "block"
)

// Relation is one player's to another. The other one's own is another relation.
type Relation struct {
	Player  string // id
	Kind    RelationKind
	Other   string // id
	Created time.Time
}

// Relations keeps who follows and who blocks whom.
type Relations interface {
	// Relate keeps a relation; one that is there already stays as it is. The error
	// is ErrFull where the player has most of that kind.
	Relate(ctx context.Context, r Relation, most int) error
	// Unrelate forgets a relation, if there is one.
	Unrelate(ctx context.Context, player string, kind RelationKind, other string) error
	// Related returns a player's relations of a kind, newest first.
	Related(ctx context.Context, player string, kind RelationKind) ([]Relation, error)
	// HasRelation says whether there is such a relation.
	HasRelation(ctx context.Context, player string, kind RelationKind, other string) (bool, error)
}
