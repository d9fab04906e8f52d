package tables

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

// doomed are the columns of a game that is to be deleted.
const doomed = `SELECT number, file, game, board, bytes, waiting FROM library_games WHERE owner = ?`

const (
	libraryBegin = `INSERT INTO libraries (owner, next_game, next_file, next_segment, games, bytes, played, resetting, updated)
			VALUES (?, 1, 1, 1, 0, 0, 0, 0, ?) ON CONFLICT DO NOTHING`
	libraryFile = `INSERT INTO library_files (owner, file, name, games, added) VALUES (?, ?, ?, ?, ?)
			ON CONFLICT (owner, file) DO UPDATE SET games = library_files.games + excluded.games`
	libraryKind = `INSERT INTO library_kinds (owner, game, board, games) VALUES (?, ?, ?, ?)
			ON CONFLICT (owner, game, board) DO UPDATE SET games = library_kinds.games + excluded.games`
	libraryGone = `INSERT INTO library_gone (owner, number) VALUES (?, ?) ON CONFLICT DO NOTHING`
)

// Library implements store.Libraries.
func (s *Store) Library(ctx context.Context, owner string) (store.Library, error) {
	l := store.Library{Owner: owner}
	var played, updated int64
	err := s.readers.row(ctx, `
		SELECT games, bytes, played, resetting <> 0, updated, (SELECT count(*) FROM library_games WHERE owner = ?1 AND waiting = 1)
		FROM libraries WHERE owner = ?1`,
		owner).Scan(&l.Games, &l.Bytes, &played, &l.Resetting, &updated, &l.Waiting)
	if errors.Is(err, sql.ErrNoRows) {
		return store.Library{}, nil
	}
	l.Played, l.Updated = time.UnixMilli(played).UTC(), time.UnixMilli(updated).UTC()
	return l, s.orClosed(err)
}

// LibraryFiles implements store.Libraries.
func (s *Store) LibraryFiles(ctx context.Context, owner string, limit int) ([]store.LibraryFile, error) {
	return list(ctx, s, func(row scanner) (f store.LibraryFile, err error) {
		var added int64
		err = row.Scan(&f.File, &f.Name, &f.Games, &added)
		f.Added = time.UnixMilli(added).UTC()
		return f, err
	}, `SELECT file, name, games, added FROM library_files WHERE owner = ? ORDER BY file DESC LIMIT ?`, owner, limit)
}

// LibraryKinds implements store.Libraries.
func (s *Store) LibraryKinds(ctx context.Context, owner string, limit int) ([]store.LibraryKind, error) {
	return list(ctx, s, func(row scanner) (k store.LibraryKind, err error) {
		return k, row.Scan(&k.Game, &k.Board, &k.Games)
	}, `SELECT game, board, games FROM library_kinds WHERE owner = ? ORDER BY games DESC, game, board LIMIT ?`, owner, limit)
}

// KnownGames implements store.Libraries.
func (s *Store) KnownGames(ctx context.Context, owner string, sums []string) (map[string]bool, error) {
	args := []any{owner}
	for _, sum := range sums {
		args = append(args, []byte(sum))
	}
	found, err := list(ctx, s, func(row scanner) (sum []byte, err error) { return sum, row.Scan(&sum) },
		`SELECT sum FROM library_games WHERE owner = ? AND sum IN (`+places(len(sums))+`)`, args...)
	known := map[string]bool{}
	for _, sum := range found {
		known[string(sum)] = true
	}
	return known, err
}

// AddToLibrary implements store.Libraries.
func (s *Store) AddToLibrary(ctx context.Context, a store.LibraryAddition) (added store.LibraryAdded, err error) {
	if a.Games, err = packed(a.Games); err != nil {
		return added, err
	}
	err = s.submit(ctx, len(a.Games), func(ctx context.Context, w *writer) error {
		added, err = w.addToLibrary(ctx, a)
		return err
	})
	return added, err
}

func (w *writer) addToLibrary(ctx context.Context, a store.LibraryAddition) (added store.LibraryAdded, err error) {
	at := a.File.Added.UnixMilli()
	if err := w.Present(ctx, a.Owner); err != nil {
		return added, err
	}
	if _, err := w.run(ctx, libraryBegin, a.Owner, at); err != nil {
		return added, err
	}
	var next uint32
	var nextFile, games int
	var bytes int64
	if err := w.Row(ctx, `SELECT next_game, next_file, games, bytes FROM libraries WHERE owner = ?`,
		a.Owner).Scan(&next, &nextFile, &games, &bytes); err != nil {
		return added, err
	}
	fresh := 0
	if a.File.File == store.NewFile {
		a.File.File, fresh = nextFile, 1
	}
	n, more := 0, int64(0)
	kinds := map[store.LibraryKind]int{}
	for _, g := range a.Games {
		var number uint32
		err := w.Row(ctx, `SELECT number FROM library_games WHERE owner = ? AND sum = ?`, a.Owner, []byte(g.Sum)).Scan(&number)
		if err == nil {
			added.Numbers = append(added.Numbers, 0)
			continue
		}
		if !errors.Is(err, sql.ErrNoRows) {
			return added, err
		}
		g.Number, g.File = next+uint32(n), a.File.File
		if err := w.addLibraryGame(ctx, a.Owner, g); err != nil {
			return added, err
		}
		added.Numbers = append(added.Numbers, g.Number)
		kinds[store.LibraryKind{Game: g.Game, Board: g.Board}]++
		n, more = n+1, more+int64(g.Bytes)
	}
	if n > 0 && (games+n > a.Most.Games || bytes+more > a.Most.Bytes) {
		return store.LibraryAdded{}, store.ErrFull
	}
	added.File = a.File.File
	if n == 0 && fresh > 0 {
		added.File, fresh = store.NewFile, 0
	}
	if n > 0 {
		if _, err := w.run(ctx, libraryFile, a.Owner, a.File.File, a.File.Name, n, at); err != nil {
			return added, err
		}
	}
	for k, n := range kinds {
		if _, err := w.run(ctx, libraryKind, a.Owner, k.Game, k.Board, n); err != nil {
			return added, err
		}
	}
	_, err = w.run(ctx, `
		UPDATE libraries SET next_game = next_game + ?, next_file = next_file + ?, games = games + ?1, bytes = bytes + ?, updated = ?,
			played = CASE WHEN played < ?5 THEN ?5 ELSE played END WHERE owner = ?6`,
		n, fresh, more, at, store.MilliOrZero(a.Played), a.Owner)
	return added, err
}

func (w *writer) addLibraryGame(ctx context.Context, owner string, g store.LibraryGame) error {
	winner := int(g.Winner)
	if !g.Known {
		winner = unknownWinner
	}
	_, err := w.run(ctx, `
		INSERT INTO library_games (owner, number, file, sum, black, white, event, heads, date, result, day, winner,
			game, board, rules, moves, bytes, played, added, waiting)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1)`,
		owner, g.Number, g.File, []byte(g.Sum), g.Black, g.White, g.Event, g.Heads(), g.Date, g.Result, g.Day, winner,
		g.Game, g.Board, g.Rules, g.Moves, g.Bytes, g.Played, g.Added.UnixMilli())
	if err != nil {
		return err
	}
	_, err = w.run(ctx, `INSERT INTO library_records (owner, number, body) VALUES (?, ?, ?)`, owner, g.Number, g.Record)
	return err
}

// unknownWinner stands for a result that is not known.
const unknownWinner = 3

// libraryGame lists the columns that scanLibraryGame reads.
const libraryGame = `g.number, g.file, g.sum, g.black, g.white, g.event, g.date, g.result, g.day, g.winner,
	g.game, g.board, g.rules, g.moves, g.bytes, g.played, g.added`

func scanLibraryGame(row scanner, more ...any) (g store.LibraryGame, err error) {
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

func scanLibraryRecord(row scanner) (store.LibraryGame, error) {
	var record []byte
	g, err := scanLibraryGame(row, &record)
	if err == nil {
		g.Record, err = io.ReadAll(flate.NewReader(bytes.NewReader(record)))
	}
	return g, err
}

// packed returns games with their records as tables have them. One writer does all: to make one takes
// longer than to use it.
func packed(games []store.LibraryGame) ([]store.LibraryGame, error) {
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

// LibraryGames implements store.Libraries.
func (s *Store) LibraryGames(ctx context.Context, q store.LibraryQuery) ([]store.LibraryGame, *store.LibraryCursor, error) {
	order := ` ORDER BY day DESC, number DESC LIMIT ?`
	var place, rest conditions
	place.addLibrary(q)
	rest.addHeads(q, s.dialect)
	from, args := `library_games`, place.args
	text := ` WHERE ` + place.String()
	if len(rest.texts) > 0 {
		from = `(SELECT * FROM library_games` + text + order + `)`
		text = ` WHERE ` + rest.String()
		args = append(append(args, store.Window), rest.args...)
	}
	games, err := list(ctx, s, func(row scanner) (store.LibraryGame, error) { return scanLibraryGame(row) },
		`SELECT `+libraryGame+` FROM `+from+` AS g`+text+order, append(args, q.Limit)...)
	if err != nil {
		return nil, nil, err
	}
	next, err := s.afterPart(ctx, q, games, place, len(rest.texts) > 0)
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

// afterPart returns where the part after some games of a query begins: behind the last of them or, where the
// window had fewer, behind that.
func (s *Store) afterPart(
	ctx context.Context, q store.LibraryQuery, games []store.LibraryGame, place conditions, windowed bool,
) (*store.LibraryCursor, error) {
	if len(games) == q.Limit && q.Limit > 0 {
		at := games[len(games)-1].Cursor()
		return &at, nil
	}
	if !windowed {
		return nil, nil
	}
	at, err := one(ctx, s, func(row scanner) (c store.LibraryCursor, err error) {
		return c, row.Scan(&c.Day, &c.Number)
	}, `SELECT day, number FROM library_games WHERE `+place.String()+` ORDER BY day DESC, number DESC LIMIT 1 OFFSET ?`,
		append(place.args[:len(place.args):len(place.args)], store.Window-1)...)
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	return &at, err
}

// addLibrary adds what the index of days knows.
func (c *conditions) addLibrary(q store.LibraryQuery) {
	c.add(`owner = ?`, q.Owner)
	if q.From > 0 {
		c.add(`day >= ?`, q.From)
	}
	if q.To > 0 {
		c.add(`day > 0 AND day <= ?`, q.To)
	}
	if a := q.After; a != nil {
		c.add(`day <= ? AND (day < ? OR number < ?)`, a.Day, a.Day, a.Number)
	}
	if q.Numbers != nil {
		c.add(`number IN (`+places(len(q.Numbers))+`)`, numbersOf(q.Numbers)...)
	}
}

// addHeads adds what it does not know, of what is said of players so much as needs no knowledge of who has
// which colour.
func (c *conditions) addHeads(q store.LibraryQuery, d Dialect) {
	for _, part := range []string{q.Player, q.Opponent, q.Event} {
		if part != "" {
			c.add(d.Find+`(heads, ?) > 0`, strings.ToLower(part))
		}
	}
	if q.Game != "" {
		c.add(`game = ?`, q.Game)
	}
	if q.Board != "" {
		c.add(`board = ?`, q.Board)
	}
	if q.Moves > 0 {
		c.add(`moves >= ?`, q.Moves)
	}
	if q.File != nil {
		c.add(`file = ?`, *q.File)
	}
	switch q.Result {
	case store.BlackWon:
		c.add(`winner = 1`)
	case store.WhiteWon:
		c.add(`winner = 2`)
	case store.Drawn:
		c.add(`winner = 0`)
	case store.NotKnown:
		c.add(`winner = 3`)
	case store.Won, store.Lost:
		c.add(`winner IN (1, 2)`)
	}
}

// places returns so many places of a statement; for none one that is NULL.
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
const withRecords = `SELECT ` + libraryGame + `, r.body FROM library_games g JOIN library_records r USING (owner, number) WHERE `

// LibraryRecords implements store.Libraries.
func (s *Store) LibraryRecords(ctx context.Context, owner string, numbers []uint32) ([]store.LibraryGame, error) {
	return list(ctx, s, scanLibraryRecord, withRecords+`owner = ? AND number IN (`+places(len(numbers))+`) ORDER BY number`,
		append([]any{owner}, numbersOf(numbers)...)...)
}

// WaitingGames implements store.Libraries.
func (s *Store) WaitingGames(ctx context.Context, owner string, limit int) ([]store.LibraryGame, error) {
	return list(ctx, s, scanLibraryRecord, withRecords+`owner = ? AND waiting = 1 ORDER BY number LIMIT ?`, owner, limit)
}

// DeleteFromLibrary implements store.Libraries.
func (s *Store) DeleteFromLibrary(ctx context.Context, owner string, which store.LibraryPart, limit int) (deleted int, err error) {
	err = s.submit(ctx, limit, func(ctx context.Context, w *writer) error {
		stmt, args := doomed+` AND file = ? ORDER BY number LIMIT ?`, []any{owner, which.File, limit}
		switch {
		case which.All:
			stmt, args = doomed+` ORDER BY number LIMIT ?`, []any{owner, limit}
		case which.Number > 0:
			stmt, args = doomed+` AND number = ?`, []any{owner, which.Number}
		}
		deleted, err = w.deleteLibraryGames(ctx, owner, stmt, args)
		return err
	})
	return deleted, err
}

// doomedGame is a game that is to be deleted.
type doomedGame struct {
	number  uint32
	file    int
	kind    store.LibraryKind
	bytes   int64
	waiting bool
}

func (w *writer) deleteLibraryGames(ctx context.Context, owner, find string, args []any) (deleted int, err error) {
	rows, err := w.rows(ctx, find, args...)
	if err != nil {
		return 0, err
	}
	games, err := collect(rows, func(row scanner) (g doomedGame, err error) {
		var waiting int
		err = row.Scan(&g.number, &g.file, &g.kind.Game, &g.kind.Board, &g.bytes, &waiting)
		g.waiting = waiting != 0
		return g, err
	})
	if err != nil || len(games) == 0 {
		return 0, err
	}
	files, kinds, bytes := map[int]int{}, map[store.LibraryKind]int{}, int64(0)
	for _, g := range games {
		texts := []string{
			`DELETE FROM library_games WHERE owner = ? AND number = ?`,
			`DELETE FROM library_records WHERE owner = ? AND number = ?`,
			libraryGone,
		}
		if g.waiting {
			texts = texts[:2]
		}
		if err := w.each(ctx, texts, owner, g.number); err != nil {
			return 0, err
		}
		files[g.file]++
		kinds[g.kind]++
		bytes += g.bytes
	}
	for f, n := range files {
		if _, err := w.run(ctx, libraryFile, owner, f, "", -n, 0); err != nil {
			return 0, err
		}
	}
	for k, n := range kinds {
		if _, err := w.run(ctx, libraryKind, owner, k.Game, k.Board, -n); err != nil {
			return 0, err
		}
	}
	_, err1 := w.run(ctx, `DELETE FROM library_files WHERE owner = ? AND games <= 0`, owner)
	_, err2 := w.run(ctx, `DELETE FROM library_kinds WHERE owner = ? AND games <= 0`, owner)
	_, err3 := w.run(ctx, `UPDATE libraries SET games = games - ?, bytes = bytes - ? WHERE owner = ?`, len(games), bytes, owner)
	return len(games), errors.Join(err1, err2, err3)
}
