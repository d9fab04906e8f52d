package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"moyo/board"
	"moyo/catalog"
	"moyo/engine"
	"moyo/engine/protocol/analysis"
	"moyo/engine/weiqi"
)

// analysisCmd is moyo as an engine of KataGo's parallel analysis protocol.
type analysisCmd struct {
	Parameters         []string `name:"katago-config" aliases:"config" sep:"none" placeholder:"FILE" help:"KataGo's configuration file (-config). moyo reads maxVisits, maxTime, numAnalysisThreads, reportAnalysisWinratesAs and the other parameters that it has."`
	OverrideConfig     []string `sep:"none" placeholder:"NAME=VALUE,..." help:"Parameters that take precedence over the file (-override-config)."`
	Model              string   `placeholder:"FILE" help:"KataGo's network (-model). It has no effect: moyo has its own."`
	HumanModel         string   `placeholder:"FILE" help:"KataGo's network of human play (-human-model). It has no effect."`
	AnalysisThreads    int      `aliases:"num-analysis-threads" help:"Positions to analyze at the same time (-analysis-threads); 0 is one for each thread."`
	QuitWithoutWaiting bool     `help:"At the end of the input, stop the open queries (-quit-without-waiting)."`
	Engine             string   `help:"Another engine: mcts, alphabeta, playouts, level:5. The default is each game's own analysis engine."`
	Network            string   `help:"File of a Go network, made by moyo train weiqi, that leads the search instead of the built-in one." type:"existingfile" optional:""`
	Threads            int      `help:"Search threads in all; 0 is one for each processor."`
	Memory             int      `help:"Memory of all searches, in MiB." default:"512"`
	Seed               uint64   `help:"Seed of the random numbers." default:"1"`
}

// Help is shown below the flags.
func (*analysisCmd) Help() string {
	return "Speaks KataGo's parallel analysis protocol on standard input and output, for KaTrain, analyze-sgf and others: " +
		"one JSON object a line. Long flags may begin with one hyphen, as KataGo's do. " +
		`A query can have "board" with any board and "game" with any game of moyo.`
}

// withKataFlags returns arguments whose long flags begin with one hyphen, as KataGo's do, with two.
func withKataFlags(args []string) []string {
	if len(args) == 0 || args[0] != "analysis" {
		return args
	}
	var list []string
	for _, arg := range args {
		if len(arg) > 2 && arg[0] == '-' && arg[1] >= 'a' && arg[1] <= 'z' {
			arg = "-" + arg
		}
		list = append(list, arg)
	}
	return list
}

func (c *analysisCmd) Run(ctx context.Context, out io.Writer) error {
	cfg, err := c.config(os.Stderr)
	if err != nil {
		return err
	}
	err = analysis.Serve(ctx, os.Stdin, out, cfg)
	if errors.Is(err, context.Canceled) {
		return nil // ended by a signal
	}
	return err
}

// config returns the server's environment. Warnings go to log.
func (c *analysisCmd) config(log io.Writer) (analysis.Config, error) {
	cfg := analysis.Config{
		Version: version(), Board: specBoard, Rules: catalog.Rules, Go: "weiqi", Models: []string{"moyo-" + version()},
		Settings: analysis.DefaultSettings(), Threads: cmp.Or(c.Threads, runtime.GOMAXPROCS(0)), Seed: c.Seed, Quit: c.QuitWithoutWaiting,
		Ready: func() { fmt.Fprintln(log, "Started, ready to begin handling requests") }, // some clients wait for KataGo's words
	}
	cfg.Positions = cfg.Threads
	if err := (engineFlags{Threads: cfg.Threads, Memory: c.Memory}).check(); err != nil {
		return cfg, err
	}
	for flag, file := range map[string]string{"-model": c.Model, "-human-model": c.HumanModel} {
		if file != "" {
			fmt.Fprintf(log, "moyo: %s %s has no effect: moyo uses its own network\n", flag, file)
		}
	}
	if err := c.set(&cfg, log); err != nil {
		return cfg, err
	}
	if c.AnalysisThreads < 0 || c.AnalysisThreads > maxThreads {
		return cfg, wrongUse(fmt.Errorf("-analysis-threads %d: want 0 to %d", c.AnalysisThreads, maxThreads))
	}
	cfg.Positions = cmp.Or(c.AnalysisThreads, cfg.Positions)
	opt := catalog.EngineOptions{MemoryMB: max(c.Memory/cfg.Positions, 1)}
	if c.Network != "" {
		n, err := readFile(c.Network, weiqi.ReadNet)
		if err != nil {
			return cfg, wrongUse(err)
		}
		opt.Network, opt.Led = n, true
		cfg.Models = []string{filepath.Base(c.Network)}
	}
	cfg.Engine = func() (engine.Engine, error) {
		if c.Engine == "" {
			return catalog.NewAnalyst(opt), nil
		}
		e, err := catalog.NewEngine(c.Engine, opt)
		if err != nil {
			return nil, wrongUse(err)
		}
		return e, nil
	}
	return cfg, nil
}

// specBoard returns the board of a spec. Queries may come from others, so they cannot name files.
func specBoard(spec string) (*board.Board, error) { return catalog.Board(spec, nil) }

// set sets the parameters of the files and of -override-config. Files made for KataGo have many that moyo does not have.
func (c *analysisCmd) set(cfg *analysis.Config, log io.Writer) error {
	var list []analysis.Parameter
	for _, path := range c.Parameters {
		read, err := readFile(path, analysis.ReadParameters)
		if err != nil {
			fmt.Fprintf(log, "moyo: -config: %v\n", err)
		}
		list = append(list, read...)
	}
	for _, text := range c.OverrideConfig {
		for part := range strings.SplitSeq(text, ",") {
			p, ok := analysis.ParseParameter(part)
			if !ok {
				return wrongUse(fmt.Errorf("-override-config %q: want name=value", part))
			}
			list = append(list, p)
		}
	}
	var unknown []string
	for _, p := range list {
		known, err := cfg.Set(p.Name, p.Value)
		if err != nil {
			return wrongUse(err)
		}
		if !known {
			unknown = append(unknown, p.Name)
		}
	}
	if len(unknown) > 0 {
		fmt.Fprintf(log, "moyo: these parameters have no effect: %s\n", strings.Join(unknown, ", "))
	}
	return nil
}
