package tables

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"moyo/server/store"
)

// SumSize is the size of an event's checksum, in bytes.
const SumSize = 16

// sumOf returns the checksum of an event, which covers the stored event and the checksum
// of the event before. That checksum is nil for the first event and for events from before
// checksums existed. It detects damage, not forgery: a writer of the tables can
// recompute it.
func sumOf(before []byte, game string, version int, command, body string) []byte {
	sum := sha256.Sum256(append(slices.Clone(before), Summed(game, version, command, body)...))
	return sum[:SumSize]
}

// Summed returns the bytes of an event that its checksum covers, after the checksum of the
// event before. The checksum is the first [SumSize] bytes of the SHA-256 of both.
func Summed(game string, version int, command, body string) []byte {
	all := make([]byte, 0, 4*8+len(game)+len(command)+len(body))
	for _, part := range []string{game, command, body} {
		all = appendText(all, part)
	}
	return binary.BigEndian.AppendUint64(all, uint64(version))
}

// keptHeader is the header of a game with its seats as stored, and two checksums: of the changing columns and of the
// fixed ones. They are empty in rows from before checksums existed.
type keptHeader struct {
	store.Game
	black, white string
	sum, made    []byte
}

// isWhole reports whether a header is as it was written.
func (h keptHeader) isWhole() bool {
	return (len(h.sum) == 0 || bytes.Equal(h.sum, sumOfHeader(h.Game, h.black, h.white))) &&
		(len(h.made) == 0 || bytes.Equal(h.made, sumOfColumns(h.ID, fixed(h.Game))))
}

// sumOfHeader returns the checksum of the changing columns of a game's header. It uses the stored form of seats, so that it
// stays valid if a later program adds fields. Computed columns (names, ids of players) are not included.
func sumOfHeader(g store.Game, black, white string) []byte {
	return sumOfColumns(g.ID, []any{
		g.Rules, ordered(black), ordered(white), string(g.Phase), g.Ply, int(g.Turn), g.Result, int(g.Winner), g.Version,
		g.Updated.UnixMilli(), store.MilliOrZero(g.Deadline),
	})
}

// ordered returns JSON without spaces and with sorted keys, since PostgreSQL keeps neither; other text unchanged.
func ordered(text string) string {
	if out, err := canonical([]byte(text)); err == nil {
		return string(out)
	}
	return text
}

// sumOfColumns returns the checksum of columns of a game's header.
func sumOfColumns(game string, columns []any) []byte {
	all := appendText(make([]byte, 0, 1024), game)
	for _, c := range columns {
		switch c := c.(type) {
		case string:
			all = appendText(all, c)
		case int:
			all = binary.BigEndian.AppendUint64(all, uint64(c))
		case int64:
			all = binary.BigEndian.AppendUint64(all, uint64(c))
		case bool:
			all = strconv.AppendBool(all, c)
		default:
			panic(fmt.Sprintf("unexpected type %T of a header column", c))
		}
	}
	sum := sha256.Sum256(all)
	return sum[:SumSize]
}

// appendText appends the length of a text and the text.
func appendText(all []byte, text string) []byte {
	return append(binary.BigEndian.AppendUint64(all, uint64(len(text))), text...)
}

// isDamaged reports whether err is a *store.Damaged.
func isDamaged(err error) bool {
	_, ok := errors.AsType[*store.Damaged](err)
	return ok
}

// sumHeader updates the checksum of a header after an intended change.
func (w *writer) sumHeader(ctx context.Context, h keptHeader) error {
	_, err := w.run(ctx, `UPDATE games SET sum = ? WHERE id = ?`, sumOfHeader(h.Game, h.black, h.white), h.ID)
	return err
}

// DamagedHeaders returns games whose headers differ from what was written, at most most games.
func DamagedHeaders(ctx context.Context, db Querier, most int) (found []*store.Damaged, err error) {
	rows, err := db.QueryContext(ctx, `SELECT `+header+` FROM games ORDER BY id`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() && len(found) < most {
		if _, err := scanGame(rows); err == nil {
			continue
		} else if d, ok := errors.AsType[*store.Damaged](err); ok {
			found = append(found, d)
		} else {
			return found, err
		}
	}
	return found, rows.Err()
}

// chain follows the checksums of a game's log. The zero value is the state before the
// first event.
type chain struct {
	before  []byte
	version int
}

// holds takes the next event and reports whether it is as it was written. Logs may start
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

// mostSums bounds the games whose last checksum is cached.
const mostSums = 1 << 14

// sums caches the last checksums of recently written games, if the store has no other
// writer: reading a checksum costs a tenth of a move.
type sums map[string]lastSum

type lastSum struct {
	version int
	sum     []byte
}

// wrote records the last written event.
func (s sums) wrote(game string, version int, sum []byte) {
	if len(s) >= mostSums {
		clear(s)
	}
	s[game] = lastSum{version, sum}
}

// sumBefore returns the checksum of the event before a version, nil for none.
func (w *writer) sumBefore(ctx context.Context, game string, version int) (sum []byte, err error) {
	if version == 1 {
		return nil, nil
	}
	if last := w.sums[game]; last.version == version-1 && w.dialect.Alone {
		return last.sum, nil
	}
	err = w.Row(ctx, `SELECT sum FROM events WHERE game = ? AND version = ?`, game, version-1).Scan(&sum)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, &store.Damaged{Game: game, Whole: version - 2}
	}
	if len(sum) == 0 {
		return nil, err
	}
	return sum, err
}

// sumAgain recomputes the checksums of a game's log from an event on, after an intended
// change of its body.
func (w *writer) sumAgain(ctx context.Context, game string, from int) error {
	delete(w.sums, game)

	before, err := w.sumBefore(ctx, game, from)
	if err != nil {
		return err
	}
	type event struct {
		command, body string
		sum           []byte
	}
	var events []event
	rows, err := w.rows(ctx, `SELECT command, body, sum FROM events WHERE game = ? AND version >= ? ORDER BY version`, game, from)
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
			continue // from before checksums existed
		}
		before = sumOf(before, game, from+i, e.command, e.body)
		if _, err := w.run(ctx, `UPDATE events SET sum = ? WHERE game = ? AND version = ?`, before, game, from+i); err != nil {
			return err
		}
	}
	return nil
}

// Damaged returns games whose logs differ from what was written, at most most games.
func Damaged(ctx context.Context, db Querier, most int) (found []*store.Damaged, err error) {
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
