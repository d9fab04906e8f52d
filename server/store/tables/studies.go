package tables

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"strconv"
	"time"

	"moyo/server/store"
)

// studyTables are those whose rows belong to a study, before the study itself.
var studyTables = []struct{ table, column, only string }{
	{"study_chapters", "study", ""}, {"study_ops", "study", ""}, {"study_editors", "study", ""}, {"study_seen", "study", ""},
	{"chat", "game", ` AND NOT EXISTS (SELECT 1 FROM reports WHERE reports.game = chat.game)`}, {"studies", "id", ""},
}

const (
	studiesHave = `SELECT count(*), coalesce(sum(bytes), 0) FROM studies WHERE owner = ?`
)

func (d Dialect) studyHas() string {
	return `SELECT owner, version, bytes FROM studies WHERE id = ?` + d.Lock
}

// dropStudies returns the statements that delete the rows of one study, or of all studies of one owner.
func dropStudies(ofOwner bool) (texts []string) {
	for _, s := range studyTables {
		condition := s.column + ` = ?`
		if ofOwner && s.table == "studies" {
			condition = `owner = ?`
		} else if ofOwner {
			condition = s.column + ` IN (SELECT id FROM studies WHERE owner = ?)`
		}
		texts = append(texts, `DELETE FROM `+s.table+` WHERE `+condition+s.only)
	}
	return texts
}

// CreateStudy implements store.Studies.
func (s *Store) CreateStudy(ctx context.Context, made store.Study, chapters []store.StudyChapter, b store.StudyBounds) error {
	made.State, chapters = slices.Clone(made.State), slices.Clone(chapters)
	return s.submit(ctx, 1, func(ctx context.Context, w *writer) error {
		if err := w.Present(ctx, made.Owner); err != nil {
			return err
		}
		res, err := w.run(ctx, `
			INSERT INTO studies (id, owner, title, edit, version, chapters, bytes, created, changed, state) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT DO NOTHING`,
			made.ID, made.Owner, made.Title, made.Edit, made.Version, made.Chapters, made.Bytes,
			made.Created.UnixMilli(), made.Changed.UnixMilli(), octetsOf(made.State))
		if err := changed(res, err)(store.ErrExists); err != nil {
			return err
		}
		var n int
		var bytes int64
		if err := w.Row(ctx, studiesHave, made.Owner).Scan(&n, &bytes); err != nil {
			return err
		}
		if n > b.Studies || bytes > b.Bytes {
			return store.ErrFull
		}
		return w.keepChapters(ctx, made.ID, chapters)
	})
}

// ChangeStudy implements store.Studies.
func (s *Store) ChangeStudy(ctx context.Context, c store.StudyChange, b store.StudyBounds) error {
	return s.submit(ctx, len(c.Ops), func(ctx context.Context, w *writer) error {
		if err := w.checkStudy(ctx, c, b); err != nil {
			return err
		}
		v := c.Study
		if _, err := w.run(ctx, `
			UPDATE studies SET title = ?, edit = ?, version = ?, chapters = ?, bytes = ?, changed = ?, state = ? WHERE id = ?`,
			v.Title, v.Edit, v.Version, v.Chapters, v.Bytes, v.Changed.UnixMilli(), octetsOf(v.State), v.ID); err != nil {
			return err
		}
		for _, o := range c.Ops {
			if _, err := w.run(ctx, `INSERT INTO study_ops (study, version, command, body) VALUES (?, ?, ?, ?)`,
				v.ID, o.Version, o.Command, octetsOf(o.Body)); err != nil {
				return err
			}
		}
		for _, chapter := range c.Dropped {
			if _, err := w.run(ctx, `DELETE FROM study_chapters WHERE study = ? AND chapter = ?`, v.ID, chapter); err != nil {
				return err
			}
		}
		if err := w.keepChapters(ctx, v.ID, c.Chapters); err != nil {
			return err
		}
		if c.Forget == 0 {
			return nil
		}
		_, err := w.run(ctx, `DELETE FROM study_ops WHERE study = ? AND version <= ?`, v.ID, c.Forget)
		return err
	})
}

// checkStudy says whether a change belongs to the study as it is, and its owner has room for it.
func (w *writer) checkStudy(ctx context.Context, c store.StudyChange, b store.StudyBounds) error {
	var owner string
	var have int
	var was, bytes int64
	err := w.Row(ctx, w.dialect.studyHas(), c.Study.ID).Scan(&owner, &have, &was)
	if errors.Is(err, sql.ErrNoRows) {
		return store.ErrNotFound
	}
	if err != nil {
		return err
	}
	if want := c.Study.Version - len(c.Ops); have != want {
		return &store.Conflict{Game: c.Study.ID, Have: have, Want: want}
	}
	more := c.Study.Bytes - was
	if more <= 0 {
		return nil
	}
	var n int
	if err := w.Row(ctx, studiesHave, owner).Scan(&n, &bytes); err != nil {
		return err
	}
	if bytes+more > b.Bytes {
		return store.ErrFull
	}
	return nil
}

func (w *writer) keepChapters(ctx context.Context, study string, chapters []store.StudyChapter) error {
	for _, c := range chapters {
		if _, err := w.run(ctx, upsert("study_chapters", "study, chapter", "version, body"),
			study, c.Chapter, c.Version, octetsOf(c.Body)); err != nil {
			return err
		}
	}
	return nil
}

// octetsOf returns bytes as an argument, which are not NULL where there are none.
func octetsOf(b []byte) []byte { return append([]byte{}, b...) }

// studyColumns are what scanStudy reads.
const studyColumns = `studies.id, owner, title, edit, version, chapters, bytes, created, changed, state`

func scanStudy(row scanner) (v store.Study, err error) {
	var created, last int64
	err = row.Scan(&v.ID, &v.Owner, &v.Title, &v.Edit, &v.Version, &v.Chapters, &v.Bytes, &created, &last, &v.State)
	v.Created, v.Changed = time.UnixMilli(created).UTC(), time.UnixMilli(last).UTC()
	return v, err
}

// Study implements store.Studies.
func (s *Store) Study(ctx context.Context, id string) (store.Study, error) {
	return one(ctx, s, scanStudy, `SELECT `+studyColumns+` FROM studies WHERE id = ?`, id)
}

// LoadStudy implements store.Studies.
func (s *Store) LoadStudy(ctx context.Context, id string) (v store.Study, chapters []store.StudyChapter, ops []store.StudyOp, err error) {
	err = s.moment(ctx, func(tx *sql.Tx) (err error) {
		v, err = scanStudy(tx.QueryRowContext(ctx, s.dialect.Place(`SELECT `+studyColumns+` FROM studies WHERE id = ?`), id))
		if errors.Is(err, sql.ErrNoRows) {
			return store.ErrNotFound
		}
		if err != nil {
			return err
		}
		chapters, err = rowsOf(ctx, s, tx, func(row scanner) (c store.StudyChapter, err error) {
			err = row.Scan(&c.Chapter, &c.Version, &c.Body)
			return c, err
		}, `SELECT chapter, version, body FROM study_chapters WHERE study = ? ORDER BY chapter`, id)
		if err != nil {
			return err
		}
		ops, err = rowsOf(ctx, s, tx, func(row scanner) (o store.StudyOp, err error) {
			err = row.Scan(&o.Version, &o.Command, &o.Body)
			return o, err
		}, `SELECT version, command, body FROM study_ops WHERE study = ? ORDER BY version`, id)
		return err
	})
	return v, chapters, ops, s.orClosed(err)
}

// rowsOf is list in a transaction.
func rowsOf[T any](ctx context.Context, s *Store, tx *sql.Tx, scan func(scanner) (T, error), query string, args ...any) ([]T, error) {
	rows, err := tx.QueryContext(ctx, s.dialect.Place(query), args...)
	if err != nil {
		return nil, err
	}
	return collect(rows, scan)
}

// StudiesOf implements store.Studies.
func (s *Store) StudiesOf(ctx context.Context, owner string, limit int) ([]store.Study, error) {
	return list(ctx, s, scanStudy, `SELECT `+studyColumns+` FROM studies WHERE owner = ? ORDER BY changed DESC, id LIMIT ?`, owner, limit)
}

// StudiesSeen implements store.Studies.
func (s *Store) StudiesSeen(ctx context.Context, player string, limit int) ([]store.Study, error) {
	return list(ctx, s, scanStudy, `SELECT `+studyColumns+` FROM studies JOIN study_seen ON study_seen.study = studies.id
		WHERE study_seen.player = ? AND owner <> ? ORDER BY study_seen.at DESC, studies.id LIMIT ?`, player, player, limit)
}

// SeeStudy implements store.Studies.
func (s *Store) SeeStudy(ctx context.Context, id, player string, at time.Time) error {
	return s.submit(ctx, 1, func(ctx context.Context, w *writer) error {
		if err := w.hasStudy(ctx, id); err != nil {
			return err
		}
		if _, err := w.run(ctx, upsert("study_seen", "player, study", "at"), player, id, at.UnixMilli()); err != nil {
			return err
		}
		_, err := w.run(ctx, `
			DELETE FROM study_seen WHERE player = ?1 AND study IN
				(SELECT study FROM study_seen WHERE player = ?1 ORDER BY at DESC, study
					LIMIT `+everything+` OFFSET `+strconv.Itoa(store.MaxStudiesSeen)+`)`,
			player)
		return err
	})
}

// hasStudy returns store.ErrNotFound where there is no such study.
func (w *writer) hasStudy(ctx context.Context, id string) error {
	var owner string
	var have int
	var bytes int64
	err := w.Row(ctx, w.dialect.studyHas(), id).Scan(&owner, &have, &bytes)
	if errors.Is(err, sql.ErrNoRows) {
		return store.ErrNotFound
	}
	return err
}

// InviteToStudy implements store.Studies.
func (s *Store) InviteToStudy(ctx context.Context, id, player string, may bool, at time.Time, most int) error {
	return s.submit(ctx, 1, func(ctx context.Context, w *writer) error {
		if err := w.hasStudy(ctx, id); err != nil {
			return err
		}
		if !may {
			_, err := w.run(ctx, `DELETE FROM study_editors WHERE study = ? AND player = ?`, id, player)
			return err
		}
		var others int
		if err := w.Row(ctx, `SELECT count(*) FROM study_editors WHERE study = ? AND player <> ?`, id, player).Scan(&others); err != nil {
			return err
		}
		if others >= most {
			return store.ErrFull
		}
		_, err := w.run(ctx, upsert("study_editors", "study, player", "at"), id, player, at.UnixMilli())
		return err
	})
}

// StudyEditors implements store.Studies.
func (s *Store) StudyEditors(ctx context.Context, id string) ([]string, error) {
	return list(ctx, s, func(row scanner) (player string, err error) {
		err = row.Scan(&player)
		return player, err
	}, `SELECT player FROM study_editors WHERE study = ? ORDER BY player`, id)
}

// DeleteStudy implements store.Studies.
func (s *Store) DeleteStudy(ctx context.Context, id string) error {
	return s.submit(ctx, 1, func(ctx context.Context, w *writer) error {
		if err := w.hasStudy(ctx, id); err != nil {
			return err
		}
		return w.each(ctx, dropStudies(false), id)
	})
}
