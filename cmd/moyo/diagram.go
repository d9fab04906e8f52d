package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"moyo/catalog"
	"moyo/client/terminal/files"
	"moyo/game"
	"moyo/game/draw"
	"moyo/game/record"
	"moyo/game/record/diagram"
)

// diagramCmd draws a record of a game.
type diagramCmd struct {
	File   string `arg:"" help:"A record of any format; - for standard input."`
	Out    string `short:"o" required:"" placeholder:"FILE" help:"Write to FILE.svg, FILE.png, FILE.gif (an animation) or FILE.pdf (figures with numbers and comments)."`
	Game   int    `help:"Number of the game in the file, from 1." default:"1"`
	Move   int    `placeholder:"N" help:"The last move to draw. The default is all moves."`
	From   int    `placeholder:"M" help:"The first move with a number, or of the animation. SVG and PNG show numbers only with this flag."`
	Figure int    `help:"Moves per figure of a PDF." default:"50"`
	Title  string `help:"Title; the players' names by default."`
	Size   int    `placeholder:"PIXELS" help:"Longer side of the board in pixels; 800 by default, 480 for GIF."`
}

// Run draws.
func (c *diagramCmd) Run(ctx context.Context, stdout io.Writer) error {
	format := strings.TrimPrefix(strings.ToLower(filepath.Ext(c.Out)), ".")
	if diagram.Formats[format] == "" {
		return wrongUse(fmt.Errorf("%s: cannot draw %q; want a file that ends in .svg, .png, .gif or .pdf", c.Out, format))
	}
	if c.Figure < 1 || c.Move < 0 || c.From < 0 {
		return wrongUse(fmt.Errorf("--figure must be 1 or more, --move and --from a move number"))
	}
	if err := draw.CheckSize(c.Size); err != nil {
		return wrongUse(err)
	}
	games, err := readRecords(c.File)
	if err != nil {
		return err
	}
	if c.Game < 1 || c.Game > len(games) {
		return wrongUse(fmt.Errorf("--game %d: %s has games 1 to %d", c.Game, c.File, len(games)))
	}
	g := games[c.Game-1]
	tree, err := record.Grow(ctx, g, game.Opener{Board: openBoard, Rules: catalog.Rules})
	if err != nil {
		return fmt.Errorf("%s: %w", c.File, err)
	}
	warn(gameName(c.File, games, c.Game-1), tree.Repairs)
	last, from, err := c.part(tree, format)
	if err != nil {
		return wrongUse(err)
	}
	line, err := diagram.Of(ctx, tree, make([]int, last), from)
	if err != nil {
		return err
	}
	d := diagram.Document{
		Options: diagram.Options{Size: c.Size, Cells: diagram.Cells, Letters: catalog.GameOf(tree.Rules.ID()).Letters}, Figure: c.Figure,
	}
	d.Title, d.Head = diagram.Heading(g, format, c.Title)
	if err := files.Write(c.Out, func(w io.Writer) error { return diagram.Write(ctx, w, format, line, d) }); err != nil {
		return err
	}
	_, err = fmt.Fprintf(stdout, "%s: drawn\n", c.Out)
	return err
}

// part returns how many nodes after the root the drawn part of the main line has, and how many of
// them come before its numbers.
func (c *diagramCmd) part(t *record.Tree, format string) (last, from int, err error) {
	moves, begins := 0, 0 // begins is the node before move --from
	if format == "gif" || format == "pdf" {
		c.From = max(c.From, 1)
	}
	node := 0
	for node+1 < len(t.Nodes) && t.Nodes[node+1].Parent == node { // a node's first child follows it
		if t.Nodes[node+1].Move != "" {
			if moves == c.Move && c.Move > 0 {
				break
			}
			if moves++; moves == c.From {
				begins = node
			}
		}
		node++
	}
	switch {
	case moves < c.Move:
		return 0, 0, fmt.Errorf("--move %d: the game has %d moves", c.Move, moves)
	case c.From > max(moves, 1):
		return 0, 0, fmt.Errorf("--from %d: moves 1 to %d are drawn", c.From, moves)
	case c.From == 0:
		return node, node, nil
	}
	return node, begins, nil
}
