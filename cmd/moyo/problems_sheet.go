package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"moyo/client/terminal/files"
	"moyo/client/terminal/sheet"
)

// problemsSheetCmd draws problems side by side.
type problemsSheetCmd struct {
	problemSource
	Out      string `short:"o" required:"" placeholder:"FILE" help:"Write FILE.svg or FILE.png."`
	From     int    `default:"1" help:"The first problem to draw, from 1."`
	Count    int    `default:"60" help:"Problems to draw, 1 to 1000."`
	Columns  int    `default:"6" help:"Problems in a row, 1 to 20."`
	Solution bool   `help:"Mark the first moves that solve the problems, if known."`
}

// Run draws, and reports how many problems could not be read.
func (c *problemsSheetCmd) Run(ctx context.Context) error {
	ending, err := pictureEnding(c.Out)
	switch {
	case err != nil:
		return wrongUse(err)
	case c.From < 1:
		return wrongUse(fmt.Errorf("from %d: want 1 at least", c.From))
	case c.Count < 1 || c.Count > 1000:
		return wrongUse(fmt.Errorf("count %d: want 1 to 1000", c.Count))
	case c.Columns < 1 || c.Columns > 20:
		return wrongUse(fmt.Errorf("columns %d: want 1 to 20", c.Columns))
	}
	bad := files.Bad{Warn: warnOf}
	problems, all, err := c.chosen(ctx, &bad)
	if err != nil {
		return err
	}
	if len(problems) == 0 {
		return cmp.Or(ctx.Err(), bad.Err(), fmt.Errorf("problem %d does not exist: there are only %d", c.From, all))
	}
	picture, err := sheet.Draw(problems, sheet.Options{
		Title: sheet.Title(c.what(), c.From, len(problems), all), Columns: c.Columns, Solution: c.Solution,
	})
	if err != nil {
		return err
	}
	return errors.Join(files.Write(c.Out, func(w io.Writer) error { return writePicture(w, picture, ending) }), ctx.Err(), bad.Err())
}

// chosen returns the problems to draw, and the total number.
func (c *problemsSheetCmd) chosen(ctx context.Context, bad *files.Bad) (problems []files.Listed, all int, err error) {
	list, err := c.list(ctx, bad)
	if err != nil {
		return nil, 0, err
	}
	for p, err := range list {
		if err != nil {
			return nil, 0, err
		}
		if all++; all >= c.From && len(problems) < c.Count {
			problems = append(problems, p)
		}
	}
	return problems, all, nil
}

// what names the source of the problems.
func (c *problemsSheetCmd) what() string {
	switch {
	case c.Course != "":
		course, err := files.OpenCourse(c.Course)
		if err == nil {
			return course.Name
		}
	case len(c.Files) == 1:
		return filepath.Base(c.Files[0])
	case len(c.Files) > 1:
		return fmt.Sprintf("%d files", len(c.Files))
	}
	return "The bank"
}
