package room

import (
	"sync/atomic"
	"time"

	"moyo/game"
	"moyo/game/match"
	"moyo/server/base/apierror"
	"moyo/server/base/socket"
)

// absences say since when the people of a game are away, and what follows from that. They
// belong to the room's goroutine.
type absences struct {
	*seats
	since [3][match.MaxPartners]time.Time // by side and place, zero for somebody who is here
	left  atomic.Int64                    // any goroutine: when the last player left, in milliseconds since 1970; 0 while one is here
}

func (a *absences) of(c chair) *time.Time { return &a.since[c.side][c.place] }

// ofSide returns since when all players of a side are away, the zero time while one is here.
func (a *absences) ofSide(side game.Color) (since time.Time) {
	for _, c := range a.chairs(side) {
		at := *a.of(c)
		if at.IsZero() {
			return time.Time{}
		}
		if at.After(since) {
			since = at
		}
	}
	return since
}

// note notes who of the players is here now. Somebody who is suspended may only watch, which
// helps their opponents no more than if they were away.
func (a *absences) note(players map[*socket.Conn]chair, now time.Time) {
	here := map[chair]bool{}
	for m, c := range players {
		here[c] = here[c] || !m.Suspended
	}
	for _, side := range []game.Color{game.Black, game.White} {
		for place := range max(a.m.Partners(), 1) {
			c := chair{side, place}
			switch away := a.of(c); {
			case here[c]:
				*away = time.Time{}
			case away.IsZero():
				*away = now
			}
		}
	}
	a.noteLeft()
}

// noteLeft notes whether any player is here, and otherwise when the last one left.
func (a *absences) noteLeft() {
	var left time.Time
	for _, side := range []game.Color{game.Black, game.White} {
		if a.m.Seat(side).Kind != match.Human {
			continue
		}
		since := a.ofSide(side)
		if since.IsZero() {
			a.left.Store(0)
			return
		}
		if since.After(left) {
			left = since
		}
	}
	a.left.Store(left.UnixMilli())
}

// noteUnseen notes that some people were away before the game was loaded, although no room saw
// that: a person who waits for an opponent since the game was made, a person who plays against
// the computer since its last event. Opening the game does not make them look present.
func (a *absences) noteUnseen() {
	alone := a.m.Seat(game.Black).Kind == match.Engine || a.m.Seat(game.White).Kind == match.Engine
	for _, side := range []game.Color{game.Black, game.White} {
		for _, c := range a.chairs(side) {
			switch {
			case a.m.Phase() == match.Waiting:
				*a.of(c) = a.m.Created()
			case alone:
				*a.of(c) = a.m.Updated()
			}
		}
	}
}

// claim says that a player may claim the game in a while, or now.
type claim struct {
	by game.Color
	in time.Duration // 0 for now
}

// hostWait is how many fair times a guest waits for a host, who plays many games at once, after accepting
// a count: no clock runs there, and play cannot always be resumed.
const hostWait = 5

// claim returns who may claim the game because the other side has left during its own turn, which began
// at a time, or while the dead stones are to be agreed on. It is nil if no player may, and none will unless
// something changes.
//
// A player who has accepted a count and left has done what was awaited of them: otherwise the loser could
// mark other stones, wait, and win. A host has not left when at another board: during play the clock
// decides, and a count can be claimed only after the guest has accepted it and waited longer. Of a team,
// the player has left whose turn it is; anybody of it can agree to a count.
func (a *absences) claim(now, began time.Time) *claim {
	wait, live := a.m.Clock().Speed().Fair()
	black, white := a.m.Seat(game.Black), a.m.Seat(game.White)
	if !live || black.Kind != match.Human || white.Kind != match.Human {
		return nil
	}
	for _, side := range []game.Color{game.Black, game.White} {
		theirs := a.m.Turn() == side || a.m.Phase() == match.Counting && !a.m.HasAgreed(side)
		patience := wait
		if a.m.Seat(side).Host {
			theirs = theirs && a.m.Phase() == match.Counting && a.m.HasAgreed(side.Other())
			patience *= hostWait
		}
		since := *a.of(a.next(side))
		if a.m.Phase() == match.Counting {
			since = a.ofSide(side)
		}
		if !theirs || since.IsZero() || !a.ofSide(side.Other()).IsZero() {
			continue
		}
		if since.Before(began) {
			since = began
		}
		return &claim{side.Other(), max(patience-now.Sub(since), 0)}
	}
	return nil
}

// check says why a player may not claim the game now, nil if they may. c may be nil.
func (c *claim) check(side game.Color) error {
	switch {
	case c == nil || c.by != side:
		return apierror.Say(match.CodeNotNow, "claim.when",
			"You can claim the game only if your opponent is to move and has left. It must have a clock and be no correspondence game.")
	case c.in > 0:
		return apierror.Say(match.CodeNotNow, "claim.wait", "Your opponent has only just left. Please wait %d more seconds.",
			int((c.in+time.Second-1)/time.Second))
	}
	return nil
}
