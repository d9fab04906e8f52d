package room

import (
	"context"
	"errors"
	"time"

	"moyo/game"
	"moyo/game/match"
	"moyo/server/base/apierror"
	"moyo/server/base/socket"
	"moyo/server/base/wire"
)

// maxLag is how much of a connection's lag is forgiven with each move, at most.
// What was not needed is not saved up.
const maxLag = 500 * time.Millisecond

// timing is what a room knows of the time that its match does not. Times are those
// of one monotonic clock.
type timing struct {
	mark    time.Time     // until then the time of the player whose turn it is has been counted
	began   time.Time     // when that turn began
	settled time.Time     // until then no turn's time begins: people come back from where the server has failed
	flag    *time.Timer   // fires when their flag has to fall
	owed    time.Duration // downtime that is still to be credited, after loading
}

func newTiming(now time.Time) timing {
	t := timing{mark: now, began: now, flag: time.NewTimer(time.Hour)}
	t.flag.Stop()
	return t
}

// person returns the person whose time it is, Empty where there is none. The
// computer's time is counted by how long it has searched: that it waits for a
// processor is not its fault, and nobody waits for its flag.
func (r *room) person() game.Color {
	if side := r.m.Running(); side != game.Empty && r.m.Seat(side).Kind == match.Human {
		return side
	}
	return game.Empty
}

// instant returns when what the room is working on came in.
func (r *room) instant() time.Time {
	if r.arrived.IsZero() {
		return r.h.Now()
	}
	return r.arrived
}

// elapsed returns the milliseconds that the player whose turn it is has used
// when e happens.
func (r *room) elapsed(e match.Event) int64 {
	left, ok := r.m.FlagIn()
	if !ok {
		return 0
	}
	side := r.person()
	if side == game.Empty { // the computer brings the time of its own moves along
		return min(e.Elapsed, left.Milliseconds())
	}
	raw := max(r.instant().Sub(r.time.mark), 0)
	forgiven := max(raw-r.lag(side), 0).Truncate(time.Millisecond)
	switch {
	case e.Kind == match.Flagged, e.Kind == match.Moved && e.By == side:
		return forgiven.Milliseconds()
	case raw > left && forgiven <= left: // their move may be on its way
		return left.Milliseconds()
	}
	return raw.Milliseconds()
}

// lag returns how much lag of a player's connections is forgiven.
func (r *room) lag(side game.Color) time.Duration {
	var lag time.Duration
	for m, c := range r.players {
		if c == r.next(side) {
			lag = max(lag, m.Lag())
		}
	}
	return min(lag, maxLag)
}

// counted notes that an event has been recorded, with the time it counts.
func (r *room) counted(e match.Event) {
	if e.Kind.InTurn() {
		r.time.mark = r.time.mark.Add(time.Duration(e.Elapsed) * time.Millisecond)
		return
	}
	now := r.h.Now() // what the disk took is nobody's time
	r.time.mark, r.time.began = now, now
	if now.Before(r.time.settled) {
		r.time.mark = r.time.settled
	}
}

// setFlag sets the timer for the flag of the player whose turn it is.
func (r *room) setFlag() {
	r.time.flag.Stop()
	if side := r.person(); side != game.Empty {
		left, _ := r.m.FlagIn()
		falls := r.time.mark.Add(left + r.lag(side) + time.Millisecond)
		r.time.flag.Reset(falls.Sub(r.h.Now()))
	}
}

// hearAndLook lets the flag fall if it is time. What has come in before is heard
// first.
func (r *room) hearAndLook() {
	for range len(r.queue) {
		(<-r.queue)()
	}
	r.lookAtFlag()
}

// lookAtFlag lets the flag fall if it is time.
func (r *room) lookAtFlag() {
	side := r.person()
	if side == game.Empty {
		return
	}
	flag := match.Event{Kind: match.Flagged, By: side}
	if left, _ := r.m.FlagIn(); r.elapsed(flag) <= left.Milliseconds() {
		r.setFlag() // time was given, or the lag has grown
		return
	}
	if err := r.record("", flag); err != nil && !errors.Is(err, errStore) {
		r.h.Log.Error("flag refused", "game", r.id, "err", err)
	}
}

// timeUp says whether the match has refused an event because the time was up
// before.
func timeUp(err error) bool {
	refusal, ok := errors.AsType[*match.Refusal](err)
	return ok && refusal.Code == match.CodeTimeUp
}

// creditDowntime gives back what the server was away for while somebody thought.
func (r *room) creditDowntime() {
	owed := r.time.owed
	r.time.owed = 0
	side := r.person()
	if owed < time.Millisecond || side == game.Empty {
		return
	}
	err := r.record("", match.Event{Kind: match.Credited, By: side, Time: owed.Milliseconds()})
	if err != nil && !errors.Is(err, errStore) && !timeUp(err) {
		r.h.Log.Error("downtime not credited", "game", r.id, "err", err)
	}
}

// creditCut gives a player back the time since which the server's own network has cut off
// the last of their connections, and some to come back by another way.
func (r *room) creditCut(sat chair, since time.Time) {
	if sat.side == game.Empty || since.IsZero() || r.isHere(sat) {
		return
	}
	now, side := r.h.Now(), sat.side
	r.time.settled = now.Add(settle)
	if side != r.person() || sat != r.next(side) {
		return
	}
	if since.Before(r.time.mark) {
		since = r.time.mark
	}
	r.time.owed = now.Sub(since)
	r.time.mark = r.time.mark.Add(r.time.owed)
	r.creditDowntime()
	if side == r.person() && !r.failed { // their flag has not fallen before
		r.time.mark = r.time.settled // the flag's timer comes too early then, and is set anew
	}
}

// unseen is how long a node may write after it was last seen: its lease, and as much
// as the times of day of two machines may differ.
const unseen = 4 * time.Second

// countSince finds out how much of the time since the last event counts, for a game
// that has just been loaded,
// of which seen says until when another node had it open, unless that is zero. From
// then on, or from the last event if that came after it, nobody could move, and both players
// need a moment to come back.
func (r *room) countSince(ctx context.Context, seen time.Time) error {
	if r.person() == game.Empty {
		return nil
	}
	from := r.m.Updated()
	work, away, err := r.h.uptime.since(ctx, from)
	if counts := max(seen.Sub(from), 0); from.Sub(seen) < unseen && counts < work {
		work, away = counts, away+work-counts
		r.time.mark = r.time.mark.Add(settle)
		r.time.settled = r.time.mark
	}
	r.time.mark, r.time.owed = r.time.mark.Add(-work), away
	return err
}

// sendClock tells a member for how long the clock has been running.
func (r *room) sendClock(m *socket.Conn) {
	if r.m.Running() == game.Empty {
		return
	}
	elapsed := max(r.h.Now().Sub(r.time.mark), 0)
	m.Send(encoded(wire.ServerMessage{Type: "clock", Clock: &wire.Running{Version: r.m.Version(), Elapsed: int(elapsed.Milliseconds())}}))
}

// giveEvent returns the event by which a player gives time.
func (r *room) giveEvent(e match.Event) match.Event {
	e.Time = r.m.Clock().Gift().Milliseconds()
	return e
}

// undoEvent returns the event by which a player takes back: a person has to be asked.
func (r *room) undoEvent(e match.Event) match.Event {
	if r.m.Seat(e.By.Other()).Kind == match.Human {
		e.Kind = match.Asked
	}
	return e
}

// claimEvent returns the event by which a player claims the game.
func (r *room) claimEvent(e match.Event, msg wire.ClientMessage) (match.Event, error) {
	e.Draw = msg.Draw
	switch claim := r.claim(r.h.Now()); {
	case claim == nil || claim.by != e.By:
		return e, apierror.Say(match.CodeNotNow, "claim.when",
			"A game can be claimed when whoever is to move on the other side has left, and the game has a clock and is no correspondence.")
	case claim.in > 0:
		return e, apierror.Say(match.CodeNotNow, "claim.wait", "The other player has not been away for long. Please wait %d more seconds.",
			int((claim.in+time.Second-1)/time.Second))
	}
	return e, nil
}
