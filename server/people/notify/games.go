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

// The delays after which a game is checked again.
const (
	// after a move while a player's page was open: by then a phone that was put away no longer answers
	stillAway  = 90 * time.Second
	cameToo    = 20 * time.Second // after a game starts; players who waited for it come by themselves
	checkEvery = 5 * time.Second
)

// maxLater bounds the scheduled checks. Further games get no reminder.
const maxLater = 10_000

// about is a possible notification about a game, sent unless its player has the game open.
type about struct {
	player string
	side   game.Color
	place  int // index in a team
	kind   Kind
	game   string // id
}

// seat is a player in a game. At most one check waits for each.
type seat struct{ player, game string }

// later holds scheduled checks.
type later struct {
	mu    sync.Mutex
	tells map[seat]due
}

type due struct {
	about
	at time.Time
}

func newLater() later { return later{tells: map[seat]due{}} }

// put schedules a check at a time, in place of an earlier one for the same seat.
func (l *later) put(a about, at time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	key := seat{a.player, a.game}
	if _, known := l.tells[key]; known || len(l.tells) < maxLater {
		l.tells[key] = due{a, at}
	}
}

// take removes and returns the checks that are due.
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

// Changed receives an event of a game, and whether the turn passed to another player. It does not block: lookups happen later. The
// outbox reports the end of a game; Changed only schedules the check.
func (s *Service) Changed(g store.Game, e match.Event, turn bool) {
	for _, a := range peopleOf(g) {
		seat, side := g.SeatOf(a.side), a.side
		s.tell(a.player)
		switch began := g.Phase == match.Playing && (e.Kind == match.Joined || e.Kind == match.Created); {
		case e.By == side && e.Place == a.place: // they made the event
		case seat.Host && !isCorrespondence(g): // a host looks at all boards; a notification of each would be a flood
		case seat.Kind == match.Open && e.Kind == match.Created: // it is reserved for them
			a.kind = ChallengeMade
			s.unlessHere(a)
		case seat.Kind == match.Open, g.Phase == match.Finished:
		case began && len(g.Black.Players()) > 0 && len(g.White.Players()) > 0:
			a.kind = GameStarted
			s.later.put(a, s.Now().Add(cameToo))
		case turn && g.Awaited() == a.player && g.Turn == side:
			a.kind = YourTurn
			if !s.unlessHere(a) {
				s.later.put(a, s.Now().Add(stillAway))
			}
		}
	}
	if g.Phase == match.Finished {
		s.wakes(struct{}{})
	}
}

// unlessHere notifies a player, unless they have the game open.
func (s *Service) unlessHere(a about) (told bool) {
	if s.Games.HereAt(a.game, a.side, a.place) {
		return false
	}
	s.enqueue(func(ctx context.Context) error { return s.tellOf(ctx, a) })
	return true
}

// runChecks runs the scheduled checks that are due.
func (s *Service) runChecks() {
	tick := time.NewTicker(checkEvery)
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

// tellOf notifies a player about the current state of a game.
func (s *Service) tellOf(ctx context.Context, a about) error {
	g, err := s.Store.Game(ctx, a.game)
	if err != nil {
		return err
	}
	n := notification(g, a)
	switch a.kind {
	case GameStarted:
		if g.Phase == match.Finished {
			return nil
		}
		n.Text = begunWords(g, a.side).Text
		return s.Notify(ctx, n)
	case ChallengeMade:
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

// peopleOf returns a possible notification for each player of a game.
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

// notification returns a player's notification about a game, without its text. It has no sender if the opponent is a team.
func notification(g store.Game, a about) News {
	sender := ""
	if g.Partners == 0 {
		sender = opponent(g, a.side).Player
	}
	return News{Player: a.player, Sender: sender, Kind: a.kind, Key: string(a.kind) + "/" + g.ID, Path: gamePath + g.ID}
}

// gamePath is the path of a game's page, without its id.
const gamePath = "/game/"

// opponent returns the opposite seat. The name of a team's seat has the names of all members.
func opponent(g store.Game, side game.Color) match.Seat {
	other := g.SeatOf(side.Other())
	if g.Partners > 0 {
		other.Name = convert.TeamName(other)
	}
	return other
}

// isCorrespondence reports whether a game's moves may take days.
func isCorrespondence(g store.Game) bool { return clock.TakesDays(g.Clock) }
