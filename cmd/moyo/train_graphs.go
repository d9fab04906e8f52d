package main

import (
	"errors"
	"os"

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
	out, err := os.Create(c.Out)
	if err != nil {
		return err
	}
	return errors.Join(weiqi.WriteGraphs(out, boards), out.Close())
}
