package room

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"moyo/game/match"
	"moyo/server/store"
)

// maxReloads is the maximum number of reloads in a row before the room closes:
// another writer that is always first is a fault, not a player.
const maxReloads = 3

// journal is the log of one game on disk. It appends events, and reads the log again when
// the store does not confirm one. It knows neither the match nor the members. It
// belongs to the room's goroutine.
type journal struct {
	game    string // id
	disk    appender
	load    func(context.Context) (*replayed, error) // the game as the store has it
	mine    func() bool                              // reports whether this node still owns the game
	now     func() time.Time
	log     *slog.Logger
	metrics *Metrics

	commands map[string]int // version of the event that each command caused
	reloads  int            // since the store last confirmed an event
}

// appender is what a journal writes to. [store.Store] is one.
type appender interface {
	Append(ctx context.Context, g store.Game, entries ...store.Entry) error
}

// replayed is a game rebuilt from its log, with its players' current names.
type replayed struct {
	match     *match.Match
	commands  map[string]int // version of the event that each command caused
	takenBack int            // version of the last event that took moves back, or 0
	renamed   bool           // the log has an older name of a player
}

// fate is the outcome of an event that the store did not confirm.
type fate int

const (
	fateLost      fate = iota // the log has no new event
	fateOvertaken             // the log has another event in its place
	fateWritten               // the log has the event
	fateRepeated              // the log had its command before
)

// append writes the last event of the game with this header to disk, with its command if it has
// one. After an error, call recover to find the outcome.
func (j *journal) append(ctx context.Context, header store.Game, command string, e match.Event) error {
	if e.Kind == match.Joined && header.Partners > 0 { // the header has the name: if they give the place back, the log keeps none
		e.Seat = &match.Seat{Kind: e.Seat.Kind, Player: e.Seat.Player, Bot: e.Seat.Bot}
	}
	start := j.now()
	if err := j.disk.Append(ctx, header, store.Entry{Command: command, Event: e}); err != nil {
		return err
	}
	j.reloads = 0
	j.metrics.append.Observe(j.now().Sub(start).Seconds())
	j.metrics.events.WithLabelValues(string(e.Kind)).Inc()
	if command != "" {
		j.commands[command] = header.Version
	}
	return nil
}

// writeHeader writes a header to disk without an event. After an error, call reload for the current game.
func (j *journal) writeHeader(ctx context.Context, header store.Game) error {
	err := j.disk.Append(ctx, header)
	if err == nil {
		j.reloads = 0
	}
	return err
}

// recover returns the outcome of the event with this command and version, after append
// has returned the error why. Only the log decides, whatever the error: recover loads
// the game from it. If recover itself returns an error, the room must close.
func (j *journal) recover(ctx context.Context, command string, version int, why error) (*replayed, fate, error) {
	if _, fenced := errors.AsType[*store.Fenced](why); fenced {
		return nil, fateLost, why // another node has the game
	}
	g, err := j.reload(ctx, version-1, why)
	if err != nil {
		return nil, fateLost, err
	}
	at, done := j.commands[command]
	_, before := errors.AsType[*store.Repeat](why)
	switch {
	case done && (before || at != version):
		return g, fateRepeated, nil
	case done:
		return g, fateWritten, nil
	case g.match.Version() < version:
		return g, fateLost, nil
	}
	return g, fateOvertaken, nil
}

// reload loads the game from the store after the error why. If it returns an error, the room
// must close. A log with fewer than known events is such an error, since it once had them.
func (j *journal) reload(ctx context.Context, known int, why error) (*replayed, error) {
	j.log.Warn("game loaded anew", "game", j.game, "why", why)
	j.metrics.reloads.Inc()
	if j.reloads++; j.reloads > maxReloads {
		return nil, fmt.Errorf("%w %d times in a row: %w", errStore, j.reloads, why)
	}
	g, err := j.load(ctx)
	if err != nil {
		return nil, fmt.Errorf("%w: %w, and then: %w", errStore, why, err)
	}
	if have := g.match.Version(); have < known {
		return nil, fmt.Errorf("%w: %w: the log has %d events, and had %d", errStore, why, have, known)
	}
	j.commands = g.commands
	return g, nil
}
