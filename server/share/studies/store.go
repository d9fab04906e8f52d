package studies

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"strconv"
	"time"

	"moyo/server/store"
)

// maxSeen is of how many studies it is known that somebody was there.
const maxSeen = 100

// header is what a list shows of a study, and what is needed to read its chapters.
type header struct {
	ID       string
	Owner    string // id of a player
	Title    string
	Edit     string // who may edit
	Version  int    // number of changes since it was made
	Chapters int
	Bytes    int64 // of all chapters
	Created  time.Time
	Changed  time.Time
	State    []byte // a [keptState]
}

// savedChapter is a chapter as it was at some version of its study.
type savedChapter struct {
	Chapter int // number in its study
	Version int
	Body    []byte // a [keptTree], deflated
}

// savedOp is one change in the log of a study.
type savedOp struct {
	Version int
	Command string // what asked for it
	Body    []byte // a [keptOp]
}

// change is what is written of a study at once.
type change struct {
	Study    header         // as it is then; its Owner and Created stay as they were
	Ops      []savedOp      // the last of them makes the version of Study
	Chapters []savedChapter // take the place of what was kept of them
	Dropped  []int          // chapters that are no more
	Forget   int            // the log is kept behind this version
}

// bounds bound what one owner has.
type bounds struct {
	Studies int
	Bytes   int64
}

// studies are those in the database. A study is a header, its chapters as they were at some version, and the log of the last
// changes: a chapter as it is now is what is kept of it with the changes behind its version.
type studies struct{ db store.DB }

const ownersHave = `SELECT count(*), coalesce(sum(bytes), 0) FROM studies WHERE owner = ?`

// create keeps a new study with chapters. The error is store.ErrExists where there is such a study, store.ErrFull where its
// owner has as many as b says, or more bytes with it, or store.ErrNotFound where the owner's account was deleted.
func (a studies) create(ctx context.Context, h header, chapters []savedChapter, b bounds) error {
	h.State, chapters = octets(h.State), slices.Clone(chapters)
	return a.db.Write(ctx, 1, func(ctx context.Context, tx store.Tx) error {
		if err := tx.Present(ctx, h.Owner); err != nil {
			return err
		}
		if err := store.RunOrElse(ctx, tx, store.ErrExists, `
			INSERT INTO studies (id, owner, title, edit, version, chapters, bytes, created, changed, state) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT DO NOTHING`,
			h.ID, h.Owner, h.Title, h.Edit, h.Version, h.Chapters, h.Bytes, h.Created.UnixMilli(), h.Changed.UnixMilli(), h.State); err != nil {
			return err
		}
		var n int
		var bytes int64
		if err := tx.Row(ctx, ownersHave, h.Owner).Scan(&n, &bytes); err != nil {
			return err
		}
		if n > b.Studies || bytes > b.Bytes {
			return store.ErrFull
		}
		return saveChapters(ctx, tx, h.ID, chapters)
	})
}

// octets returns bytes as an argument, which are not NULL where there are none.
func octets(b []byte) []byte { return slices.Concat([]byte{}, b) }

// change writes a change of a study. The error is store.ErrNotFound, a *store.Conflict where the study has not the version
// before the first of c.Ops, or store.ErrFull where it has grown and its owner has more bytes than b says.
func (a studies) change(ctx context.Context, c change, b bounds) error {
	return a.db.Write(ctx, len(c.Ops), func(ctx context.Context, tx store.Tx) error {
		if err := check(ctx, tx, c, b); err != nil {
			return err
		}
		h := c.Study
		if _, err := tx.Run(ctx, `
			UPDATE studies SET title = ?, edit = ?, version = ?, chapters = ?, bytes = ?, changed = ?, state = ? WHERE id = ?`,
			h.Title, h.Edit, h.Version, h.Chapters, h.Bytes, h.Changed.UnixMilli(), octets(h.State), h.ID); err != nil {
			return err
		}
		for _, o := range c.Ops {
			if _, err := tx.Run(ctx, `INSERT INTO study_ops (study, version, command, body) VALUES (?, ?, ?, ?)`,
				h.ID, o.Version, o.Command, octets(o.Body)); err != nil {
				return err
			}
		}
		for _, chapter := range c.Dropped {
			if _, err := tx.Run(ctx, `DELETE FROM study_chapters WHERE study = ? AND chapter = ?`, h.ID, chapter); err != nil {
				return err
			}
		}
		if err := saveChapters(ctx, tx, h.ID, c.Chapters); err != nil {
			return err
		}
		if c.Forget == 0 {
			return nil
		}
		_, err := tx.Run(ctx, `DELETE FROM study_ops WHERE study = ? AND version <= ?`, h.ID, c.Forget)
		return err
	})
}

// locked returns whose a study is, its version and its bytes, or store.ErrNotFound.
func locked(ctx context.Context, tx store.Tx, id string) (owner string, version int, bytes int64, err error) {
	err = tx.Row(ctx, `SELECT owner, version, bytes FROM studies WHERE id = ?`+tx.Lock(), id).Scan(&owner, &version, &bytes)
	if errors.Is(err, sql.ErrNoRows) {
		err = store.ErrNotFound
	}
	return owner, version, bytes, err
}

// check says whether a change belongs to the study as it is, and its owner has room for it.
func check(ctx context.Context, tx store.Tx, c change, b bounds) error {
	owner, have, was, err := locked(ctx, tx, c.Study.ID)
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
	var bytes int64
	if err := tx.Row(ctx, ownersHave, owner).Scan(&n, &bytes); err != nil {
		return err
	}
	if bytes+more > b.Bytes {
		return store.ErrFull
	}
	return nil
}

func saveChapters(ctx context.Context, tx store.Tx, study string, chapters []savedChapter) error {
	for _, c := range chapters {
		if _, err := tx.Run(ctx, `
			INSERT INTO study_chapters (study, chapter, version, body) VALUES (?, ?, ?, ?)
			ON CONFLICT (study, chapter) DO UPDATE SET version = excluded.version, body = excluded.body`,
			study, c.Chapter, c.Version, octets(c.Body)); err != nil {
			return err
		}
	}
	return nil
}

// columns are what scan reads.
const columns = `studies.id, owner, title, edit, version, chapters, bytes, created, changed, state`

func scan(row store.Row) (h header, err error) {
	var created, last int64
	err = row.Scan(&h.ID, &h.Owner, &h.Title, &h.Edit, &h.Version, &h.Chapters, &h.Bytes, &created, &last, &h.State)
	h.Created, h.Changed = time.UnixMilli(created).UTC(), time.UnixMilli(last).UTC()
	return h, err
}

// one returns the header of a study, or store.ErrNotFound.
func (a studies) one(ctx context.Context, id string) (header, error) { return one(ctx, a.db, id) }

func one(ctx context.Context, db store.Reader, id string) (header, error) {
	return store.One(ctx, db, scan, `SELECT `+columns+` FROM studies WHERE id = ?`, id)
}

// load returns a study with its chapters, by their numbers, and its log, or store.ErrNotFound.
func (a studies) load(ctx context.Context, id string) (h header, chapters []savedChapter, ops []savedOp, err error) {
	err = a.db.Moment(ctx, func(db store.Reader) (err error) {
		if h, err = one(ctx, db, id); err != nil {
			return err
		}
		chapters, err = store.List(ctx, db, func(row store.Row) (c savedChapter, err error) {
			err = row.Scan(&c.Chapter, &c.Version, &c.Body)
			return c, err
		}, `SELECT chapter, version, body FROM study_chapters WHERE study = ? ORDER BY chapter`, id)
		if err != nil {
			return err
		}
		ops, err = store.List(ctx, db, func(row store.Row) (o savedOp, err error) {
			err = row.Scan(&o.Version, &o.Command, &o.Body)
			return o, err
		}, `SELECT version, command, body FROM study_ops WHERE study = ? ORDER BY version`, id)
		return err
	})
	return h, chapters, ops, err
}

// of returns somebody's studies, newest change first.
func (a studies) of(ctx context.Context, owner string, limit int) ([]header, error) {
	return store.List(ctx, a.db, scan, `SELECT `+columns+` FROM studies WHERE owner = ? ORDER BY changed DESC, id LIMIT ?`, owner, limit)
}

// seen returns studies of others in which somebody was, the last first.
func (a studies) seen(ctx context.Context, player string, limit int) ([]header, error) {
	return store.List(ctx, a.db, scan, `SELECT `+columns+` FROM studies JOIN study_seen ON study_seen.study = studies.id
		WHERE study_seen.player = ? AND owner <> ? ORDER BY study_seen.at DESC, studies.id LIMIT ?`, player, player, limit)
}

// see notes that somebody is in a study, and forgets where else they were but for the last of maxSeen. The error is
// store.ErrNotFound.
func (a studies) see(ctx context.Context, id, player string, at time.Time) error {
	return a.db.Write(ctx, 1, func(ctx context.Context, tx store.Tx) error {
		if _, _, _, err := locked(ctx, tx, id); err != nil {
			return err
		}
		if _, err := tx.Run(ctx, `
			INSERT INTO study_seen (player, study, at) VALUES (?, ?, ?) ON CONFLICT (player, study) DO UPDATE SET at = excluded.at`,
			player, id, at.UnixMilli()); err != nil {
			return err
		}
		_, err := tx.Run(ctx, `
			DELETE FROM study_seen WHERE player = ?1 AND study IN
				(SELECT study FROM study_seen WHERE player = ?1 ORDER BY at DESC, study
					LIMIT `+store.NoLimit+` OFFSET `+strconv.Itoa(maxSeen)+`)`,
			player)
		return err
	})
}

// invite notes that somebody may edit a study, or may not any more. The error is store.ErrNotFound, or store.ErrFull where
// already most may.
func (a studies) invite(ctx context.Context, id, player string, may bool, at time.Time, most int) error {
	return a.db.Write(ctx, 1, func(ctx context.Context, tx store.Tx) error {
		if _, _, _, err := locked(ctx, tx, id); err != nil {
			return err
		}
		if !may {
			_, err := tx.Run(ctx, `DELETE FROM study_editors WHERE study = ? AND player = ?`, id, player)
			return err
		}
		var others int
		if err := tx.Row(ctx, `SELECT count(*) FROM study_editors WHERE study = ? AND player <> ?`, id, player).Scan(&others); err != nil {
			return err
		}
		if others >= most {
			return store.ErrFull
		}
		_, err := tx.Run(ctx, `
			INSERT INTO study_editors (study, player, at) VALUES (?, ?, ?) ON CONFLICT (study, player) DO UPDATE SET at = excluded.at`,
			id, player, at.UnixMilli())
		return err
	})
}

// editors returns who was invited to edit a study, in the order of their ids.
func (a studies) editors(ctx context.Context, id string) ([]string, error) {
	return store.List(ctx, a.db, func(row store.Row) (player string, err error) { return player, row.Scan(&player) },
		`SELECT player FROM study_editors WHERE study = ? ORDER BY player`, id)
}

// remove forgets a study with all that was said in it, but for what was reported. The error is store.ErrNotFound.
func (a studies) remove(ctx context.Context, id string) error {
	return a.db.Write(ctx, 1, func(ctx context.Context, tx store.Tx) error {
		if _, _, _, err := locked(ctx, tx, id); err != nil {
			return err
		}
		return store.RunAll(ctx, tx, []string{
			`DELETE FROM study_chapters WHERE study = ?`, `DELETE FROM study_ops WHERE study = ?`,
			`DELETE FROM study_editors WHERE study = ?`, `DELETE FROM study_seen WHERE study = ?`,
			`DELETE FROM chat WHERE game = ? AND NOT EXISTS (SELECT 1 FROM reports WHERE reports.game = chat.game)`,
			`DELETE FROM studies WHERE id = ?`,
		}, id)
	})
}

// PeopleOf returns who has a study of a database, and whom they have invited to edit it, or store.ErrNotFound.
func PeopleOf(ctx context.Context, db store.DB, id string) (owner string, editors []string, err error) {
	h, err := studies{db}.one(ctx, id)
	if err != nil {
		return "", nil, err
	}
	editors, err = studies{db}.editors(ctx, id)
	return h.Owner, editors, err
}
