package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"moyo/server/store"
)

// header lists the columns that scanGame reads.
const header = `id, board, board_title, rules, black, white, clock, rated, private, colors, speed, phase, ply, turn, result, winner, version, created, updated, deadline`

// maxGuess bounds the events that room is made for before they have been read.
const maxGuess = 1000

// Game implements store.Store.
func (s *Store) Game(ctx context.Context, id string) (store.Game, error) {
	g, err := scanGame(s.readers.QueryRowContext(ctx, `SELECT `+header+` FROM games WHERE id = ?`, id))
	if errors.Is(err, sql.ErrNoRows) {
		return store.Game{}, store.ErrNotFound
	}
	return g, s.orClosed(err)
}

// Load implements store.Store.
func (s *Store) Load(ctx context.Context, id string) (store.Game, []store.Entry, error) {
	tx, err := s.readers.BeginTx(ctx, nil) // header and log of one moment
	if err != nil {
		return store.Game{}, nil, s.orClosed(err)
	}
	defer func() { _ = tx.Rollback() }()
	g, err := scanGame(tx.QueryRowContext(ctx, `SELECT `+header+` FROM games WHERE id = ?`, id))
	if errors.Is(err, sql.ErrNoRows) {
		return store.Game{}, nil, store.ErrNotFound
	}
	if err != nil {
		return store.Game{}, nil, err
	}
	rows, err := tx.QueryContext(ctx, `SELECT version, command, body, sum FROM events WHERE game = ? ORDER BY version`, id)
	if err != nil {
		return store.Game{}, nil, err
	}
	defer rows.Close()
	entries := make([]store.Entry, 0, min(max(g.Version, 0), maxGuess))
	damaged := func() error { return &store.Damaged{Game: id, Whole: len(entries)} }
	var c chain
	for rows.Next() {
		var e store.Entry
		var version int
		var body string
		var sum []byte
		if err := rows.Scan(&version, &e.Command, &body, &sum); err != nil {
			return store.Game{}, nil, errors.Join(damaged(), err)
		}
		if !c.holds(id, version, e.Command, body, sum) {
			return store.Game{}, nil, damaged()
		}
		if e.Event, err = decode(body); err != nil {
			return store.Game{}, nil, fmt.Errorf("game %s, event %d: %w", id, len(entries)+1, err)
		}
		entries = append(entries, e)
	}
	if err := rows.Err(); err != nil {
		return store.Game{}, nil, err
	}
	if len(entries) != g.Version {
		return store.Game{}, nil, damaged()
	}
	return g, entries, nil
}

// scanner is a *sql.Row or *sql.Rows.
type scanner interface{ Scan(dest ...any) error }

func scanGame(row scanner) (g store.Game, err error) {
	var black, white string
	var created, updated, deadline int64
	if err := row.Scan(&g.ID, &g.Board, &g.BoardTitle, &g.Rules, &black, &white, &g.Clock, &g.Rated, &g.Private, &g.Colors, &g.Speed,
		&g.Phase, &g.Ply, &g.Turn, &g.Result, &g.Winner, &g.Version, &created, &updated, &deadline); err != nil {
		return g, err
	}
	g.Created, g.Updated = time.UnixMilli(created).UTC(), time.UnixMilli(updated).UTC()
	if deadline > 0 {
		g.Deadline = time.UnixMilli(deadline).UTC()
	}
	err = errors.Join(json.Unmarshal([]byte(black), &g.Black), json.Unmarshal([]byte(white), &g.White))
	if err != nil {
		err = fmt.Errorf("game %s, seats: %w", g.ID, err)
	}
	return g, err
}

// LoadBoard implements store.Store.
func (s *Store) LoadBoard(ctx context.Context, hash string) (store.Board, error) {
	b := store.Board{Hash: hash}
	var created int64
	err := s.readers.QueryRowContext(ctx, `SELECT title, body, created FROM boards WHERE hash = ?`, hash).Scan(&b.Title, &b.JSON, &created)
	if errors.Is(err, sql.ErrNoRows) {
		return store.Board{}, store.ErrNotFound
	}
	b.Created = time.UnixMilli(created).UTC()
	return b, s.orClosed(err)
}

// Boards implements store.Store.
func (s *Store) Boards(ctx context.Context, owner string, limit int) ([]store.Board, error) {
	rows, err := s.readers.QueryContext(ctx, `SELECT hash, title, created FROM board_owners WHERE owner = ? ORDER BY created DESC, hash LIMIT ?`, owner, limit)
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

// orClosed names the error of a store that was closed as such.
func (s *Store) orClosed(err error) error {
	select {
	case <-s.closing:
		if err != nil {
			return store.ErrClosed
		}
	default:
	}
	return err
}
