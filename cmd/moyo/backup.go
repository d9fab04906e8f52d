package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"moyo/server/store/postgres"
	"moyo/server/store/sqlite"
)

// backupCmd is `moyo backup`.
type backupCmd struct {
	File string `arg:"" type:"path" help:"New file for the copy."`
	storeFlags
}

func (c *backupCmd) Run(ctx context.Context, out io.Writer) error {
	if err := c.fileOnly("this"); err != nil {
		return err
	}
	if err := sqlite.Backup(ctx, c.Data, c.File); err != nil {
		return err
	}
	fmt.Fprintf(out, "%s is a copy of the database in %s, checked\n", c.File, c.Data)
	return nil
}

// restoreCmd is `moyo restore`.
type restoreCmd struct {
	File    string `arg:"" type:"existingfile" help:"A copy made by moyo backup or moyo salvage."`
	Damaged bool   `help:"Also accept a copy with damaged games: the server refuses only these."`
	storeFlags
}

func (c *restoreCmd) Run(ctx context.Context, out io.Writer) error {
	if err := c.fileOnly("this"); err != nil {
		return err
	}
	if err := sqlite.Restore(ctx, c.File, c.Data, c.Damaged); err != nil {
		return err
	}
	fmt.Fprintf(out, "the database in %s is restored from %s; you can start the server\n", c.Data, c.File)
	return nil
}

// salvageCmd is `moyo salvage`.
type salvageCmd struct {
	File string `arg:"" type:"existingfile" help:"A damaged database. The server must be stopped."`
	To   string `arg:"" type:"path" help:"New file for the readable data."`
}

func (c *salvageCmd) Run(ctx context.Context, out io.Writer) error {
	found, err := sqlite.Salvage(ctx, c.File, c.To)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%s contains the readable data of %s: %d rows\n", c.To, c.File, found.Rows)
	if len(found.Gaps) > 0 {
		fmt.Fprintf(out, "incomplete: %s\n", strings.Join(found.Gaps, ", "))
	}
	fmt.Fprintf(out, "%d games are damaged, and %d are lost except for some events\n", found.Damaged, found.Lost)
	fmt.Fprintf(out, "a recent backup may contain more; to use this copy:  moyo restore --damaged %s --data NEW-FOLDER\n", c.To)
	return nil
}

// checkCmd is `moyo check`.
type checkCmd struct {
	File string `arg:"" optional:"" type:"existingfile" help:"A copy made by moyo backup, or the database of a stopped server."`
	DB   string `name:"db" placeholder:"URL" help:"Check PostgreSQL instead; servers may be running."`
}

func (c *checkCmd) Run(ctx context.Context, out io.Writer) error {
	switch {
	case (c.File == "") == (c.DB == ""):
		return wrongUse(errors.New("moyo check needs a file or --db, but not both"))
	case c.DB != "":
		if err := (&storeFlags{DB: c.DB}).check(); err != nil {
			return wrongUse(err)
		}
		if err := postgres.Check(ctx, c.DB); err != nil {
			return err
		}
		fmt.Fprintln(out, "all logs in the database are intact")
		return nil
	}
	if err := sqlite.Check(ctx, c.File); err != nil {
		return err
	}
	fmt.Fprintf(out, "%s is whole\n", c.File)
	return nil
}

// backupFlags are the settings for automatic copies.
type backupFlags struct {
	Backups     string        `type:"path" placeholder:"DIR" env:"MOYO_BACKUPS" help:"Folder for automatic copies of the database. The default is no copies."`
	BackupEvery time.Duration `default:"24h" env:"MOYO_BACKUP_EVERY" help:"Time between two copies."`
	BackupKeep  int           `default:"14" env:"MOYO_BACKUP_KEEP" help:"Number of copies to keep."`
}

func (f *backupFlags) check() error {
	switch {
	case f.Backups == "":
		return nil
	case f.BackupEvery < time.Minute:
		return fmt.Errorf("backup-every %v: want a minute or more", f.BackupEvery)
	case f.BackupKeep < 1:
		return fmt.Errorf("backup-keep %d: want 1 or more", f.BackupKeep)
	}
	return nil
}

// run makes copies until ctx ends: the first one immediately if the newest is too old.
func (f *backupFlags) run(ctx context.Context, data string, log *slog.Logger, now func() time.Time) {
	for {
		wait := f.BackupEvery
		if kept, err := f.list(); err == nil && len(kept) > 0 {
			if at, err := time.Parse(backupName, kept[len(kept)-1]); err == nil {
				wait = min(wait, f.BackupEvery-now().Sub(at))
			}
		} else {
			wait = 0
		}
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return
		}
		file := filepath.Join(f.Backups, now().UTC().Format(backupName))
		switch err := f.make(ctx, data, file); {
		case err == nil:
			log.Info("database copied", "file", file)
		case ctx.Err() == nil:
			log.Error("database backup failed; retrying in a minute", "err", err)
			select {
			case <-time.After(time.Minute):
			case <-ctx.Done():
				return
			}
		}
	}
}

// backupName is the name of a copy in the layout of package time: its time in UTC.
const backupName = "moyo-20060102-150405.db"

// make makes a copy and removes the surplus, and what an interrupted copy has left.
func (f *backupFlags) make(ctx context.Context, data, file string) error {
	if err := os.MkdirAll(f.Backups, 0o700); err != nil {
		return err
	}
	left, err := filepath.Glob(filepath.Join(f.Backups, "moyo-*.db.part*"))
	if err != nil {
		return err
	}
	for _, name := range left {
		if err := os.Remove(name); err != nil {
			return err
		}
	}
	if err := sqlite.Backup(ctx, data, file); err != nil {
		return err
	}
	kept, err := f.list()
	if err != nil {
		return err
	}
	for _, name := range kept[:max(0, len(kept)-f.BackupKeep)] {
		if err := os.Remove(filepath.Join(f.Backups, name)); err != nil {
			return err
		}
	}
	return nil
}

// list returns the names of the copies, oldest first.
func (f *backupFlags) list() (names []string, err error) {
	entries, err := os.ReadDir(f.Backups)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if _, err := time.Parse(backupName, e.Name()); err == nil {
			names = append(names, e.Name())
		}
	}
	slices.SortFunc(names, strings.Compare)
	return names, nil
}
