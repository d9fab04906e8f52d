package notify

import (
	"context"
	"sync"
	"time"

	"moyo/game"
	"moyo/game/clock"
	"moyo/game/match"
	"moyo/server/base/convert"
	"moyo/server/people/notify/push"
	"moyo/server/store"
)

// The times after which a game is looked at again.
const (
	// after a move that somebody's page was open for: a phone that was put away shows by then that it does not answer
	stillAway = 90 * time.Second
	cameToo   = 20 * time.Second // after a game's beginning, to which whoever waited for it will come by themselves
	lookEvery = 5 * time.Second
)

// maxLater bounds the games to be looked at again. Of more, nobody is reminded.
const maxLater = 10_000

// about is what somebody shall hear of a game unless they have it open.
type about struct {
	player string
	side   game.Color
	place  int // on that side, of a team
	kind   store.NotificationKind
	game   string // id
}

// seat names somebody in a game: for each, no more than one thing waits.
type seat struct{ player, game string }

// later holds what may have to be told after a while.
type later struct {
	mu    sync.Mutex
	tells map[seat]due
}

type due struct {
	about
	at time.Time
}

func newLater() later { return later{tells: map[seat]due{}} }

// put notes what may have to be told at that time, in place of what was noted of
// the same game.
func (l *later) put(a about, at time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	key := seat{a.player, a.game}
	if _, known := l.tells[key]; known || len(l.tells) < maxLater {
		l.tells[key] = due{a, at}
	}
}

// take returns what is due, which is then forgotten.
func (l *later) take(now time.Time) (list []about) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for key, d := range l.tells {
		if !d.at.After(now) {
			list = append(list, d.about)
			delete(l.tells, key)
		}
	}
	return list
}

// Changed takes in what an event has made of a game, and whether it awaits another
// player than before. It does not wait: what has to be looked up is looked up later.
// What a game's end is to people the outbox says; this only has it looked at.
func (s *Service) Changed(g store.Game, e match.Event, turn bool) {
	for _, a := range peopleOf(g) {
		seat, side := g.SeatOf(a.side), a.side
		s.tell(a.player)
		switch began := g.Phase == match.Playing && (e.Kind == match.Joined || e.Kind == match.Created); {
		case e.By == side && e.Place == a.place: // they know
		case seat.Host && !isCorrespondence(g): // who plays many at once looks at all boards; a word of each would be a flood
		case seat.Kind == match.Open && e.Kind == match.Created: // it is kept for them
			a.kind = store.ChallengeMade
			s.unlessHere(a)
		case seat.Kind == match.Open, g.Phase == match.Finished:
		case began && len(g.Black.Players()) > 0 && len(g.White.Players()) > 0:
			a.kind = store.GameStarted
			s.later.put(a, s.Now().Add(cameToo))
		case turn && g.Awaited() == a.player && g.Turn == side:
			a.kind = store.YourTurn
			if !s.unlessHere(a) {
				s.later.put(a, s.Now().Add(stillAway))
			}
		}
	}
	if g.Phase == match.Finished {
		s.wakes(struct{}{})
	}
}

// unlessHere has somebody told, unless they have the game open.
func (s *Service) unlessHere(a about) (told bool) {
	if s.Games.HereAt(a.game, a.side, a.place) {
		return false
	}
	s.enqueue(func(ctx context.Context) error { return s.tellOf(ctx, a) })
	return true
}

// lookLater tells what has to be told after a while.
func (s *Service) lookLater() {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			for _, a := range s.later.take(s.Now()) {
				s.unlessHere(a)
			}
		case <-s.ctx.Done():
			return
		}
	}
}

// tellOf tells somebody of a game as it is now.
func (s *Service) tellOf(ctx context.Context, a about) error {
	g, err := s.Store.Game(ctx, a.game)
	if err != nil {
		return err
	}
	n := notification(g, a)
	switch a.kind {
	case store.GameStarted:
		if g.Phase == match.Finished {
			return nil
		}
		n.Text = begunWords(g, a.side).Text
		return s.Notify(ctx, n)
	case store.ChallengeMade:
		n.Text = challengeWords(g, a.side).Text
		return s.Notify(ctx, n)
	}
	if g.Awaited() != a.player {
		return nil
	}
	if isCorrespondence(g) {
		if err := s.wantDigest(ctx, a.player); err != nil {
			return err
		}
	}
	return s.pushTo(ctx, a.player, a.kind, push.Message{Title: titles[a.kind], Text: turnWords(g, a.side), Path: n.Path, Tag: g.ID})
}

// peopleOf returns what is to be said of a game to each who has a seat there.
func peopleOf(g store.Game) (all []about) {
	for _, side := range []game.Color{game.Black, game.White} {
		seat := g.SeatOf(side)
		for _, player := range seat.Players() {
			place, _ := seat.PlaceOf(player)
			all = append(all, about{player: player, side: side, place: place, game: g.ID})
		}
	}
	return all
}

// notification returns what somebody is to hear of a game, without its text. What a team does
// is no one person's word.
func notification(g store.Game, a about) store.Notification {
	sender := ""
	if g.Partners == 0 {
		sender = opponent(g, a.side).Player
	}
	return store.Notification{Player: a.player, Sender: sender, Kind: a.kind, Key: string(a.kind) + "/" + g.ID, Path: gamePath + g.ID}
}

// gamePath is before the id of a game in the address of its page.
const gamePath = "/game/"

// opponent returns the seat across from a side; of a team, with the names of all.
func opponent(g store.Game, side game.Color) match.Seat {
	other := g.SeatOf(side.Other())
	if g.Partners > 0 {
		other.Name = convert.TeamName(other)
	}
	return other
}

// isCorrespondence says whether a game's moves may take days.
func isCorrespondence(g store.Game) bool { return clock.TakesDays(g.Clock) }
