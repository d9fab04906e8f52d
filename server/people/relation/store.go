package relation

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"moyo/server/store"
)

// Kind is the kind of a relation between players.
type Kind string

// The kinds of relations.
const (
	Follow Kind = "follow"
	Block  Kind = "block"
)

// Relation is one player's to another. The reverse is a separate relation.
type Relation struct {
	Player  string // id
	Kind    Kind
	Other   string // id
	Created time.Time
}

// Kept are the relations in a database: who follows and who blocks whom.
type Kept struct{ DB store.DB }

// Add stores a relation; an existing one stays unchanged. The error is store.ErrFull if the player has most relations of the kind.
func (k Kept) Add(ctx context.Context, r Relation, most int) error {
	return k.DB.Write(ctx, 1, func(ctx context.Context, tx store.Tx) error {
		var n int
		err := tx.Row(ctx, `SELECT 1 FROM relations WHERE player = ? AND kind = ? AND other = ?`, r.Player, string(r.Kind), r.Other).Scan(&n)
		if !errors.Is(err, sql.ErrNoRows) {
			return err // nil if it exists already
		}
		if err := tx.Row(ctx, `SELECT count(*) FROM relations WHERE player = ? AND kind = ?`, r.Player, string(r.Kind)).Scan(&n); err != nil {
			return err
		}
		if n >= most {
			return store.ErrFull
		}
		_, err = tx.Run(ctx, `INSERT INTO relations (player, kind, other, created) VALUES (?, ?, ?, ?)`,
			r.Player, string(r.Kind), r.Other, r.Created.UnixMilli())
		return err
	})
}

// Remove deletes a relation, if it exists.
func (k Kept) Remove(ctx context.Context, player string, kind Kind, other string) error {
	return k.DB.Write(ctx, 1, func(ctx context.Context, tx store.Tx) error {
		_, err := tx.Run(ctx, `DELETE FROM relations WHERE player = ? AND kind = ? AND other = ?`, player, string(kind), other)
		return err
	})
}

// Of returns a player's relations of a kind, newest first.
func (k Kept) Of(ctx context.Context, player string, kind Kind) ([]Relation, error) {
	return store.List(ctx, k.DB, func(row store.Row) (r Relation, err error) {
		var created int64
		err = row.Scan(&r.Player, &r.Kind, &r.Other, &created)
		r.Created = time.UnixMilli(created).UTC()
		return r, err
	}, `SELECT player, kind, other, created FROM relations
		WHERE player = ? AND kind = ? ORDER BY created DESC, other`, player, string(kind))
}

// Has reports whether a relation exists.
func (k Kept) Has(ctx context.Context, player string, kind Kind, other string) (bool, error) {
	return store.One(ctx, k.DB, store.Value[bool],
		`SELECT EXISTS (SELECT 1 FROM relations WHERE player = ? AND kind = ? AND other = ?)`, player, string(kind), other)
}

// Blocked reports whether either player has blocked the other.
func (k Kept) Blocked(ctx context.Context, player, other string) (bool, error) {
	blocked, err := k.Has(ctx, player, Block, other)
	if err != nil || blocked {
		return blocked, err
	}
	return k.Has(ctx, other, Block, player)
}

// Blocks returns the players that a player blocks.
func (k Kept) Blocks(ctx context.Context, player string) (map[string]bool, error) {
	list, err := k.Of(ctx, player, Block)
	blocks := map[string]bool{}
	for _, r := range list {
		blocks[r.Other] = true
	}
	return blocks, err
}

// Erasure deletes the relations of a player.
var Erasure = []string{
	`DELETE FROM relations WHERE player = ?`,
	`DELETE FROM relations WHERE other = ?`,
}
