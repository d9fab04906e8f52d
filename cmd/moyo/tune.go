package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"strings"
	"time"

	"moyo/contest/arena"
	"moyo/contest/arena/tune"
	"moyo/engine/alphabeta"
)

// tuneCmd tunes the parameters of the alpha-beta search by self-play.
type tuneCmd struct {
	Numbers  []string `arg:"" optional:"" name:"number" help:"Parameters to tune, such as lmr-base, or lmr-base:15 with a step for the values to try. Without any, moyo lists the parameters."`
	Game     string   `help:"Rules." default:"gomoku"`
	Board    string   `help:"Board; the game's usual one by default."`
	From     string   `help:"Settings to start from, such as lmr-base=40,null-depth=6."`
	Pairs    int      `help:"Pairs of games to play." default:"2000"`
	Rate     float64  `help:"How far a point moves a value at the end, in steps." default:"0.02"`
	Out      string   `help:"Log of the tuning run. A run in the file continues." type:"path" placeholder:"FILE"`
	Openings string   `help:"File with one opening per line, as for moyo arena." type:"existingfile"`
	Generate int      `help:"Make this many even openings instead." default:"100"`
	Nodes    int64    `help:"Positions per move." default:"10000"`
	Memory   int      `help:"Memory of each engine, in MiB." default:"64"`
	Threads  int      `help:"Pairs of games at the same time." default:"1"`
	Seed     uint64   `help:"Seed of all random numbers." default:"1"`
}

// Help is shown below the flags.
func (*tuneCmd) Help() string {
	return "Ctrl-C stops with the values so far; the same command with the same --out continues. " +
		"The result is an estimate: test it against the old values with moyo arena."
}

func (c *tuneCmd) Run(ctx context.Context, out io.Writer) error {
	if len(c.Numbers) == 0 {
		return c.list(out)
	}
	numbers, err := c.numbers()
	if err != nil {
		return wrongUse(err)
	}
	if c.Threads < 1 || c.Threads > maxThreads {
		return wrongUse(fmt.Errorf("--threads %d: want 1 to %d", c.Threads, maxThreads))
	}
	match := c.match()
	cfg, err := match.config(ctx)
	if err != nil {
		return err
	}
	tuning := tune.Config{
		Games:   fmt.Sprintf("%s on %s, %d nodes a move, %d MiB, from %s", cfg.Rules.ID(), cfg.Board.Spec(), c.Nodes, c.Memory, c.From),
		Numbers: numbers, Pairs: c.Pairs, Rate: c.Rate, Seed: c.Seed, Concurrency: c.Threads,
	}
	if err := tuning.Check(); err != nil {
		return wrongUse(err)
	}
	if c.Out != "" {
		if tuning.Log, err = tune.OpenLog(c.Out); err != nil {
			return err
		}
		defer tuning.Log.Close()
	}
	if err := c.openings(ctx, match, &cfg, tuning.Log); err != nil {
		return err
	}
	for _, o := range cfg.Openings {
		tuning.Openings = append(tuning.Openings, o.Text)
	}
	tuning.Play = func(ctx context.Context, pair int, one, other []int) (float64, error) {
		return c.play(ctx, match, cfg, pair, c.settings(one), c.settings(other))
	}
	bar := newProgress("pairs")
	tuning.Progress = func(pairs int, values []float64) {
		bar.Describe(c.settings(rounded(values)))
		bar.Set(int64(pairs), int64(c.Pairs))
	}
	values, err := tune.Tune(ctx, tuning)
	bar.End()
	if values != nil {
		fmt.Fprintf(out, "alphabeta?%s\n", c.settings(rounded(values)))
	}
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// openings reads or makes the openings of the games. A run that continues keeps its own.
func (c *tuneCmd) openings(ctx context.Context, match *arenaCmd, cfg *arena.Config, log *tune.Log) error {
	if log != nil && c.Openings == "" {
		if kept, ok := log.Openings(); ok {
			return parseOpenings(cfg, kept)
		}
	}
	return match.openings(ctx, cfg)
}

// list prints the parameters.
func (c *tuneCmd) list(out io.Writer) error {
	options, err := c.from()
	if err != nil {
		return wrongUse(err)
	}
	for i, n := range alphabeta.NumberTable() {
		fmt.Fprintf(out, "%-15s %5d  %d to %d\n", n.Name, options.Get(alphabeta.Number(i)), n.Least, n.Most)
	}
	return nil
}

// from returns the options that the run starts from.
func (c *tuneCmd) from() (alphabeta.Options, error) {
	options := alphabeta.Default()
	if c.From == "" {
		return options, nil
	}
	for part := range strings.SplitSeq(c.From, ",") {
		key, value, _ := strings.Cut(part, "=")
		if err := options.Set(key, value); err != nil {
			return options, fmt.Errorf("--from: %q: %w", part, err)
		}
	}
	return options, nil
}

// numbers returns the named parameters. The default step is a tenth of the distance from the lower bound to
// the value.
func (c *tuneCmd) numbers() ([]tune.Number, error) {
	options, err := c.from()
	if err != nil {
		return nil, err
	}
	var list []tune.Number
	for _, text := range c.Numbers {
		name, step, own := strings.Cut(text, ":")
		i, ok := alphabeta.NumberOf(name)
		if !ok {
			return nil, fmt.Errorf("%s: unknown parameter; moyo tune lists them", name)
		}
		n, value := alphabeta.NumberTable()[i], float64(options.Get(i))
		x := tune.Number{Name: name, Value: value, Least: float64(n.Least), Most: float64(n.Most), Step: max(1, (value-float64(n.Least))/10)}
		if own {
			if x.Step, err = strconv.ParseFloat(step, 64); err != nil || !(x.Step > 0) || math.IsInf(x.Step, 0) {
				return nil, fmt.Errorf("%s: want a step above 0", text)
			}
		}
		list = append(list, x)
	}
	return list, nil
}

// match returns the match for the pairs of games.
func (c *tuneCmd) match() *arenaCmd {
	m := &arenaCmd{
		Engines: []string{"alphabeta?name=one", "alphabeta?name=other"}, Game: c.Game, Board: c.Board, Format: string(arena.RoundRobin),
		Pairs: 1, Seed: c.Seed, Openings: c.Openings, Generate: c.Generate, Stones: []int{3, 6}, Even: 0.08, EvenTime: 100 * time.Millisecond,
		Nodes: c.Nodes, Threads: 1, Memory: c.Memory, Concurrency: c.Threads,
	}
	if c.Openings != "" {
		m.Generate = 0
	}
	return m
}

// settings returns values in the engine's format, after those of --from.
func (c *tuneCmd) settings(values []int) string {
	var list []string
	if c.From != "" {
		list = append(list, c.From)
	}
	for i, v := range values {
		name, _, _ := strings.Cut(c.Numbers[i], ":")
		list = append(list, fmt.Sprintf("%s=%d", name, v))
	}
	return strings.Join(list, ",")
}

// rounded rounds values to whole numbers.
func rounded(values []float64) []int {
	list := make([]int, len(values))
	for i, v := range values {
		list[i] = int(math.Round(v))
	}
	return list
}

// play plays a pair of games of cfg and returns the points of an engine with the first settings minus those of one with
// the second.
func (*tuneCmd) play(ctx context.Context, match *arenaCmd, cfg arena.Config, pair int, settings ...string) (float64, error) {
	cfg.Players = nil
	for i, s := range settings {
		p, err := match.player(fmt.Sprintf("alphabeta?%s,name=%d", s, i))
		if err != nil {
			return 0, err
		}
		cfg.Players = append(cfg.Players, p)
	}
	cfg.Concurrency = 1
	if n := len(cfg.Openings); n > 0 {
		cfg.Openings = []arena.Opening{cfg.Openings[pair%n]}
	}
	results, err := arena.Play(ctx, cfg)
	if err != nil {
		return 0, err
	}
	for _, g := range results.Games {
		if g.Fault != "" {
			fmt.Fprintf(os.Stderr, "\n%s: %s\n", g.Fault, g.Detail)
		}
	}
	t := results.Between(0, 1)
	return float64(t.Wins - t.Losses), nil
}
