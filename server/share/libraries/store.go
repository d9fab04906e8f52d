package libraries

import (
	"bytes"
	"compress/flate"
	"context"
	"database/sql"
	"errors"
	"io"
	"slices"
	"strings"
	"time"

	"moyo/server/store"
)

// libraries are the libraries in a database: the games that players have imported, each visible
// only to its owner, and the index of their positions.
//
// An index consists of segments. The pages of a segment are written in batches, so moves do not wait
// for them. A segment joins the index when it is complete: then it says which games it has, and which
// segments it replaces. Games that are deleted while they are in the index stay marked as deleted
// until segments without them have replaced all segments with them.
type libraries struct{ db store.DB }

// doomed selects the columns of games to delete.
const doomed = `SELECT number, file, game, board, bytes, waiting FROM library_games WHERE owner = ?`

const (
	beginLibrary = `INSERT INTO libraries (owner, next_game, next_file, next_segment, games, bytes, played, resetting, updated)
			VALUES (?, 1, 1, 1, 0, 0, 0, 0, ?) ON CONFLICT DO NOTHING`
	countFile = `INSERT INTO library_files (owner, file, name, games, added) VALUES (?, ?, ?, ?, ?)
			ON CONFLICT (owner, file) DO UPDATE SET games = library_files.games + excluded.games`
	countKind = `INSERT INTO library_kinds (owner, game, board, games) VALUES (?, ?, ?, ?)
			ON CONFLICT (owner, game, board) DO UPDATE SET games = library_kinds.games + excluded.games`
	noteGone = `INSERT INTO library_gone (owner, number) VALUES (?, ?) ON CONFLICT DO NOTHING`
)

// one returns the state of a player's library, or the zero library.
func (l libraries) one(ctx context.Context, owner string) (library, error) {
	have, err := store.One(ctx, l.db, func(row store.Row) (library, error) {
		v := library{Owner: owner}
		var played, updated int64
		err := row.Scan(&v.Games, &v.Bytes, &played, &v.Resetting, &updated, &v.Waiting)
		v.Played, v.Updated = time.UnixMilli(played).UTC(), time.UnixMilli(updated).UTC()
		return v, err
	}, `
		SELECT games, bytes, played, resetting <> 0, updated, (SELECT count(*) FROM library_games WHERE owner = ?1 AND waiting = 1)
		FROM libraries WHERE owner = ?1`,
		owner)
	if errors.Is(err, store.ErrNotFound) {
		err = nil
	}
	return have, err
}

// files returns at most limit files of a player's games, newest first.
func (l libraries) files(ctx context.Context, owner string, limit int) ([]gameFile, error) {
	return store.List(ctx, l.db, func(row store.Row) (f gameFile, err error) {
		var added int64
		err = row.Scan(&f.File, &f.Name, &f.Games, &added)
		f.Added = time.UnixMilli(added).UTC()
		return f, err
	}, `SELECT file, name, games, added FROM library_files WHERE owner = ? ORDER BY file DESC LIMIT ?`, owner, limit)
}

// kinds returns at most limit kinds of games with their counts, highest first.
func (l libraries) kinds(ctx context.Context, owner string, limit int) ([]gameKind, error) {
	return store.List(ctx, l.db, func(row store.Row) (k gameKind, err error) {
		return k, row.Scan(&k.Game, &k.Board, &k.Games)
	}, `SELECT game, board, games FROM library_kinds WHERE owner = ? ORDER BY games DESC, game, board LIMIT ?`, owner, limit)
}

// known returns the sums, of at most mostNumbers, for which the player has games.
func (l libraries) known(ctx context.Context, owner string, sums []string) (map[string]bool, error) {
	args := []any{owner}
	for _, sum := range sums {
		args = append(args, []byte(sum))
	}
	found, err := store.List(ctx, l.db, store.Value[[]byte],
		`SELECT sum FROM library_games WHERE owner = ? AND sum IN (`+places(len(sums))+`)`, args...)
	known := map[string]bool{}
	for _, sum := range found {
		known[string(sum)] = true
	}
	return known, err
}

// add saves games under new numbers, in order. The result has 0 for a game whose Sum exists already. After an error nothing has
// changed. The error is store.ErrFull if the library would exceed a.Most, and store.ErrNotFound if the owner's account was
// deleted.
func (l libraries) add(ctx context.Context, a newGames) (added newNumbers, err error) {
	if a.Games, err = packed(a.Games); err != nil {
		return added, err
	}
	err = l.db.Write(ctx, len(a.Games), func(ctx context.Context, tx store.Tx) error {
		added, err = addAll(ctx, tx, a)
		return err
	})
	return added, err
}

func addAll(ctx context.Context, tx store.Tx, a newGames) (added newNumbers, err error) {
	at := a.File.Added.UnixMilli()
	if err := tx.Present(ctx, a.Owner); err != nil {
		return added, err
	}
	if _, err := tx.Run(ctx, beginLibrary, a.Owner, at); err != nil {
		return added, err
	}
	var next uint32
	var nextFile, games int
	var bytes int64
	if err := tx.Row(ctx, `SELECT next_game, next_file, games, bytes FROM libraries WHERE owner = ?`,
		a.Owner).Scan(&next, &nextFile, &games, &bytes); err != nil {
		return added, err
	}
	fresh := 0
	if a.File.File == newFile {
		a.File.File, fresh = nextFile, 1
	}
	n, more := 0, int64(0)
	kinds := map[gameKind]int{}
	for _, g := range a.Games {
		var number uint32
		err := tx.Row(ctx, `SELECT number FROM library_games WHERE owner = ? AND sum = ?`, a.Owner, []byte(g.Sum)).Scan(&number)
		if err == nil {
			added.Numbers = append(added.Numbers, 0)
			continue
		}
		if !errors.Is(err, sql.ErrNoRows) {
			return added, err
		}
		g.Number, g.File = next+uint32(n), a.File.File
		if err := addOne(ctx, tx, a.Owner, g); err != nil {
			return added, err
		}
		added.Numbers = append(added.Numbers, g.Number)
		kinds[gameKind{Game: g.Game, Board: g.Board}]++
		n, more = n+1, more+int64(g.Bytes)
	}
	if n > 0 && (games+n > a.Most.Games || bytes+more > a.Most.Bytes) {
		return newNumbers{}, store.ErrFull
	}
	added.File = a.File.File
	if n == 0 && fresh > 0 {
		added.File, fresh = newFile, 0
	}
	if n > 0 {
		if _, err := tx.Run(ctx, countFile, a.Owner, a.File.File, a.File.Name, n, at); err != nil {
			return added, err
		}
	}
	for k, n := range kinds {
		if _, err := tx.Run(ctx, countKind, a.Owner, k.Game, k.Board, n); err != nil {
			return added, err
		}
	}
	_, err = tx.Run(ctx, `
		UPDATE libraries SET next_game = next_game + ?, next_file = next_file + ?, games = games + ?1, bytes = bytes + ?, updated = ?,
			played = CASE WHEN played < ?5 THEN ?5 ELSE played END WHERE owner = ?6`,
		n, fresh, more, at, store.MilliOrZero(a.Played), a.Owner)
	return added, err
}

func addOne(ctx context.Context, tx store.Tx, owner string, g keptGame) error {
	winner := int(g.Winner)
	if !g.Known {
		winner = unknownWinner
	}
	_, err := tx.Run(ctx, `
		INSERT INTO library_games (owner, number, file, sum, black, white, event, heads, date, result, day, winner,
			game, board, rules, moves, bytes, played, added, waiting)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1)`,
		owner, g.Number, g.File, []byte(g.Sum), g.Black, g.White, g.Event, g.Heads(), g.Date, g.Result, g.Day, winner,
		g.Game, g.Board, g.Rules, g.Moves, g.Bytes, g.Played, g.Added.UnixMilli())
	if err != nil {
		return err
	}
	_, err = tx.Run(ctx, `INSERT INTO library_records (owner, number, body) VALUES (?, ?, ?)`, owner, g.Number, g.Record)
	return err
}

// unknownWinner is the winner of a game with an unknown result.
const unknownWinner = 3

// columns are the columns that scanGame reads.
const columns = `g.number, g.file, g.sum, g.black, g.white, g.event, g.date, g.result, g.day, g.winner,
	g.game, g.board, g.rules, g.moves, g.bytes, g.played, g.added`

func scanGame(row store.Row, more ...any) (g keptGame, err error) {
	var sum []byte
	var added int64
	err = row.Scan(append([]any{&g.Number, &g.File, &sum, &g.Black, &g.White, &g.Event, &g.Date, &g.Result,
		&g.Day, &g.Winner, &g.Game, &g.Board, &g.Rules, &g.Moves, &g.Bytes, &g.Played, &added}, more...)...)
	g.Sum, g.Added = string(sum), time.UnixMilli(added).UTC()
	if g.Known = g.Winner != unknownWinner; !g.Known {
		g.Winner = 0
	}
	return g, err
}

func scanRecord(row store.Row) (keptGame, error) {
	var record []byte
	g, err := scanGame(row, &record)
	if err == nil {
		g.Record, err = io.ReadAll(flate.NewReader(bytes.NewReader(record)))
	}
	return g, err
}

// packed returns games with compressed records. It uses one writer for all, since creating one takes longer than using it.
func packed(games []keptGame) ([]keptGame, error) {
	games = slices.Clone(games)
	w, err := flate.NewWriter(nil, flate.BestSpeed)
	if err != nil {
		return nil, err
	}
	for i := range games {
		var b bytes.Buffer
		w.Reset(&b)
		_, err := w.Write(games[i].Record)
		if err := errors.Join(err, w.Close()); err != nil {
			return nil, err
		}
		games[i].Record = b.Bytes()
	}
	return games, nil
}

// games returns the next part of a query's games, without records, and the start of the following part, or nil at the end. A
// part may be empty although another follows.
func (l libraries) games(ctx context.Context, q gameQuery) ([]keptGame, *gamePlace, error) {
	order := ` ORDER BY day DESC, number DESC LIMIT ?`
	place, rest := inOrder(q), inWindow(q, l.db.Find())
	from, args := `library_games`, place.Args
	text := ` WHERE ` + place.String()
	if len(rest.Texts) > 0 {
		from = `(SELECT * FROM library_games` + text + order + `)`
		text = ` WHERE ` + rest.String()
		args = append(append(args, store.Window), rest.Args...)
	}
	games, err := store.List(ctx, l.db, func(row store.Row) (keptGame, error) { return scanGame(row) },
		`SELECT `+columns+` FROM `+from+` AS g`+text+order, append(args, q.Limit)...)
	if err != nil {
		return nil, nil, err
	}
	next, err := l.afterPart(ctx, q, games, place, len(rest.Texts) > 0)
	if err != nil {
		return nil, nil, err
	}
	found := games[:0]
	for _, g := range games {
		if q.Admits(g) {
			found = append(found, g)
		}
	}
	return found, next, nil
}

// afterPart returns the start of the part after some games: after the last of them or, if the window had fewer games, after the
// window.
func (l libraries) afterPart(
	ctx context.Context, q gameQuery, games []keptGame, place store.Conditions, windowed bool,
) (*gamePlace, error) {
	if len(games) == q.Limit && q.Limit > 0 {
		at := games[len(games)-1].Cursor()
		return &at, nil
	}
	if !windowed {
		return nil, nil
	}
	at, err := store.One(ctx, l.db, func(row store.Row) (c gamePlace, err error) {
		return c, row.Scan(&c.Day, &c.Number)
	}, `SELECT day, number FROM library_games WHERE `+place.String()+` ORDER BY day DESC, number DESC LIMIT 1 OFFSET ?`,
		append(place.Args[:len(place.Args):len(place.Args)], store.Window-1)...)
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	return &at, err
}

// inOrder returns the conditions that the index of days covers.
func inOrder(q gameQuery) (c store.Conditions) {
	c.Add(`owner = ?`, q.Owner)
	if q.From > 0 {
		c.Add(`day >= ?`, q.From)
	}
	if q.To > 0 {
		c.Add(`day > 0 AND day <= ?`, q.To)
	}
	if a := q.After; a != nil {
		c.Add(`day <= ? AND (day < ? OR number < ?)`, a.Day, a.Day, a.Number)
	}
	if q.Numbers != nil {
		c.Add(`number IN (`+places(len(q.Numbers))+`)`, numbersOf(q.Numbers)...)
	}
	return c
}

// inWindow returns the other conditions. Conditions on players are included as far as they do not depend on colours.
func inWindow(q gameQuery, find string) (c store.Conditions) {
	for _, part := range []string{q.Player, q.Opponent, q.Event} {
		if part != "" {
			c.Add(find+`(heads, ?) > 0`, strings.ToLower(part))
		}
	}
	if q.Game != "" {
		c.Add(`game = ?`, q.Game)
	}
	if q.Board != "" {
		c.Add(`board = ?`, q.Board)
	}
	if q.Moves > 0 {
		c.Add(`moves >= ?`, q.Moves)
	}
	if q.File != nil {
		c.Add(`file = ?`, *q.File)
	}
	switch q.Result {
	case blackWon:
		c.Add(`winner = 1`)
	case whiteWon:
		c.Add(`winner = 2`)
	case store.Drawn:
		c.Add(`winner = 0`)
	case notKnown:
		c.Add(`winner = ?`, unknownWinner)
	case store.Won, store.Lost:
		c.Add(`winner IN (1, 2)`)
	}
	return c
}

// places returns n placeholders for a statement, or NULL for none.
func places(n int) string {
	if n == 0 {
		return `NULL`
	}
	return `?` + strings.Repeat(`, ?`, n-1)
}

func numbersOf(numbers []uint32) []any {
	out := make([]any, len(numbers))
	for i, n := range numbers {
		out[i] = int64(n)
	}
	return out
}

// withRecords selects games with their records.
const withRecords = `SELECT ` + columns + `, r.body FROM library_games g JOIN library_records r USING (owner, number) WHERE `

// records returns existing games with their records, by number.
func (l libraries) records(ctx context.Context, owner string, numbers []uint32) ([]keptGame, error) {
	return store.List(ctx, l.db, scanRecord, withRecords+`owner = ? AND number IN (`+places(len(numbers))+`) ORDER BY number`,
		append([]any{owner}, numbersOf(numbers)...)...)
}

// waiting returns at most limit games that are not indexed, with their records, by number.
func (l libraries) waiting(ctx context.Context, owner string, limit int) ([]keptGame, error) {
	return store.List(ctx, l.db, scanRecord, withRecords+`owner = ? AND waiting = 1 ORDER BY number LIMIT ?`, owner, limit)
}

// removeInSteps deletes games, deleteAtOnce in each transaction, and returns their number.
func (l libraries) removeInSteps(ctx context.Context, owner string, which selection) (all int, err error) {
	for n := deleteAtOnce; n == deleteAtOnce; all += n {
		if n, err = l.remove(ctx, owner, which, deleteAtOnce); err != nil {
			return all, err
		}
	}
	return all, nil
}

// remove deletes at most limit games and returns their number.
func (l libraries) remove(ctx context.Context, owner string, which selection, limit int) (deleted int, err error) {
	err = l.db.Write(ctx, limit, func(ctx context.Context, tx store.Tx) error {
		stmt, args := doomed+` AND file = ? ORDER BY number LIMIT ?`, []any{owner, which.File, limit}
		switch {
		case which.All:
			stmt, args = doomed+` ORDER BY number LIMIT ?`, []any{owner, limit}
		case which.Number > 0:
			stmt, args = doomed+` AND number = ?`, []any{owner, which.Number}
		}
		deleted, err = removeAll(ctx, tx, owner, stmt, args)
		return err
	})
	return deleted, err
}

// doomedGame is a game to delete.
type doomedGame struct {
	number  uint32
	file    int
	kind    gameKind
	bytes   int64
	waiting bool
}

func removeAll(ctx context.Context, tx store.Tx, owner, find string, args []any) (deleted int, err error) {
	games, err := store.List(ctx, tx, func(row store.Row) (g doomedGame, err error) {
		var waiting int
		err = row.Scan(&g.number, &g.file, &g.kind.Game, &g.kind.Board, &g.bytes, &waiting)
		g.waiting = waiting != 0
		return g, err
	}, find, args...)
	if err != nil || len(games) == 0 {
		return 0, err
	}
	files, kinds, bytes := map[int]int{}, map[gameKind]int{}, int64(0)
	for _, g := range games {
		texts := []string{
			`DELETE FROM library_games WHERE owner = ? AND number = ?`,
			`DELETE FROM library_records WHERE owner = ? AND number = ?`,
			noteGone,
		}
		if g.waiting {
			texts = texts[:2]
		}
		if err := store.RunAll(ctx, tx, texts, owner, g.number); err != nil {
			return 0, err
		}
		files[g.file]++
		kinds[g.kind]++
		bytes += g.bytes
	}
	for f, n := range files {
		if _, err := tx.Run(ctx, countFile, owner, f, "", -n, 0); err != nil {
			return 0, err
		}
	}
	for k, n := range kinds {
		if _, err := tx.Run(ctx, countKind, owner, k.Game, k.Board, -n); err != nil {
			return 0, err
		}
	}
	_, err1 := tx.Run(ctx, `DELETE FROM library_files WHERE owner = ? AND games <= 0`, owner)
	_, err2 := tx.Run(ctx, `DELETE FROM library_kinds WHERE owner = ? AND games <= 0`, owner)
	_, err3 := tx.Run(ctx, `UPDATE libraries SET games = games - ?, bytes = bytes - ? WHERE owner = ?`, len(games), bytes, owner)
	return len(games), errors.Join(err1, err2, err3)
}

// Erasure deletes the library of a player.
var Erasure = []string{
	`DELETE FROM library_pages WHERE owner = ?`,
	`DELETE FROM library_segments WHERE owner = ?`,
	`DELETE FROM library_gone WHERE owner = ?`,
	`DELETE FROM library_records WHERE owner = ?`,
	`DELETE FROM library_games WHERE owner = ?`,
	`DELETE FROM library_kinds WHERE owner = ?`,
	`DELETE FROM library_files WHERE owner = ?`,
	`DELETE FROM libraries WHERE owner = ?`,
}
