package room

import (
	"moyo/game"
	"moyo/game/match"
	"moyo/server/base/apierror"
	"moyo/server/base/convert"
	"moyo/server/base/limit"
	"moyo/server/base/socket"
	"moyo/server/base/wire"
	"moyo/server/store"
)

// The limits of places in games of teams that have not begun: somebody who takes places and does not come to
// play delays everybody else.
const (
	maxPlaces  = 10  // games in which one person has a place
	maxFreed   = 5   // times that the place of one person in one game becomes free again
	mostListed = 150 // waiting games of one person, of teams and others: more than the lobby lets anybody have
)

// placesTaken is how often one address may ask for a place.
var placesTaken = limit.Quota{Daily: 300, AtOnce: 60}

// mayTakePlace says why somebody may not take one more place in a game of teams, nil if they may.
func (r *room) mayTakePlace(m *socket.Conn) error {
	if r.m.Phase() != match.Waiting {
		return nil // the match refuses it
	}
	if r.m.Freed(m.Player) >= maxFreed {
		return apierror.Say(match.CodeNotAllowed, "rengo.freed",
			"You have left a place in this game %d times. Please join another game.", maxFreed)
	}
	games, err := r.h.Store.List(r.ctx, store.Query{Player: m.Player, Private: true, Phases: []match.Phase{match.Waiting}, Limit: mostListed})
	if err != nil {
		return err
	}
	places := 0
	for _, g := range games {
		if g.Partners > 0 {
			places++
		}
	}
	if places >= maxPlaces {
		return apierror.Say(apierror.TooOften, "rengo.places",
			"You have places in %d games that have not begun. Wait until they begin, or leave some of them.", places)
	}
	return r.freeAbsent()
}

// freeAbsent is called before the last place of a game with a live clock is taken. It gives back the places of
// people who have been away for long: the game would begin without them, and their partners would lose it. While
// its maker is away, the game cannot begin.
func (r *room) freeAbsent() error {
	now := r.h.Now()
	isAway := func(c chair) bool {
		since := *r.away.of(c)
		return !since.IsZero() && now.Sub(since) >= awayFor
	}
	people := append(r.chairs(game.Black), r.chairs(game.White)...)
	if !r.m.Clock().Live() || len(people) < 2*r.m.Partners()-1 {
		return nil
	}
	side, place := r.m.Maker()
	maker := chair{side, place}
	if isAway(maker) {
		return errMakerGone
	}
	for _, c := range people {
		if c == maker || !isAway(c) {
			continue
		}
		if err := r.record("", match.Event{Kind: match.Freed, By: c.side, Place: c.place}); err != nil {
			return err
		}
	}
	return nil
}

// freedEvent returns the event that somebody gives their place back, or that the maker of the
// game sends somebody away from theirs.
func freedEvent(m *match.Match, e match.Event, msg wire.ClientMessage) (match.Event, error) {
	if msg.Color == "" || m.Partners() == 0 {
		return e, nil
	}
	if side, place := m.Maker(); e.By != side || e.Place != place {
		return e, apierror.Say(match.CodeNotAllowed, "rengo.send", "Only the player that made the game can remove others from it.")
	}
	side, ok := convert.ParseSide(msg.Color)
	if !ok || msg.Place < 1 || msg.Place > m.Partners() {
		return e, errNoPlace
	}
	e.By, e.Place = side, msg.Place-1
	return e, nil
}

// errNoPlace answers a command that names a place that the game does not have.
var errNoPlace = apierror.Say(apierror.BadRequest, "rengo.noPlace", "There is no such place in this game.")
