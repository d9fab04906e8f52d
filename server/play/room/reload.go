package room

import (
	"errors"
	"fmt"
	"time"

	"moyo/game/match"
	"moyo/server/base/apierror"
	"moyo/server/base/convert"
)

// errStale is the error of an event that another one came before. The room did not know
// of that one; now it does, and goes on. To callers it is an errStore.
var errStale = apierror.Wrap(apierror.OutOfStep, errStore, "game.changed", "The game has just changed. Look at it again before you go on.")

// settle goes on after the store has not confirmed an event, the match's last. It returns nil if the
// event's command is in the log, errStale if another event is there in its place, and otherwise errStore,
// after which the room is given up.
func (r *room) settle(command string, e match.Event, why error) error {
	g, fate, err := r.journal.recover(r.ctx, command, r.m.Version(), why)
	if err == nil {
		err = r.adopt(g, why)
	}
	if err == nil && fate == fateLost {
		err = fmt.Errorf("%w: event %s: %w", errStore, e.Kind, why)
	}
	if err != nil {
		r.fail(err)
		return errStore
	}
	if fate == fateWritten { // no member has heard of it yet
		r.h.Metrics.events.WithLabelValues(string(e.Kind)).Inc()
		r.h.Recorded(Change{Game: convert.Header(r.id, r.m), Event: e, Turn: !r.plans.answers()})
	}
	r.resume()
	switch {
	case fate != fateOvertaken:
		return nil
	case r.failed:
		return errStore
	}
	return errStale
}

// adopt puts the game as the store has it in place of the room's own, and shows it to
// everybody. The caller goes on with resume.
func (r *room) adopt(g *replayed, why error) error {
	r.m = g.match
	r.audience.forget()
	if g.renamed {
		r.renamed = r.m.Version()
	}
	r.turn = r.next(convert.Header(r.id, r.m).Turn)
	r.noteSeats()
	r.seat(r.playsAt) // somebody may have joined, and sides may have been drawn
	r.time.restart()
	if err := errors.Join(r.time.countSince(r.ctx, r.h.uptime, time.Time{}), r.plans.load(r.ctx, g.takenBack)); err != nil {
		return fmt.Errorf("%w: %w, and then: %w", errStore, why, err)
	}
	r.sendAll()
	r.presence.Reset(presenceWait)
	return nil
}

// resume goes on with a game that was loaded again.
func (r *room) resume() {
	r.begin()
	r.tellLists()
	if r.m.Phase() == match.Finished {
		r.h.Ended()
	}
}

// sendAll sends everybody the whole game and the clock.
func (r *room) sendAll() {
	for m := range r.members {
		m.Send(r.snapshotFor(m))
		r.sendClock(m)
	}
}
