package sqlite

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"errors"

	"moyo/server/store"
)

// sumSize is the size of an event's checksum, in bytes.
const sumSize = 16

// sumOf returns the checksum of an event, which covers all that is kept of it and the
// checksum of the event before: nil where there is none, or where that was written
// before there were checksums. It is for damage, not against forgers: who can write to
// the file can make it anew.
func sumOf(before []byte, game string, version int, command, body string) []byte {
	h := sha256.New()
	h.Write(before)
	var size [8]byte
	for _, part := range []string{game, command, body} {
		binary.BigEndian.PutUint64(size[:], uint64(len(part)))
		h.Write(size[:])
		h.Write([]byte(part))
	}
	binary.BigEndian.PutUint64(size[:], uint64(version))
	h.Write(size[:])
	return h.Sum(nil)[:sumSize]
}

// chain follows the checksums of a game's log, from its first event. The zero value is
// before that.
type chain struct {
	before  []byte
	version int
}

// holds takes the next event and says whether it is what was written. Logs may begin
// with events without checksums.
func (c *chain) holds(game string, version int, command, body string, sum []byte) bool {
	c.version++
	if version != c.version {
		return false
	}
	if len(sum) == 0 {
		return c.before == nil
	}
	if !bytes.Equal(sum, sumOf(c.before, game, version, command, body)) {
		return false
	}
	c.before = sum
	return true
}

// sumBefore returns the checksum of the event before a version, nil for none.
func (w *writer) sumBefore(ctx context.Context, game string, version int) (sum []byte, err error) {
	if version == 1 {
		return nil, nil
	}
	err = w.sum.QueryRowContext(ctx, game, version-1).Scan(&sum)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, &store.Damaged{Game: game, Whole: version - 2}
	}
	if len(sum) == 0 {
		return nil, err
	}
	return sum, err
}

// sumAgain makes the checksums of a game's log again from an event on whose body was
// changed on purpose.
func (w *writer) sumAgain(ctx context.Context, game string, from int) error {
	before, err := w.sumBefore(ctx, game, from)
	if err != nil {
		return err
	}
	type event struct {
		command, body string
		sum           []byte
	}
	var events []event
	rows, err := w.eventsFrom.QueryContext(ctx, game, from)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var e event
		if err := rows.Scan(&e.command, &e.body, &e.sum); err != nil {
			return err
		}
		events = append(events, e)
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		return err
	}
	for i, e := range events {
		if len(e.sum) == 0 {
			continue // as old as the log's beginning
		}
		before = sumOf(before, game, from+i, e.command, e.body)
		if _, err := w.setSum.ExecContext(ctx, before, game, from+i); err != nil {
			return err
		}
	}
	return nil
}

// damagedGames returns the games whose logs are not what was written, at most so many.
func damagedGames(ctx context.Context, db *sql.DB, most int) (found []*store.Damaged, err error) {
	rows, err := db.QueryContext(ctx, `SELECT g.id, g.version, e.version, e.command, e.body, e.sum
		FROM games g LEFT JOIN events e ON e.game = g.id ORDER BY g.id, e.version`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var game string
	var c chain
	whole, want, broken := 0, 0, false
	end := func() {
		if whole != want {
			found = append(found, &store.Damaged{Game: game, Whole: whole})
		}
	}
	for rows.Next() && len(found) < most {
		var id string
		var events int
		var version sql.NullInt64
		var command, body sql.NullString
		var sum []byte
		if err := rows.Scan(&id, &events, &version, &command, &body, &sum); err != nil {
			return found, err
		}
		if id != game {
			end()
			game, c, whole, want, broken = id, chain{}, 0, events, false
		}
		if broken || !version.Valid {
			continue
		}
		if broken = !c.holds(id, int(version.Int64), command.String, body.String, sum); !broken {
			whole++
		}
	}
	end()
	return found, rows.Err()
}
