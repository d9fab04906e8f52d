package room

import (
	"moyo/game"
	"moyo/game/match"
	"moyo/server/base/apierror"
	"moyo/server/base/convert"
	"moyo/server/base/socket"
	"moyo/server/base/wire"
)

// rematch is the offer of another game between the same players, after this one. It
// is not in the game's log, and lasts as long as the room.
type rematch struct {
	*seats
	offer
}

// offer says who wants another game.
type offer struct {
	by    game.Color                 // who offered it first, Empty for no one
	wants [3][match.MaxPartners]bool // by side and place: who wants it
	bots  [3][match.MaxPartners]bool // for whom a program has said so, which then plays
	made  string                     // id of the game, once it has been made
}

// check says why a side may not offer another game, nil if it may.
func (n *rematch) check(side game.Color) error {
	switch {
	case n.m.Phase() != match.Finished:
		return apierror.Say(match.CodeNotNow, "rematch.early", "The game is not over yet.")
	case n.m.Seat(side.Other()).Kind != match.Human || n.m.Setup().IsFree(): // it was called off before all had come
		return apierror.Say(match.CodeNotAllowed, "rematch.nobody", "Your opponent has left.")
	}
	return nil
}

// with returns the offer after the player on a chair, or a program for them, agrees to it, and
// whether everybody does.
func (n *rematch) with(c chair, program bool) (o offer, all bool) {
	o = n.offer
	o.wants[c.side][c.place], o.bots[c.side][c.place] = true, program
	if o.by == game.Empty {
		o.by = c.side
	}
	for _, side := range []game.Color{game.Black, game.White} {
		for _, other := range n.chairs(side) {
			if !o.wants[side][other.place] {
				return o, false
			}
		}
	}
	return o, true
}

// keep forgets what players have offered who are no longer here, and says whether that changes anything.
func (n *rematch) keep(isHere func(chair) bool) (changed bool) {
	if n.by == game.Empty {
		return false
	}
	before := n.offer
	n.by = game.Empty
	for _, side := range []game.Color{before.by, before.by.Other()} {
		for _, c := range n.chairs(side) {
			want := &n.wants[c.side][c.place]
			if *want = *want && isHere(c); *want && n.by == game.Empty {
				n.by = side
			}
			n.bots[c.side][c.place] = *want && before.bots[c.side][c.place]
		}
	}
	return n.offer != before
}

// message tells how the offer stands.
func (n *rematch) message() wire.ServerMessage {
	wants := n.places(func(c chair) bool { return n.wants[c.side][c.place] })
	return wire.ServerMessage{Type: "rematch", Rematch: &wire.Rematch{By: convert.Side(n.by), Game: n.made, Wants: wants}}
}

// again carries out "rematch": a player offers another game with sides swapped, or
// agrees to it.
func (r *room) again(m *socket.Conn, msg wire.ClientMessage) {
	c := r.chairOf(m)
	err := r.rematch.check(c.side)
	if wanted, all := r.rematch.with(c, m.IsProgram()); err == nil && r.rematch.made == "" {
		if all {
			wanted, err = r.nextGame(m, wanted)
		}
		if err == nil {
			r.rematch.offer = wanted
		}
	}
	if r.reply(m, msg.ID, err) {
		r.broadcast(r.rematch.message())
	}
}

// nextGame makes the game that everybody wants: this one's setup with sides swapped. A handicap by rank is
// computed again; partners play one turn later than before. A host keeps their side, as otherwise they would get
// the handicap that they have given. A seat is marked as a program's if a program wanted the game.
func (r *room) nextGame(m *socket.Conn, wanted offer) (offer, error) {
	setup := r.m.Setup()
	for side, seat := range map[game.Color]*match.Seat{game.Black: &setup.Black, game.White: &setup.White} {
		seat.Bot = wanted.bots[side][0]
		for place := range setup.Partners {
			seat.Team[place].Bot = wanted.bots[side][place]
		}
	}
	if err := r.h.Terms.ToJoin(r.ctx, setup, m.Who); err != nil {
		return wanted, err
	}
	if !setup.Black.Host && !setup.White.Host {
		setup.Black, setup.White = setup.White, setup.Black
	}
	for _, seat := range []*match.Seat{&setup.Black, &setup.White} { // the next game is not part of an exhibition
		seat.Host, seat.Extra = false, 0
		if setup.Partners > 0 {
			*seat = match.Seat{Team: seat.Team.Rotated(setup.Partners)}
		}
	}
	if setup.Colors == match.ByRank {
		setup = r.h.Terms.Settle(r.ctx, setup)
	}
	g, err := r.h.Create(r.ctx, setup)
	return offer{made: g.ID}, err
}

// noRematch carries out "decline" after the end: no one offers another game now.
func (r *room) noRematch(m *socket.Conn, msg wire.ClientMessage) {
	var err error
	if r.rematch.by == game.Empty {
		err = apierror.Say(match.CodeNotNow, "rematch.none", "Your opponent has not offered a rematch.")
	}
	if r.reply(m, msg.ID, err) {
		r.rematch.offer = offer{}
		r.broadcast(r.rematch.message())
	}
}
