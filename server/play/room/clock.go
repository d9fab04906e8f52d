package room

import (
	"context"
	"errors"
	"time"

	"moyo/game"
	"moyo/game/match"
	"moyo/server/base/socket"
	"moyo/server/base/wire"
)

// maxLag is how much of a connection's lag is forgiven with each move, at most.
// What was not needed is not saved up.
const maxLag = 500 * time.Millisecond

// timing says how much of the time counts for the person whose turn it is. Times are those
// of one monotonic clock. It belongs to the room's goroutine.
type timing struct {
	*seats
	audience *audience
	now      func() time.Time
	arrived  time.Time     // when the command that is being carried out came in; zero when the room acts by itself
	mark     time.Time     // until then the time of the player whose turn it is has been counted
	began    time.Time     // when that turn began
	settled  time.Time     // until then no turn's time begins: people come back after the server has failed
	flag     *time.Timer   // fires when their flag has to fall
	owed     time.Duration // downtime that is still to be credited, after loading
}

// restart begins the turn now.
func (t *timing) restart() {
	now := t.now()
	t.mark, t.began = now, now
}

// person returns the person whose time it is, Empty if it is no person's. The
// computer's time is counted by how long it has searched: that it waits for a
// processor is not its fault, and no person waits for its flag.
func (t *timing) person() game.Color {
	if side := t.m.Running(); side != game.Empty && t.m.Seat(side).Kind == match.Human {
		return side
	}
	return game.Empty
}

// elapsed returns the milliseconds that the player whose turn it is has used
// when e happens.
func (t *timing) elapsed(e match.Event) int64 {
	left, ok := t.m.FlagIn()
	if !ok {
		return 0
	}
	side := t.person()
	if side == game.Empty { // the computer brings the time of its own moves along
		return min(e.Elapsed, left.Milliseconds())
	}
	at := t.arrived
	if at.IsZero() {
		at = t.now()
	}
	raw := max(at.Sub(t.mark), 0)
	forgiven := max(raw-t.lag(side), 0).Truncate(time.Millisecond)
	switch {
	case e.Kind == match.Flagged, e.Kind == match.Moved && e.By == side:
		return forgiven.Milliseconds()
	case raw > left && forgiven <= left: // their move may be on its way
		return left.Milliseconds()
	}
	return raw.Milliseconds()
}

// lag returns how much lag of a player's connections is forgiven.
func (t *timing) lag(side game.Color) time.Duration {
	return min(t.audience.lag(t.next(side)), maxLag)
}

// counted notes that an event has been recorded, with the time it counts.
func (t *timing) counted(e match.Event) {
	if e.Kind.InTurn() {
		t.mark = t.mark.Add(time.Duration(e.Elapsed) * time.Millisecond)
		return
	}
	t.restart() // the time that the disk took does not count
	if t.began.Before(t.settled) {
		t.mark = t.settled
	}
}

// setFlag sets the timer for the flag of the person whose turn it is.
func (t *timing) setFlag() {
	t.flag.Stop()
	if side := t.person(); side != game.Empty {
		left, _ := t.m.FlagIn()
		falls := t.mark.Add(left + t.lag(side) + time.Millisecond)
		t.flag.Reset(falls.Sub(t.now()))
	}
}

// flagged returns the event that the flag falls, if it is time. Otherwise it sets the timer again.
func (t *timing) flagged() (flag match.Event, falls bool) {
	side := t.person()
	if side == game.Empty {
		return flag, false
	}
	flag = match.Event{Kind: match.Flagged, By: side}
	if left, _ := t.m.FlagIn(); t.elapsed(flag) <= left.Milliseconds() {
		t.setFlag() // time was given, or the lag has grown
		return flag, false
	}
	return flag, true
}

// unseen is how long a node may write after it was last seen: its lease, and as much
// as the times of day of two machines may differ.
const unseen = 4 * time.Second

// countSince finds out how much of the time since the last event counts, for a game that has
// just been loaded. Another node had it open until seen, unless that is zero. From then on, or
// from the last event if that came later, no player could move, and both need a moment to
// come back.
func (t *timing) countSince(ctx context.Context, up *uptime, seen time.Time) error {
	if t.person() == game.Empty {
		return nil
	}
	from := t.m.Updated()
	work, away, err := up.since(ctx, from)
	if counts := max(seen.Sub(from), 0); from.Sub(seen) < unseen && counts < work {
		work, away = counts, away+work-counts
		t.mark = t.mark.Add(settle)
		t.settled = t.mark
	}
	t.mark, t.owed = t.mark.Add(-work), away
	return err
}

// cut notes that the server's own network has cut off the last connection of who sits there,
// since a time. It says whether that time, and some to come back by another way, is owed to them.
func (t *timing) cut(sat chair, since time.Time) bool {
	now := t.now()
	t.settled = now.Add(settle)
	if sat.side != t.person() || sat != t.next(sat.side) {
		return false
	}
	if since.Before(t.mark) {
		since = t.mark
	}
	t.owed = now.Sub(since)
	t.mark = t.mark.Add(t.owed)
	return true
}

// credit returns the event that gives back what is owed, once, if anything is.
func (t *timing) credit() (e match.Event, owed bool) {
	e = match.Event{Kind: match.Credited, By: t.person(), Time: t.owed.Milliseconds()}
	t.owed = 0
	return e, e.Time > 0 && e.By != game.Empty
}

// timeUp says whether the match has refused an event because the time was up
// before.
func timeUp(err error) bool {
	refusal, ok := errors.AsType[*match.Refusal](err)
	return ok && refusal.Code == match.CodeTimeUp
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
	flag, falls := r.time.flagged()
	if !falls {
		return
	}
	if err := r.record("", flag); err != nil && !errors.Is(err, errStore) {
		r.h.Log.Error("flag refused", "game", r.id, "err", err)
	}
}

// creditDowntime gives back the time during which the server was away while somebody thought.
func (r *room) creditDowntime() {
	e, owed := r.time.credit()
	if !owed {
		return
	}
	if err := r.record("", e); err != nil && !errors.Is(err, errStore) && !timeUp(err) {
		r.h.Log.Error("downtime not credited", "game", r.id, "err", err)
	}
}

// creditCut gives a player back the time since which the server's own network has cut off
// the last of their connections, and some to come back by another way.
func (r *room) creditCut(sat chair, since time.Time) {
	if sat.side == game.Empty || since.IsZero() || r.isHere(sat) || !r.time.cut(sat, since) {
		return
	}
	r.creditDowntime()
	if sat.side == r.time.person() && !r.failed { // their flag has not fallen before
		r.time.mark = r.time.settled // the flag's timer comes too early then, and is set anew
	}
}

// sendClock tells a member for how long the clock has been running.
func (r *room) sendClock(m *socket.Conn) {
	if r.m.Running() == game.Empty {
		return
	}
	elapsed := max(r.h.Now().Sub(r.time.mark), 0)
	m.Send(encoded(wire.ServerMessage{Type: "clock", Clock: &wire.Running{Version: r.m.Version(), Elapsed: int(elapsed.Milliseconds())}}))
}
