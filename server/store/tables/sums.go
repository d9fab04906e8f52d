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

// sumOf returns the checksum of an event, which covers all that is kept of it and the
// checksum of the event before: nil where there is none, or where that was written
// before there were checksums. It is for damage, not against forgers: who can write to
// the tables can make it anew.
func sumOf(before []byte, game string, version int, command, body string) []byte {
	sum := sha256.Sum256(append(slices.Clone(before), Summed(game, version, command, body)...))
	return sum[:SumSize]
}

// Summed returns the bytes of an event that its checksum covers, after the checksum of the
// event before: it is the first [SumSize] bytes of the SHA-256 of both.
func Summed(game string, version int, command, body string) []byte {
	all := make([]byte, 0, 4*8+len(game)+len(command)+len(body))
	for _, part := range []string{game, command, body} {
		all = appendText(all, part)
	}
	return binary.BigEndian.AppendUint64(all, uint64(version))
}

// keptHeader is the header of a game with its seats as they are kept, and its checksums: of what changes and of what
// does not. They are empty where they were written before there were any.
type keptHeader struct {
	store.Game
	black, white string
	sum, made    []byte
}

// isWhole says whether a header is what was written.
func (h keptHeader) isWhole() bool {
	return (len(h.sum) == 0 || bytes.Equal(h.sum, sumOfHeader(h.Game, h.black, h.white))) &&
		(len(h.made) == 0 || bytes.Equal(h.made, sumOfColumns(h.ID, fixed(h.Game))))
}

// sumOfHeader returns the checksum of what changes in a game's header. Seats are taken as they are kept, so that it stays
// the same where a later program knows more of them. What is computed from them (names, ids of players) is not in it.
func sumOfHeader(g store.Game, black, white string) []byte {
	return sumOfColumns(g.ID, []any{
		g.Rules, ordered(black), ordered(white), string(g.Phase), g.Ply, int(g.Turn), g.Result, int(g.Winner), g.Version,
		g.Updated.UnixMilli(), store.MilliOrZero(g.Deadline),
	})
}

// ordered returns JSON without spaces and with its keys in order, of which PostgreSQL keeps neither; what is no JSON as it is.
func ordered(text string) string {
	if out, err := canonical([]byte(text)); err == nil {
		return string(out)
	}
	return text
}

// sumOfColumns returns the checksum of some columns of a game's header.
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
			panic(fmt.Sprintf("a column of a header is a %T", c))
		}
	}
	sum := sha256.Sum256(all)
	return sum[:SumSize]
}

// appendText appends a text with its length.
func appendText(all []byte, text string) []byte {
	return append(binary.BigEndian.AppendUint64(all, uint64(len(text))), text...)
}

// isDamaged says whether an error is that of a game that is not what was written.
func isDamaged(err error) bool {
	_, ok := errors.AsType[*store.Damaged](err)
	return ok
}

// sumHeader makes the checksum of a header again that was changed on purpose.
func (w *writer) sumHeader(ctx context.Context, h keptHeader) error {
	_, err := w.run(ctx, `UPDATE games SET sum = ? WHERE id = ?`, sumOfHeader(h.Game, h.black, h.white), h.ID)
	return err
}

// DamagedHeaders returns the games whose headers are not what was written, at most so many.
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

// mostSums bounds the games whose last checksum is remembered.
const mostSums = 1 << 14

// sums are the last checksums of games to which was written lately, remembered where
// nobody else writes: asking for one costs as much as the tenth part of a move.
type sums map[string]lastSum

type lastSum struct {
	version int
	sum     []byte
}

// wrote notes the last event that was written.
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

// sumAgain makes the checksums of a game's log again from an event on whose body was
// changed on purpose.
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
			continue // as old as the log's beginning
		}
		before = sumOf(before, game, from+i, e.command, e.body)
		if _, err := w.run(ctx, `UPDATE events SET sum = ? WHERE game = ? AND version = ?`, before, game, from+i); err != nil {
			return err
		}
	}
	return nil
}

// Damaged returns the games whose logs are not what was written, at most so many.
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
