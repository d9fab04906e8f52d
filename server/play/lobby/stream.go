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

// OwnEvents streams, as lines of JSON, the events that a program needs to play for an account: challenges, and the beginning and
// end of games. The present state comes first.
func (l *Service) OwnEvents(w http.ResponseWriter, r *http.Request) {
	player, out := identity.Player(r.Context()), socket.NewLineWriter(w)
	mine, leave := l.Changes.listen(player)
	defer leave()
	news := news{lobby: l, player: player, told: map[string]string{}}
	if out.Alive() != nil { // sends the response header to the client
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
		if l.Now().Sub(spoke) >= ownAlive { // other games change all the time
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

// ownAlive is the time between keep-alive lines while only other players' games change. If no game changes, lobbyAlive applies.
const ownAlive = 5 * time.Second

// The types of a wire.PersonEvent that describe a state.
const (
	challenged = "challenge"
	playing    = "game"
)

// news is what one stream has sent.
type news struct {
	lobby  *Service
	player string
	told   map[string]string // by game: challenged or playing
}

// next returns the events since the previous call.
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
		if errors.Is(err, store.ErrNotFound) { // deleted by now
			delete(n.told, id)
			continue
		}
		if err != nil {
			return nil, err
		}
		info := convert.Info(g, 0)
		switch { // a running game is only beyond the end of the lists
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
