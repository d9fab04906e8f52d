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

// DamagedFile is the error of a database file that cannot be written any more: it was
// truncated, or SQLite cannot parse it.
type DamagedFile struct {
	Path string
	Err  error
}

// Error describes the damage and the operator's next steps.
func (d *DamagedFile) Error() string {
	return fmt.Sprintf("database %s is damaged: %v; stop the server, keep a copy of the folder, and look with `moyo check %s`; "+
		"then restore a backup with `moyo restore`, or save what is readable with `moyo salvage %s NEW-FILE` "+
		"and `moyo restore --damaged NEW-FILE`",
		d.Path, d.Err, d.Path, d.Path)
}

// Unwrap returns the damage.
func (d *DamagedFile) Unwrap() error { return d.Err }

// orDamaged returns a *DamagedFile for an SQLite error that means a damaged file, and other errors unchanged.
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
	changesAt   = 24 // a counter of changes
	pagesAt     = 28
	pagesKnowAt = 92 // that counter at the time of the page count
)

// checkLength returns a *DamagedFile if a file has fewer pages than its header says, which SQLite
// would refuse to read. With a write-ahead log the missing pages may be there.
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
		return &DamagedFile{path, fmt.Errorf("its last %d bytes are missing (it has %d of %d pages)", want*size-have, have/size, want)}
	}
	return nil
}

// hasLog reports whether the write-ahead log of a file has content.
func hasLog(path string) bool {
	info, err := os.Stat(path + "-wal")
	return err == nil && info.Size() > 0
}

// openDamaged opens a file so that SQLite reads the existing pages and writes nothing.
func openDamaged(path string, conns int) (*sql.DB, error) {
	// SQLite reads a truncated file only with a writable schema.
	q := url.Values{"mode": {"ro"}, "_pragma": {"writable_schema(1)", "query_only(1)"}}
	if !hasLog(path) {
		q.Set("immutable", "1") // otherwise it would create files beside it
	}
	return openWith(path, conns, q)
}

// OpenReadOnly opens the damaged database in the folder dir, after Open has returned a *DamagedFile.
// Content of existing pages is readable, all else is an error. All writes return
// store.ErrReadOnly, and the file stays unchanged.
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
		return nil, &DamagedFile{path, fmt.Errorf("it is completely unreadable: %w", err)}
	case have != newest:
		return nil, &DamagedFile{path, fmt.Errorf("its tables have version %d, and this program supports version %d", have, newest)}
	}
	s.Store = tables.OpenReadOnly(dialect, s.readers, isTorn, s.closeFiles)
	return s, nil
}

// isTorn reports whether an error comes from SQLite: for a damaged file it may mean a lost page, or
// a lost name of a table.
func isTorn(err error) bool {
	_, ok := errors.AsType[*driver.Error](err)
	return ok
}
