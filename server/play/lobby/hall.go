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

// The bounds of the lists that are the same for everybody.
const (
	listLength = 50 // games in each
	readAtOnce = 100
	mostRead   = 400 // games that are looked at for a list, most of which may not be shown
	liveGames  = 12
)

// The times of these lists.
const (
	quickly     = 500 * time.Millisecond // how often what people wait for is read at most
	slowly      = 3 * time.Second        // the same of the rest, which changes with every move
	AbandonedIn = 14 * 24 * time.Hour    // a game without a clock in which nobody moves for longer is not shown
)

// hall holds the lists that are the same for everybody. Each is read, and written
// as JSON, once after a change, however many look on; and once, when next somebody
// looks, where a game in it has been left or waited for too long, which nothing tells.
type hall struct {
	mu    sync.Mutex // held while lists are read; Changes may be asked within
	lists Lobby
	parts []*part
}

// part is one of the lists.
type part struct {
	name  string
	every time.Duration
	fill  filler

	until   <-chan struct{} // the change until which it holds
	holds   time.Time       // the time until which it holds; zero where it does not pass
	at      time.Time       // when it was read
	version int             // counts what differed
	data    []byte          // as JSON
}

// filler reads a list into the lobby and returns it, and until when it holds if nothing
// changes: the zero time for good.
type filler func(context.Context, *Lobby) (list any, holds time.Time, err error)

// The places of parts whom not all want.
const livePart = 3

// newHall returns the lists of a lobby.
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

// refresh reads what does not hold any more, but nothing earlier than it is due, unless
// at once. It returns how long until the next is due, 0 for nothing.
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

// isPast says whether the time until which the list holds has come.
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

// everybodys returns the lists that are the same for everybody, as they are now.
func (l *Service) everybodys(ctx context.Context) (Lobby, error) {
	l.hall.mu.Lock()
	defer l.hall.mu.Unlock()
	_, err := l.refresh(ctx, true)
	return l.hall.lists, err
}

// newest lists the newest of everybody's games in some phases that are shown, and until
// when that holds if nothing changes. shownUntil says until when a game is, which the
// store does not know. Those that are shown no more push no other off the list, but for
// mostRead of them: then what lies behind them is found by a search only.
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

// isOpen says whether a waiting game waits for anybody now.
func (l *Service) isOpen(g store.Game) bool { return l.Now().Before(l.openUntil(g)) }

// openUntil returns until when a waiting game waits for anybody: as long as its maker is
// about. That time has passed where it does not, or a seat is kept.
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

// playedUntil returns until when there is something to watch in a running game: as long
// as somebody goes on with it, and whoever plays an engine is about.
func (l *Service) playedUntil(g store.Game) time.Time {
	until := l.abandonedAt(g)
	if g.Black.Kind == match.Engine || g.White.Kind == match.Engine {
		if attended := l.Games.AttendedUntil(g); attended.Before(until) {
			return attended
		}
	}
	return until
}

// isAbandoned says whether nobody goes on with a game.
func (l *Service) isAbandoned(g store.Game) bool { return !l.Now().Before(l.abandonedAt(g)) }

// abandonedAt returns when nobody will have gone on with a game for too long. With a
// clock somebody has lost it by then.
func (l *Service) abandonedAt(g store.Game) time.Time {
	unfinished := g.Phase == match.Playing || g.Phase == match.Counting
	if !unfinished || clock.Speed(g.Speed) != clock.SpeedNone {
		return l.forLong()
	}
	return g.Updated.Add(AbandonedIn)
}

// forLong is a time for what does not pass with time: nobody minds a look so far on.
func (l *Service) forLong() time.Time { return l.Now().Add(AbandonedIn) }

// own returns the lists that are a player's own: their unfinished games, and those
// in which a seat is kept for them.
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

// keptFor says whether a seat of a waiting game is kept for a player.
func keptFor(g store.Game, player string) bool {
	return g.Black.Kind == match.Open && g.Black.Player == player || g.White.Kind == match.Open && g.White.Player == player
}
