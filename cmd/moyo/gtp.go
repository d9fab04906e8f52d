package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"moyo/catalog"
	"moyo/cmd/moyo/bench"
	"moyo/engine"
	"moyo/engine/neural"
	"moyo/engine/protocol/gomocup"
	"moyo/engine/protocol/gtp"
	"moyo/engine/weiqi"
)

// engineFlags choose an engine and its limits.
type engineFlags struct {
	Time    time.Duration `help:"Time per move; 0 leaves it to the engine. In GTP, a clock set by the other program takes precedence." default:"0s"`
	Nodes   int64         `help:"Playouts or evaluated positions per move; 0 for no limit." default:"0"`
	Threads int           `help:"Search threads." default:"1"`
	Memory  int           `help:"Memory of the search, in MiB." default:"256"`
	Seed    uint64        `help:"Seed of the random numbers; 0 takes one from the clock." default:"0"`

	network *neural.Net // nil for none
	led     bool        // the network leads the search
}

// The limits of the flags.
const (
	maxThreads  = 256
	maxMemoryMB = 1 << 20
)

func (f engineFlags) check() error {
	switch {
	case f.Time < 0:
		return wrongUse(fmt.Errorf("--time %v: want a time of 0 or more", f.Time))
	case f.Nodes < 0:
		return wrongUse(fmt.Errorf("--nodes %d: want 0 or more", f.Nodes))
	case f.Threads < 1 || f.Threads > maxThreads:
		return wrongUse(fmt.Errorf("--threads %d: want 1 to %d", f.Threads, maxThreads))
	case f.Memory < 1 || f.Memory > maxMemoryMB:
		return wrongUse(fmt.Errorf("--memory %d: want 1 to %d MiB", f.Memory, maxMemoryMB))
	}
	return nil
}

func (f engineFlags) limits() engine.Limits {
	seed := f.Seed
	if seed == 0 {
		seed = uint64(time.Now().UnixNano())
	}
	return engine.Limits{Time: f.Time, Nodes: f.Nodes, Threads: f.Threads, Seed: seed}
}

// open opens the engine with an id: one of the catalog's, or "gtp:COMMAND" or "gomocup:COMMAND",
// which run a program.
func (f engineFlags) open(ctx context.Context, id string) (engine.Engine, error) {
	if command, ok := strings.CutPrefix(id, "gtp:"); ok {
		return gtp.Start(ctx, command, gtp.StartOptions{})
	}
	if command, ok := strings.CutPrefix(id, "gomocup:"); ok {
		return gomocup.Start(ctx, command, gomocup.StartOptions{Threads: f.Threads})
	}
	e, err := catalog.NewEngine(id, catalog.EngineOptions{MemoryMB: f.Memory, Threads: f.Threads, Network: f.network, Led: f.led})
	if err != nil {
		return nil, wrongUse(err)
	}
	return e, nil
}

// levelID is the engine id of a level.
func levelID(level int) string { return "level:" + strconv.Itoa(level) }

type gtpCmd struct {
	Board       string `help:"Board at the start, such as grid:9 or torus:9x9." default:"grid:19"`
	Rules       string `help:"Rules at the start, such as weiqi:komi=6.5,ko=simple." default:"weiqi"`
	Level       int    `help:"Strength, 1 to 9; 0 is the full engine without limits of its own." default:"0"`
	Engine      string `help:"Another engine: playouts, random, uct-2018, or gtp:COMMAND."`
	Network     string `help:"File of a Go network, made by moyo train weiqi, that the full engine consults in its search instead of being led by the built-in network." type:"existingfile" optional:""`
	Led         bool   `help:"The network leads the search, as the built-in one does: each position is evaluated once, without playouts. This flag has no effect on boards of more than 1,000 points, or with an unusual komi."`
	engineFlags `embed:""`
}

// Help is shown below the flags.
func (*gtpCmd) Help() string {
	return "Speaks GTP 2 on standard input and output, for Sabaki, Lizzie, GoGui and others. " +
		"moyo-board SPEC sets any board, moyo-rules ID any rules."
}

func (c *gtpCmd) Run(ctx context.Context, out io.Writer) error {
	if err := c.check(); err != nil {
		return err
	}
	id := c.Engine
	switch {
	case id != "" && c.Level != 0:
		return wrongUse(errors.New("--level and --engine: only one of them can be used"))
	case c.Network != "" && (id != "" || c.Level != 0):
		return wrongUse(errors.New("--network is for the full engine, without --level and --engine"))
	case c.Led && c.Network == "":
		return wrongUse(errors.New("--led needs --network"))
	case id != "":
	case c.Level != 0:
		id = levelID(c.Level)
	default:
		id = "mcts"
	}
	if _, err := openBoard(c.Board); err != nil {
		return err
	}
	if _, err := catalog.Rules(c.Rules); err != nil {
		return wrongUse(err)
	}
	if c.Network != "" {
		n, err := readFile(c.Network, weiqi.ReadNet)
		if err != nil {
			return wrongUse(err)
		}
		c.network, c.led = n, c.Led
	}
	e, err := c.open(ctx, id)
	if err != nil {
		return err
	}
	defer e.Close()
	err = gtp.Serve(ctx, os.Stdin, out, gtp.Config{
		Name: "moyo", Version: version(),
		Board: openBoard, Rules: catalog.Rules,
		RecordKind: func(rules string) int { return catalog.GameOf(rules).RecordKind },
		StartBoard: c.Board, StartRules: c.Rules,
		Engine: e, Limits: c.limits(),
		Open:    func(name string) (io.ReadCloser, error) { return os.Open(name) },
		Warn:    func(text string) { fmt.Fprintln(os.Stderr, text) },
		CPUTime: bench.CPUTime(),
	})
	if errors.Is(err, context.Canceled) {
		return nil // ended by a signal
	}
	return err
}
