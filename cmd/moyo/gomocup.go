package main

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"

	"moyo/catalog"
	"moyo/engine"
	"moyo/engine/protocol/gomocup"
)

// gomocupCmd is moyo as a Gomocup engine.
type gomocupCmd struct {
	Engine  string `help:"Engine that plays: alphabeta, level:1 to level:9, random and others of the catalog." default:"alphabeta"`
	Memory  int    `help:"Memory of the program, in MiB, unless the manager sets it." default:"350"`
	Threads int    `help:"Search threads, unless the manager sets them." default:"1"`
	Debug   bool   `help:"Write the limits of each search as DEBUG lines."`
}

// Help is shown below the flags.
func (*gomocupCmd) Help() string {
	return "Speaks the protocol of Gomocup (Piskvork) on standard input and output, for Piskvork, Yixin's board, c-gomoku-cli and others. " +
		"A copy of the program, or a link to it, whose name begins with pbrain- needs no subcommand: pbrain-moyo."
}

// pbrain is the prefix of program names that must use Gomocup's protocol.
const pbrain = "pbrain-"

// withSubcommand returns the arguments of a program called by argv: a program named
// pbrain-something is a Gomocup engine.
func withSubcommand(argv []string) []string {
	if len(argv) > 0 && strings.HasPrefix(strings.ToLower(filepath.Base(argv[0])), pbrain) {
		return append([]string{"gomocup"}, argv[1:]...)
	}
	return withKataFlags(argv[min(1, len(argv)):])
}

func (c *gomocupCmd) Run(ctx context.Context, out io.Writer) error {
	if err := (engineFlags{Threads: c.Threads, Memory: c.Memory}).check(); err != nil {
		return err
	}
	probe, err := catalog.NewEngine(c.Engine, catalog.EngineOptions{MemoryMB: 1})
	if err != nil {
		return wrongUse(err)
	}
	probe.Close()
	err = gomocup.Serve(ctx, os.Stdin, out, gomocup.Config{
		Name: "moyo", Version: version(), Author: "the moyo authors", Country: "Earth",
		Board: openBoard, Rules: catalog.Rules, Engine: c.open,
		Resources:  gomocup.Resources{Memory: int64(c.Memory) << 20, Threads: c.Threads},
		Seed:       rand.Uint64(),
		MostMemory: machineMemory(os.DirFS("/")),
		Debug:      c.Debug,
	})
	if errors.Is(err, context.Canceled) {
		return nil // ended by a signal
	}
	return err
}

// open opens the engine with the memory that the rest of the program leaves.
func (c *gomocupCmd) open(res gomocup.Resources) (engine.Engine, error) {
	const rest, least = 64 << 20, 32 << 20 // with less the program would only collect garbage
	debug.FreeOSMemory()                   // of the previous engine, which may have used as much
	debug.SetMemoryLimit(max(res.Memory-rest/4, least))
	search := max(res.Memory-max(rest, res.Memory/8), res.Memory/4)
	return catalog.NewEngine(c.Engine, catalog.EngineOptions{MemoryMB: int(max(search>>20, 1)), Threads: res.Threads})
}
