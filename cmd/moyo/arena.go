package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"moyo/catalog"
	"moyo/client/terminal/files"
	"moyo/contest/arena"
	"moyo/engine"
	"moyo/game"
)

// arenaCmd plays engines against each other.
type arenaCmd struct {
	Engines []string `arg:"" name:"engine" help:"alphabeta, level:5, random, gomocup:COMMAND, gtp:COMMAND; with settings after a ?: alphabeta?lmr=off,name=plain,time=500ms." `
	Game    string   `help:"Rules." default:"gomoku"`
	Board   string   `help:"Board; the game's usual one by default."`
	Format  string   `help:"Pairings: round-robin (all meet all), or gauntlet (the first meets all others)." enum:"round-robin,gauntlet" default:"round-robin"`
	Pairs   int      `help:"Pairs of games for each two engines, with both colours on one opening." default:"50"`
	Seed    uint64   `help:"Seed of all random numbers." default:"1"`
	Out     string   `help:"Folder for games.jsonl, games.sgf and report.html. A match in the folder continues." type:"path"`
	JSON    bool     `help:"Write the finished games to standard output as JSON lines."`

	Openings string  `help:"File with one opening per line, such as m3m4k8, 0,0,1,1 or H8 J9." type:"existingfile"`
	Generate int     `help:"Make this many openings that the first of moyo's own engines considers even." default:"0"`
	Stones   []int   `help:"Stones of a generated opening: least, most." default:"3,6"`
	Even     float64 `help:"How far the win probability of a generated opening may be from one half." default:"0.08"`

	EvenTime time.Duration `help:"Time to search a generated opening for its win probability." default:"100ms"`

	Time      time.Duration `help:"Time per move." default:"0s"`
	GameTime  time.Duration `help:"Time per side for the whole game." default:"0s"`
	Increment time.Duration `help:"Time added after each move, with --game-time." default:"0s"`
	Clock     string        `help:"Clock per side, such as absolute=10m, fischer=5m+3s, byoyomi=10m+5x30s, canadian=10m+25/5m, move=30s or correspondence=1d. External programs receive it; a fallen flag loses." placeholder:"SPEC"`
	Nodes     int64         `help:"Positions or playouts per move." default:"0"`
	Depth     int           `help:"Depth per move, in plies." default:"0"`
	Tolerance time.Duration `help:"Margin by which a move may exceed its time or the clock, for the communication with a program." default:"200ms"`
	Threads   int           `help:"Threads of each engine." default:"1"`
	Memory    int           `help:"Memory of each engine, in MiB. Programs that use over a tenth more lose." default:"350"`

	Concurrency int     `help:"Games at the same time." default:"1"`
	SPRT        string  `name:"sprt" help:"Stop when decided: elo0,elo1 or elo0,elo1,alpha,beta, in normalised Elo."`
	WinChance   float64 `help:"End a game when both sides give the same side at least this win probability ..." default:"0"`
	WinMoves    int     `help:"... for this many moves in a row." default:"0"`
	WinLead     float64 `help:"End a game that is counted, such as Go, when one side leads by this many points after as many moves as there are points." default:"0"`
	DrawAfter   int     `help:"End a game as a draw after this many moves; 0 never." default:"0"`
}

// Help is shown below the flags.
func (*arenaCmd) Help() string {
	return "Settings of an engine can be its own (lmr=off) or the arena's: " +
		"name, time, game-time, increment, nodes, depth, threads, memory, clock. " +
		"Ctrl-C stops the match with a report; the same command with the same --out continues it. docs/arena.md explains the numbers."
}

func (c *arenaCmd) Run(ctx context.Context, out io.Writer) error {
	cfg, err := c.config(ctx)
	if err != nil {
		return err
	}
	if c.Out != "" {
		if cfg.Log, err = c.openLog(); err != nil {
			return err
		}
		defer cfg.Log.Close()
	}
	if err := c.openings(ctx, &cfg); err != nil {
		return err
	}
	show := arena.Standing{Out: os.Stderr, Terminal: isDevice(os.Stderr), Total: cfg.Games(), Now: time.Now}
	cfg.Progress = func(rec arena.Record, r *arena.Results) {
		if c.JSON {
			if text, err := json.Marshal(rec); err == nil {
				fmt.Fprintf(out, "%s\n", text)
			}
		}
		show.Game(rec, r)
	}
	results, err := arena.Play(ctx, cfg)
	show.End()
	if results == nil {
		return wrongUse(err)
	}
	stopped := errors.Is(err, context.Canceled)
	if err != nil && !stopped {
		err = errors.Join(err, c.report(results, cfg))
		return err
	}
	if err := c.report(results, cfg); err != nil {
		return err
	}
	if !c.JSON {
		c.print(out, results, cfg, stopped)
	}
	return nil
}

// print prints the results as a table, and the place of the report.
func (c *arenaCmd) print(out io.Writer, r *arena.Results, cfg arena.Config, stopped bool) {
	if stopped {
		fmt.Fprintf(out, "stopped after %d of %d games\n", len(r.Games), cfg.Games())
	}
	if len(r.Games) == 0 {
		return
	}
	arena.WriteText(out, r)
	if c.Out != "" {
		fmt.Fprintf(out, "\n%s\n", filepath.Join(c.Out, "report.html"))
	}
}

// isDevice reports whether a file is a terminal, or another character device.
func isDevice(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// config returns the match of the flags, without its openings.
func (c *arenaCmd) config(ctx context.Context) (arena.Config, error) {
	cfg := arena.Config{
		Format: arena.Format(c.Format), Pairs: c.Pairs, Seed: c.Seed, Tolerance: c.Tolerance, Concurrency: c.Concurrency,
		Adjudication: arena.Adjudication{Chance: c.WinChance, Moves: c.WinMoves, Draw: c.DrawAfter, Lead: c.WinLead},
	}
	var err error
	if cfg.Rules, err = catalog.Rules(c.Game); err != nil {
		return cfg, wrongUse(err)
	}
	known := catalog.GameOf(c.Game)
	if cfg.Board, err = openBoard(cmp.Or(c.Board, known.Board)); err != nil {
		return cfg, err
	}
	if known.Counted {
		cfg.Judge = dead
	}
	if c.SPRT != "" {
		test, err := arena.ParseSPRT(c.SPRT)
		if err != nil {
			return cfg, wrongUse(err)
		}
		cfg.SPRT = &test
	}
	if err := c.check(); err != nil {
		return cfg, wrongUse(err)
	}
	for _, spec := range c.Engines {
		p, err := c.player(spec)
		if err != nil {
			return cfg, wrongUse(err)
		}
		cfg.Players = append(cfg.Players, p)
	}
	return cfg, nil
}

func (c *arenaCmd) check() error {
	switch {
	case c.Time < 0 || c.GameTime < 0 || c.Increment < 0 || c.Tolerance < 0 || c.Nodes < 0 ||
		c.Depth < 0 || c.DrawAfter < 0 || c.WinMoves < 0 || c.WinLead < 0:
		return errors.New("times and numbers must be 0 or more")
	case c.Concurrency < 1 || c.Concurrency > maxThreads:
		return fmt.Errorf("--concurrency %d: want 1 to %d", c.Concurrency, maxThreads)
	case c.Threads < 1 || c.Threads > maxThreads:
		return fmt.Errorf("--threads %d: want 1 to %d", c.Threads, maxThreads)
	case c.Memory < 1 || c.Memory > maxMemoryMB:
		return fmt.Errorf("--memory %d: want 1 to %d MiB", c.Memory, maxMemoryMB)
	case c.Clock != "" && (c.GameTime > 0 || c.Increment > 0):
		return errors.New("--clock and --game-time: only one of them can be used")
	case c.Openings != "" && c.Generate > 0:
		return errors.New("--openings and --generate: only one of them can be used")
	case c.Generate < 0 || c.Generate > 100_000:
		return fmt.Errorf("--generate %d: want 0 to 100000", c.Generate)
	case c.EvenTime <= 0:
		return fmt.Errorf("--even-time %v: want more than 0", c.EvenTime)
	case len(c.Stones) != 2:
		return errors.New("--stones: want two numbers, such as 3,6")
	}
	return nil
}

// openLog opens the match in the folder of --out.
func (c *arenaCmd) openLog() (*arena.Log, error) {
	if err := os.MkdirAll(c.Out, 0o755); err != nil {
		return nil, err
	}
	return arena.OpenLog(filepath.Join(c.Out, "games.jsonl"))
}

// openings reads or makes the openings. A match that continues has them in its log.
func (c *arenaCmd) openings(ctx context.Context, cfg *arena.Config) error {
	switch {
	case c.Openings != "":
		f, err := os.Open(c.Openings)
		if err != nil {
			return err
		}
		defer f.Close()
		cfg.Openings, err = arena.ReadOpenings(c.Openings, f, cfg.Rules, cfg.Board)
		return err
	case c.Generate == 0:
		return nil
	}
	if cfg.Log != nil && cfg.Log.Header() != nil {
		return parseOpenings(cfg, cfg.Log.Header().Openings)
	}
	return c.generate(ctx, cfg)
}

// parseOpenings sets a match's openings to those in its log.
func parseOpenings(cfg *arena.Config, kept []string) error {
	for _, text := range kept {
		o, err := arena.ParseOpening(text, cfg.Rules, cfg.Board)
		if err != nil {
			return err
		}
		cfg.Openings = append(cfg.Openings, o)
	}
	return nil
}

// generate makes openings with the first engine that is moyo's own, and writes them beside the
// games.
func (c *arenaCmd) generate(ctx context.Context, cfg *arena.Config) error {
	judge, err := c.judge()
	if err != nil {
		return wrongUse(err)
	}
	defer judge.Close()
	bar := newProgress("openings")
	g := arena.Generator{
		Rules: cfg.Rules, Board: cfg.Board, Engine: judge, Limits: engine.Limits{Time: c.EvenTime, Threads: 1},
		Stones: [2]int{c.Stones[0], c.Stones[1]}, Range: c.Even, Seed: c.Seed,
		Progress: func(found, _ int) { bar.Set(int64(found), int64(c.Generate)) },
	}
	cfg.Openings, err = g.Make(ctx, c.Generate)
	bar.End()
	return err
}

func (c *arenaCmd) judge() (engine.Engine, error) {
	for _, spec := range c.Engines {
		s, err := arena.ParseSpec(spec, arena.Spec{})
		if err != nil {
			return nil, err
		}
		if !strings.HasPrefix(s.ID, "gtp:") && !strings.HasPrefix(s.ID, "gomocup:") {
			return catalog.NewEngine(s.ID, catalog.EngineOptions{MemoryMB: c.Memory, Threads: 1})
		}
	}
	return nil, errors.New("--generate: no engine here is moyo's own; use --openings instead")
}

// report writes the files of --out.
func (c *arenaCmd) report(r *arena.Results, cfg arena.Config) error {
	if c.Out == "" {
		return nil
	}
	err := files.Replace(filepath.Join(c.Out, "games.sgf"), func(w io.Writer) error {
		return arena.WriteSGF(w, r, cfg.Rules, cfg.Board, catalog.GameOf(c.Game).RecordKind)
	})
	return errors.Join(err, files.Replace(filepath.Join(c.Out, "report.html"), func(w io.Writer) error { return arena.WriteHTML(w, r, &cfg) }))
}

// dead finds dead stones in games that end by agreement, with an engine that knows them.
func dead(ctx context.Context, pos game.Position) ([]game.Point, error) {
	e, err := catalog.NewEngine("mcts", catalog.EngineOptions{MemoryMB: 64})
	if err != nil {
		return nil, err
	}
	defer e.Close()
	j, ok := e.(engine.DeadStones)
	if !ok {
		return nil, nil
	}
	return j.Dead(ctx, pos)
}
