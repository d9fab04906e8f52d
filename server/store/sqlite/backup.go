package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pressly/goose/v3"

	"moyo/server/store"
	"moyo/server/store/tables"
)

// partial is the suffix of an incomplete copy.
const partial = ".part"

// Backup writes a copy of the database in the folder dir to a new file. A server may
// write to the database meanwhile: the copy is what was on disk at one moment after
// the call. When Backup returns, the copy has been checked and is on disk; after an error
// the file does not exist.
//
// It reads in one transaction (VACUUM INTO), during which the write-ahead log grows.
func Backup(ctx context.Context, dir, file string) (err error) {
	path := filepath.Join(dir, File)
	if _, err := os.Stat(path); err != nil {
		return fmt.Errorf("there is no database in %s: %w", dir, cause(err))
	}
	part, err := newPart(file)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(part)
		}
	}()
	db, err := open(path, 1, "busy_timeout(5000)")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if _, err := db.ExecContext(ctx, "VACUUM INTO ?", part); err != nil {
		return fmt.Errorf("%s cannot be copied to %s: %w", path, file, err)
	}
	if err := Check(ctx, part); err != nil {
		return err
	}
	return settle(part, file)
}

// Restore creates the database of the folder dir from a backup, which it checks. The
// folder must not have a database, and no server may use it. damaged allows damaged games,
// such as in the output of Salvage: the server refuses only these games.
func Restore(ctx context.Context, file, dir string, damaged bool) (err error) {
	check := Check
	if damaged {
		check = checkFile
	}
	if _, err := os.Stat(file + "-wal"); err == nil {
		return fmt.Errorf("%s has a part of its own in %s-wal: it was copied from a running server; make backups by `moyo backup`", file, file)
	}
	if err := check(ctx, file); err != nil {
		return err
	}
	if err := writable(dir); err != nil {
		return err
	}
	lock, err := takeLock(ctx, dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, lock.Close()) }()
	path := filepath.Join(dir, File)
	for _, beside := range []string{"-wal", "-shm"} { // SQLite would use them for the new database
		if _, err := os.Stat(path + beside); !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%s is in the way: move what is in %s elsewhere first", path+beside, dir)
		}
	}
	part, err := newPart(path)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(part)
		}
	}()
	if err := copyFile(file, part); err != nil {
		return err
	}
	if err := check(ctx, part); err != nil { // the copy, not the original
		return err
	}
	if err := giveToOwner(dir, filepath.Base(part)); err != nil {
		return err
	}
	return settle(part, path)
}

// Check reports what is wrong with a database that has no writer: damage, or unknown
// tables.
func Check(ctx context.Context, path string) error {
	return looked(ctx, path, func(db *sql.DB, version int64) error {
		damaged, err := damagedGames(ctx, db, version, maxDamaged)
		for _, d := range damaged {
			err = errors.Join(err, d)
		}
		if err != nil {
			return fmt.Errorf("%s is damaged: %w", path, err)
		}
		return nil
	})
}

// damagedGames returns games whose headers or logs differ from what was written, of each at most
// most, in a database whose tables have the given version.
func damagedGames(ctx context.Context, db *sql.DB, version int64, most int) (found []*store.Damaged, err error) {
	if version >= firstSums {
		found, err = tables.Damaged(ctx, db, most)
	}
	if err != nil || version < firstHeaders {
		return found, err
	}
	headers, err := tables.DamagedHeaders(ctx, db, most)
	for _, d := range headers {
		if !slices.ContainsFunc(found, func(f *store.Damaged) bool { return f.Game == d.Game }) {
			found = append(found, d)
		}
	}
	return found, err
}

// checkFile is Check without the games.
func checkFile(ctx context.Context, path string) error {
	return looked(ctx, path, func(*sql.DB, int64) error { return nil })
}

// looked checks a database with SQLite's own checks, then calls games with the version of its tables.
func looked(ctx context.Context, path string, games func(*sql.DB, int64) error) (err error) {
	if _, err := os.Stat(path); err != nil {
		return fmt.Errorf("%s: %w", path, cause(err))
	}
	if err := checkLength(path); err != nil {
		return err
	}
	db, err := open(path, 1, "query_only(1)", "busy_timeout(5000)")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	found, err := problemsOf(ctx, db)
	if err != nil {
		return fmt.Errorf("%s is not a moyo database, or is damaged: %w", path, err)
	}
	if len(found) > 0 {
		return fmt.Errorf("%s is damaged: %s", path, strings.Join(found, "; "))
	}
	have, newest, err := versions(ctx, db)
	switch {
	case err != nil:
		return fmt.Errorf("%s is not a moyo database: %w", path, err)
	case have > newest:
		return fmt.Errorf("%s: %w", path, errNewer(have, newest))
	}
	return games(db, have)
}

const (
	firstSums    = 14 // events have checksums since this version of the tables
	firstHeaders = 31 // headers have checksums since this version
	maxDamaged   = 20 // games named in an error
)

// problemsOf returns at most 100 problems that SQLite finds in a whole database.
func problemsOf(ctx context.Context, db *sql.DB) (found []string, err error) {
	rows, err := db.QueryContext(ctx, "PRAGMA integrity_check")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			return nil, err
		}
		if text != "ok" {
			found = append(found, text)
		}
	}
	return found, rows.Err()
}

// versions returns the version of the tables of a database, and the newest that
// this program supports. It writes nothing.
func versions(ctx context.Context, db *sql.DB) (have, newest int64, err error) {
	if err := db.QueryRowContext(ctx, "SELECT max(version_id) FROM "+goose.DefaultTablename).Scan(&have); err != nil {
		return 0, 0, err
	}
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return 0, 0, err
	}
	p, err := goose.NewProvider(goose.DialectSQLite3, db, files)
	if err != nil {
		return 0, 0, err
	}
	sources := p.ListSources()
	return have, sources[len(sources)-1].Version, nil
}

// newPart creates an empty file with the temporary name of file, readable only for its
// owner, since it will contain all mail addresses. Neither file may exist.
func newPart(file string) (string, error) {
	for _, name := range []string{file, file + partial} {
		if _, err := os.Stat(name); !errors.Is(err, fs.ErrNotExist) {
			return "", fmt.Errorf("%s already exists", name)
		}
	}
	f, err := os.OpenFile(file+partial, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return "", fmt.Errorf("%s cannot be written: %w", file, cause(err))
	}
	return f.Name(), f.Close()
}

// settle renames a complete file, and returns when the file and its name are on disk.
func settle(part, file string) error {
	if err := flush(part); err != nil {
		return err
	}
	if err := os.Rename(part, file); err != nil {
		return err
	}
	return flush(filepath.Dir(file))
}

// flush returns when a file, or the names in a folder, are on disk.
func flush(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

func copyFile(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}
