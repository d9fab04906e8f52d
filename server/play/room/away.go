package room

import (
	"time"

	"moyo/game"
	"moyo/game/match"
)

// claim says that a player may claim the game in a while, or now.
type claim struct {
	by game.Color
	in time.Duration // 0 for now
}

// noteAbsence notes since when which players are away. Who is suspended may
// only look on, which helps their opponents no more than if they were away.
func (r *room) noteAbsence() {
	here := map[chair]bool{}
	for m, c := range r.players {
		here[c] = here[c] || !m.Suspended
	}
	for _, side := range []game.Color{game.Black, game.White} {
		for place := range max(r.m.Partners(), 1) {
			c := chair{side, place}
			switch away := r.away.of(c); {
			case here[c]:
				*away = time.Time{}
			case away.IsZero():
				*away = r.h.Now()
			}
		}
	}
	r.noteLeft()
}

// noteUnseen takes those of whom it is not known whether they were here before the game
// was loaded to have been away: whoever waits for an opponent since the game was made,
// whoever plays against the computer since its last event. Nobody can make either of them
// look present by opening the game.
func (r *room) noteUnseen() {
	alone := r.m.Seat(game.Black).Kind == match.Engine || r.m.Seat(game.White).Kind == match.Engine
	for _, side := range []game.Color{game.Black, game.White} {
		for _, c := range r.chairs(side) {
			switch {
			case r.m.Phase() == match.Waiting:
				*r.away.of(c) = r.m.Created()
			case alone:
				*r.away.of(c) = r.m.Updated()
			}
		}
	}
}

// hostWait is how many fair times somebody waits who has accepted a count for who plays many games at
// once: no clock runs there, and play cannot always be resumed.
const hostWait = 5

// claim returns who may claim the game because the other has left: during their
// own turn, or when the dead stones are to be agreed on. It is nil where nobody
// may, nor will as things stand. Who has accepted a count and gone did what was
// awaited of them: else the loser would mark other stones, wait, and have won. Who plays many
// games at once has not left where they are at another board: while play goes on their clock decides;
// a count they must come to, when the other has accepted it and has waited for longer. Of a team
// the one has left whose turn it is; its count anybody of it can agree to.
func (r *room) claim(now time.Time) *claim {
	wait, live := r.m.Clock().Speed().Fair()
	black, white := r.m.Seat(game.Black), r.m.Seat(game.White)
	if !live || black.Kind != match.Human || white.Kind != match.Human {
		return nil
	}
	for _, side := range []game.Color{game.Black, game.White} {
		theirs := r.m.Turn() == side || r.m.Phase() == match.Counting && !r.m.HasAgreed(side)
		patience := wait
		if r.m.Seat(side).Host {
			theirs = theirs && r.m.Phase() == match.Counting && r.m.HasAgreed(side.Other())
			patience *= hostWait
		}
		since := *r.away.of(r.next(side))
		if r.m.Phase() == match.Counting {
			since = r.awaySince(side)
		}
		if !theirs || since.IsZero() || !r.awaySince(side.Other()).IsZero() {
			continue
		}
		if since.Before(r.time.began) {
			since = r.time.began
		}
		return &claim{side.Other(), max(patience-now.Sub(since), 0)}
	}
	return nil
}
