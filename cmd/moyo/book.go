package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// bookCmd groups the commands about opening books.
type bookCmd struct {
	Build bookBuildCmd `cmd:"" help:"Search the answers to first moves for the opening book of a game."`
}

// bookBuildCmd makes an opening book.
type bookBuildCmd struct {
	Game      string `default:"capturefive" help:"Game and options, such as capturefive:n=5."`
	Board     string `help:"Board to play on; the game's usual one by default."`
	Nodes     int64  `default:"300000" help:"Positions searched for each answer (Capture Five). The same number makes the same book."`
	Positions int    `default:"400" help:"Largest number of positions in the book (Capture Five)."`
	Plies     int    `help:"Stones of the largest position; 0 for the game's default."`
	Width     int    `default:"4" help:"Moves to follow in each position, including the answer (Capture Five)."`
	Threads   int    `default:"1" help:"Goroutines that search (Connect Four)."`
	Out       string `help:"File to write. The default is the file that is built into the program if the source is available, else a file of that name in this folder."`
	JSON      bool   `name:"json" help:"Print a summary as JSON."`
}

// openingBook is a book that was made.
type openingBook interface {
	Len() int
	Write(out io.Writer, comment string) error
}

// bookToMake is a requested book: how to make it, and its place in the source. Made may return an
// error with a partial book; nil means none.
type bookToMake struct {
	folder, file string
	comment      func(positions int) string // the command that makes the same book again
	make         func(ctx context.Context, progress func(done, total int)) (made openingBook, err error)
}

// bookGames are the games that have books, by name.
var bookGames = map[string]func(c *bookBuildCmd) (bookToMake, error){
	"capturefive": captureFiveBook,
	"connect4":    connect4Book,
}

// Run searches and writes the book; after Ctrl-C, the part that is done.
func (c *bookBuildCmd) Run(ctx context.Context, stdout io.Writer) error {
	name, _, _ := strings.Cut(c.Game, ":")
	wanted := bookGames[name]
	if wanted == nil {
		return wrongUse(fmt.Errorf("--game %q: has no opening book", name))
	}
	w, err := wanted(c)
	if err != nil {
		return wrongUse(err)
	}
	file := c.Out
	if file == "" {
		file = w.file
		if info, err := os.Stat(w.folder); err == nil && info.IsDir() {
			file = filepath.Join(w.folder, file)
		}
	}
	begin := time.Now()
	bar := newProgress("positions")
	k, made := w.make(ctx, func(done, total int) { bar.Set(int64(done), int64(total)) })
	bar.End()
	if k == nil || made != nil && !errors.Is(made, ctx.Err()) {
		return made
	}
	var text strings.Builder
	if err := k.Write(&text, w.comment(k.Len())); err != nil {
		return err
	}
	if err := os.WriteFile(file, []byte(text.String()), 0o666); err != nil {
		return err
	}
	if err := c.print(stdout, bookMade{file, k.Len(), text.Len(), time.Since(begin).Seconds()}); err != nil {
		return err
	}
	return made
}

// bookMade describes what was written.
type bookMade struct {
	File      string  `json:"file"`
	Positions int     `json:"positions"`
	Bytes     int     `json:"bytes"`
	Seconds   float64 `json:"seconds"`
}

func (c *bookBuildCmd) print(stdout io.Writer, made bookMade) error {
	if c.JSON {
		return json.NewEncoder(stdout).Encode(made)
	}
	_, err := fmt.Fprintf(stdout, "%s: %d positions, %d bytes, %.0f s\n", made.File, made.Positions, made.Bytes, made.Seconds)
	return err
}
