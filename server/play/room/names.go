package room

import (
	"context"
	"slices"

	"moyo/game"
	"moyo/server/base/convert"
	"moyo/server/store"
)

// Rename gives a player the new name of their account in the games that somebody has open,
// and tells everybody who has. The store has the name already; see [store.Called].
func (h *Hub) Rename(_ context.Context, player, name string) {
	h.rename(renaming{player, name})
	h.Changed(player)
}

// renaming is the new name of a player.
type renaming struct{ Player, Name string }

// renameHere is Rename for the games that are open in this process.
func (h *Hub) renameHere(n renaming) {
	for _, r := range h.roomsOf(h.ctx, n.Player) {
		r.do(func() { r.rename(n.Player, n.Name) })
	}
}

// roomsOf returns the open games in which a player has a seat, also games that are
// being loaded.
func (h *Hub) roomsOf(ctx context.Context, player string) (rooms []*room) {
	h.mu.Lock()
	places := make([]*place, 0, len(h.byID))
	for _, p := range h.byID {
		places = append(places, p)
	}
	h.mu.Unlock()
	for _, p := range places {
		select {
		case <-p.ready:
		case <-ctx.Done():
			return rooms
		}
		if p.room != nil && slices.Contains(*p.room.seated.Load(), player) {
			rooms = append(rooms, p.room)
		}
	}
	return rooms
}

// noteSeats notes who sits in the game, and for whom a seat is kept.
func (s *seats) noteSeats() {
	players := s.m.Setup().Players()
	s.seated.Store(&players)
}

// rename is Rename in the room's goroutine. No event has a name, so everybody gets the
// whole game, also a member who comes back and has missed no event. The header is
// written once more: an event may have restored the old name meanwhile.
func (r *room) rename(player, name string) {
	for {
		if r.failed || !r.call(player, name) {
			return
		}
		why := r.journal.writeHeader(r.ctx, convert.Header(r.id, r.m))
		if why == nil {
			break
		}
		g, err := r.journal.reload(r.ctx, r.m.Version(), why)
		if err == nil {
			err = r.adopt(g, why)
		}
		if err != nil {
			r.fail(err)
			return
		}
		r.resume()
	}
	r.renamed, r.snapshotsOf = r.m.Version(), 0
	r.sendAll()
	r.tellLists()
}

// call gives a player a name in the match, and says whether they had another one.
func (s *seats) call(player, name string) (changed bool) {
	for _, side := range []game.Color{game.Black, game.White} {
		before := s.m.Seat(side)
		now := store.Called(before, player, name)
		s.m.Call(side, now)
		changed = changed || now != before
	}
	return changed
}
