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

	"moyo/catalog"
	"moyo/client/terminal/files"
	"moyo/client/terminal/words"
	"moyo/game"
	"moyo/game/record"
	"moyo/game/record/sgf"

	records "moyo/game/record/files"
)

// convertCmd converts records of games.
type convertCmd struct {
	Files []string `arg:"" help:"Files of any format, recognized by their contents; folders, for all their files that end in .sgf, .lib, .psq, .gib, .ngf, .ugf or .ugi; patterns such as 'games/*.sgf'; - for standard input."`
	To    string   `help:"sgf, lib (RenLib) or psq (Piskvork); the default follows the extension of --out, else sgf." enum:",sgf,lib,psq" default:""`
	Out   string   `short:"o" placeholder:"FILE" help:"Write to a file, or to a folder with one file for each input; the name of a new folder must end in /."`
}

// Run converts, and continues after files that cannot be read.
func (c *convertCmd) Run(ctx context.Context, stdout io.Writer) error {
	paths, err := recordPaths(c.Files)
	if err != nil {
		return wrongUse(err)
	}
	folder, err := isOutFolder(c.Out)
	if err != nil {
		return err
	}
	if ending := strings.ToLower(filepath.Ext(c.Out)); !folder && slices.Contains(records.OfServers, ending) {
		return wrongUse(fmt.Errorf("files that end in %s are only read: name a file with --out that ends in .sgf, .lib or .psq "+
			"(--to sgf, lib or psq)", ending))
	}
	run := conversion{
		ctx: ctx, paths: paths, out: c.Out, format: c.format(), open: game.Opener{Board: boardsOnce(), Rules: catalog.Rules},
		bad: files.Bad{What: "files cannot be read"},
	}
	switch {
	case folder:
		err = run.intoFolder()
	case c.Out != "":
		err = files.Replace(c.Out, run.intoOne)
	default:
		err = run.intoOne(stdout)
	}
	if err == nil && c.Out != "" {
		_, err = fmt.Fprintf(stdout, "%s from %s in %s\n", words.Count(run.games, "game"), words.Count(run.read, "file"), c.Out)
	}
	return cmp.Or(ctx.Err(), err, run.bad.Err())
}

// format returns the format to write.
func (c *convertCmd) format() string {
	for _, ending := range []string{"." + c.To, strings.ToLower(filepath.Ext(c.Out))} {
		for format, of := range records.Endings {
			if of == ending {
				return format
			}
		}
	}
	return records.SGF
}

// isOutFolder reports whether out is a folder, and creates one if its name ends like a folder's.
func isOutFolder(out string) (bool, error) {
	if strings.HasSuffix(out, "/") {
		return true, os.MkdirAll(out, 0o755)
	}
	info, err := os.Stat(out)
	return err == nil && info.IsDir(), nil
}

// conversion is one run of the command.
type conversion struct {
	ctx         context.Context
	paths       []string
	out, format string
	open        game.Opener
	bad         files.Bad
	read, games int // so far
}

// each reads the files, and skips those that cannot be read or that use refuses.
func (c *conversion) each(use func(path, format string, games sgf.Collection) error) {
	bar := newProgress("files")
	defer bar.End()
	for i, path := range c.paths {
		if c.ctx.Err() != nil {
			return
		}
		games, format, err := readFormat(path)
		if err == nil {
			for i, g := range games {
				warn(gameName(path, games, i), record.Repairs(c.ctx, g, c.open))
			}
			if err = use(path, format, games); err != nil {
				err = fmt.Errorf("%s: %w", path, err)
			}
		}
		if err != nil {
			c.bad.Add(err)
		} else {
			c.read, c.games = c.read+1, c.games+len(games)
		}
		bar.Set(int64(i+1), int64(len(c.paths)))
	}
}

// intoOne writes all games to w.
func (c *conversion) intoOne(w io.Writer) error {
	var failed error
	var only sgf.Collection // the one game, if the format has room for one
	c.each(func(path, format string, games sgf.Collection) error {
		if format != c.format && same(path, c.out) {
			failed = wrongUse(fmt.Errorf("%s: the output would overwrite the input, which has another format: name another file", path))
		} else if c.format == records.SGF {
			failed = cmp.Or(failed, records.Write(w, c.format, games))
		} else if only = append(only, games...); len(only) > 1 {
			failed = wrongUse(fmt.Errorf("a file that ends in %s can contain one game only: name a folder with --out", records.Endings[c.format]))
		}
		return nil
	})
	switch {
	case failed != nil || c.ctx.Err() != nil:
		return cmp.Or(failed, c.ctx.Err())
	case c.games == 0:
		return cmp.Or(c.bad.Err(), errors.New("no game")) // and no file without a game
	case c.format != records.SGF:
		return records.Write(w, c.format, only)
	}
	return nil
}

// intoFolder writes a file for each input, or for each game if a file has room for one.
func (c *conversion) intoFolder() error {
	used := map[string]int{}
	c.each(func(path, _ string, games sgf.Collection) error {
		parts := []sgf.Collection{games}
		if c.format != records.SGF {
			parts = slices.Collect(slices.Chunk(games, 1))
		}
		for _, part := range parts {
			name := filepath.Join(c.out, ownName(path, records.Endings[c.format], used))
			if same(path, name) {
				return errors.New("the output would overwrite the input: name another folder")
			}
			if err := files.Replace(name, func(w io.Writer) error { return records.Write(w, c.format, part) }); err != nil {
				return err
			}
		}
		return nil
	})
	return nil
}

// same reports whether two paths are the same file.
func same(path, other string) bool {
	a, err1 := os.Stat(path)
	b, err2 := os.Stat(other)
	return err1 == nil && err2 == nil && os.SameFile(a, b)
}

// ownName returns the name of a converted file in a folder: the input's name, with a number if it
// is taken.
func ownName(path, ending string, used map[string]int) string {
	name := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	if path == "-" {
		name = "stdin"
	}
	if used[name]++; used[name] > 1 {
		name += "-" + strconv.Itoa(used[name])
	}
	return name + ending
}

// recordPaths returns the files that args name.
func recordPaths(args []string) ([]string, error) {
	var paths []string
	for _, arg := range args {
		found := []string{arg}
		info, err := os.Stat(arg)
		switch {
		case arg == "-":
			err = nil
		case errors.Is(err, fs.ErrNotExist):
			// The shell resolves patterns, but not every shell does.
			switch found, err = filepath.Glob(arg); {
			case err != nil:
				err = fmt.Errorf("%s: %w", arg, err)
			case len(found) == 0:
				err = fmt.Errorf("%s: no such file", arg)
			}
		case err == nil && info.IsDir():
			found, err = recordsBelow(arg)
		}
		if err != nil {
			return nil, err
		}
		paths = append(paths, found...)
	}
	return paths, nil
}

// recordsBelow returns the files with the extension of a record in a folder and its subfolders.
func recordsBelow(folder string) ([]string, error) {
	var found []string
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.Type().IsRegular() && records.IsName(path) {
			found = append(found, path)
		}
		return err
	})
	if err == nil && len(found) == 0 {
		err = fmt.Errorf("%s: no records in this folder: their names end in .sgf, .lib, .psq, .gib, .ngf, .ugf or .ugi", folder)
	}
	return found, err
}

// readRecords reads the games of one file, in UTF-8. The caller prints what was repaired.
func readRecords(path string) (sgf.Collection, error) {
	games, _, err := readFormat(path)
	return games, err
}

// readFormat is [readRecords] with the name of the file's format.
func readFormat(path string) (games sgf.Collection, format string, err error) {
	lim := sgf.DefaultLimits
	if info, err := os.Stat(path); err == nil && info.Size() > int64(lim.Bytes) {
		return nil, "", fmt.Errorf("%s: %w", path, records.TooLarge(info.Size(), lim))
	}
	data, err := files.ReadBounded(path, os.Stdin, int64(lim.Bytes))
	if err != nil {
		return nil, "", err
	}
	games, format, err = records.Read(data, lim)
	if err != nil {
		return nil, "", fmt.Errorf("%s: %w", path, err)
	}
	for _, g := range games {
		g.ToUTF8()
	}
	return games, format, nil
}

// gameName names a game of a file with several.
func gameName(path string, games sgf.Collection, i int) string {
	if len(games) == 1 {
		return path
	}
	return fmt.Sprintf("%s#%d", path, i+1)
}

// warn prints what was repaired in a record.
func warn(name string, repairs []string) {
	for _, text := range repairs {
		fmt.Fprintf(os.Stderr, "%s: repaired: %s\n", name, text)
	}
}

// warnOf prints what was repaired in a problem.
func warnOf(repair string) { fmt.Fprintln(os.Stderr, "repaired: "+repair) }
