package libraries

import (
	"context"
	"errors"
	"time"

	"moyo/server/store"
)

// keptSegment is a part of an index.
type keptSegment struct {
	ID      int64
	Entries int
	State   segmentState
	Begun   time.Time
}

// segmentState is the state of a segment.
type segmentState int

// The states of segments. The database stores these numbers, and SQL texts repeat them.
const (
	unfinished segmentState = iota // pages are still being added
	complete                       // in the index
	replaced                       // no longer in the index: another segment took its place
)

// segmentEnd describes a complete segment.
type segmentEnd struct {
	Segment  int64
	Entries  int
	Games    []uint32 // in the index from now on
	Replaces []int64
	Purged   []uint32 // deleted games without entries in the index from now on
}

// indexPage is a page of a segment.
type indexPage struct {
	First uint64 // its first key, below 1<<63
	Body  []byte
}

// segments returns a player's segments by id, and the numbers of deleted games.
func (l libraries) segments(ctx context.Context, owner string) (all []keptSegment, gone []uint32, err error) {
	err = l.db.Moment(ctx, func(db store.Reader) error {
		all, err = store.List(ctx, db, func(row store.Row) (v keptSegment, err error) {
			var begun int64
			err = row.Scan(&v.ID, &v.Entries, &v.State, &begun)
			v.Begun = time.UnixMilli(begun).UTC()
			return v, err
		}, `SELECT segment, entries, state, begun FROM library_segments WHERE owner = ? ORDER BY segment`, owner)
		if err != nil {
			return err
		}
		gone, err = store.List(ctx, db, store.Value[uint32],
			`SELECT number FROM library_gone WHERE owner = ? ORDER BY number`, owner)
		return err
	})
	return all, gone, err
}

// begin returns the id of a new unfinished segment; the error is store.ErrNotFound if the owner's account was deleted.
func (l libraries) begin(ctx context.Context, owner string, at time.Time) (id int64, err error) {
	err = l.db.Write(ctx, 1, func(ctx context.Context, tx store.Tx) error {
		if err := tx.Present(ctx, owner); err != nil {
			return err
		}
		if _, err := tx.Run(ctx, beginLibrary, owner, at.UnixMilli()); err != nil {
			return err
		}
		if err := tx.Row(ctx, `UPDATE libraries SET next_segment = next_segment + 1 WHERE owner = ? RETURNING next_segment - 1`,
			owner).Scan(&id); err != nil {
			return err
		}
		_, err := tx.Run(ctx, `INSERT INTO library_segments (owner, segment, entries, state, begun) VALUES (?, ?, 0, 0, ?)`,
			owner, id, at.UnixMilli())
		return err
	})
	return id, err
}

// stateOf returns the state of a segment, or store.ErrNotFound.
func stateOf(ctx context.Context, tx store.Tx, owner string, segment int64) (segmentState, error) {
	return store.One(ctx, tx, store.Value[segmentState],
		`SELECT state FROM library_segments WHERE owner = ? AND segment = ?`, owner, segment)
}

// addPages appends pages to an unfinished segment; at is the number of the first one. The error is store.ErrNotFound if the
// segment is not, or no longer, unfinished.
func (l libraries) addPages(ctx context.Context, owner string, segment int64, at int, pages []indexPage) error {
	return l.db.Write(ctx, len(pages), func(ctx context.Context, tx store.Tx) error {
		state, err := stateOf(ctx, tx, owner, segment)
		if err != nil {
			return err
		}
		if state != unfinished {
			return store.ErrNotFound
		}
		for i, p := range pages {
			if _, err := tx.Run(ctx, `INSERT INTO library_pages (owner, segment, page, first, body) VALUES (?, ?, ?, ?, ?)`,
				owner, segment, at+i, int64(p.First), p.Body); err != nil {
				return err
			}
		}
		return nil
	})
}

// end marks a segment as complete. The error is store.ErrDone, without a change, if one of its games is in the index already, or
// a segment that it replaces is not in the index. It is store.ErrNotFound if the segment is missing or complete already.
func (l libraries) end(ctx context.Context, owner string, e segmentEnd) error {
	return l.db.Write(ctx, len(e.Games), func(ctx context.Context, tx store.Tx) error {
		resetting, err := store.One(ctx, tx, store.Value[bool], `SELECT resetting <> 0 FROM libraries WHERE owner = ?`, owner)
		switch {
		case err != nil:
			return err
		case resetting:
			return store.ErrDone
		}
		if err := store.RunOrElse(ctx, tx, store.ErrNotFound, `
			UPDATE library_segments SET state = 1, entries = ? WHERE owner = ? AND segment = ? AND state = 0`,
			e.Entries, owner, e.Segment); err != nil {
			return err
		}
		for _, id := range e.Replaces {
			if err := store.RunOrElse(ctx, tx, store.ErrDone, `UPDATE library_segments SET state = 2 WHERE owner = ? AND segment = ? AND state = 1`,
				owner, id); err != nil {
				return err
			}
		}
		for _, number := range e.Games {
			if err := indexed(ctx, tx, owner, number); err != nil {
				return err
			}
		}
		for _, number := range e.Purged {
			if _, err := tx.Run(ctx, `DELETE FROM library_gone WHERE owner = ? AND number = ?`, owner, number); err != nil {
				return err
			}
		}
		return nil
	})
}

// indexed marks a game as indexed. If it was deleted meanwhile, it counts as a deleted game in the index.
func indexed(ctx context.Context, tx store.Tx, owner string, number uint32) error {
	n, err := tx.Run(ctx, `UPDATE library_games SET waiting = 0 WHERE owner = ? AND number = ? AND waiting = 1`, owner, number)
	if err != nil || n > 0 {
		return err
	}
	var here bool
	if err := tx.Row(ctx, `SELECT EXISTS (SELECT 1 FROM library_games WHERE owner = ? AND number = ?)`,
		owner, number).Scan(&here); err != nil {
		return err
	}
	if here {
		return store.ErrDone
	}
	_, err = tx.Run(ctx, noteGone, owner, number)
	return err
}

// drop deletes at most limit pages of a segment that is not in the index, and reports whether more are left. The error is
// store.ErrTaken if the segment is in the index.
func (l libraries) drop(ctx context.Context, owner string, segment int64, limit int) (more bool, err error) {
	err = l.db.Write(ctx, limit, func(ctx context.Context, tx store.Tx) error {
		state, err := stateOf(ctx, tx, owner, segment)
		if errors.Is(err, store.ErrNotFound) {
			more = false
			return nil
		}
		if err != nil {
			return err
		}
		if state == complete {
			return store.ErrTaken
		}
		if _, err := tx.Run(ctx, `UPDATE library_segments SET state = 2 WHERE owner = ? AND segment = ?`, owner, segment); err != nil {
			return err
		}
		if _, err := tx.Run(ctx, `DELETE FROM library_pages WHERE owner = ?1 AND segment = ?2
			AND page IN (SELECT page FROM library_pages WHERE owner = ?1 AND segment = ?2 ORDER BY page LIMIT ?3)`,
			owner, segment, limit); err != nil {
			return err
		}
		if err := tx.Row(ctx, `SELECT EXISTS (SELECT 1 FROM library_pages WHERE owner = ? AND segment = ?)`,
			owner, segment).Scan(&more); err != nil || more {
			return err
		}
		_, err = tx.Run(ctx, `DELETE FROM library_segments WHERE owner = ? AND segment = ?`, owner, segment)
		return err
	})
	return more, err
}

// reset removes all segments from an index and marks at most limit games as not indexed. It reports whether more games are left;
// until then no segment can be completed.
func (l libraries) reset(ctx context.Context, owner string, limit int) (more bool, err error) {
	err = l.db.Write(ctx, limit, func(ctx context.Context, tx store.Tx) error {
		if err := store.RunAll(ctx, tx, []string{
			`UPDATE library_segments SET state = 2 WHERE owner = ? AND state = 1`, `DELETE FROM library_gone WHERE owner = ?`,
		}, owner); err != nil {
			return err
		}
		if _, err := tx.Run(ctx, `UPDATE library_games SET waiting = 1 WHERE owner = ?1
			AND number IN (SELECT number FROM library_games WHERE owner = ?1 AND waiting = 0 ORDER BY number LIMIT ?2)`, owner, limit); err != nil {
			return err
		}
		if err := tx.Row(ctx, `SELECT EXISTS (SELECT 1 FROM library_games WHERE owner = ? AND waiting = 0)`, owner).Scan(&more); err != nil {
			return err
		}
		resetting := 0
		if more {
			resetting = 1
		}
		_, err := tx.Run(ctx, `UPDATE libraries SET resetting = ? WHERE owner = ?`, resetting, owner)
		return err
	})
	return more, err
}

// seek returns the number of a segment's last page whose first key is below key, or 0.
func (l libraries) seek(ctx context.Context, owner string, segment int64, key uint64) (int, error) {
	page, err := store.One(ctx, l.db, store.Value[int],
		`SELECT page FROM library_pages WHERE owner = ? AND segment = ? AND first < ? ORDER BY first DESC, page DESC LIMIT 1`,
		owner, segment, int64(key))
	if errors.Is(err, store.ErrNotFound) {
		return 0, nil
	}
	return page, err
}

// pages returns at most limit pages of a segment, starting with page.
func (l libraries) pages(ctx context.Context, owner string, segment int64, page, limit int) ([]indexPage, error) {
	return store.List(ctx, l.db, func(row store.Row) (p indexPage, err error) {
		var first int64
		err = row.Scan(&first, &p.Body)
		p.First = uint64(first)
		return p, err
	}, `SELECT first, body FROM library_pages WHERE owner = ? AND segment = ? AND page >= ? ORDER BY page LIMIT ?`,
		owner, segment, page, limit)
}
