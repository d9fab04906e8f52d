package tables

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"moyo/server/store"
)

// header lists the columns that scanGame reads.
const header = `id, board, board_title, rules, black, white, clock, rated, private, estimates, colors, speed,
	partners, phase, ply, turn, result, winner, version, created, updated, deadline, sum, made`

// gamesAtOnce bounds the games of one statement: databases limit placeholders.
const gamesAtOnce = 500

// maxGuess bounds the events for which memory is allocated before they are read.
const maxGuess = 1000

// Game implements store.Store.
func (s *Store) Game(ctx context.Context, id string) (store.Game, error) {
	g, err := scanGame(s.readers.row(ctx, `SELECT `+header+` FROM games WHERE id = ?`, id))
	if errors.Is(err, sql.ErrNoRows) {
		return store.Game{}, store.ErrNotFound
	}
	return g, s.orClosed(err)
}

// Games implements store.Store.
func (s *Store) Games(ctx context.Context, ids []string) ([]store.Game, error) {
	ids = slices.Compact(slices.Sorted(slices.Values(ids)))
	games := []store.Game{}
	for some := range slices.Chunk(ids, gamesAtOnce) {
		found, err := list(ctx, s, scanGame, `SELECT `+header+` FROM games WHERE id IN (?`+strings.Repeat(`, ?`, len(some)-1)+`)`, anys(some)...)
		if err != nil {
			return nil, err
		}
		games = append(games, found...)
	}
	return games, nil
}

// Load implements store.Store.
func (s *Store) Load(ctx context.Context, id string) (g store.Game, entries []store.Entry, err error) {
	err = s.moment(ctx, func(tx *sql.Tx) (err error) { // a consistent view of header and log
		g, err = scanGame(tx.QueryRowContext(ctx, s.dialect.Place(`SELECT `+header+` FROM games WHERE id = ?`), id))
		if errors.Is(err, sql.ErrNoRows) {
			return store.ErrNotFound
		}
		if err != nil {
			return err
		}
		entries, err = s.log(ctx, tx, g)
		return err
	})
	if err != nil {
		return store.Game{}, nil, err
	}
	return g, entries, nil
}

// log returns the whole log of a game, or a *store.Damaged.
func (s *Store) log(ctx context.Context, tx *sql.Tx, g store.Game) ([]store.Entry, error) {
	entries := make([]store.Entry, 0, min(max(g.Version, 0), maxGuess))
	damaged := func() error { return &store.Damaged{Game: g.ID, Whole: len(entries)} }
	rows, err := tx.QueryContext(ctx, s.dialect.Place(`SELECT version, command, body, sum FROM events WHERE game = ? ORDER BY version`), g.ID)
	if s.isTorn(err) {
		return nil, damaged()
	}
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var c chain
	for rows.Next() {
		var e store.Entry
		var version int
		var body string
		var sum []byte
		if err := rows.Scan(&version, &e.Command, &body, &sum); err != nil {
			return nil, errors.Join(damaged(), err)
		}
		if !c.holds(g.ID, version, e.Command, body, sum) {
			return nil, damaged()
		}
		if e.Event, err = decode(body); err != nil {
			return nil, fmt.Errorf("game %s, event %d: %w", g.ID, len(entries)+1, err)
		}
		entries = append(entries, e)
	}
	if err := rows.Err(); err != nil && !s.isTorn(err) {
		return nil, err
	}
	if len(entries) != g.Version {
		return nil, damaged()
	}
	return entries, nil
}

// scanGame returns the header of a game, or a *store.Damaged.
func scanGame(row scanner) (store.Game, error) {
	h, err := scanHeader(row)
	if err == nil && !h.isWhole() {
		return store.Game{}, &store.Damaged{Game: h.ID}
	}
	return h.Game, err
}

// scanHeader returns the header of a game and its checksums, without checking them.
func scanHeader(row scanner) (h keptHeader, err error) {
	g := &h.Game
	var created, updated, deadline int64
	if err := row.Scan(&g.ID, &g.Board, &g.BoardTitle, &g.Rules, &h.black, &h.white, &g.Clock, &g.Rated, &g.Private, &g.Estimates,
		&g.Colors, &g.Speed, &g.Partners, &g.Phase, &g.Ply, &g.Turn, &g.Result, &g.Winner, &g.Version, &created, &updated, &deadline,
		&h.sum, &h.made); err != nil {
		return h, err
	}
	g.Created, g.Updated = time.UnixMilli(created).UTC(), time.UnixMilli(updated).UTC()
	if deadline > 0 {
		g.Deadline = time.UnixMilli(deadline).UTC()
	}
	err = errors.Join(json.Unmarshal([]byte(h.black), &g.Black), json.Unmarshal([]byte(h.white), &g.White))
	if err != nil {
		err = errors.Join(&store.Damaged{Game: g.ID}, fmt.Errorf("seats: %w", err))
	}
	return h, err
}

// LoadBoard implements store.Store.
func (s *Store) LoadBoard(ctx context.Context, hash string) (store.Board, error) {
	b := store.Board{Hash: hash}
	var created int64
	err := s.readers.row(ctx, `SELECT title, body, created FROM boards WHERE hash = ?`, hash).Scan(&b.Title, &b.JSON, &created)
	if errors.Is(err, sql.ErrNoRows) {
		return store.Board{}, store.ErrNotFound
	}
	b.Created = time.UnixMilli(created).UTC()
	return b, s.orClosed(err)
}

// Boards implements store.Store.
func (s *Store) Boards(ctx context.Context, owner string, limit int) ([]store.Board, error) {
	rows, err := s.readers.query(ctx, `SELECT hash, title, created FROM board_owners WHERE owner = ? ORDER BY created DESC, hash LIMIT ?`,
		owner, limit)
	if err != nil {
		return nil, s.orClosed(err)
	}
	defer rows.Close()
	boards := []store.Board{}
	for rows.Next() {
		var b store.Board
		var created int64
		if err := rows.Scan(&b.Hash, &b.Title, &created); err != nil {
			return nil, err
		}
		b.Created = time.UnixMilli(created).UTC()
		boards = append(boards, b)
	}
	return boards, rows.Err()
}
