package lobby

import (
	"bytes"
	"context"
	"encoding/json"
	"sync"
	"time"

	"moyo/game/clock"
	"moyo/game/match"
	"moyo/server/base/wire"
	"moyo/server/store"
)

// The limits of the shared lists.
const (
	listLength = 50 // games in each list
	readAtOnce = 100
	mostRead   = 400 // games that are read for a list; some of them may not be shown
	liveGames  = 12
)

// The times of the shared lists.
const (
	quickly     = 500 * time.Millisecond // minimum time between reads of lists that users wait for
	slowly      = 3 * time.Second        // the same for other lists, which change with every move
	AbandonedIn = 14 * 24 * time.Hour    // a game without a clock is hidden after this time without a move
)

// hall caches the lists that are the same for all users. Each list is read and encoded as JSON once after a change, for all
// viewers. It is also read again at the next request after one of its games expires, because no event announces that.
type hall struct {
	mu    sync.Mutex // held while lists are read; may lock Changes
	lists Lobby
	parts []*part
}

// part is one of the lists.
type part struct {
	name  string
	every time.Duration
	fill  filler

	until   <-chan struct{} // closed by the change that makes it outdated
	holds   time.Time       // time at which it becomes outdated; zero for never
	at      time.Time       // when it was read
	version int             // incremented when the data differ
	data    []byte          // as JSON
}

// filler reads a list into the lobby. It returns the list, and the time at which the list becomes outdated without a change, or
// the zero time for never.
type filler func(context.Context, *Lobby) (list any, holds time.Time, err error)

// The index of the part that is only sent on request.
const livePart = 3

// newHall returns the parts of a lobby's hall.
func (l *Service) newHall() *hall {
	return &hall{parts: []*part{
		{name: "open", every: quickly, fill: func(ctx context.Context, out *Lobby) (_ any, holds time.Time, err error) {
			out.Open, holds, err = l.newest(ctx, l.openUntil, match.Waiting)
			return out.Open, holds, err
		}},
		{name: "running", every: slowly, fill: func(ctx context.Context, out *Lobby) (_ any, holds time.Time, err error) {
			out.Running, holds, err = l.newest(ctx, l.playedUntil, match.Playing, match.Counting)
			return out.Running, holds, err
		}},
		{name: "finished", every: slowly, fill: func(ctx context.Context, out *Lobby) (_ any, _ time.Time, err error) {
			out.Finished, err = l.games(ctx, store.Query{Phases: []match.Phase{match.Finished}})
			return out.Finished, time.Time{}, err
		}},
		livePart: {name: "live", every: quickly, fill: func(_ context.Context, out *Lobby) (any, time.Time, error) {
			out.Live = l.Games.Live(liveGames)
			return out.Live, time.Time{}, nil
		}},
	}}
}

// refresh reads outdated lists, but none before it is due unless atOnce is set. It returns the time until the next list is due,
// or 0 if none is pending.
func (l *Service) refresh(ctx context.Context, atOnce bool) (due time.Duration, err error) {
	change, _ := l.Changes.next()
	now := l.Now()
	for _, p := range l.hall.parts {
		soonest := p.at.Add(p.every)
		isOld := p.until != change || p.isPast(now)
		if isOld && (atOnce || !now.Before(soonest)) {
			if err := p.read(ctx, &l.hall.lists); err != nil {
				return 0, err
			}
			p.until, p.at, isOld = change, now, false
		}
		next := p.holds
		if isOld {
			next = soonest
		}
		if wait := next.Sub(now); !next.IsZero() && (due == 0 || wait < due) {
			due = wait
		}
	}
	return due, nil
}

// isPast reports whether the list has become outdated.
func (p *part) isPast(now time.Time) bool { return !p.holds.IsZero() && !now.Before(p.holds) }

// read reads the list into a lobby.
func (p *part) read(ctx context.Context, into *Lobby) error {
	list, holds, err := p.fill(ctx, into)
	if err != nil {
		return err
	}
	data, err := json.Marshal(list)
	if err != nil {
		return err
	}
	if p.holds = holds; !bytes.Equal(data, p.data) {
		p.version, p.data = p.version+1, data
	}
	return nil
}

// everybodys returns the current shared lists.
func (l *Service) everybodys(ctx context.Context) (Lobby, error) {
	l.hall.mu.Lock()
	defer l.hall.mu.Unlock()
	_, err := l.refresh(ctx, true)
	return l.hall.lists, err
}

// newest returns the newest public games in some phases that shownUntil still shows, and the time at which the list becomes
// outdated without a change. shownUntil returns the time until which a game is shown, which the store does not know. At most
// mostRead games are read: if more hidden ones come first, only a search finds the games after them.
func (l *Service) newest(
	ctx context.Context, shownUntil func(store.Game) time.Time, phases ...match.Phase,
) (list []wire.GameInfo, holds time.Time, err error) {
	list = []wire.GameInfo{}
	q := store.Query{Phases: phases, Limit: readAtOnce}
	for range mostRead / readAtOnce {
		games, err := l.Store.List(ctx, q)
		if err != nil {
			return nil, time.Time{}, err
		}
		for _, g := range games {
			until := shownUntil(g)
			if !l.Now().Before(until) {
				continue
			}
			if list = append(list, l.info(g)); holds.IsZero() || until.Before(holds) {
				holds = until
			}
			if len(list) == listLength {
				return list, holds, nil
			}
		}
		if len(games) < readAtOnce {
			break
		}
		q.After = store.CursorOf(games[len(games)-1])
	}
	return list, holds, nil
}

// isOpen reports whether a waiting game is open to any player now.
func (l *Service) isOpen(g store.Game) bool { return l.Now().Before(l.openUntil(g)) }

// openUntil returns the time until which a waiting game is open to any player: while its maker is present. The time is in the
// past if the game is not open, or keeps a seat for a player.
func (l *Service) openUntil(g store.Game) time.Time {
	if g.Private || g.Phase != match.Waiting || g.Black.Kind == match.Open && g.Black.Player != "" ||
		g.White.Kind == match.Open && g.White.Player != "" {
		return time.Time{}
	}
	switch clock.Speed(g.Speed) {
	case clock.SpeedNone:
		return g.Updated.Add(AbandonedIn)
	case clock.SpeedCorrespondence:
		return l.forLong()
	default:
		return l.Games.AttendedUntil(g)
	}
}

// playedUntil returns the time until which a running game is worth watching: while its players continue it, and an engine's
// opponent is present.
func (l *Service) playedUntil(g store.Game) time.Time {
	until := l.abandonedAt(g)
	if g.Black.Kind == match.Engine || g.White.Kind == match.Engine {
		if attended := l.Games.AttendedUntil(g); attended.Before(until) {
			return attended
		}
	}
	return until
}

// isAbandoned reports whether a game's players have stopped playing.
func (l *Service) isAbandoned(g store.Game) bool { return !l.Now().Before(l.abandonedAt(g)) }

// abandonedAt returns the time at which a game counts as abandoned. If it has a clock, a player has lost on time by then.
func (l *Service) abandonedAt(g store.Game) time.Time {
	unfinished := g.Phase == match.Playing || g.Phase == match.Counting
	if !unfinished || clock.Speed(g.Speed) != clock.SpeedNone {
		return l.forLong()
	}
	return g.Updated.Add(AbandonedIn)
}

// forLong returns a time for lists that do not become outdated with time; an extra read that late does not matter.
func (l *Service) forLong() time.Time { return l.Now().Add(AbandonedIn) }

// own returns a player's own lists: their unfinished games, and games in which a seat is kept for them.
func (l *Service) own(ctx context.Context, player string) (mine, challenges []wire.GameInfo, err error) {
	games, err := l.Store.List(ctx, store.Query{
		Player: player, Private: true, Phases: []match.Phase{match.Waiting, match.Playing, match.Counting}, Limit: 2 * listLength,
	})
	if err != nil {
		return nil, nil, err
	}
	mine, challenges = []wire.GameInfo{}, []wire.GameInfo{}
	for _, g := range games {
		switch kept := keptFor(g, player); {
		case !kept && len(mine) < listLength:
			mine = append(mine, l.info(g))
		case kept && len(challenges) < listLength && !l.Games.Expired(g):
			challenges = append(challenges, l.info(g))
		}
	}
	return mine, challenges, nil
}

// keptFor reports whether a waiting game keeps a seat for a player.
func keptFor(g store.Game, player string) bool {
	return g.Black.Kind == match.Open && g.Black.Player == player || g.White.Kind == match.Open && g.White.Player == player
}
