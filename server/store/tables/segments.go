package tables

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"moyo/server/store"
)

// Segments implements store.Libraries.
func (s *Store) Segments(ctx context.Context, owner string) (all []store.Segment, gone []uint32, err error) {
	err = s.moment(ctx, func(tx *sql.Tx) error {
		rows, err := tx.QueryContext(ctx, s.dialect.Place(`
			SELECT segment, entries, state, begun FROM library_segments WHERE owner = ? ORDER BY segment`), owner)
		if err != nil {
			return err
		}
		all, err = collect(rows, func(row scanner) (v store.Segment, err error) {
			var begun int64
			err = row.Scan(&v.ID, &v.Entries, &v.State, &begun)
			v.Begun = time.UnixMilli(begun).UTC()
			return v, err
		})
		if err != nil {
			return err
		}
		rows, err = tx.QueryContext(ctx, s.dialect.Place(`SELECT number FROM library_gone WHERE owner = ? ORDER BY number`), owner)
		if err != nil {
			return err
		}
		gone, err = collect(rows, func(row scanner) (number uint32, err error) { return number, row.Scan(&number) })
		return err
	})
	return all, gone, s.orClosed(err)
}

// BeginSegment implements store.Libraries.
func (s *Store) BeginSegment(ctx context.Context, owner string, at time.Time) (id int64, err error) {
	err = s.submit(ctx, 1, func(ctx context.Context, w *writer) error {
		if err := w.Present(ctx, owner); err != nil {
			return err
		}
		if _, err := w.run(ctx, libraryBegin, owner, at.UnixMilli()); err != nil {
			return err
		}
		if err := w.Row(ctx, `UPDATE libraries SET next_segment = next_segment + 1 WHERE owner = ? RETURNING next_segment - 1`,
			owner).Scan(&id); err != nil {
			return err
		}
		_, err := w.run(ctx, `INSERT INTO library_segments (owner, segment, entries, state, begun) VALUES (?, ?, 0, 0, ?)`,
			owner, id, at.UnixMilli())
		return err
	})
	return id, err
}

// segmentState returns the state of a segment, or store.ErrNotFound.
func (w *writer) segmentState(ctx context.Context, owner string, segment int64) (state store.SegmentState, err error) {
	err = w.Row(ctx, `SELECT state FROM library_segments WHERE owner = ? AND segment = ?`, owner, segment).Scan(&state)
	if errors.Is(err, sql.ErrNoRows) {
		err = store.ErrNotFound
	}
	return state, err
}

// AddPages implements store.Libraries.
func (s *Store) AddPages(ctx context.Context, owner string, segment int64, at int, pages []store.IndexPage) error {
	return s.submit(ctx, len(pages), func(ctx context.Context, w *writer) error {
		state, err := w.segmentState(ctx, owner, segment)
		if err != nil {
			return err
		}
		if state != store.Written {
			return store.ErrNotFound
		}
		for i, p := range pages {
			if _, err := w.run(ctx, `INSERT INTO library_pages (owner, segment, page, first, body) VALUES (?, ?, ?, ?, ?)`,
				owner, segment, at+i, int64(p.First), p.Body); err != nil {
				return err
			}
		}
		return nil
	})
}

// EndSegment implements store.Libraries.
func (s *Store) EndSegment(ctx context.Context, owner string, e store.SegmentEnd) error {
	return s.submit(ctx, len(e.Games), func(ctx context.Context, w *writer) error {
		var resetting bool
		err := w.Row(ctx, `SELECT resetting <> 0 FROM libraries WHERE owner = ?`, owner).Scan(&resetting)
		switch {
		case errors.Is(err, sql.ErrNoRows):
			return store.ErrNotFound
		case err != nil:
			return err
		case resetting:
			return store.ErrDone
		}
		if err := changed(w.run(ctx, `UPDATE library_segments SET state = 1, entries = ? WHERE owner = ? AND segment = ? AND state = 0`,
			e.Entries, owner, e.Segment))(store.ErrNotFound); err != nil {
			return err
		}
		for _, id := range e.Replaces {
			if err := changed(w.run(ctx, `UPDATE library_segments SET state = 2 WHERE owner = ? AND segment = ? AND state = 1`,
				owner, id))(store.ErrDone); err != nil {
				return err
			}
		}
		for _, number := range e.Games {
			if err := w.indexed(ctx, owner, number); err != nil {
				return err
			}
		}
		for _, number := range e.Purged {
			if _, err := w.run(ctx, `DELETE FROM library_gone WHERE owner = ? AND number = ?`, owner, number); err != nil {
				return err
			}
		}
		return nil
	})
}

// indexed notes that a game is in the index; one that was deleted meanwhile is gone.
func (w *writer) indexed(ctx context.Context, owner string, number uint32) error {
	res, err := w.run(ctx, `UPDATE library_games SET waiting = 0 WHERE owner = ? AND number = ? AND waiting = 1`, owner, number)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n > 0 {
		return err
	}
	var here bool
	if err := w.Row(ctx, `SELECT EXISTS (SELECT 1 FROM library_games WHERE owner = ? AND number = ?)`, owner, number).Scan(&here); err != nil {
		return err
	}
	if here {
		return store.ErrDone
	}
	_, err = w.run(ctx, libraryGone, owner, number)
	return err
}

// DropSegment implements store.Libraries.
func (s *Store) DropSegment(ctx context.Context, owner string, segment int64, limit int) (more bool, err error) {
	err = s.submit(ctx, limit, func(ctx context.Context, w *writer) error {
		state, err := w.segmentState(ctx, owner, segment)
		if errors.Is(err, store.ErrNotFound) {
			more = false
			return nil
		}
		if err != nil {
			return err
		}
		if state == store.Whole {
			return store.ErrTaken
		}
		if _, err := w.run(ctx, `UPDATE library_segments SET state = 2 WHERE owner = ? AND segment = ?`, owner, segment); err != nil {
			return err
		}
		if _, err := w.run(ctx, `DELETE FROM library_pages WHERE owner = ?1 AND segment = ?2
			AND page IN (SELECT page FROM library_pages WHERE owner = ?1 AND segment = ?2 ORDER BY page LIMIT ?3)`,
			owner, segment, limit); err != nil {
			return err
		}
		if err := w.Row(ctx, `SELECT EXISTS (SELECT 1 FROM library_pages WHERE owner = ? AND segment = ?)`,
			owner, segment).Scan(&more); err != nil || more {
			return err
		}
		_, err = w.run(ctx, `DELETE FROM library_segments WHERE owner = ? AND segment = ?`, owner, segment)
		return err
	})
	return more, err
}

// ResetIndex implements store.Libraries.
func (s *Store) ResetIndex(ctx context.Context, owner string, limit int) (more bool, err error) {
	err = s.submit(ctx, limit, func(ctx context.Context, w *writer) error {
		if err := w.each(ctx, []string{
			`UPDATE library_segments SET state = 2 WHERE owner = ? AND state = 1`, `DELETE FROM library_gone WHERE owner = ?`,
		}, owner); err != nil {
			return err
		}
		if _, err := w.run(ctx, `UPDATE library_games SET waiting = 1 WHERE owner = ?1
			AND number IN (SELECT number FROM library_games WHERE owner = ?1 AND waiting = 0 ORDER BY number LIMIT ?2)`, owner, limit); err != nil {
			return err
		}
		if err := w.Row(ctx, `SELECT EXISTS (SELECT 1 FROM library_games WHERE owner = ? AND waiting = 0)`, owner).Scan(&more); err != nil {
			return err
		}
		resetting := 0
		if more {
			resetting = 1
		}
		_, err := w.run(ctx, `UPDATE libraries SET resetting = ? WHERE owner = ?`, resetting, owner)
		return err
	})
	return more, err
}

// SeekPage implements store.Libraries.
func (s *Store) SeekPage(ctx context.Context, owner string, segment int64, key uint64) (int, error) {
	page, err := one(ctx, s, func(row scanner) (page int, err error) { return page, row.Scan(&page) },
		`SELECT page FROM library_pages WHERE owner = ? AND segment = ? AND first < ? ORDER BY first DESC, page DESC LIMIT 1`,
		owner, segment, int64(key))
	if errors.Is(err, store.ErrNotFound) {
		return 0, nil
	}
	return page, err
}

// IndexPages implements store.Libraries.
func (s *Store) IndexPages(ctx context.Context, owner string, segment int64, page, limit int) ([]store.IndexPage, error) {
	return list(ctx, s, func(row scanner) (p store.IndexPage, err error) {
		var first int64
		err = row.Scan(&first, &p.Body)
		p.First = uint64(first)
		return p, err
	}, `SELECT first, body FROM library_pages WHERE owner = ? AND segment = ? AND page >= ? ORDER BY page LIMIT ?`,
		owner, segment, page, limit)
}
