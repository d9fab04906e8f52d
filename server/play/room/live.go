package room

import (
	"cmp"
	"slices"
	"time"

	"moyo/game"
	"moyo/game/match"
	"moyo/server/base/convert"
	"moyo/server/base/wire"
	"moyo/server/store"
)

// miniature is a running public game as small pictures of it show it.
type miniature struct {
	Game    wire.Miniature
	People  int // seats of people who are here
	Rated   bool
	Updated time.Time
}

// tellLists notes what lists show of the game, and tells everybody who looks at one.
func (r *room) tellLists() {
	r.shown.Store(r.miniature())
	r.h.Changed(r.m.Setup().Players()...)
}

// miniature returns what a small picture of the game shows, nil if the game is
// private or not being played now.
func (r *room) miniature() *miniature {
	phase := r.m.Phase()
	if r.m.Setup().Private || phase != match.Playing && phase != match.Counting {
		return nil
	}
	pos := r.m.Position()
	m := &miniature{Rated: r.m.Setup().Rated, Updated: r.m.Updated()}
	m.Game = wire.Miniature{Game: r.info(), Stones: convert.Stones(pos), Last: -1}
	if moves := pos.Moves(); len(moves) > 0 && moves[len(moves)-1] >= 0 {
		m.Game.Last = int(moves[len(moves)-1])
	}
	for _, side := range []game.Color{game.Black, game.White} {
		if r.m.Seat(side).Kind == match.Human && r.away.ofSide(side).IsZero() {
			m.People++
		}
	}
	return m
}

// Live returns the best public games that are going on, at most so many. Games with both
// players present come first, then rated games, games with many watchers, and recent ones.
func (h *Hub) Live(most int) []wire.Miniature {
	live := []wire.Miniature{}
	for _, m := range best(append(h.liveHere(), h.elsewhere.live(h.Now())...), most) {
		live = append(live, m.Game)
	}
	return live
}

// liveHere returns the public games going on in this process.
func (h *Hub) liveHere() (all []*miniature) {
	for _, r := range h.loaded() {
		if m := r.shown.Load(); m != nil && m.People > 0 {
			copied := *m
			copied.Game.Game.Watchers = int(r.watchers.Load())
			all = append(all, &copied)
		}
	}
	return all
}

// best returns the best games, at most so many, in the order of [Hub.Live].
func best(all []*miniature, most int) (chosen []miniature) {
	slices.SortFunc(all, func(a, b *miniature) int {
		return cmp.Or(
			cmp.Compare(b.People, a.People), cmp.Compare(toInt(b.Rated), toInt(a.Rated)),
			cmp.Compare(b.Game.Game.Watchers, a.Game.Game.Watchers), b.Updated.Compare(a.Updated),
			cmp.Compare(a.Game.Game.ID, b.Game.Game.ID),
		)
	})
	for _, m := range all[:min(most, len(all))] {
		chosen = append(chosen, *m)
	}
	return chosen
}

func toInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// loaded returns the rooms that are ready.
func (h *Hub) loaded() []*room {
	h.mu.Lock()
	defer h.mu.Unlock()
	rooms := make([]*room, 0, len(h.byID))
	for _, p := range h.byID {
		if r := p.loaded(); r != nil {
			rooms = append(rooms, r)
		}
	}
	return rooms
}

// loaded returns the room of a place, nil while it is being loaded.
func (p *place) loaded() *room {
	select {
	case <-p.ready:
		return p.room
	default:
		return nil
	}
}

// awayFor is how long all players of a game may be away before they count as gone. After
// that no one can take an open challenge with a live clock, and lists do not show a game
// against the computer.
const awayFor = 2 * time.Minute

// AttendedUntil returns until when a person counts as present in a game, as a player or to wait
// for an opponent, if nothing changes. That is awayFor after the latest of these: the game's last
// change, the time when the last person left, and now while somebody has it open.
func (h *Hub) AttendedUntil(g store.Game) time.Time {
	until := g.Updated.Add(awayFor)
	if known, ok := h.glance(g.ID); ok {
		if seen := known.attendedUntil(h.Now()); seen.After(until) {
			return seen
		}
	}
	return until
}

// attendedUntil is [Hub.AttendedUntil] for a game that did not change.
func (g glance) attendedUntil(now time.Time) time.Time {
	if g.Left == 0 {
		return now.Add(awayFor)
	}
	return time.UnixMilli(g.Left).Add(awayFor)
}
