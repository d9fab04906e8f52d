package room

import (
	"context"

	"moyo/game"
	"moyo/game/match"
	"moyo/server/base/apierror"
	"moyo/server/base/convert"
	"moyo/server/base/socket"
	"moyo/server/base/wire"
)

// joinEvent returns the event that somebody takes the free seat. If that settles who
// gets which colour, and the handicap, the event says so.
func (r *room) joinEvent(m *socket.Conn, msg wire.ClientMessage) (match.Event, error) {
	side, ok := convert.ParseSide(msg.Color)
	switch {
	case !ok:
		return match.Event{}, apierror.New(apierror.BadRequest, `A side is "black", "white" or "" for any, not %.20q.`, msg.Color)
	case r.sideOf(m) != game.Empty && r.m.Partners() > 0:
		return match.Event{}, apierror.Say(apierror.SeatTaken, "rengo.own", "You already have a place in this game.")
	case r.sideOf(m) != game.Empty:
		return match.Event{}, apierror.Say(apierror.SeatTaken, "seat.own", "You play the other side. Send the link to another player.")
	}
	setup := r.m.Setup()
	if err := r.h.Terms.ToJoin(r.ctx, setup, m.Who); err != nil {
		return match.Event{}, err
	}
	if r.h.expired(setup.Black, setup.White, setup.Clock, r.m.Created()) {
		return match.Event{}, errExpired
	}
	if now := r.h.Now(); isOpenChallenge(r.m) && r.m.Clock().Live() && !now.Before(r.glance().attendedUntil(now)) {
		return match.Event{}, errMakerGone
	}
	name, err := r.h.Terms.Name(r.ctx, m.Who, msg.Name)
	if err != nil {
		return match.Event{}, err
	}
	seat := match.Seat{Kind: match.Human, Name: name, Player: m.Player, Bot: m.Who.IsProgram()}
	seat.Rank = r.h.Strengths.Text(r.ctx, seat, setup)
	if setup.Partners > 0 {
		if err := r.mayTakePlace(m); err != nil {
			return match.Event{}, err
		}
		return atPlace(r.m.Setup(), side, msg.Place, seat)
	}
	if r.m.Phase() == match.Waiting && setup.Colors != match.Seated {
		return r.h.settled(r.ctx, setup, seat)
	}
	if side == game.Empty {
		side = game.White
		if setup.Black.Kind == match.Open {
			side = game.Black
		}
	}
	return match.Event{Kind: match.Joined, By: side, Seat: &seat}, nil
}

// atPlace returns the event that somebody joins a game of teams: at a place, from 1, or
// at the first free one.
func atPlace(setup match.Setup, side game.Color, place int, seat match.Seat) (match.Event, error) {
	e := match.Event{Kind: match.Joined, By: side, Place: place - 1, Seat: &seat}
	switch {
	case place < 0 || place > setup.Partners || place > 0 && side == game.Empty:
		return e, errNoPlace
	case place == 0:
		e.By, e.Place, _ = setup.FirstFree(side) // if no place is free the match says so
		if e.By == game.Empty {
			e.By = game.Black
		}
	}
	return e, nil
}

// errMakerGone answers somebody who takes an open challenge whose maker has gone.
// Otherwise they could join, wait, claim the game, and have the maker held to account.
var errMakerGone = apierror.Say(match.CodeNotNow, "seat.makerGone",
	"The player that made this game has left. Join another game, or make one yourself.")

// isOpenChallenge says whether anybody may join the game.
func isOpenChallenge(m *match.Match) bool {
	setup := m.Setup()
	kept := setup.Black.Kind == match.Open && setup.Black.Player != "" || setup.White.Kind == match.Open && setup.White.Player != ""
	return m.Phase() == match.Waiting && !setup.Private && !kept
}

// settled returns the event that somebody joins a game that left sides open.
func (h *Hub) settled(ctx context.Context, setup match.Setup, seat match.Seat) (match.Event, error) {
	if setup.Black.Kind == match.Open {
		setup.Black = seat
	} else {
		setup.White = seat
	}
	setup = h.Terms.Settle(ctx, setup)
	rules, err := h.Rules(setup.Rules)
	if err != nil {
		return match.Event{}, err
	}
	setup.Rules = rules.ID()
	side := game.White
	if setup.Black == seat {
		side = game.Black
	}
	return match.Event{Kind: match.Joined, By: side, Seat: &seat, Setup: &setup}, nil
}

// under returns the match that goes on with e: m, or a new one if e changes the rules,
// which it can before the first move.
func (h *Hub) under(m *match.Match, e match.Event) (*match.Match, error) {
	if e.Setup == nil || e.Setup.Rules == m.Setup().Rules {
		return m, nil
	}
	rules, err := h.Rules(e.Setup.Rules)
	if err != nil {
		return nil, err
	}
	first := m.Setup()
	return match.New(m.Position().Board(), rules, match.Event{Kind: match.Created, At: m.Created(), Setup: &first})
}

// showAll sends everybody the whole game: no event tells what has been settled. It is the
// first event, so that members who come back get the whole game, too.
func (r *room) showAll() {
	for m := range r.members {
		m.Send(r.snapshotFor(m))
	}
	r.tellLists()
}
