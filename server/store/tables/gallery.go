package tables

import (
	"context"
	"database/sql"
	"errors"
	"strconv"
	"strings"
	"time"

	"moyo/game/match"
	"moyo/server/store"
)

// CountPlayed counts a game for the board with a hash, if the game with an id has not ended
// yet. It comes before [UpdateGame], so that a game counts once, and after [InsertNotice], at
// which those who end games wait for each other: so no two wait for each other here.
const CountPlayed = `UPDATE shared_boards SET played = played + 1
	WHERE hash = ? AND EXISTS (SELECT 1 FROM games WHERE id = ? AND phase <> '` + string(match.Finished) + `')`

// playedOn counts the games for which [store.Game.CountsFor] names a board.
var playedOn = `SELECT count(*) FROM (SELECT 1 FROM games
	WHERE board = 'id:' || ? AND ` + isBrought + ` AND phase = '` + string(match.Finished) + `'
	AND result <> '` + store.Void + `' AND ply >= ` + strconv.Itoa(store.Begun) + ` LIMIT ` + strconv.Itoa(store.MostPlayed) + `) x`

const (
	unshare = `DELETE FROM shared_boards WHERE owner = ? AND hash = ? AND NOT hidden`
)

// ShareBoard implements store.Gallery.
func (s *Store) ShareBoard(ctx context.Context, b store.Shared, most int) error {
	return s.submit(ctx, 1, func(ctx context.Context, w *writer) error {
		var title, owner string
		var hidden bool
		err := w.Row(ctx, `SELECT title FROM board_owners WHERE owner = ? AND hash = ?`, b.Owner, b.Hash).Scan(&title)
		if errors.Is(err, sql.ErrNoRows) {
			return store.ErrNotFound
		} else if err != nil {
			return err
		}
		err = w.Row(ctx, `SELECT owner, hidden FROM shared_boards WHERE hash = ?`, b.Hash).Scan(&owner, &hidden)
		switch {
		case err == nil && hidden:
			return store.ErrTaken
		case err == nil:
			return store.ErrExists
		case !errors.Is(err, sql.ErrNoRows):
			return err
		}
		var have, played int
		if err := w.Row(ctx, `SELECT count(*) FROM shared_boards WHERE owner = ?`, b.Owner).Scan(&have); err != nil {
			return err
		} else if have >= most {
			return store.ErrFull
		}
		if err := w.Row(ctx, playedOn, b.Hash).Scan(&played); err != nil {
			return err
		}
		_, err = w.run(ctx, `INSERT INTO shared_boards (hash, owner, title, search, points, edges, least, most, at, played, hidden)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, FALSE)`,
			b.Hash, b.Owner, title, strings.ToLower(title), b.Points, b.Edges, b.Least, b.Most, b.At.UnixMilli(), played)
		return err
	})
}

// countPlayed counts an append that ends a game for its board.
func (w *writer) countPlayed(ctx context.Context, g store.Game) error {
	hash := g.CountsFor()
	if hash == "" {
		return nil
	}
	_, err := w.run(ctx, CountPlayed, hash, g.ID)
	return err
}

// UnshareBoard implements store.Gallery.
func (s *Store) UnshareBoard(ctx context.Context, owner, hash string) error {
	return s.submit(ctx, 1, func(ctx context.Context, w *writer) error {
		return changed(w.run(ctx, unshare, owner, hash))(store.ErrNotFound)
	})
}

const sharedColumns = `SELECT hash, owner, coalesce(p.name, ''), title, points, edges, least, most, at, played, hidden FROM `

// SharedBoard implements store.Gallery.
func (s *Store) SharedBoard(ctx context.Context, hash string) (store.Shared, error) {
	return one(ctx, s, scanShared, sharedColumns+`shared_boards LEFT JOIN players p ON p.id = owner WHERE hash = ?`, hash)
}

// SharedBoards implements store.Gallery.
func (s *Store) SharedBoards(ctx context.Context, q store.SharedQuery) ([]store.Shared, error) {
	text, args := s.dialect.sharedBoards(q)
	return list(ctx, s, scanShared, text, args...)
}

// sharedBoards returns the query that goes by the index of its order.
func (d Dialect) sharedBoards(q store.SharedQuery) (text string, args []any) {
	var c store.Conditions
	if q.Owner != "" {
		c.Add(`owner = ?`, q.Owner)
	} else {
		c.Add(`NOT hidden`)
	}
	order, at := ` ORDER BY at DESC, hash`, q.After
	if q.Order == store.ByPlayed {
		order = ` ORDER BY played DESC, at DESC, hash`
	}
	switch since := at.At.UnixMilli(); {
	case at == store.SharedPlace{}:
	case q.Order == store.ByPlayed:
		c.Add(`played <= ? AND (played < ? OR at < ? OR at = ? AND hash > ?)`, at.Played, at.Played, since, since, at.Hash)
	default:
		c.Add(`at <= ? AND (at < ? OR hash > ?)`, since, since, at.Hash)
	}
	name := `TRUE`
	args = append(c.Args, store.Window)
	if q.Name != "" {
		name = d.Find + `(search, ?) > 0`
		args = append(args, strings.ToLower(q.Name))
	}
	return sharedColumns + `(SELECT * FROM shared_boards WHERE ` + c.String() + order + ` LIMIT ?) AS page LEFT JOIN players p ON p.id = owner
		WHERE ` + name + order + ` LIMIT ?`, append(args, q.Limit)
}

func scanShared(row scanner) (b store.Shared, err error) {
	var at int64
	err = row.Scan(&b.Hash, &b.Owner, &b.Author, &b.Title, &b.Points, &b.Edges, &b.Least, &b.Most, &at, &b.Played, &b.Hidden)
	b.At = time.UnixMilli(at).UTC()
	return b, err
}

// RenameBoard implements store.Gallery.
func (s *Store) RenameBoard(ctx context.Context, owner, hash, title string) error {
	return s.submit(ctx, 1, func(ctx context.Context, w *writer) error {
		if err := changed(w.run(ctx, `UPDATE board_owners SET title = ? WHERE owner = ? AND hash = ?`,
			title, owner, hash))(store.ErrNotFound); err != nil {
			return err
		}
		_, err := w.run(ctx, `UPDATE shared_boards SET title = ?, search = ? WHERE owner = ? AND hash = ?`,
			title, strings.ToLower(title), owner, hash)
		return err
	})
}

// DropBoard implements store.Gallery.
func (s *Store) DropBoard(ctx context.Context, owner, hash string) error {
	return s.submit(ctx, 1, func(ctx context.Context, w *writer) error {
		if err := changed(w.run(ctx, `DELETE FROM board_owners WHERE owner = ? AND hash = ?`, owner, hash))(store.ErrNotFound); err != nil {
			return err
		}
		_, err := w.run(ctx, unshare, owner, hash)
		return err
	})
}
