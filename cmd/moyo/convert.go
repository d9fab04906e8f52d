package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	records "moyo/record/files"
	"moyo/record/sgf"
	"moyo/terminal/files"
)

// convertCmd reads records of games and writes them anew.
type convertCmd struct {
	Files []string `arg:"" help:"Files of any format, told apart by what is in them; folders, of which all files that end as records do; patterns such as 'games/*.sgf'; - for standard input."`
	Out   string   `short:"o" placeholder:"FILE" help:"Write to a file, or to a folder, a file for each that is read; a new folder's name ends in /."`
}

// Run converts, and goes on after files that cannot be read.
func (c *convertCmd) Run(ctx context.Context, stdout io.Writer) error {
	paths, err := recordPaths(c.Files)
	if err != nil {
		return wrongUse(err)
	}
	folder, err := outFolder(c.Out)
	if err != nil {
		return err
	}
	bar := newProgress("files")
	defer bar.End()
	var bad files.Bad
	var all sgf.Collection
	used := map[string]int{}
	for i, path := range paths {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		games, err := readRecords(path)
		if err == nil && folder {
			err = files.Write(filepath.Join(c.Out, ownName(path, used)), func(w io.Writer) error { return sgf.Write(w, games) })
		}
		if err != nil {
			bad.Add(err)
		}
		if !folder {
			all = append(all, games...)
		}
		bar.Set(int64(i+1), int64(len(paths)))
	}
	if folder || len(all) == 0 {
		return bad.Err()
	}
	if c.Out != "" {
		err = files.Write(c.Out, func(w io.Writer) error { return sgf.Write(w, all) })
	} else {
		err = sgf.Write(stdout, all)
	}
	return cmp.Or(err, bad.Err())
}

// outFolder says whether out is a folder, and makes one whose name says so.
func outFolder(out string) (bool, error) {
	if strings.HasSuffix(out, "/") {
		return true, os.MkdirAll(out, 0o755)
	}
	info, err := os.Stat(out)
	return err == nil && info.IsDir(), nil
}

// ownName is the name of a converted file in a folder: that of the one that was read,
// with a number where there was one already.
func ownName(path string, used map[string]int) string {
	name := files.Name(strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)))
	if used[name]++; used[name] > 1 {
		name += "-" + strconv.Itoa(used[name])
	}
	return name + recordEnding
}

// recordEnding is that of files with records.
const recordEnding = ".sgf"

// recordPaths returns the files that args name.
func recordPaths(args []string) ([]string, error) {
	var paths []string
	for _, arg := range args {
		found := []string{arg}
		info, err := os.Stat(arg)
		switch {
		case arg == "-":
		case errors.Is(err, fs.ErrNotExist):
			// Patterns are the shell's to resolve, but not every shell does.
			if found, err = filepath.Glob(arg); err == nil && len(found) == 0 {
				err = fmt.Errorf("%s: no such file", arg)
			}
		case err == nil && info.IsDir():
			found, err = recordsBelow(arg)
		}
		if err != nil && arg != "-" {
			return nil, err
		}
		paths = append(paths, found...)
	}
	return paths, nil
}

// recordsBelow returns the files in a folder, and in those in it, that end as records do.
func recordsBelow(folder string) ([]string, error) {
	var found []string
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.Type().IsRegular() && strings.EqualFold(filepath.Ext(path), recordEnding) {
			found = append(found, path)
		}
		return err
	})
	if err == nil && len(found) == 0 {
		err = fmt.Errorf("%s: no records in this folder: their names end in %s", folder, recordEnding)
	}
	slices.Sort(found)
	return found, err
}

// readRecords reads the games of one file.
func readRecords(path string) (sgf.Collection, error) {
	data, err := files.ReadBounded(path, os.Stdin, int64(sgf.DefaultLimits.Bytes))
	if err != nil {
		return nil, err
	}
	games, _, err := records.Read(data, sgf.Limits{})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return games, nil
}
