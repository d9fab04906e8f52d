package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"moyo/server/store"
	"moyo/server/store/postgres"
	"moyo/server/store/sqlite"
)

// storeFlags name a server's database.
type storeFlags struct {
	Data string `default:"data" env:"MOYO_DATA" type:"path" help:"Folder of the database; created if missing."`
	DB   string `name:"db" placeholder:"URL" env:"MOYO_DB" help:"Store all data in PostgreSQL, at postgres://user:password@host:5432/database, instead of a file in the folder."`
}

// check returns an error if the flags are not valid.
func (f *storeFlags) check() error {
	if f.DB == "" || strings.HasPrefix(f.DB, "postgres://") || strings.HasPrefix(f.DB, "postgresql://") {
		return nil
	}
	return errors.New("db: want an address such as postgres://user:password@host:5432/database") // it may contain a password: it is not quoted
}

// database is a store that can be moved to another database.
type database interface {
	store.Store
	Export(ctx context.Context, out io.Writer) (rows int, err error)
	Import(ctx context.Context, archive io.ReadSeeker) (rows int, err error)
}

// warningOf returns a warning about the state of a database for the operator, "" for none.
func warningOf(s store.Store) string {
	if found, ok := s.(interface{ Warning() string }); ok {
		return found.Warning()
	}
	return ""
}

// open opens the database, and creates it if missing.
func (f *storeFlags) open(ctx context.Context) (database, error) {
	if err := f.check(); err != nil {
		return nil, wrongUse(err)
	}
	if f.DB != "" {
		return postgres.Open(ctx, f.DB)
	}
	return sqlite.Open(ctx, f.Data)
}

// place names the database for people, without a password. The environment may have named another
// one than expected.
func (f *storeFlags) place() string {
	if f.DB == "" {
		return "in " + f.Data
	}
	u, err := url.Parse(f.DB)
	if err != nil {
		return "in PostgreSQL"
	}
	return fmt.Sprintf("%s at %s", strings.TrimPrefix(u.Path, "/"), cmp.Or(u.Host, u.Query().Get("host"), "this machine"))
}

// there returns an error if the database does not exist.
func (f *storeFlags) there() error {
	if f.DB != "" {
		return nil // opening it reports that
	}
	if _, err := os.Stat(filepath.Join(f.Data, sqlite.File)); err != nil {
		return fmt.Errorf("no database in %s; name the folder with --data", f.Data)
	}
	return nil
}

// fileOnly returns the error of a command that needs a database file, if the database is elsewhere.
func (f *storeFlags) fileOnly(command string) error {
	if f.DB == "" {
		return nil
	}
	return wrongUse(fmt.Errorf("%s is for a database in a folder, and --db or MOYO_DB names PostgreSQL; "+
		"use pg_dump and pg_restore there; moyo export works with both", command))
}
