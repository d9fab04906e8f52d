package room

import (
	"sync/atomic"
	"time"

	"moyo/game"
	"moyo/server/base/queue"
	"moyo/server/base/socket"
)

// historySize is how many events are kept for members that reconnect: fewer than a connection queues, since they come at once.
const historySize = 60

// sent is an event as it was sent.
type sent struct {
	version int
	data    []byte
}

// audience is who has a game open, and what they were sent. It belongs to the room's goroutine.
type audience struct {
	members  map[*socket.Conn]struct{}
	players  map[*socket.Conn]chair // the members who sit at the table: few, where thousands may watch
	watchers atomic.Int32           // any goroutine: members without a seat
	here     atomic.Uint32          // any goroutine: who of the players has the game open, see chair.bit

	history []sent // the last events, ascending
	renamed int    // the version until which somebody may know a player by another name
	// The snapshots of the version snapshotsOf, by where somebody sits; made when asked for.
	snapshots   map[chair][]byte
	snapshotsOf int
}

// add takes a member in, who plays at c or watches.
func (a *audience) add(m *socket.Conn, c chair) {
	a.members[m] = struct{}{}
	if c.side != game.Empty {
		a.players[m] = c
	}
	a.count()
}

// remove takes a member out and says where it sat. was is false if it was no member.
func (a *audience) remove(m *socket.Conn) (sat chair, was bool) {
	if _, was = a.members[m]; !was {
		return chair{}, false
	}
	sat = a.players[m]
	delete(a.members, m)
	delete(a.players, m)
	a.count()
	return sat, true
}

// seat finds out which members play, after the seats have changed.
func (a *audience) seat(playsAt func(*socket.Conn) chair) {
	clear(a.players)
	for m := range a.members {
		if c := playsAt(m); c.side != game.Empty {
			a.players[m] = c
		}
	}
	a.count()
}

func (a *audience) count() {
	here := uint32(0)
	for _, c := range a.players {
		here |= c.bit()
	}
	if len(a.members) > len(a.players) {
		here |= chair{}.bit()
	}
	a.watchers.Store(int32(len(a.members) - len(a.players)))
	a.here.Store(here)
}

// isHere says whether the player on a chair has the game open. Any goroutine may ask.
func (a *audience) isHere(c chair) bool { return a.here.Load()&c.bit() != 0 }

// asker returns for whom an engine thinks: a player who has the game open, otherwise somebody who watches.
func (a *audience) asker(sideOf func(*socket.Conn) game.Color) (who queue.Asker) {
	for m := range a.members {
		asker := m.Asker()
		if sideOf(m) != game.Empty {
			return asker
		}
		if who == (queue.Asker{}) || asker.Person < who.Person {
			who = asker
		}
	}
	return who
}

// lag returns the lag of the slowest connection of the player on a chair.
func (a *audience) lag(c chair) (lag time.Duration) {
	for m, at := range a.players {
		if at == c {
			lag = max(lag, m.Lag())
		}
	}
	return lag
}

// since returns the events after a version until the game's, and whether they are all known.
func (a *audience) since(version, now int) ([]sent, bool) {
	missing := now - version
	if version <= a.renamed || missing < 0 || missing > len(a.history) {
		return nil, false
	}
	return a.history[len(a.history)-missing:], true
}

// note remembers an event that is being sent.
func (a *audience) note(version int, data []byte) {
	if len(a.history) == historySize {
		copy(a.history, a.history[1:])
		a.history = a.history[:historySize-1]
	}
	a.history = append(a.history, sent{version, data})
}

// forget forgets what was sent.
func (a *audience) forget() { a.history, a.snapshotsOf = nil, 0 }

// snapshot returns the snapshot of a version for a member at c. It is made once for each version and seat, and
// shared: hundreds of people may come at once, or ask again and again without reading the answer.
func (a *audience) snapshot(version int, c chair, create func() []byte) []byte {
	if a.snapshotsOf != version || a.snapshots == nil {
		a.snapshotsOf, a.snapshots = version, map[chair][]byte{}
	}
	if a.snapshots[c] == nil {
		a.snapshots[c] = create()
	}
	return a.snapshots[c]
}

// tell sends data to the players first, then to one more member, and calls told before it sends it to the
// others: thousands may watch.
func (a *audience) tell(data []byte, next *socket.Conn, told func()) {
	for m := range a.players {
		m.Send(data)
	}
	_, inside := a.members[next]
	if _, plays := a.players[next]; inside && !plays {
		next.Send(data)
	}
	told()
	for m := range a.members {
		if _, plays := a.players[m]; !plays && m != next {
			m.Send(data)
		}
	}
}
