package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"moyo/catalog"
	"moyo/contest/arena"
	"moyo/engine"
	"moyo/engine/protocol/gomocup"
	"moyo/engine/protocol/gtp"
	"moyo/game/clock"
)

// player returns the player of a spec. It opens the engine once, to report a wrong name before the
// first game.
func (c *arenaCmd) player(spec string) (arena.Player, error) {
	clocks, err := clock.Parse(c.Clock)
	if err != nil {
		return arena.Player{}, err
	}
	if !clocks.Counts() {
		clocks = clock.Spec{} // which a log omits
	}
	s, err := arena.ParseSpec(spec, arena.Spec{MemoryMB: c.Memory, Control: arena.Control{
		Move: c.Time, Game: c.GameTime, Increment: c.Increment, Nodes: c.Nodes, Depth: c.Depth, Threads: c.Threads, Clock: clocks,
	}})
	if err != nil {
		return arena.Player{}, err
	}
	ctl := s.Control
	if min(ctl.Move, ctl.Game, ctl.Increment) < 0 || ctl.Nodes < 0 || ctl.Depth < 0 || ctl.Threads < 1 ||
		ctl.Threads > maxThreads || s.MemoryMB < 1 || s.MemoryMB > maxMemoryMB {
		return arena.Player{}, fmt.Errorf("engine %q: a setting is out of range", spec)
	}
	p := arena.Player{Name: s.Name, Control: ctl, Open: func(ctx context.Context) (engine.Engine, error) { return openPlayer(ctx, s) }}
	e, err := p.Open(context.Background())
	if err != nil {
		return p, err
	}
	return p, e.Close()
}

// memorySlack is the share by which a program may exceed its memory: some count only their tables.
const memorySlack = 0.1

// openPlayer opens the engine: one of the catalog's, or a program behind a protocol.
func openPlayer(ctx context.Context, s arena.Spec) (engine.Engine, error) {
	const late = 5 * time.Second // after this a program is abandoned; the arena reports it late earlier
	if command, ok := strings.CutPrefix(s.ID, "gomocup:"); ok {
		return gomocup.Start(ctx, command, gomocup.StartOptions{
			MemoryMB: s.MemoryMB, MemorySlack: memorySlack, Threads: s.Control.Threads, Overtime: late,
		})
	}
	if command, ok := strings.CutPrefix(s.ID, "gtp:"); ok {
		return gtp.Start(ctx, command, gtp.StartOptions{Overtime: late})
	}
	return catalog.NewEngine(s.ID, catalog.EngineOptions{MemoryMB: s.MemoryMB, Threads: s.Control.Threads})
}
