package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"

	"moyo/server/store/tables"
)

// InMemory opens an empty database in memory, for tests. It has the same tables and statements as a database in a folder,
// but no files, and commits are not grouped. Without a write-ahead log, readers and the writer wait for each other, for at
// most five seconds of real time, also in a synctest bubble.
func InMemory(ctx context.Context) (_ *Store, err error) {
	schema, err := newSchema()
	if err != nil {
		return nil, err
	}
	s := &Store{}
	defer func() {
		if err != nil {
			err = errors.Join(err, s.closeFiles())
		}
	}()
	name := fmt.Sprintf("/moyo-%d", databases.Add(1))
	if s.writer, err = openInMemory(name, 1, "synchronous(OFF)"); err != nil {
		return nil, err
	}
	if _, err := s.writer.ExecContext(ctx, schema); err != nil {
		return nil, err
	}
	if s.readers, err = openInMemory(name, 4, "query_only(1)"); err != nil {
		return nil, err
	}
	free := dialect
	free.Free = true
	s.Store, err = tables.Open(ctx, free, s.writer, s.readers, s.closeFiles)
	return s, err
}

// databases counts the databases in memory. Its value is part of a database's name, which its connections share.
var databases atomic.Int64

func openInMemory(name string, conns int, pragmas ...string) (*sql.DB, error) {
	return openWith(name, conns, url.Values{"vfs": {"memdb"}, "_pragma": append(pragmas, "busy_timeout(5000)")})
}

// newSchema returns the statements that create the newest tables. Running all migrations takes ten times longer.
var newSchema = sync.OnceValues(func() (_ string, err error) {
	db, err := openInMemory("/moyo-schema", 1)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	ctx := context.Background()
	if err := migrate(ctx, db); err != nil {
		return "", err
	}
	rows, err := db.QueryContext(ctx, `SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY rowid`)
	if err != nil {
		return "", err
	}
	defer rows.Close()
	var all []string
	for rows.Next() {
		var statement string
		if err := rows.Scan(&statement); err != nil {
			return "", err
		}
		all = append(all, statement)
	}
	return strings.Join(all, ";\n"), rows.Err()
})
