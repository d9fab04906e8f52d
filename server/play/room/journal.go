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

// maxReloads is how often in a row a game is loaded again before its room gives up:
// another writer that comes first each time is a fault, not a player.
const maxReloads = 3

// journal is the log of one game on disk: it adds events, and finds out what the log says when
// the store does not confirm one. It knows neither the match nor who has the game open. It
// belongs to the room's goroutine.
type journal struct {
	game    string // id
	disk    appender
	load    func(context.Context) (*replayed, error) // the game as the store has it
	mine    func() bool                              // whether no other node can have the game
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

// replayed is a game rebuilt from its log, with its players called as they are now.
type replayed struct {
	match     *match.Match
	commands  map[string]int // version of the event that each command caused
	takenBack int            // version of the event by which moves were taken back last, 0 for none
	renamed   bool           // whether the log has another name for a player
}

// fate is what has become of an event that the store did not confirm.
type fate int

const (
	fateLost      fate = iota // neither this event nor another one is in the log
	fateOvertaken             // another event is in the log in its place
	fateWritten               // it is in the log
	fateRepeated              // its command was in the log before
)

// append puts the last event of the game with this header on disk, under its command if it has
// one. After an error only recover knows what has become of the event.
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

// writeHeader puts a header on disk without any event. After an error reload says how the game is.
func (j *journal) writeHeader(ctx context.Context, header store.Game) error {
	err := j.disk.Append(ctx, header)
	if err == nil {
		j.reloads = 0
	}
	return err
}

// recover finds out what has become of an event, of this command and version, that append
// has returned the error why for. The log is the truth, whatever the error: recover loads
// the game from there. Its own error says that the room has to give up.
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

// reload loads the game as the store has it, after the error why. Its own error says that the
// room has to give up; so it does when the log has fewer events than known, which it once had.
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
