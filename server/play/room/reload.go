package room

import (
	"errors"
	"fmt"
	"time"

	"moyo/game/match"
	"moyo/server/base/apierror"
	"moyo/server/base/convert"
	"moyo/server/store"
)

// mostReloads is how often in a row a room loads its game anew before it gives itself
// up: whoever writes to the same game each time is no other player but a fault.
const mostReloads = 3

// errStale is the error of an event that another one has come before, which the room
// did not know of; by now it does, and goes on. To callers it is an errStore.
var errStale = apierror.Wrap(apierror.OutOfStep, errStore, "game.changed", "The game has just changed. Look at it again before you go on.")

// settle finds out what became of an event, the match's last, that the store has not
// said to be on disk. Its log is the truth: the game is loaded from there, whatever the error.
//
//   - The command is in the log: all is well. So it is where the store has seen it before (*store.Repeat),
//     and where it has written it but its answer was lost.
//   - Another event has come before it (*store.Conflict): errStale.
//   - Neither: the disk fails, errStore, and the room is given up. So it is where another node
//     has the game now (*store.Fenced).
func (r *room) settle(command string, e match.Event, why error) error {
	version := r.m.Version()
	if _, other := errors.AsType[*store.Fenced](why); other {
		r.fail(why) // another node has the game: whoever comes back finds it there
		return errStore
	}
	if err := r.reload(version-1, why); err != nil {
		r.fail(err)
		return errStore
	}
	at, done := r.commands[command]
	switch {
	case done && command != "":
		if _, before := errors.AsType[*store.Repeat](why); !before && at == version {
			r.heard(e)
		}
	case r.m.Version() < version:
		r.fail(fmt.Errorf("%w: event %s: %w", errStore, e.Kind, why))
		return errStore
	}
	r.resume()
	switch {
	case done && command != "":
		return nil
	case r.failed:
		return errStore
	}
	return errStale
}

// reload puts the game as the store has it in place of the room's own, of which it
// must have the first events, and shows it to everybody. Then comes resume.
func (r *room) reload(known int, why error) error {
	r.h.Log.Warn("game loaded anew", "game", r.id, "why", why)
	r.h.Metrics.reloads.Inc()
	if r.reloads++; r.reloads > mostReloads {
		return fmt.Errorf("%w %d times in a row: %w", errStore, r.reloads, why)
	}
	g, err := r.h.replay(r.ctx, r.id)
	if err != nil {
		return fmt.Errorf("%w: %w, and then: %w", errStore, why, err)
	}
	if have := g.match.Version(); have < known {
		return fmt.Errorf("%w: %w: the log has %d events, and had %d", errStore, why, have, known)
	}
	r.m, r.commands, r.takenBack = g.match, g.commands, g.takenBack
	r.audience.forget()
	if g.renamed {
		r.renamed = r.m.Version()
	}
	r.turn = r.next(convert.Header(r.id, r.m).Turn)
	r.noteSeats()
	r.seat(r.playsAt) // somebody may have joined, and sides may have been drawn
	now := r.h.Now()
	r.time.mark, r.time.began = now, now
	if err := errors.Join(r.countSince(r.ctx, time.Time{}), r.loadPlans()); err != nil {
		return fmt.Errorf("%w: %w, and then: %w", errStore, why, err)
	}
	for m := range r.members {
		m.Send(r.snapshotFor(m))
		r.sendClock(m)
	}
	r.presence.Reset(presenceWait)
	return nil
}

// resume does what there is to do in a game that has been loaded anew.
func (r *room) resume() {
	r.begin()
	r.tellLists()
	if r.m.Phase() == match.Finished {
		r.h.Ended()
	}
}

// heard tells of an event of the room's own that was found in the log.
func (r *room) heard(e match.Event) {
	header := convert.Header(r.id, r.m)
	r.h.Metrics.events.WithLabelValues(string(e.Kind)).Inc()
	r.h.Recorded(Change{Game: header, Event: e, Turn: !r.answers()})
}
