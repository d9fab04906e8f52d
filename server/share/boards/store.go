package boards

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"moyo/server/store"
)

// mostPlayed is the highest count of games on a board at the time when it is shared.
const mostPlayed = 10_000

// order is an order of shared boards.
type order string

// The orders, all descending.
const (
	byPlayed order = "played"
	byNewest order = "new"
)

// sharedQuery selects shared boards. Zero fields do not restrict.
type sharedQuery struct {
	Order order
	Name  string      // substring of the title, ignoring case
	Owner string      // includes hidden boards of this owner
	After sharedPlace // end of the previous part
	Limit int
}

// sharedPlace is a position among shared boards: after the one with this hash. The zero sharedPlace is the beginning.
type sharedPlace struct {
	Played int // only for [byPlayed]
	At     time.Time
	Hash   string
}

// placeBehind returns the place after a board.
func placeBehind(b store.Shared) sharedPlace { return sharedPlace{b.Played, b.At, b.Hash} }

// gallery stores shared boards, and changes of own boards, in a database.
type gallery struct{ db store.DB }

func (cfg Config) gallery() gallery { return gallery{cfg.Store} }

// Shared returns a shared board of a database by its hash, hidden or not, or store.ErrNotFound.
func Shared(ctx context.Context, db store.DB, hash string) (store.Shared, error) {
	return gallery{db}.one(ctx, hash)
}

// Hiding returns the change of a deed that hides a shared board or shows it again. The error is store.ErrNotFound if the board is
// not shared.
func Hiding(hash string, hide bool) store.Also {
	return func(ctx context.Context, tx store.Tx) error {
		return store.RunOrElse(ctx, tx, store.ErrNotFound, `UPDATE shared_boards SET hidden = ? WHERE hash = ?`, hide, hash)
	}
}

// playedOn counts the games for which [store.Game.CountsFor] names a board, by the index games_by_brought.
var playedOn = `SELECT count(*) FROM (SELECT 1 FROM games
	WHERE board = 'id:' || ? AND substr(board, 1, 3) = 'id:' AND phase = 'finished'
	AND result <> '` + store.Void + `' AND ply >= ` + strconv.Itoa(store.Begun) + ` LIMIT ` + strconv.Itoa(mostPlayed) + `) x`

const takeBack = `DELETE FROM shared_boards WHERE owner = ? AND hash = ? AND NOT hidden`

// share publishes an owner's board under the owner's title, and counts the games on it. The error is store.ErrNotFound if the
// owner does not have the board, store.ErrExists if it is shared already, store.ErrTaken if moderators have hidden it, or
// store.ErrFull if the owner already shares most boards.
func (a gallery) share(ctx context.Context, b store.Shared, most int) error {
	return a.db.Write(ctx, 1, func(ctx context.Context, tx store.Tx) error {
		title, err := store.One(ctx, tx, store.Value[string], `SELECT title FROM board_owners WHERE owner = ? AND hash = ?`, b.Owner, b.Hash)
		if err != nil {
			return err
		}
		hidden, err := store.One(ctx, tx, store.Value[bool], `SELECT hidden FROM shared_boards WHERE hash = ?`, b.Hash)
		switch {
		case err == nil && hidden:
			return store.ErrTaken
		case err == nil:
			return store.ErrExists
		case !errors.Is(err, store.ErrNotFound):
			return err
		}
		var have, played int
		if err := tx.Row(ctx, `SELECT count(*) FROM shared_boards WHERE owner = ?`, b.Owner).Scan(&have); err != nil {
			return err
		} else if have >= most {
			return store.ErrFull
		}
		if err := tx.Row(ctx, playedOn, b.Hash).Scan(&played); err != nil {
			return err
		}
		_, err = tx.Run(ctx, `INSERT INTO shared_boards (hash, owner, title, search, points, edges, least, most, at, played, hidden)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, FALSE)`,
			b.Hash, b.Owner, title, strings.ToLower(title), b.Points, b.Edges, b.Least, b.Most, b.At.UnixMilli(), played)
		return err
	})
}

// unshare withdraws a shared board. A board that moderators have hidden stays recorded, so it cannot be shared again. The error
// is store.ErrNotFound if the owner does not share the board.
func (a gallery) unshare(ctx context.Context, owner, hash string) error {
	return a.db.Write(ctx, 1, func(ctx context.Context, tx store.Tx) error {
		return store.RunOrElse(ctx, tx, store.ErrNotFound, takeBack, owner, hash)
	})
}

const sharedColumns = `SELECT hash, owner, coalesce(p.name, ''), title, points, edges, least, most, at, played, hidden FROM `

// one returns a shared board by its hash, hidden or not, or store.ErrNotFound.
func (a gallery) one(ctx context.Context, hash string) (store.Shared, error) {
	return store.One(ctx, a.db, scanShared, sharedColumns+`shared_boards LEFT JOIN players p ON p.id = owner WHERE hash = ?`, hash)
}

// list returns shared boards. It searches for a name only in the first [store.Window] boards after the place.
func (a gallery) list(ctx context.Context, q sharedQuery) ([]store.Shared, error) {
	text, args := textOf(q, a.db.Find())
	return store.List(ctx, a.db, scanShared, text, args...)
}

// textOf returns a query that uses the index of its order.
func textOf(q sharedQuery, find string) (text string, args []any) {
	var c store.Conditions
	if q.Owner != "" {
		c.Add(`owner = ?`, q.Owner)
	} else {
		c.Add(`NOT hidden`)
	}
	order, at := ` ORDER BY at DESC, hash`, q.After
	if q.Order == byPlayed {
		order = ` ORDER BY played DESC, at DESC, hash`
	}
	switch since := at.At.UnixMilli(); {
	case at == sharedPlace{}:
	case q.Order == byPlayed:
		c.Add(`played <= ? AND (played < ? OR at < ? OR at = ? AND hash > ?)`, at.Played, at.Played, since, since, at.Hash)
	default:
		c.Add(`at <= ? AND (at < ? OR hash > ?)`, since, since, at.Hash)
	}
	name := `TRUE`
	args = append(c.Args, store.Window)
	if q.Name != "" {
		name = find + `(search, ?) > 0`
		args = append(args, strings.ToLower(q.Name))
	}
	return sharedColumns + `(SELECT * FROM shared_boards WHERE ` + c.String() + order + ` LIMIT ?) AS page LEFT JOIN players p ON p.id = owner
		WHERE ` + name + order + ` LIMIT ?`, append(args, q.Limit)
}

func scanShared(row store.Row) (b store.Shared, err error) {
	var at int64
	err = row.Scan(&b.Hash, &b.Owner, &b.Author, &b.Title, &b.Points, &b.Edges, &b.Least, &b.Most, &at, &b.Played, &b.Hidden)
	b.At = time.UnixMilli(at).UTC()
	return b, err
}

// rename changes the owner's title of a board, which is also the public title if the owner shares it. The error is
// store.ErrNotFound if the owner does not have the board.
func (a gallery) rename(ctx context.Context, owner, hash, title string) error {
	return a.db.Write(ctx, 1, func(ctx context.Context, tx store.Tx) error {
		if err := store.RunOrElse(ctx, tx, store.ErrNotFound, `UPDATE board_owners SET title = ? WHERE owner = ? AND hash = ?`,
			title, owner, hash); err != nil {
			return err
		}
		_, err := tx.Run(ctx, `UPDATE shared_boards SET title = ?, search = ? WHERE owner = ? AND hash = ?`,
			title, strings.ToLower(title), owner, hash)
		return err
	})
}

// drop removes a board from the owner's boards and stops sharing it. Games and other owners keep it. The error is
// store.ErrNotFound if the owner does not have the board.
func (a gallery) drop(ctx context.Context, owner, hash string) error {
	return a.db.Write(ctx, 1, func(ctx context.Context, tx store.Tx) error {
		if err := store.RunOrElse(ctx, tx, store.ErrNotFound, `DELETE FROM board_owners WHERE owner = ? AND hash = ?`, owner, hash); err != nil {
			return err
		}
		_, err := tx.Run(ctx, takeBack, owner, hash)
		return err
	})
}

// Erasure deletes the shared boards of a player.
var Erasure = []string{
	`DELETE FROM shared_boards WHERE owner = ?`,
}
