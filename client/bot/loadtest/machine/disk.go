package machine

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	_ "modernc.org/sqlite" // the driver
)

// together is how many moves one commit contains.
const together = 64

// syncs returns how many times per second a page can be written to a file and synced.
func syncs(ctx context.Context, dir string, each time.Duration) (perSecond float64, err error) {
	f, err := os.CreateTemp(dir, "moyo-loadtest-*")
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, f.Close(), os.Remove(f.Name())) }()
	page := make([]byte, 4096)
	perSecond, _, err = pace(ctx, each, func() (int, error) {
		if _, err := f.WriteAt(page, 0); err != nil {
			return 0, err
		}
		return 1, f.Sync()
	})
	return perSecond, err
}

// commits returns how many moves per second a database without other work takes. For each move it
// inserts an event of the usual size and updates the game's row; 64 moves form a transaction, which
// is synced.
func commits(ctx context.Context, dir string, each time.Duration) (perSecond, cost float64, err error) {
	folder, err := os.MkdirTemp(dir, "moyo-loadtest-*")
	if err != nil {
		return 0, 0, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	pragmas := url.Values{"_pragma": {"journal_mode(WAL)", "synchronous(FULL)"}}
	db, err := sql.Open("sqlite", (&url.URL{Scheme: "file", Path: filepath.Join(folder, "limit.db"), RawQuery: pragmas.Encode()}).String())
	if err != nil {
		return 0, 0, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	conn, err := db.Conn(ctx)
	if err != nil {
		return 0, 0, err
	}
	defer conn.Close()
	for _, text := range []string{
		`CREATE TABLE games (id TEXT PRIMARY KEY, version INTEGER, updated INTEGER) WITHOUT ROWID`,
		`CREATE TABLE events (game TEXT, version INTEGER, body TEXT, PRIMARY KEY (game, version)) WITHOUT ROWID`,
	} {
		if _, err := conn.ExecContext(ctx, text); err != nil {
			return 0, 0, err
		}
	}
	for i := range together {
		if _, err := conn.ExecContext(ctx, `INSERT INTO games VALUES (?, 0, 0)`, gameID(i)); err != nil {
			return 0, 0, err
		}
	}
	event, err := conn.PrepareContext(ctx, `INSERT INTO events VALUES (?, ?, ?)`)
	if err != nil {
		return 0, 0, err
	}
	defer event.Close()
	game, err := conn.PrepareContext(ctx, `UPDATE games SET version = ?, updated = ? WHERE id = ?`)
	if err != nil {
		return 0, 0, err
	}
	defer game.Close()
	body, version := strings.Repeat("x", 160), 0
	return pace(ctx, each, func() (int, error) {
		version++
		if _, err := conn.ExecContext(ctx, "BEGIN IMMEDIATE"); err != nil {
			return 0, err
		}
		for i := range together {
			if _, err := event.ExecContext(ctx, gameID(i), version, body); err != nil {
				return 0, err
			}
			if _, err := game.ExecContext(ctx, version, version, gameID(i)); err != nil {
				return 0, err
			}
		}
		_, err := conn.ExecContext(ctx, "COMMIT")
		return together, err
	})
}

func gameID(i int) string { return fmt.Sprintf("abcdefghij%02d", i) }
