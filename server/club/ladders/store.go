package ladders

import (
	"context"
	"time"

	"moyo/server/store"
)

// mostEvents is how many events of a ladder are kept at most: the oldest are deleted.
const mostEvents = 500

// somebodyGone is the due time of a ladder with a player whose account was deleted, earlier than any other. The store
// sets it when it deletes the account.
var somebodyGone = time.UnixMilli(1).UTC()

// ladder is a club ladder as stored.
type ladder struct {
	ID      string
	Owner   string // id of the player who made it
	Title   string // "" if its owner's account was deleted
	Games   string // prefix of the ids of its games
	Listed  bool
	Closed  bool
	Version int // changes so far
	Created time.Time
	Changed time.Time
	Due     time.Time // when something is due in it, the zero time for never
	State   []byte    // JSON
}

// change is a change of a ladder.
type change struct {
	ladder ladder
	event  []byte   // nil for none
	joined []string // ids of players who join
	left   []string // ids of players who leave
}

// ladders are the ladders in the database, with their players and last events.
type ladders struct{ db store.DB }

// create stores a ladder without players; l.Version is 1. The error is store.ErrExists if the id or the prefix
// of games exists; store.ErrFull if its owner has made more than each ladders, or there are more than most in
// total; or store.ErrNotFound if the owner's account was deleted.
func (a ladders) create(ctx context.Context, l ladder, each, most int) error {
	return a.db.Write(ctx, 1, func(ctx context.Context, tx store.Tx) error {
		if err := tx.Present(ctx, l.Owner); err != nil {
			return err
		}
		if err := store.RunOrElse(ctx, tx, store.ErrExists, `
			INSERT INTO ladders (id, owner, title, games, listed, closed, version, created, changed, due, state)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
			l.ID, l.Owner, l.Title, l.Games, l.Listed, l.Closed, l.Version, l.Created.UnixMilli(), l.Changed.UnixMilli(),
			store.MilliOrZero(l.Due), store.Blob(l.State)); err != nil {
			return err
		}
		return store.CheckBounds(ctx, tx, `SELECT count(*), coalesce(sum(CASE WHEN owner = ? THEN 1 ELSE 0 END), 0) FROM ladders`,
			l.Owner, each, most)
	})
}

// change replaces a ladder, except owner, games and creation time, stores an event, and updates its players. The error is
// store.ErrNotFound if the ladder does not exist or a joining player's account was deleted, a *store.Conflict if the stored
// version is not the previous one, or store.ErrFull if a joining player is on more than most ladders.
func (a ladders) change(ctx context.Context, c change, most int) error {
	l := c.ladder
	return a.db.Write(ctx, 1+len(c.joined)+len(c.left), func(ctx context.Context, tx store.Tx) error {
		if err := store.CheckVersion(ctx, tx, versionOf(tx), l.ID, l.Version-1); err != nil {
			return err
		}
		if _, err := tx.Run(ctx, `
			UPDATE ladders SET title = ?, listed = ?, closed = ?, version = ?, changed = ?, due = ?, state = ? WHERE id = ?`,
			l.Title, l.Listed, l.Closed, l.Version, l.Changed.UnixMilli(), store.MilliOrZero(l.Due), store.Blob(l.State), l.ID); err != nil {
			return err
		}
		if err := addEvent(ctx, tx, l, c.event); err != nil {
			return err
		}
		for _, player := range c.left {
			if _, err := tx.Run(ctx, `DELETE FROM ladder_players WHERE ladder = ? AND player = ?`, l.ID, player); err != nil {
				return err
			}
		}
		for _, player := range c.joined {
			if err := addPlayer(ctx, tx, l.ID, player, most); err != nil {
				return err
			}
		}
		return nil
	})
}

func versionOf(tx store.Tx) string { return `SELECT version FROM ladders WHERE id = ?` + tx.Lock() }

// addEvent stores an event, if any, and deletes the oldest.
func addEvent(ctx context.Context, tx store.Tx, l ladder, event []byte) error {
	if event == nil {
		return nil
	}
	if _, err := tx.Run(ctx, `INSERT INTO ladder_events (ladder, version, body) VALUES (?, ?, ?)`, l.ID, l.Version, event); err != nil {
		return err
	}
	_, err := tx.Run(ctx, `
		DELETE FROM ladder_events WHERE ladder = ?1 AND version <=
			(SELECT version FROM ladder_events WHERE ladder = ?1 ORDER BY version DESC LIMIT 1 OFFSET ?2)`,
		l.ID, mostEvents)
	return err
}

// addPlayer adds a player to a ladder; the player may be on at most most ladders.
func addPlayer(ctx context.Context, tx store.Tx, id, player string, most int) error {
	if err := tx.Present(ctx, player); err != nil {
		return err
	}
	if _, err := tx.Run(ctx, `INSERT INTO ladder_players (ladder, player) VALUES (?, ?) ON CONFLICT DO NOTHING`, id, player); err != nil {
		return err
	}
	var joined int
	if err := tx.Row(ctx, `SELECT count(*) FROM ladder_players WHERE player = ?`, player).Scan(&joined); err != nil {
		return err
	}
	if joined > most {
		return store.ErrFull
	}
	return nil
}

// remove deletes a ladder with a version; its games stay. The error is store.ErrNotFound, or a *store.Conflict for
// another version.
func (a ladders) remove(ctx context.Context, id string, version int) error {
	return a.db.Write(ctx, 1, func(ctx context.Context, tx store.Tx) error {
		if err := store.CheckVersion(ctx, tx, versionOf(tx), id, version); err != nil {
			return err
		}
		for _, text := range []string{
			`DELETE FROM ladder_events WHERE ladder = ?`, `DELETE FROM ladder_players WHERE ladder = ?`, `DELETE FROM ladders WHERE id = ?`,
		} {
			if _, err := tx.Run(ctx, text, id); err != nil {
				return err
			}
		}
		return nil
	})
}

// columns are what scan reads.
const columns = `id, owner, title, games, listed, closed, version, created, changed, due, state`

func scan(row store.Row) (l ladder, err error) {
	var created, last, due int64
	err = row.Scan(&l.ID, &l.Owner, &l.Title, &l.Games, &l.Listed, &l.Closed, &l.Version, &created, &last, &due, &l.State)
	l.Created, l.Changed = time.UnixMilli(created).UTC(), time.UnixMilli(last).UTC()
	if due != 0 {
		l.Due = time.UnixMilli(due).UTC()
	}
	return l, err
}

// one returns a ladder, or store.ErrNotFound.
func (a ladders) one(ctx context.Context, id string) (ladder, error) {
	return store.One(ctx, a.db, scan, `SELECT `+columns+` FROM ladders WHERE id = ?`, id)
}

// ofGames returns the ladder with a prefix of game ids, or store.ErrNotFound.
func (a ladders) ofGames(ctx context.Context, games string) (ladder, error) {
	return store.One(ctx, a.db, scan, `SELECT `+columns+` FROM ladders WHERE games = ?`, games)
}

// events returns the stored events of a ladder, oldest first.
func (a ladders) events(ctx context.Context, id string) ([][]byte, error) {
	return store.List(ctx, a.db, store.Value[[]byte],
		`SELECT body FROM ladder_events WHERE ladder = ? ORDER BY version`, id)
}

// players returns the players on a ladder, by id, without deleted accounts.
func (a ladders) players(ctx context.Context, id string) ([]string, error) {
	return store.List(ctx, a.db, store.Value[string],
		`SELECT player FROM ladder_players WHERE ladder = ? ORDER BY player`, id)
}

// open returns the ladders that are listed and not closed, newest change first.
func (a ladders) open(ctx context.Context, limit int) ([]ladder, error) {
	return store.List(ctx, a.db, scan, `SELECT `+columns+` FROM ladders WHERE listed = ? AND closed = ? ORDER BY changed DESC, id LIMIT ?`,
		true, false, limit)
}

// of returns the ladders that a player made or is on, newest change first.
func (a ladders) of(ctx context.Context, player string) ([]ladder, error) {
	return store.List(ctx, a.db, scan, `
		SELECT `+columns+` FROM ladders WHERE owner = ?1 OR id IN (SELECT ladder FROM ladder_players WHERE player = ?1)
		ORDER BY changed DESC, id`,
		player)
}

// due returns at most limit ladders that are due by a time, longest due first.
func (a ladders) due(ctx context.Context, by time.Time, limit int) ([]ladder, error) {
	return store.List(ctx, a.db, scan, `SELECT `+columns+` FROM ladders WHERE due > 0 AND due <= ? ORDER BY due, id LIMIT ?`,
		by.UnixMilli(), limit)
}

// AnyDue reports whether a ladder in a database is due by a time.
func AnyDue(ctx context.Context, db store.DB, by time.Time) (bool, error) {
	found, err := ladders{db}.due(ctx, by, 1)
	return len(found) > 0, err
}

// Erasure deletes the titles of a player's ladders, and the player from ladders: due = 1 makes the service handle it.
var Erasure = []string{
	`UPDATE ladders SET title = '', version = version + 1 WHERE owner = ?`,
	`UPDATE ladders SET due = 1, version = version + 1 WHERE id IN (SELECT ladder FROM ladder_players WHERE player = ?)`,
	`DELETE FROM ladder_players WHERE player = ?`,
}
