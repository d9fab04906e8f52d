package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"moyo/client/terminal/answers"
	"moyo/client/terminal/files"
	"moyo/solve/life/format"
)

// problemSource names the problems for a command.
type problemSource struct {
	Files  []string `arg:"" optional:"" help:"Files in any format of moyo solve, - for standard input. The default is the bank that comes with moyo."`
	Course string   `placeholder:"NAME" help:"Only one course of the bank, by its name or its id; see moyo problems courses."`
}

// list yields the problems; unreadable ones go to bad.
func (s *problemSource) list(ctx context.Context, bad *files.Bad) (iter.Seq2[files.Listed, error], error) {
	if s.Course == "" {
		return files.List(ctx, s.Files, os.Stdin, bad), nil
	}
	if len(s.Files) > 0 {
		return nil, wrongUse(errors.New("--course is for the bank that comes with moyo: name no files"))
	}
	course, err := files.OpenCourse(s.Course)
	if err != nil {
		return nil, wrongUse(err)
	}
	return course.List, nil
}

// problemsCoursesCmd lists the courses of the bank.
type problemsCoursesCmd struct{}

// Run prints a line for each course.
func (*problemsCoursesCmd) Run(stdout io.Writer) error {
	all, err := files.Courses()
	if err != nil {
		return err
	}
	for i := range all {
		c := &all[i]
		from, to := c.Ranks()
		if _, err := fmt.Fprintf(stdout, "%-17s %4d  %-9s %s. %s\n", c.ID, len(c.Problems), from+"-"+to, c.Name, c.About); err != nil {
			return err
		}
	}
	return nil
}

// problemsListCmd lists problems of files or of the bank.
type problemsListCmd struct {
	problemSource
	JSON bool `name:"json" help:"Print the problems as JSON lines."`
}

// Run prints a line for each problem.
func (c *problemsListCmd) Run(ctx context.Context, stdout io.Writer) error {
	bad := files.Bad{Warn: warnOf}
	list, err := c.list(ctx, &bad)
	if err != nil {
		return err
	}
	for item, err := range list {
		switch {
		case err != nil:
		case c.JSON:
			err = format.Write(stdout, format.JSONL, item.Item)
		default:
			_, err = fmt.Fprintln(stdout, answers.LifeListed(&item.Item, item.About))
		}
		if err != nil {
			return err
		}
	}
	return cmp.Or(ctx.Err(), bad.Err())
}

// problemsConvertCmd converts problems between formats.
type problemsConvertCmd struct {
	problemSource
	To  string `help:"jsonl, sgf or text; the default follows the extension of --out, else jsonl." enum:",jsonl,sgf,text" default:""`
	Out string `short:"o" placeholder:"FILE" help:"Write to a file, or to a folder with one file per problem; the name of a new folder must end in /."`
}

// Run converts, and continues after problems that cannot be read.
func (c *problemsConvertCmd) Run(ctx context.Context, stdout io.Writer) error {
	format, err := c.format()
	if err != nil {
		return wrongUse(err)
	}
	folder, err := c.folder()
	if err != nil {
		return err
	}
	bad := files.Bad{Warn: warnOf}
	list, err := c.list(ctx, &bad)
	switch {
	case err != nil:
	case folder:
		err = c.each(list, format, &bad)
	case c.Out != "":
		err = files.Write(c.Out, func(w io.Writer) error { return writeAll(list, w, format) })
	default:
		err = writeAll(list, stdout, format)
	}
	return cmp.Or(err, ctx.Err(), bad.Err())
}

func (c *problemsConvertCmd) format() (format.Format, error) {
	if c.To != "" {
		return format.ByName(c.To)
	}
	for f, ending := range files.Endings {
		if strings.EqualFold(filepath.Ext(c.Out), ending) {
			return format.Format(f), nil
		}
	}
	return format.JSONL, nil
}

// folder reports whether --out is a folder, and creates one if its name ends like a folder's.
func (c *problemsConvertCmd) folder() (bool, error) {
	if strings.HasSuffix(c.Out, "/") {
		return true, os.MkdirAll(c.Out, 0o755)
	}
	info, err := os.Stat(c.Out)
	return err == nil && info.IsDir(), nil
}

// writeAll writes problems one after the other.
func writeAll(list iter.Seq2[files.Listed, error], w io.Writer, f format.Format) error {
	n := 0
	for item, err := range list {
		if n++; n > 1 && f == format.Text {
			return wrongUse(errors.New("a file in text form can contain one problem only: name a folder with --out"))
		}
		if err == nil {
			err = format.Write(w, f, item.Item)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// each writes every problem to its own file, named by its ID.
func (c *problemsConvertCmd) each(list iter.Seq2[files.Listed, error], f format.Format, bad *files.Bad) error {
	used := map[string]int{}
	for item, err := range list {
		if err != nil {
			return err
		}
		name := files.Name(item.ID)
		if used[name]++; used[name] > 1 {
			name += "-" + strconv.Itoa(used[name])
		}
		path := filepath.Join(c.Out, name+files.Endings[f])
		if err := files.Write(path, func(w io.Writer) error { return format.Write(w, f, item.Item) }); err != nil {
			bad.Add(err)
		}
	}
	return nil
}
