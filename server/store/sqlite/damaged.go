package sqlite

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"

	driver "modernc.org/sqlite"

	"moyo/server/store/tables"
)

// DamagedFile is the error of a database file that cannot be written to any more: it was cut
// short, or SQLite cannot make sense of it.
type DamagedFile struct {
	Path string
	Err  error
}

// Error says what is wrong and what an operator does next.
func (d *DamagedFile) Error() string {
	return fmt.Sprintf("database %s is damaged: %v; stop the server, keep a copy of the folder, and look with `moyo check %s`; "+
		"then bring back a backup with `moyo restore`, or what can still be read with `moyo salvage %s NEW-FILE` "+
		"and `moyo restore --damaged NEW-FILE`",
		d.Path, d.Err, d.Path, d.Path)
}

// Unwrap returns what was found.
func (d *DamagedFile) Unwrap() error { return d.Err }

// orDamaged names an error of SQLite that says that a file is damaged as such.
func orDamaged(path string, err error) error {
	if e, ok := errors.AsType[*driver.Error](err); ok && (e.Code()&0xff == corrupt || e.Code() == notADatabase) {
		return &DamagedFile{path, err}
	}
	return err
}

// The first bytes of a database file, as SQLite documents them.
const (
	headSize    = 100
	pageSizeAt  = 16
	changesAt   = 24 // a number that each change raises
	pagesAt     = 28
	pagesKnowAt = 92 // that number when the pages were counted
)

// checkLength returns a *DamagedFile where a file has fewer pages than it says to have. SQLite
// would refuse to read any of it. With a write-ahead log the missing pages may lie there.
func checkLength(path string) error {
	if hasLog(path) {
		return nil
	}
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || info.Size() == 0 {
		return err
	}
	head := make([]byte, headSize)
	if _, err := io.ReadFull(f, head); err != nil {
		return &DamagedFile{path, fmt.Errorf("it has %d bytes", info.Size())}
	}
	size := int64(binary.BigEndian.Uint16(head[pageSizeAt:]))
	if size == 1 {
		size = 1 << 16
	}
	want := int64(binary.BigEndian.Uint32(head[pagesAt:]))
	counted := binary.BigEndian.Uint32(head[changesAt:]) == binary.BigEndian.Uint32(head[pagesKnowAt:])
	if have := info.Size(); counted && have < want*size {
		return &DamagedFile{path, fmt.Errorf("its last %d bytes are missing (%d of %d pages are there)", want*size-have, have/size, want)}
	}
	return nil
}

// hasLog says whether something lies in the write-ahead log of a file.
func hasLog(path string) bool {
	info, err := os.Stat(path + "-wal")
	return err == nil && info.Size() > 0
}

// openDamaged opens a file so that SQLite reads the pages that are there, and writes nothing.
func openDamaged(path string, conns int) (*sql.DB, error) {
	// Only with that schema does it read a file that is too short.
	q := url.Values{"mode": {"ro"}, "_pragma": {"writable_schema(1)", "query_only(1)"}}
	if !hasLog(path) {
		q.Set("immutable", "1") // else it would make files beside it
	}
	return openWith(path, conns, q)
}

// OpenReadOnly opens the database in the folder dir, of which Open has said that it is
// damaged. What lies on pages that are there is read, all else is an error; all writes are
// store.ErrReadOnly, and the file is not touched.
func OpenReadOnly(ctx context.Context, dir string) (_ *Store, err error) {
	s := &Store{}
	defer func() {
		if err != nil {
			_ = s.closeFiles()
		}
	}()
	if s.lock, err = takeLock(ctx, dir); err != nil {
		return nil, err
	}
	path := filepath.Join(dir, File)
	if s.readers, err = openDamaged(path, 4); err != nil {
		return nil, err
	}
	have, newest, err := versions(ctx, s.readers)
	switch {
	case err != nil:
		return nil, &DamagedFile{path, fmt.Errorf("nothing of it can be read: %w", err)}
	case have != newest:
		return nil, &DamagedFile{path, fmt.Errorf("its tables have version %d, and this program reads version %d", have, newest)}
	}
	s.Store = tables.OpenReadOnly(dialect, s.readers, isTorn, s.closeFiles)
	return s, nil
}

// isTorn says whether an error is SQLite's own: of a damaged file it can be that a page is lost, or
// the name of a table with it.
func isTorn(err error) bool {
	_, ok := errors.AsType[*driver.Error](err)
	return ok
}
