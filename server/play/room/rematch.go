package room

import (
	"moyo/game"
	"moyo/game/match"
	"moyo/server/base/apierror"
	"moyo/server/base/convert"
	"moyo/server/base/socket"
	"moyo/server/base/wire"
)

// rematch is what becomes of a game between the same players, after this one. It
// is no part of the game's log, and lasts as long as the room.
type rematch struct {
	by    game.Color                 // who offered it first, Empty for nobody
	wants [3][match.MaxPartners]bool // by side and place: who wants it
	bots  [3][match.MaxPartners]bool // and for whom a program has said so, which plays then
	next  string                     // id, once it has been made
}

// again carries out "rematch": a player offers another game with sides swapped, or
// agrees to it.
func (r *room) again(m *socket.Conn, msg wire.ClientMessage) {
	c := r.chairOf(m)
	if err := r.mayOffer(c.side); err != nil {
		r.refuse(m, msg.ID, err)
		return
	}
	wanted := r.rematch
	wanted.wants[c.side][c.place], wanted.bots[c.side][c.place] = true, m.IsProgram()
	switch {
	case r.rematch.next != "":
	case r.all(wanted):
		setup, err := r.nextSetup(m, wanted)
		if err != nil {
			r.refuse(m, msg.ID, err)
			return
		}
		g, err := r.h.Create(r.ctx, setup)
		if err != nil {
			r.refuse(m, msg.ID, err)
			return
		}
		r.rematch = rematch{next: g.ID}
	default:
		if r.rematch = wanted; r.rematch.by == game.Empty {
			r.rematch.by = c.side
		}
	}
	r.acknowledge(m, msg.ID, r.m.Version())
	r.broadcast(r.rematchMessage())
}

// all says whether everybody wants another game.
func (r *room) all(wanted rematch) bool {
	for _, side := range []game.Color{game.Black, game.White} {
		for _, c := range r.chairs(side) {
			if !wanted.wants[c.side][c.place] {
				return false
			}
		}
	}
	return true
}

// mayOffer says what stands against another game.
func (r *room) mayOffer(side game.Color) error {
	switch {
	case r.m.Phase() != match.Finished:
		return apierror.Say(match.CodeNotNow, "rematch.early", "The game is still going on.")
	case r.m.Seat(side.Other()).Kind != match.Human || r.m.Setup().IsFree(): // it was called off before all had come
		return apierror.Say(match.CodeNotAllowed, "rematch.nobody", "There is nobody on the other seat.")
	}
	return nil
}

// nextSetup returns the setup of this game with sides swapped. Where the handicap
// went by rank it does again; partners play one turn later than before. Who played many at once keeps their side: stones that
// they have given would be theirs. Seats are marked as those of programs for which programs wanted it.
func (r *room) nextSetup(m *socket.Conn, wanted rematch) (match.Setup, error) {
	setup := r.m.Setup()
	for side, seat := range map[game.Color]*match.Seat{game.Black: &setup.Black, game.White: &setup.White} {
		seat.Bot = wanted.bots[side][0]
		for place := range setup.Partners {
			seat.Team[place].Bot = wanted.bots[side][place]
		}
	}
	if err := r.h.Terms.ToJoin(r.ctx, setup, m.Who); err != nil {
		return setup, err
	}
	if !setup.Black.Host && !setup.White.Host {
		setup.Black, setup.White = setup.White, setup.Black
	}
	for _, seat := range []*match.Seat{&setup.Black, &setup.White} { // nobody plays many at once any more
		seat.Host, seat.Extra = false, 0
		if setup.Partners > 0 {
			*seat = match.Seat{Team: seat.Team.Rotated(setup.Partners)}
		}
	}
	if setup.Colors == match.ByRank {
		setup = r.h.Terms.Settle(r.ctx, setup)
	}
	return setup, nil
}

// noRematch carries out "decline" after the end: nobody offers another game now.
func (r *room) noRematch(m *socket.Conn, msg wire.ClientMessage) {
	if r.rematch.by == game.Empty {
		r.refuse(m, msg.ID, apierror.Say(match.CodeNotNow, "rematch.none", "Nobody offers another game."))
		return
	}
	r.rematch = rematch{}
	r.acknowledge(m, msg.ID, r.m.Version())
	r.broadcast(r.rematchMessage())
}

// forgetOffer takes back what those have offered who have left.
func (r *room) forgetOffer() {
	if r.rematch.by == game.Empty {
		return
	}
	before := r.rematch
	r.rematch.by = game.Empty
	for _, side := range []game.Color{before.by, before.by.Other()} {
		for _, c := range r.chairs(side) {
			want := &r.rematch.wants[c.side][c.place]
			if *want = *want && r.isHere(c); *want && r.rematch.by == game.Empty {
				r.rematch.by = side
			}
			r.rematch.bots[c.side][c.place] = *want && before.bots[c.side][c.place]
		}
	}
	if r.rematch != before {
		r.broadcast(r.rematchMessage())
	}
}

// tellRematch tells a member who has just come.
func (r *room) tellRematch(m *socket.Conn) {
	if r.rematch != (rematch{}) {
		m.Send(encoded(r.rematchMessage()))
	}
}

func (r *room) rematchMessage() wire.ServerMessage {
	wants := r.places(func(c chair) bool { return r.rematch.wants[c.side][c.place] })
	return wire.ServerMessage{Type: "rematch", Rematch: &wire.Rematch{By: convert.Side(r.rematch.by), Game: r.rematch.next, Wants: wants}}
}
