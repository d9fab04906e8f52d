package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"moyo/arena"
	"moyo/catalog"
	"moyo/engine"
	"moyo/protocol/gomocup"
	"moyo/protocol/gtp"
)

// splitSettings takes the arena's settings out of an engine's spec: those after
// the last "?". What the arena does not know stays with the id for the engine.
func splitSettings(spec string) (id string, settings map[string]string) {
	settings = map[string]string{}
	at := strings.LastIndexByte(spec, '?')
	if at < 0 {
		return spec, settings
	}
	var rest []string
	for part := range strings.SplitSeq(spec[at+1:], ",") {
		key, value, ok := strings.Cut(part, "=")
		if _, known := playerSettings[key]; ok && known {
			settings[key] = value
		} else {
			rest = append(rest, part)
		}
	}
	if len(rest) == 0 {
		return spec[:at], settings
	}
	return spec[:at] + "?" + strings.Join(rest, ","), settings
}

// seatFlags are what one player of the arena is made of.
type seatFlags struct {
	name    string
	control arena.Control
	memory  int
}

// playerSettings are the settings of a player that are the arena's business.
var playerSettings = map[string]func(f *seatFlags, value string) error{
	"name":      func(f *seatFlags, v string) error { f.name = v; return nil },
	"time":      func(f *seatFlags, v string) error { return parseTime(&f.control.Move, v) },
	"game-time": func(f *seatFlags, v string) error { return parseTime(&f.control.Game, v) },
	"increment": func(f *seatFlags, v string) error { return parseTime(&f.control.Increment, v) },
	"nodes": func(f *seatFlags, v string) (err error) {
		f.control.Nodes, err = strconv.ParseInt(v, 10, 64)
		return err
	},
	"depth":   func(f *seatFlags, v string) (err error) { f.control.Depth, err = strconv.Atoi(v); return err },
	"threads": func(f *seatFlags, v string) (err error) { f.control.Threads, err = strconv.Atoi(v); return err },
	"memory":  func(f *seatFlags, v string) (err error) { f.memory, err = strconv.Atoi(v); return err },
}

func parseTime(to *time.Duration, text string) (err error) {
	*to, err = time.ParseDuration(text)
	return err
}

// player makes the player of a spec. Its engine is tried at once, so that a
// wrong name is known before the first game.
func (c *arenaCmd) player(spec string) (arena.Player, error) {
	id, settings := splitSettings(spec)
	f := seatFlags{name: spec, memory: c.Memory, control: arena.Control{
		Move: c.Time, Game: c.GameTime, Increment: c.Increment, Nodes: c.Nodes, Depth: c.Depth, Threads: c.Threads,
	}}
	for key, value := range settings {
		if err := playerSettings[key](&f, value); err != nil {
			return arena.Player{}, fmt.Errorf("engine %q: %s=%s: %w", spec, key, value, err)
		}
	}
	ctl := f.control
	if min(ctl.Move, ctl.Game, ctl.Increment) < 0 || ctl.Nodes < 0 || ctl.Depth < 0 || ctl.Threads < 1 || ctl.Threads > maxThreads || f.memory < 1 || f.memory > maxMemoryMB {
		return arena.Player{}, fmt.Errorf("engine %q: a setting is out of bounds", spec)
	}
	p := arena.Player{Name: f.name, Control: ctl, Open: func(ctx context.Context) (engine.Engine, error) { return f.open(ctx, id) }}
	e, err := p.Open(context.Background())
	if err != nil {
		return p, err
	}
	return p, e.Close()
}

// memorySlack is the share of its memory that a program may take beyond it:
// some count their tables and not themselves.
const memorySlack = 0.1

// open makes the engine: one of the catalog's or a program behind a protocol.
func (f seatFlags) open(ctx context.Context, id string) (engine.Engine, error) {
	const late = 5 * time.Second // then a program is given up; the arena counts before
	if command, ok := strings.CutPrefix(id, "gomocup:"); ok {
		return gomocup.Start(ctx, command, gomocup.StartOptions{MemoryMB: f.memory, MemorySlack: memorySlack, Threads: f.control.Threads, Overtime: late})
	}
	if command, ok := strings.CutPrefix(id, "gtp:"); ok {
		return gtp.Start(ctx, command, gtp.StartOptions{Overtime: late})
	}
	return catalog.NewEngine(id, catalog.EngineOptions{MemoryMB: f.memory, Threads: f.control.Threads})
}
