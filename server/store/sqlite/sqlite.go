// Package sqlite keeps games in one SQLite file in a folder of its own.
//
// What is acknowledged is on disk: the database runs in WAL mode with
// synchronous=FULL, so a commit returns after the log is synced. One goroutine
// writes; it gathers what arrives within [GroupWindow], or [GroupSize] events,
// into one transaction, so that many games share the price of one sync. Readers
// have connections of their own and are never in its way.
package sqlite

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/pressly/goose/v3"
	driver "modernc.org/sqlite"

	"moyo/server/store"
)

// What one transaction gathers at most.
const (
	GroupWindow = 2 * time.Millisecond
	GroupSize   = 64
)

// File is the name of the database in its folder. Beside it lie lockFile,
// which keeps a second server out, and SQLite's own -wal and -shm files.
const (
	File     = "moyo.db"
	lockFile = "moyo.lock"
)

// sqliteBusy is the code of SQLite's error SQLITE_BUSY.
const sqliteBusy = 5

//go:embed migrations/*.sql
var migrations embed.FS

// Store is a store in an SQLite file.
type Store struct {
	lock    *sql.DB // holds the lock file
	writer  *sql.DB // one connection, the writing goroutine's own
	readers *sql.DB
	jobs    chan *job
	closing chan struct{} // closed when no more jobs are taken
	close   func() error  // once
	done    chan struct{} // closed when the writing goroutine has ended
	seen    seen
	warning string // what an operator has to know of how the database was found
}

var _ store.Store = (*Store)(nil)

// Open opens the database in the folder dir, both made where missing, and
// brings its tables up to date. It refuses a database that another process has
// open, and one that a newer version of the program wrote.
func Open(ctx context.Context, dir string) (_ *Store, err error) {
	dir, err = filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	if err := writable(dir); err != nil {
		return nil, err
	}
	s := &Store{jobs: make(chan *job, 4*GroupSize), closing: make(chan struct{}), done: make(chan struct{}), seen: seen{path: filepath.Join(dir, seenFile), done: make(chan struct{})}}
	defer func() {
		if err != nil {
			_ = s.closeFiles()
		}
	}()
	if s.lock, err = takeLock(ctx, dir); err != nil {
		return nil, err
	}
	path := filepath.Join(dir, File)
	if err := private(path); err != nil {
		return nil, err
	}
	if s.writer, err = open(path, 1, "journal_mode(WAL)", "synchronous(FULL)", "busy_timeout(5000)"); err != nil {
		return nil, err
	}
	if s.warning, err = s.seen.lost(ctx, s.writer, path+"-wal"); err != nil {
		return nil, fmt.Errorf("database %s: %w", path, err)
	}
	if err := migrate(ctx, s.writer); err != nil {
		return nil, fmt.Errorf("database %s: %w", path, err)
	}
	if s.readers, err = open(path, 4, "query_only(1)", "busy_timeout(5000)"); err != nil {
		return nil, err
	}
	w, err := newWriter(ctx, s.writer)
	if err != nil {
		return nil, fmt.Errorf("database %s: %w", path, err)
	}
	s.close = sync.OnceValue(func() error {
		close(s.closing)
		<-s.done
		<-s.seen.done
		err := s.closeFiles()
		if err == nil { // all is in the main file
			_ = os.Remove(s.seen.path)
		}
		return err
	})
	go s.seen.run(s.closing)
	go func() {
		defer close(s.done)
		w.run(s.jobs, s.closing)
	}()
	return s, nil
}

// writable makes the folder and tries to write into it.
func writable(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("data folder %s cannot be made: %w", dir, cause(err))
	}
	f, err := os.CreateTemp(dir, ".write-test-*")
	if err != nil {
		return fmt.Errorf("data folder %s cannot be written to: %w", dir, cause(err))
	}
	_ = f.Close()
	return os.Remove(f.Name())
}

// cause drops the operation and path of a file error, which the caller names.
func cause(err error) error {
	if pe, ok := errors.AsType[*fs.PathError](err); ok {
		return pe.Err
	}
	return err
}

// takeLock holds an exclusive transaction on a second, empty database for as
// long as the store is open. SQLite's locks work on every system and go away
// with the process, however it ends.
func takeLock(ctx context.Context, dir string) (*sql.DB, error) {
	db, err := open(filepath.Join(dir, lockFile), 1, "locking_mode(EXCLUSIVE)", "journal_mode(DELETE)")
	if err != nil {
		return nil, err
	}
	if _, err := db.ExecContext(ctx, "BEGIN EXCLUSIVE"); err != nil {
		_ = db.Close()
		if busy, ok := errors.AsType[*driver.Error](err); ok && busy.Code() == sqliteBusy {
			return nil, fmt.Errorf("data folder %s is in use by another moyo server", dir)
		}
		return nil, fmt.Errorf("data folder %s cannot be locked: %w", dir, err)
	}
	return db, nil
}

// private makes a new database one that nobody else on the machine can read; SQLite
// gives its other files the same mode. What is there already stays as the operator
// wants it.
func private(path string) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	return f.Close()
}

// open opens the database at path with so many connections, each with the
// given pragmas.
func open(path string, conns int, pragmas ...string) (*sql.DB, error) {
	q := url.Values{"_pragma": pragmas}
	db, err := sql.Open("sqlite", (&url.URL{Scheme: "file", Path: path, RawQuery: q.Encode()}).String())
	if err != nil {
		return nil, fmt.Errorf("database %s: %w", path, err)
	}
	db.SetMaxOpenConns(conns)
	db.SetMaxIdleConns(conns)
	return db, nil
}

// migrate brings the tables to the newest version.
func migrate(ctx context.Context, db *sql.DB) error {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return err
	}
	p, err := goose.NewProvider(goose.DialectSQLite3, db, files)
	if err != nil {
		return err
	}
	have, newest, err := p.GetVersions(ctx)
	if err != nil {
		return err
	}
	if have > newest {
		return errNewer(have, newest)
	}
	_, err = p.Up(ctx)
	return err
}

// errNewer is the error of a database whose tables have a version that this program
// does not know.
func errNewer(have, newest int64) error {
	return fmt.Errorf("written by a newer moyo (its tables have version %d, this program knows %d): use that version, or another data folder", have, newest)
}

// Close implements store.Store.
func (s *Store) Close() error { return s.close() }

func (s *Store) closeFiles() error {
	var errs []error
	for _, db := range []*sql.DB{s.readers, s.writer, s.lock} {
		if db != nil {
			errs = append(errs, db.Close())
		}
	}
	return errors.Join(errs...)
}
