package lobby

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"sync"
	"time"

	"moyo/game/clock"
	"moyo/game/match"
	"moyo/server/store"
	"moyo/server/wire"
)

// The bounds of the lists that are the same for everybody.
const (
	listLength = 50 // games in each
	openRead   = 400
	liveGames  = 12
)

// The times of these lists.
const (
	quickly     = 500 * time.Millisecond // how often what people wait for is read at most
	slowly      = 3 * time.Second        // the same of the rest, which changes with every move
	AbandonedIn = 14 * 24 * time.Hour    // a game without a clock in which nobody moves for longer is not shown
)

// hall holds the lists that are the same for everybody. Each is read, and written
// as JSON, once after a change, however many look on.
type hall struct {
	mu    sync.Mutex // held while lists are read; Changes may be asked within
	lists wire.Lobby
	parts []*part
}

// part is one of the lists.
type part struct {
	name  string
	every time.Duration
	fill  func(context.Context, *wire.Lobby) (any, error) // reads it into the lobby and returns it

	until   <-chan struct{} // the change until which it holds
	at      time.Time       // when it was read
	version int             // counts what differed
	data    []byte          // as JSON
}

// The places of parts whom not all want.
const livePart = 3

// newHall returns the lists of a lobby.
func (l *Lobby) newHall() *hall {
	return &hall{parts: []*part{
		{name: "open", every: quickly, fill: func(ctx context.Context, out *wire.Lobby) (_ any, err error) {
			out.Open, err = l.openChallenges(ctx)
			return out.Open, err
		}},
		{name: "running", every: slowly, fill: func(ctx context.Context, out *wire.Lobby) (_ any, err error) {
			out.Running, err = l.running(ctx)
			return out.Running, err
		}},
		{name: "finished", every: slowly, fill: func(ctx context.Context, out *wire.Lobby) (_ any, err error) {
			out.Finished, err = l.games(ctx, store.Query{Phases: []match.Phase{match.Finished}})
			return out.Finished, err
		}},
		livePart: {name: "live", every: quickly, fill: func(_ context.Context, out *wire.Lobby) (any, error) {
			out.Live = l.Games.Live(liveGames)
			return out.Live, nil
		}},
	}}
}

// refresh reads what has changed, but nothing earlier than it is due, unless
// at once. It returns how long until the next is due, 0 for nothing.
func (l *Lobby) refresh(ctx context.Context, atOnce bool) (due time.Duration, err error) {
	change, _ := l.Changes.next()
	now := l.Now()
	for _, p := range l.hall.parts {
		if p.until == change {
			continue
		}
		if wait := p.every - now.Sub(p.at); wait > 0 && p.data != nil && !atOnce {
			if due == 0 || wait < due {
				due = wait
			}
			continue
		}
		list, err := p.fill(ctx, &l.hall.lists)
		if err != nil {
			return 0, err
		}
		data, err := json.Marshal(list)
		if err != nil {
			return 0, err
		}
		if !bytes.Equal(data, p.data) {
			p.version, p.data = p.version+1, data
		}
		p.until, p.at = change, now
	}
	return due, nil
}

// everybodys returns the lists that are the same for everybody, as they are now.
func (l *Lobby) everybodys(ctx context.Context) (wire.Lobby, error) {
	l.hall.mu.Lock()
	defer l.hall.mu.Unlock()
	_, err := l.refresh(ctx, true)
	return l.hall.lists, err
}

// openChallenges lists the games that wait for whoever comes.
func (l *Lobby) openChallenges(ctx context.Context) ([]wire.GameInfo, error) {
	games, err := l.Store.List(ctx, store.Query{Phases: []match.Phase{match.Waiting}, Limit: openRead})
	if err != nil {
		return nil, err
	}
	games = slices.DeleteFunc(games, func(g store.Game) bool { return !l.isOpen(g) })
	return l.infos(games[:min(listLength, len(games))]), nil
}

// isOpen says whether a waiting game waits for anybody: no seat is kept, and its
// maker is still about.
func (l *Lobby) isOpen(g store.Game) bool {
	if g.Private || g.Phase != match.Waiting || g.Black.Kind == match.Open && g.Black.Player != "" || g.White.Kind == match.Open && g.White.Player != "" {
		return false
	}
	switch clock.Speed(g.Speed) {
	case clock.SpeedNone:
		return l.Now().Sub(g.Updated) < AbandonedIn
	case clock.SpeedCorrespondence:
		return true
	default:
		return l.Games.Attended(g)
	}
}

// running lists the games that are being played.
func (l *Lobby) running(ctx context.Context) ([]wire.GameInfo, error) {
	games, err := l.Store.List(ctx, store.Query{Phases: []match.Phase{match.Playing, match.Counting}, Limit: listLength})
	if err != nil {
		return nil, err
	}
	return l.infos(slices.DeleteFunc(games, l.isLeft)), nil
}

// isLeft says whether there is nothing to watch in a running game: nobody goes on with
// it, or whoever plays an engine has gone.
func (l *Lobby) isLeft(g store.Game) bool {
	alone := g.Black.Kind == match.Engine || g.White.Kind == match.Engine
	return l.isAbandoned(g) || alone && !l.Games.Attended(g)
}

// isAbandoned says whether nobody goes on with a game. With a clock somebody has
// lost it by then.
func (l *Lobby) isAbandoned(g store.Game) bool {
	unfinished := g.Phase == match.Playing || g.Phase == match.Counting
	return unfinished && clock.Speed(g.Speed) == clock.SpeedNone && l.Now().Sub(g.Updated) >= AbandonedIn
}

// own returns the lists that are a player's own: their unfinished games, and those
// in which a seat is kept for them.
func (l *Lobby) own(ctx context.Context, player string) (mine, challenges []wire.GameInfo, err error) {
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
