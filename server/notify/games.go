package notify

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"moyo/catalog"
	"moyo/game"
	"moyo/game/clock"
	"moyo/game/match"
	"moyo/server/notify/push"
	"moyo/server/store"
)

// The times after which a game is looked at again.
const (
	stillAway = 90 * time.Second // after a move that somebody's page was open for: a phone that was put away shows by then that it does not answer
	cameToo   = 20 * time.Second // after a game's beginning, to which whoever waited for it will come by themselves
	lookEvery = 5 * time.Second
)

// maxLater bounds the games to be looked at again. Of more, nobody is reminded.
const maxLater = 10_000

// about is what somebody shall hear of a game unless they have it open.
type about struct {
	player string
	side   game.Color
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
func (s *Service) Changed(g store.Game, e match.Event, turn bool) {
	for _, side := range []game.Color{game.Black, game.White} {
		seat := g.Black
		if side == game.White {
			seat = g.White
		}
		if seat.Kind != match.Human {
			continue
		}
		s.tell(seat.Player)
		a := about{player: seat.Player, side: side, game: g.ID}
		switch began := g.Phase == match.Playing && (e.Kind == match.Joined || e.Kind == match.Created); {
		case e.By == side: // they know
		case g.Phase == match.Finished:
			a.kind = store.GameOver
			s.unlessHere(a)
		case began && g.Black.Player != "" && g.White.Player != "":
			a.kind = store.GameStarted
			s.later.put(a, s.Now().Add(cameToo))
		case turn && g.Awaited() == seat.Player && g.Turn == side:
			a.kind = store.YourTurn
			if !s.unlessHere(a) {
				s.later.put(a, s.Now().Add(stillAway))
			}
		}
	}
}

// unlessHere has somebody told, unless they have the game open.
func (s *Service) unlessHere(a about) (told bool) {
	if s.Games.Here(a.game, a.side) {
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
	words := gameWords(g, a.side)
	path := "/game/" + g.ID
	switch a.kind {
	case store.GameOver:
		return s.Notify(ctx, store.Notification{Player: a.player, Kind: a.kind, Key: "over/" + g.ID, Text: words + " is over: " + resultWords(g.Result) + ".", Path: path})
	case store.GameStarted:
		if g.Phase == match.Finished {
			return nil
		}
		return s.Notify(ctx, store.Notification{Player: a.player, Kind: a.kind, Key: "started/" + g.ID, Text: words + " has begun.", Path: path})
	}
	if g.Awaited() != a.player {
		return nil
	}
	if isCorrespondence(g) {
		if err := s.wantDigest(ctx, a.player); err != nil {
			return err
		}
	}
	return s.pushTo(ctx, a.player, a.kind, push.Message{Title: titles[a.kind], Text: words + " awaits your move.", Path: path, Tag: g.ID})
}

// gameWords names a game as the player of a side would: "Your game of Go on 9×9
// against Bo".
func gameWords(g store.Game, side game.Color) string {
	other := g.White
	if side == game.White {
		other = g.Black
	}
	name := other.Name
	if name == "" && other.Kind == match.Engine {
		name = "the computer"
	} else if name == "" {
		name = "a guest"
	}
	return fmt.Sprintf("Your game of %s on %s against %s", catalog.Describe(g.Rules).Name, g.BoardTitle, name)
}

// resultWords says a result as records write it.
func resultWords(result string) string {
	winner, by, _ := strings.Cut(result, "+")
	switch {
	case result == "Void":
		return "it was called off"
	case winner != "B" && winner != "W":
		return "a draw"
	}
	words := map[string]string{"B": "Black", "W": "White"}[winner] + " won"
	switch by {
	case "":
		return words
	case "R":
		return words + ", the other side resigned"
	case "T":
		return words + ", the other side ran out of time"
	}
	return words + " by " + by
}

// isCorrespondence says whether a game's moves may take days.
func isCorrespondence(g store.Game) bool {
	spec, err := clock.Parse(g.Clock)
	return err == nil && spec.Kind == clock.Correspondence
}
