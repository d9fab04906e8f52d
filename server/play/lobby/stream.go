package lobby

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"slices"
	"time"

	"moyo/game/match"
	"moyo/server/base/convert"
	"moyo/server/base/identity"
	"moyo/server/base/socket"
	"moyo/server/base/wire"
	"moyo/server/store"
)

// OwnEvents streams, as lines of JSON, what a program has to know that plays for
// somebody: who challenges them, and which of their games begin and end. What there is
// already comes first.
func (l *Service) OwnEvents(w http.ResponseWriter, r *http.Request) {
	player, out := identity.Player(r.Context()), socket.NewLineWriter(w)
	mine, leave := l.Changes.listen(player)
	defer leave()
	news := news{lobby: l, player: player, told: map[string]string{}}
	if out.Alive() != nil { // so that the client has the answer's head
		return
	}
	for spoke := l.Now(); ; {
		change, open := l.Changes.next()
		if !open {
			return
		}
		if mine.own.Swap(false) {
			events, err := news.next(r.Context())
			if err != nil {
				return
			}
			for _, e := range events {
				line, err := json.Marshal(e)
				if err != nil || out.Write(line) != nil {
					return
				}
				spoke = l.Now()
			}
		}
		if l.Now().Sub(spoke) >= ownAlive { // others' games change all the time
			if out.Alive() != nil {
				return
			}
			spoke = l.Now()
		}
		if waitFor(r.Context(), lobbyEvery) != nil || waitForChange(r.Context(), change, 0, out.Alive) != nil {
			return
		}
	}
}

// ownAlive is after how long a stream says that it is there when others' games change, of
// which it says nothing; when nothing does, lobbyAlive is.
const ownAlive = 5 * time.Second

// The types of a wire.PersonEvent that stay until another one follows.
const (
	challenged = "challenge"
	playing    = "game"
)

// news is what one stream of a person has told.
type news struct {
	lobby  *Service
	player string
	told   map[string]string // by game: challenged or playing
}

// next returns what has happened since it was called before.
func (n *news) next(ctx context.Context) (events []wire.PersonEvent, err error) {
	mine, challenges, err := n.lobby.own(ctx, n.player)
	if err != nil {
		return nil, err
	}
	here := map[string]bool{}
	tell := func(kind string, g wire.GameInfo) {
		here[g.ID] = true
		if n.told[g.ID] != kind {
			n.told[g.ID] = kind
			events = append(events, wire.PersonEvent{Type: kind, Game: &g})
		}
	}
	for _, g := range challenges {
		tell(challenged, g)
	}
	for _, g := range mine {
		if g.Phase != string(match.Waiting) {
			tell(playing, g)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(n.told)) {
		if here[id] {
			continue
		}
		g, err := n.lobby.Games.Game(ctx, id)
		if errors.Is(err, store.ErrNotFound) { // forgotten by now
			delete(n.told, id)
			continue
		}
		if err != nil {
			return nil, err
		}
		info := convert.Info(g, 0)
		switch { // what goes on is only further down than the lists are long
		case n.told[id] == playing && g.Phase == match.Finished:
			events = append(events, wire.PersonEvent{Type: "game-over", Game: &info})
		case n.told[id] == challenged && (g.Phase != match.Waiting || !keptFor(g, n.player)):
			events = append(events, wire.PersonEvent{Type: "challenge-gone", Game: &info})
		default:
			continue
		}
		delete(n.told, id)
	}
	return events, nil
}
