package studies

import (
	"context"
	"database/sql"
	"errors"
	"strconv"
	"time"

	"moyo/server/store"
)

// maxSeen is the number of visited studies that are remembered per player.
const maxSeen = 100

// header is the part of a study that a list shows, and that is needed to read its chapters.
type header struct {
	ID       string
	Owner    string // id of a player
	Title    string
	Edit     string // the rule for editors
	Version  int    // number of changes since its creation
	Chapters int
	Bytes    int64 // of all chapters
	Created  time.Time
	Changed  time.Time
	State    []byte // a [keptState]
}

// savedChapter is a chapter at some version of its study.
type savedChapter struct {
	Chapter int // number in its study
	Version int
	Body    []byte // a [keptTree], deflated
}

// savedOp is one change in the log of a study.
type savedOp struct {
	Version int
	Command string // the command that requested it
	Body    []byte // a [keptOp]
}

// change is a change of a study, written in one transaction.
type change struct {
	Study    header         // the new header; Owner and Created do not change
	Ops      []savedOp      // the last one has the version of Study
	Chapters []savedChapter // replace the stored chapters
	Dropped  []int          // deleted chapters
	Forget   int            // the log starts after this version
}

// bounds are limits per owner.
type bounds struct {
	Studies int
	Bytes   int64
}

// studies are the studies in the database. A study is a header, its chapters at some version, and the log of later changes. The
// present chapter is the stored one with the changes after its version.
type studies struct{ db store.DB }

const ownersHave = `SELECT count(*), coalesce(sum(bytes), 0) FROM studies WHERE owner = ?`

// create stores a new study with chapters. The error is store.ErrExists if the study exists, store.ErrFull if its owner would
// exceed b, or store.ErrNotFound if the owner's account was deleted.
func (a studies) create(ctx context.Context, h header, chapters []savedChapter, b bounds) error {
	return a.db.Write(ctx, 1, func(ctx context.Context, tx store.Tx) error {
		if err := tx.Present(ctx, h.Owner); err != nil {
			return err
		}
		if err := store.RunOrElse(ctx, tx, store.ErrExists, `
			INSERT INTO studies (id, owner, title, edit, version, chapters, bytes, created, changed, state) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT DO NOTHING`,
			h.ID, h.Owner, h.Title, h.Edit, h.Version, h.Chapters, h.Bytes, h.Created.UnixMilli(), h.Changed.UnixMilli(),
			store.Blob(h.State)); err != nil {
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

// change writes a change of a study. The error is store.ErrNotFound, a *store.Conflict if the study's version is not the one
// before c.Ops, or store.ErrFull if it has grown and its owner would exceed b.
func (a studies) change(ctx context.Context, c change, b bounds) error {
	return a.db.Write(ctx, len(c.Ops), func(ctx context.Context, tx store.Tx) error {
		if err := check(ctx, tx, c, b); err != nil {
			return err
		}
		h := c.Study
		if _, err := tx.Run(ctx, `
			UPDATE studies SET title = ?, edit = ?, version = ?, chapters = ?, bytes = ?, changed = ?, state = ? WHERE id = ?`,
			h.Title, h.Edit, h.Version, h.Chapters, h.Bytes, h.Changed.UnixMilli(), store.Blob(h.State), h.ID); err != nil {
			return err
		}
		for _, o := range c.Ops {
			if _, err := tx.Run(ctx, `INSERT INTO study_ops (study, version, command, body) VALUES (?, ?, ?, ?)`,
				h.ID, o.Version, o.Command, store.Blob(o.Body)); err != nil {
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

// locked returns the owner, version and size in bytes of a study, or store.ErrNotFound.
func locked(ctx context.Context, tx store.Tx, id string) (owner string, version int, bytes int64, err error) {
	err = tx.Row(ctx, `SELECT owner, version, bytes FROM studies WHERE id = ?`+tx.Lock(), id).Scan(&owner, &version, &bytes)
	if errors.Is(err, sql.ErrNoRows) {
		err = store.ErrNotFound
	}
	return owner, version, bytes, err
}

// check returns an error if a change does not fit the study's version, or its owner has no room.
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
			study, c.Chapter, c.Version, store.Blob(c.Body)); err != nil {
			return err
		}
	}
	return nil
}

// columns are the columns that scan reads.
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

// load returns a study with its chapters by number and its log, or store.ErrNotFound.
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

// of returns an owner's studies, latest change first.
func (a studies) of(ctx context.Context, owner string, limit int) ([]header, error) {
	return store.List(ctx, a.db, scan, `SELECT `+columns+` FROM studies WHERE owner = ? ORDER BY changed DESC, id LIMIT ?`, owner, limit)
}

// seen returns the studies of others that a player has visited, latest first.
func (a studies) seen(ctx context.Context, player string, limit int) ([]header, error) {
	return store.List(ctx, a.db, scan, `SELECT `+columns+` FROM studies JOIN study_seen ON study_seen.study = studies.id
		WHERE study_seen.player = ? AND owner <> ? ORDER BY study_seen.at DESC, studies.id LIMIT ?`, player, player, limit)
}

// see records a visit to a study and forgets the oldest beyond maxSeen. The error is store.ErrNotFound.
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

// invite adds or removes an editor of a study. The error is store.ErrNotFound, or store.ErrFull if the study already has most
// editors.
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

// editors returns the invited editors of a study, ordered by id.
func (a studies) editors(ctx context.Context, id string) ([]string, error) {
	return store.List(ctx, a.db, store.Value[string],
		`SELECT player FROM study_editors WHERE study = ? ORDER BY player`, id)
}

// remove deletes a study with its chat, except lines that were reported. The error is store.ErrNotFound.
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

// PeopleOf returns the owner of a study in a database and the players invited to edit it, or store.ErrNotFound.
func PeopleOf(ctx context.Context, db store.DB, id string) (owner string, editors []string, err error) {
	h, err := studies{db}.one(ctx, id)
	if err != nil {
		return "", nil, err
	}
	editors, err = studies{db}.editors(ctx, id)
	return h.Owner, editors, err
}

// ofOwner is the condition for rows of an owner's studies.
const ofOwner = ` IN (SELECT id FROM studies WHERE owner = ?)`

// Erasure deletes a player's studies as remove does, and the player from others' studies.
var Erasure = []string{
	`DELETE FROM study_chapters WHERE study` + ofOwner,
	`DELETE FROM study_ops WHERE study` + ofOwner,
	`DELETE FROM study_editors WHERE study` + ofOwner,
	`DELETE FROM study_seen WHERE study` + ofOwner,
	`DELETE FROM chat WHERE game` + ofOwner + ` AND NOT EXISTS (SELECT 1 FROM reports WHERE reports.game = chat.game)`,
	`DELETE FROM studies WHERE owner = ?`,
	`DELETE FROM study_editors WHERE player = ?`,
	`DELETE FROM study_seen WHERE player = ?`,
}
