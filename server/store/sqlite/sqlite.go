// Package sqlite stores games in one SQLite file in a separate folder.
//
// Acknowledged writes are on disk: the database runs in WAL mode with
// synchronous=FULL, so a commit returns after the log is synced. Package tables
// describes what is stored and how, for all databases. This package has the file, its
// locks, migrations and copies.
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

	"github.com/pressly/goose/v3"
	driver "modernc.org/sqlite"

	"moyo/server/store"
	"moyo/server/store/tables"
)

// File is the name of the database in its folder. The folder also has lockFile,
// which keeps out a second server, and SQLite's -wal and -shm files.
const (
	File     = "moyo.db"
	lockFile = "moyo.lock"
)

// Codes of SQLite's errors.
const (
	busy         = 5    // SQLITE_BUSY
	corrupt      = 11   // SQLITE_CORRUPT
	full         = 13   // SQLITE_FULL
	notADatabase = 26   // SQLITE_NOTADB
	notUnique    = 2067 // SQLITE_CONSTRAINT_UNIQUE
	alreadyThere = 1555 // SQLITE_CONSTRAINT_PRIMARYKEY
)

//go:embed migrations/*.sql
var migrations embed.FS

// Store is a store in an SQLite file.
type Store struct {
	*tables.Store
	lock    *sql.DB // holds the lock file
	writer  *sql.DB // one connection, for the writing goroutine
	readers *sql.DB
	seen    seen
	warning string // what an operator has to know about the opened database
}

var _ store.Store = (*Store)(nil)

// dialect describes SQLite.
var dialect = tables.Dialect{
	Place: func(text string) string { return text },
	Begin: "BEGIN IMMEDIATE",
	End:   "COMMIT",
	Unique: func(err error) bool {
		e, ok := errors.AsType[*driver.Error](err)
		return ok && (e.Code() == notUnique || e.Code() == alreadyThere)
	},
	Full: func(err error) bool {
		e, ok := errors.AsType[*driver.Error](err)
		return ok && e.Code() == full
	},
	Again:  func(error) bool { return false },
	Alone:  true, // by the lock file
	Said:   func(text string) any { return text },
	Public: `private = 0`,
	Find:   `instr`,

	Size:       `SELECT (c.page_count - f.freelist_count) * z.page_size FROM pragma_page_count c, pragma_freelist_count f, pragma_page_size z`,
	Greatest:   `max`,
	Within:     `instr(body, CAST(TEXT AS BLOB)) > 0`,
	Drawn:      `instr(body, CAST('"board":"id:' AS BLOB)) > 0`,
	Unfinished: `INDEXED BY games_unfinished`,

	Counter: `SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = ?1 AND ?2 <> ''`,
	Count: func(ctx context.Context, conn *sql.Conn, table, _ string, last int64) error {
		_, err := conn.ExecContext(ctx, `DELETE FROM sqlite_sequence WHERE name = ?`, table)
		if err != nil {
			return err
		}
		_, err = conn.ExecContext(ctx, `INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)`, table, last)
		return err
	},
	WithName: `json_set(SEAT, '$.name', ?1)`,
	WithRank: `json_set(SEAT, '$.name', ?1, '$.rank', 'RANK')`,
}

// Open opens the database in the folder dir, creates both if missing, and migrates
// the tables. It refuses a database that another process has open, and one that a
// newer version of the program wrote. For a damaged file the error is a
// *DamagedFile.
func Open(ctx context.Context, dir string) (_ *Store, err error) {
	dir, err = filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	if err := writable(dir); err != nil {
		return nil, err
	}
	path := filepath.Join(dir, File)
	s := &Store{seen: newSeen(filepath.Join(dir, seenFile))}
	defer func() {
		if err != nil {
			_ = s.closeFiles()
			err = orDamaged(path, err)
		}
	}()
	if s.lock, err = takeLock(ctx, dir); err != nil {
		return nil, err
	}
	if err := private(path); err != nil {
		return nil, err
	}
	if err := checkLength(path); err != nil {
		return nil, err
	}
	if s.writer, err = openWriter(path); err != nil {
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
	if s.Store, err = tables.Open(ctx, dialect, s.writer, s.readers, s.settled); err != nil {
		return nil, fmt.Errorf("database %s: %w", path, err)
	}
	keepMemory()
	go s.seen.run()
	return s, nil
}

// settled closes the files after all writes. Everything is then in the main file,
// and the record of acknowledged events is not needed.
func (s *Store) settled() error {
	s.seen.end()
	err := s.closeFiles()
	if err == nil {
		_ = os.Remove(s.seen.path)
	}
	return err
}

// Append implements store.Store.
func (s *Store) Append(ctx context.Context, g store.Game, entries ...store.Entry) error {
	err := s.Store.Append(ctx, g, entries...)
	if err == nil {
		s.seen.note(g.ID, g.Version)
	}
	return err
}

// writable creates the folder and tries to write into it.
func writable(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("data folder %s cannot be created: %w", dir, cause(err))
	}
	f, err := os.CreateTemp(dir, ".write-test-*")
	if err != nil {
		return fmt.Errorf("data folder %s cannot be written to: %w", dir, cause(err))
	}
	_ = f.Close()
	return os.Remove(f.Name())
}

// cause returns a file error without its operation and path, which the caller names.
func cause(err error) error {
	if pe, ok := errors.AsType[*fs.PathError](err); ok {
		return pe.Err
	}
	return err
}

// takeLock holds an exclusive transaction on a second, empty database while the
// store is open. SQLite's locks work on every system and end with the process, even
// if it is killed.
func takeLock(ctx context.Context, dir string) (*sql.DB, error) {
	db, err := open(filepath.Join(dir, lockFile), 1, "locking_mode(EXCLUSIVE)", "journal_mode(DELETE)")
	if err != nil {
		return nil, err
	}
	if _, err := db.ExecContext(ctx, "BEGIN EXCLUSIVE"); err != nil {
		_ = db.Close()
		if e, ok := errors.AsType[*driver.Error](err); ok && e.Code() == busy {
			return nil, fmt.Errorf("data folder %s is in use by another moyo server", dir)
		}
		return nil, fmt.Errorf("data folder %s cannot be locked: %w", dir, err)
	}
	if err := giveToOwner(dir, lockFile); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// private makes a new database readable only for its owner; SQLite gives its other files
// the same mode. An existing database keeps the mode that the operator
// has set.
func private(path string) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return fmt.Errorf("database %s cannot be opened: %w", path, cause(err))
	}
	return errors.Join(f.Close(), giveToOwner(filepath.Dir(path), filepath.Base(path)))
}

// open opens the database at path with at most conns connections, each with the
// given pragmas.
func open(path string, conns int, pragmas ...string) (*sql.DB, error) {
	return openWith(path, conns, url.Values{"_pragma": pragmas})
}

// openWith opens the database at path by a URI with the query values q.
func openWith(path string, conns int, q url.Values) (*sql.DB, error) {
	db, err := sql.Open("sqlite", (&url.URL{Scheme: "file", Path: path, RawQuery: q.Encode()}).String())
	if err != nil {
		return nil, fmt.Errorf("database %s: %w", path, err)
	}
	db.SetMaxOpenConns(conns)
	db.SetMaxIdleConns(conns)
	return db, nil
}

// openWriter opens the database at path with the single writing connection.
func openWriter(path string) (*sql.DB, error) {
	return open(path, 1, writing...)
}

// writing are the pragmas of that connection: acknowledged writes survive a power cut.
var writing = []string{"journal_mode(WAL)", "synchronous(FULL)", "busy_timeout(5000)"}

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

// errNewer is the error of a database whose tables have a version newer than this program
// supports.
func errNewer(have, newest int64) error {
	return fmt.Errorf("written by a newer moyo (its tables have version %d, "+
		"this program supports %d): use that version, or another data folder", have, newest)
}

func (s *Store) closeFiles() error {
	var errs []error
	for _, db := range []*sql.DB{s.readers, s.writer, s.lock} {
		if db != nil {
			errs = append(errs, db.Close())
		}
	}
	return errors.Join(errs...)
}
