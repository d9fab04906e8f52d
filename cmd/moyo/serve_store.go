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

// storeFlags say where a server's database is.
type storeFlags struct {
	Data string `default:"data" env:"MOYO_DATA" type:"path" help:"Folder of the database; made where missing."`
	DB   string `name:"db" placeholder:"URL" env:"MOYO_DB" help:"Keep everything in PostgreSQL, at postgres://user:password@host:5432/database, instead of a file in the folder."`
}

// check says what is wrong with the flags.
func (f *storeFlags) check() error {
	if f.DB == "" || strings.HasPrefix(f.DB, "postgres://") || strings.HasPrefix(f.DB, "postgresql://") {
		return nil
	}
	return errors.New("db: want an address such as postgres://user:password@host:5432/database") // it may have a password: it is not quoted
}

// database is a store that can be moved to another database.
type database interface {
	store.Store
	Export(ctx context.Context, out io.Writer) (rows int, err error)
	Import(ctx context.Context, archive io.ReadSeeker) (rows int, err error)
}

// warningOf says what an operator has to know of how a database was found, "" for nothing.
func warningOf(s store.Store) string {
	if found, ok := s.(interface{ Warning() string }); ok {
		return found.Warning()
	}
	return ""
}

// open opens the database, made where it is missing.
func (f *storeFlags) open(ctx context.Context) (database, error) {
	if err := f.check(); err != nil {
		return nil, wrongUse(err)
	}
	if f.DB != "" {
		return postgres.Open(ctx, f.DB)
	}
	return sqlite.Open(ctx, f.Data)
}

// place names the database for people, without a password. The environment may have named
// another one than somebody thinks of.
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

// there says what is missing where there is no database.
func (f *storeFlags) there() error {
	if f.DB != "" {
		return nil // opening it says so
	}
	if _, err := os.Stat(filepath.Join(f.Data, sqlite.File)); err != nil {
		return fmt.Errorf("there is no database in %s; name the folder with --data", f.Data)
	}
	return nil
}

// fileOnly is the error of a command for the file in a folder where the database is elsewhere.
func (f *storeFlags) fileOnly(command string) error {
	if f.DB == "" {
		return nil
	}
	return wrongUse(fmt.Errorf("%s is for a database in a folder, and --db or MOYO_DB names PostgreSQL; "+
		"that has pg_dump and pg_restore, and moyo export works with both", command))
}
