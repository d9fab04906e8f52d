package main

import (
	"io"

	"moyo/board"
	"moyo/engine/weiqi"
)

// trainGraphs writes boards for the trainer that runs on a graphics card.
type trainGraphs struct {
	Boards []string `arg:"" help:"Boards."`
	Out    string   `help:"File to write." required:""`
}

// Run writes the file.
func (c *trainGraphs) Run() error {
	boards := make([]*board.Board, len(c.Boards))
	for i, spec := range c.Boards {
		b, err := board.Parse(spec)
		if err != nil {
			return wrongUse(err)
		}
		boards[i] = b
	}
	return writeFile(c.Out, func(out io.Writer) error { return weiqi.WriteGraphs(out, boards) })
}
