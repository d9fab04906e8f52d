package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"moyo/catalog"
	"moyo/client/terminal/files"
	"moyo/client/terminal/recap"
	"moyo/client/terminal/words"
	"moyo/contest/arena"
	"moyo/engine"
	"moyo/game"
	"moyo/game/record"
	"moyo/game/record/diagram"
	"moyo/game/record/sgf"
	"moyo/study/review"
)

// reviewCmd reviews games.
type reviewCmd struct {
	Files   []string      `arg:"" name:"file" help:"Records of games in any format, recognized by their contents; folders, for all their files that end in .sgf, .lib, .psq, .gib, .ngf, .ugf or .ugi; patterns; - for standard input."`
	Engine  string        `help:"The engine: alphabeta, mcts, level:5, or gtp:COMMAND or gomocup:COMMAND for a program that reports its evaluations. The default is the game's own analysis engine."`
	Time    time.Duration `help:"Time for each game; 20s without --nodes." default:"0s"`
	Nodes   int64         `help:"Positions or playouts for each game. With only --nodes and one thread a review is repeatable." default:"0"`
	Threads int           `help:"Threads of the engine." default:"1"`
	Memory  int           `help:"Memory of the engine, in MiB." default:"256"`
	Seed    uint64        `help:"Seed of all random numbers." default:"1"`
	JSON    bool          `help:"Write a line of JSON for each game."`
	HTML    string        `name:"html" help:"Write a self-contained page to this file, with a list of games if there are several." placeholder:"OUT" type:"path"`
	PDF     string        `name:"pdf" help:"Write the review of one game, or of the longest of its parts, to this file: graph, statistics, and the worst moves as diagrams." placeholder:"OUT" type:"path"`
}

// Help is shown below the flags.
func (*reviewCmd) Help() string {
	return "moyo evaluates every position briefly, and longer where much depends on it, " +
		"until the time is used up. Where stones are set up in the middle of a game, its parts are reviewed one after the other. " +
		"\"Perhaps\" a mistake means that only one short search found it. " +
		"Ctrl-C keeps the results so far. Exit code 1: a file could not be read, or the review was stopped."
}

// reviewTime is the default time per game if neither time nor nodes are given.
const reviewTime = 20 * time.Second

func (c *reviewCmd) Run(ctx context.Context, out io.Writer) error {
	if err := c.check(); err != nil {
		return wrongUse(err)
	}
	paths, failed := c.paths()
	bad := files.Bad{What: "games cannot be reviewed"}
	for _, err := range failed {
		bad.Add(err)
	}
	var done []recap.Game
	for i, path := range paths {
		if ctx.Err() != nil {
			break
		}
		games := c.load(ctx, path, &bad)
		for k, game := range games {
			if ctx.Err() != nil {
				break
			}
			if c.PDF != "" && len(done) > 0 && game.first {
				return wrongUse(errors.New("--pdf is for the review of one game: name a record with one game"))
			}
			g, err := c.review(ctx, game, place(i, len(paths), "file")+place(k, len(games), "game"))
			if err != nil {
				bad.Add(fmt.Errorf("%s: %w", game.Name, err))
				continue
			}
			done = append(done, g)
			if err := c.show(out, g); err != nil {
				return err
			}
		}
	}
	if len(done) > 1 && !c.JSON {
		fmt.Fprintf(out, "\n%s", recap.Summary(done))
	}
	if err := cmp.Or(c.writePage(done), c.writePaper(ctx, done)); err != nil {
		return err
	}
	return cmp.Or(ctx.Err(), bad.Err())
}

// place names the current one of several things, "" for a single one.
func place(i, of int, what string) string {
	if of == 1 {
		return ""
	}
	return fmt.Sprintf("%s %d/%d, ", what, i+1, of)
}

// paths returns the files to read, and errors for arguments without files.
func (c *reviewCmd) paths() (paths []string, failed []error) {
	for _, arg := range c.Files {
		found, err := recordPaths([]string{arg})
		if err != nil {
			failed = append(failed, err)
		}
		paths = append(paths, found...)
	}
	return paths, failed
}

func (c *reviewCmd) check() error {
	switch {
	case c.Time < 0 || c.Nodes < 0:
		return errors.New("times and numbers must be 0 or more")
	case c.Threads < 1 || c.Threads > maxThreads:
		return fmt.Errorf("--threads %d: want 1 to %d", c.Threads, maxThreads)
	case c.Memory < 1 || c.Memory > maxMemoryMB:
		return fmt.Errorf("--memory %d: want 1 to %d MiB", c.Memory, maxMemoryMB)
	}
	if c.Time == 0 && c.Nodes == 0 {
		c.Time = reviewTime
	}
	if c.Engine == "" || strings.HasPrefix(c.Engine, "gtp:") || strings.HasPrefix(c.Engine, "gomocup:") {
		return nil
	}
	e, err := catalog.NewEngine(c.Engine, catalog.EngineOptions{MemoryMB: c.Memory})
	if err != nil {
		return err
	}
	return e.Close()
}

// part is a game to review, or the part of one before or after stones are set up, or the rules forbid
// a move.
type part struct {
	recap.Game
	first bool    // of its game
	share float64 // of the time for its game
}

// load reads the games of a file; errors of unreadable ones go to bad.
func (c *reviewCmd) load(ctx context.Context, path string, bad *files.Bad) (games []part) {
	records, err := readRecords(path)
	if err != nil {
		bad.Add(err)
	}
	for i, r := range records {
		name := gameName(path, records, i)
		line, err := record.Follow(ctx, r, game.Opener{Board: openBoard, Rules: catalog.Rules})
		if err == nil {
			warn(name, line.Repairs)
			parts := partsOf(line, name, r)
			if games = append(games, parts...); len(parts) == 0 {
				err = review.ErrNothing
			}
		}
		if err != nil {
			bad.Add(fmt.Errorf("%s: %w", name, err))
		}
	}
	return games
}

// partsOf returns the parts of a game that can be reviewed. Only the last one has its result.
func partsOf(line *record.Line, name string, r *sgf.Game) (games []part) {
	moves := 0
	for _, p := range line.Parts {
		moves += len(p.Turns)
	}
	for i, p := range line.Parts {
		if p.Position == nil {
			continue
		}
		g := part{first: len(games) == 0, share: float64(len(p.Turns)) / float64(moves)}
		g.Game = recap.Game{
			Name: name, Position: p.Position, Letters: catalog.GameOf(p.Position.Rules().ID()).Letters,
			Black: r.Root.SimpleText("PB"), White: r.Root.SimpleText("PW"),
		}
		if len(line.Parts) > 1 {
			g.Name = fmt.Sprintf("%s, moves %d to %d", name, p.First+1, p.First+len(p.Turns))
			g.First = p.First + 1
		}
		if i == len(line.Parts)-1 {
			g.Result = r.Root.SimpleText("RE")
		}
		games = append(games, g)
	}
	if len(line.Parts) > 1 {
		fmt.Fprintf(os.Stderr, "%s: stones are set up in the middle, or a move is illegal: reviewed in %s\n",
			name, words.Count(len(games), "part"))
	}
	return games
}

// review reviews a game or a part of one. If ctx ends, it returns the results so far.
func (c *reviewCmd) review(ctx context.Context, g part, which string) (recap.Game, error) {
	limit := func(all int64) int64 {
		if all == 0 {
			return 0 // none
		}
		return max(1, int64(float64(all)*g.share))
	}
	winner, known := record.Winner(g.Result)
	r, err := review.New(g.Position, review.Options{
		Time: time.Duration(limit(int64(c.Time))), Nodes: limit(c.Nodes), Threads: c.Threads, Seed: c.Seed,
		Winner: winner, Drawn: known && winner == game.Empty,
	})
	if err != nil {
		return g.Game, err
	}
	eng, err := c.open(ctx, g.Position)
	if err != nil {
		return g.Game, err
	}
	defer eng.Close()
	bar := newProgress(which + "% ")
	err = r.Run(ctx, eng, func() { bar.Set(int64(100*r.Spent()), 100) })
	bar.End()
	g.Report = r.Report()
	return g.Game, err
}

// open opens the engine for the review of a game.
func (c *reviewCmd) open(ctx context.Context, pos game.Position) (engine.Engine, error) {
	id := c.Engine
	if id == "" {
		id = catalog.Analysts()[catalog.GameOf(pos.Rules().ID()).ID]
	}
	return openPlayer(ctx, arena.Spec{ID: id, MemoryMB: c.Memory, Control: arena.Control{Threads: c.Threads}})
}

// show prints a game.
func (c *reviewCmd) show(out io.Writer, g recap.Game) error {
	if c.JSON {
		return json.NewEncoder(out).Encode(recap.DocumentOf(g))
	}
	_, err := fmt.Fprintln(out, recap.Text(g, isDevice(os.Stdout)))
	return err
}

// writePage writes the page of --html.
func (c *reviewCmd) writePage(games []recap.Game) error {
	if c.HTML == "" || len(games) == 0 {
		return nil
	}
	f, err := os.Create(c.HTML)
	if err != nil {
		return err
	}
	return errors.Join(recap.Page(f, games), f.Close())
}

// writePaper writes the PDF of --pdf.
func (c *reviewCmd) writePaper(ctx context.Context, games []recap.Game) error {
	if c.PDF == "" || len(games) == 0 {
		return nil
	}
	longest := slices.MaxFunc(games, func(a, b recap.Game) int { return len(a.Report.Moves) - len(b.Report.Moves) }) // of its parts
	return files.Replace(c.PDF, func(w io.Writer) error {
		return recap.PDF(context.WithoutCancel(ctx), w, longest, diagram.Options{Cells: diagram.Cells})
	})
}
