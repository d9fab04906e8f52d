package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"moyo/server/store/sqlite"
	"moyo/server/store/tables"
)

// exportCmd is `moyo export`.
type exportCmd struct {
	File string `arg:"" type:"path" help:"New file for the data: lines of JSON with a checksum."`
	storeFlags
}

func (c *exportCmd) Run(ctx context.Context, out io.Writer) (err error) {
	part := c.File + ".part"
	for _, name := range []string{c.File, part} {
		if _, err := os.Stat(name); !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%s already exists", name)
		}
	}
	s, done, err := c.moment(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, done()) }()
	file, err := os.OpenFile(part, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600) // it contains people's mail addresses
	if err != nil {
		return err
	}
	rows, err := s.Export(ctx, file)
	if err := errors.Join(err, file.Sync(), file.Close()); err != nil {
		return errors.Join(err, os.Remove(part))
	}
	if err := os.Rename(part, c.File); err != nil {
		return err
	}
	fmt.Fprintf(out, "%s contains all data of the database %s: %d rows\n", c.File, c.place(), rows)
	return nil
}

// moment opens a snapshot of the database, and returns a function that closes it. A file is copied,
// since a server may have it open.
func (c *exportCmd) moment(ctx context.Context) (s database, done func() error, err error) {
	if c.DB != "" {
		if s, err = c.open(ctx); err != nil {
			return nil, nil, err
		}
		return s, s.Close, nil
	}
	dir, err := os.MkdirTemp(filepath.Dir(c.File), "moyo-export-*")
	if err != nil {
		return nil, nil, err
	}
	if err = sqlite.Backup(ctx, c.Data, filepath.Join(dir, sqlite.File)); err == nil {
		s, err = sqlite.Open(ctx, dir)
	}
	if err != nil {
		return nil, nil, errors.Join(err, os.RemoveAll(dir))
	}
	return s, func() error { return errors.Join(s.Close(), os.RemoveAll(dir)) }, nil
}

// importCmd is `moyo import`.
type importCmd struct {
	File string `arg:"" type:"existingfile" help:"A file made by moyo export."`
	storeFlags
}

func (c *importCmd) Run(ctx context.Context, out io.Writer) error {
	file, err := os.Open(c.File)
	if err != nil {
		return err
	}
	defer file.Close()
	if _, err := tables.CheckArchive(file); err != nil { // before a database is created
		return fmt.Errorf("%s: %w", c.File, err)
	}
	s, err := c.open(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	rows, err := s.Import(ctx, file)
	if errors.Is(err, tables.ErrNotEmpty) {
		return fmt.Errorf("%w; import needs an empty database", err)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", c.File, err)
	}
	fmt.Fprintf(out, "the database %s contains all data of %s: %d rows; you can start the server\n", c.place(), c.File, rows)
	return nil
}
