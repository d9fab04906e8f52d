package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"

	"moyo/board"
	"moyo/board/boardfile"
	"moyo/catalog"
	"moyo/client/terminal/files"
	"moyo/game/draw"
)

// boardCmd groups the commands about boards.
type boardCmd struct {
	List   boardListCmd   `cmd:"" help:"List the kinds of boards and the gallery."`
	Show   boardShowCmd   `cmd:"" help:"Describe a board, or draw it as PNG or SVG."`
	Import boardImportCmd `cmd:"" help:"Convert a mesh (OBJ) or a graph (JSON) to moyo's JSON."`
	Check  boardCheckCmd  `cmd:"" help:"Check a board's file and report what is in it."`
}

type boardListCmd struct {
	JSON bool `help:"Write JSON."`
}

// boardLine describes a board in lists and as JSON.
type boardLine struct {
	Spec   string `json:"spec"`
	Title  string `json:"title"`
	Group  string `json:"group,omitempty"`
	Points int    `json:"points"`
	Edges  int    `json:"edges"`
	Degree int    `json:"maxDegree"`
	Flat   bool   `json:"flat"`
	Lines  bool   `json:"lines"`
}

func describe(b *board.Board, group string) boardLine {
	return boardLine{
		Spec: b.Spec(), Title: b.Title(), Group: group, Points: b.Len(), Edges: b.EdgeCount(),
		Degree: b.MaxDegree(), Flat: b.Flat(), Lines: b.Lines() != nil,
	}
}

func (c *boardListCmd) Run(stdout io.Writer) error {
	var lines []boardLine
	for _, e := range catalog.Gallery() {
		b, err := board.Parse(e.Spec)
		if err != nil {
			return err
		}
		lines = append(lines, describe(b, e.Group))
	}
	if c.JSON {
		return writeJSON(stdout, struct {
			Kinds   []board.Kind `json:"kinds"`
			Gallery []boardLine  `json:"gallery"`
		}{board.Kinds(), lines})
	}
	fmt.Fprintln(stdout, "Kinds of boards:")
	for _, k := range board.Kinds() {
		fmt.Fprintf(stdout, "  %-32s %s\n", k.Usage, k.Text)
	}
	fmt.Fprintf(stdout, "  %-32s %s\n", "file:PATH", "a mesh (OBJ) or a graph (JSON)")
	fmt.Fprintln(stdout, "\nThe gallery:")
	for _, l := range lines {
		fmt.Fprintf(stdout, "  %-16s %-24s %5d points %5d edges\n", l.Spec, l.Title, l.Points, l.Edges)
	}
	return nil
}

type boardShowCmd struct {
	Spec  string  `arg:"" help:"The board, such as torus:9x9 or file:mesh.obj."`
	Out   string  `short:"o" placeholder:"FILE" help:"Draw it into FILE.png or FILE.svg."`
	JSON  bool    `help:"Write the board as moyo's JSON."`
	Size  int     `default:"800" help:"Longer side of the picture in pixels."`
	Yaw   float64 `help:"Turn a solid board around its vertical axis, in degrees."`
	Pitch float64 `help:"Tilt a solid board towards the viewer, in degrees."`
}

func (c *boardShowCmd) Run(stdout io.Writer) error {
	b, err := openBoard(c.Spec)
	if err != nil {
		return err
	}
	if c.Out != "" {
		if err := c.draw(b); err != nil {
			return err
		}
	}
	if c.JSON {
		_, err := stdout.Write(boardfile.JSON(b))
		return err
	}
	if c.Out == "" {
		writeBoard(stdout, b)
	}
	return nil
}

// draw writes the picture in the format of the file name's extension.
func (c *boardShowCmd) draw(b *board.Board) error {
	const degree = math.Pi / 180
	picture, err := draw.New(b, draw.Options{Size: c.Size, Coordinates: true, Yaw: c.Yaw * degree, Pitch: c.Pitch * degree})
	if err != nil {
		return wrongUse(err)
	}
	ending, err := pictureEnding(c.Out)
	if err != nil {
		return wrongUse(err)
	}
	return files.Write(c.Out, func(w io.Writer) error { return writePicture(w, picture, ending) })
}

// pictureEnding returns the extension of a picture's file name: .png or .svg.
func pictureEnding(path string) (string, error) {
	ending := strings.ToLower(filepath.Ext(path))
	if ending != ".svg" && ending != ".png" {
		return "", fmt.Errorf("%s: cannot draw %q; want a file that ends in .png or .svg", path, ending)
	}
	return ending, nil
}

// writePicture writes a picture in the format of an extension.
func writePicture(w io.Writer, p *draw.Picture, ending string) error {
	if ending == ".png" {
		return p.PNG(w)
	}
	_, err := io.WriteString(w, p.SVG())
	return err
}

// writeBoard describes a board in words.
func writeBoard(w io.Writer, b *board.Board) {
	fmt.Fprintf(w, "%s  %s\n%d points, %d edges, at most %d neighbours\n", b.Spec(), b.Title(), b.Len(), b.EdgeCount(), b.MaxDegree())
	shape := "is drawn in the plane"
	if !b.Flat() {
		shape = "is drawn in space"
	}
	rows := "has straight lines"
	if b.Lines() == nil {
		rows = "has no straight lines"
	}
	fmt.Fprintf(w, "%s, %s\n", shape, rows)
}

type boardImportCmd struct {
	File      string `arg:"" help:"An OBJ mesh, moyo's JSON or a govariants board."`
	Out       string `short:"o" placeholder:"FILE" help:"Write to FILE instead of standard output."`
	Title     string `help:"Name of the board; the file's name by default."`
	Component int    `placeholder:"N" help:"Use only this connected part, counted from 1 as in moyo board check."`
	Merge     bool   `help:"Merge points at the same place."`
}

func (c *boardImportCmd) Run(stdout io.Writer) error {
	d, err := readDraft(c.File)
	if err != nil {
		return err
	}
	if c.Merge {
		d = d.Merge()
	}
	if c.Component != 0 {
		if parts := len(d.Report().Components); c.Component < 0 || c.Component > parts {
			return wrongUse(fmt.Errorf("--component %d: %s has parts 1 to %d", c.Component, c.File, parts))
		}
		if d, err = d.Component(c.Component - 1); err != nil {
			return err
		}
	}
	b, err := d.Board(c.Title)
	if err != nil {
		return fmt.Errorf("%w: see moyo board check, and the flags --component and --merge", err)
	}
	if c.Out == "" {
		_, err := stdout.Write(boardfile.JSON(b))
		return err
	}
	err = files.Write(c.Out, func(w io.Writer) error {
		_, err := w.Write(boardfile.JSON(b))
		return err
	})
	if err == nil {
		fmt.Fprintf(stdout, "%s: ", c.Out)
		writeBoard(stdout, b)
	}
	return err
}

// readDraft reads a board's file.
func readDraft(path string) (*boardfile.Draft, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return boardfile.Read(filepath.Base(path), f)
}

type boardCheckCmd struct {
	File string `arg:"" help:"An OBJ mesh, moyo's JSON or a govariants board."`
	JSON bool   `help:"Write JSON."`
}

// Run reports on a file. It fails if the file needs changes before it is a board.
func (c *boardCheckCmd) Run(stdout io.Writer) error {
	d, err := readDraft(c.File)
	if err != nil {
		return err
	}
	r := d.Report()
	_, broken := d.Board("")
	if c.JSON {
		err = writeJSON(stdout, r)
	} else {
		writeReport(stdout, r)
	}
	return errors.Join(err, broken)
}

// writeReport prints a report in lines.
func writeReport(w io.Writer, r boardfile.Report) {
	fmt.Fprintf(w, "format      %s\npoints      %d\nedges       %d\nneighbours ", r.Format, r.Points, r.Edges)
	for _, k := range r.Degrees {
		fmt.Fprintf(w, " %d:%d", k.Degree, k.Points)
	}
	fmt.Fprintf(w, "  (neighbours:points)\nparts       %d\n", len(r.Components))
	if len(r.Components) > 1 {
		for i, p := range r.Components {
			if i == 20 {
				fmt.Fprintf(w, "  and %d more\n", len(r.Components)-i)
				break
			}
			fmt.Fprintf(w, "  part %d: %d points, %d edges\n", i+1, p.Points, p.Edges)
		}
	}
	if r.Coincident > 0 {
		fmt.Fprintf(w, "coincident  %d\n", r.Coincident)
	}
	for _, text := range r.Warnings {
		fmt.Fprintf(w, "warning     %s\n", text)
	}
}

// writeJSON writes a value as JSON.
func writeJSON(w io.Writer, value any) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(value)
}
