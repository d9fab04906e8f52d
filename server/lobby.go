package server

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"time"

	"moyo/match"
	"moyo/server/wire"
	"moyo/store"
)

// The lobby's measures.
const (
	lobbyLength = 50                     // games in each list
	lobbyEvery  = 500 * time.Millisecond // at most so often a change is told
	lobbyAlive  = 25 * time.Second       // a comment keeps silent streams open
)

// lobby tells who looks at the list of games that it has changed.
type lobby struct {
	mu     sync.Mutex
	change chan struct{} // closed at the next change, then replaced
	closed bool

	// The part that is the same for everybody, and the change until which it
	// holds. listing is held while it is read; mu may be taken within.
	listing sync.Mutex
	shared  wire.Lobby
	until   <-chan struct{}
}

func newLobby() *lobby { return &lobby{change: make(chan struct{})} }

// changed wakes everybody who waits for a change.
func (l *lobby) changed() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.closed {
		close(l.change)
		l.change = make(chan struct{})
	}
}

// close ends every event stream.
func (l *lobby) close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.closed {
		l.closed = true
		close(l.change)
	}
}

// next returns what is closed at the next change, and whether there will be any.
func (l *lobby) next() (<-chan struct{}, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.change, !l.closed
}

// list returns the lobby as a guest sees it.
func (s *Server) list(ctx context.Context, guest string) (*wire.Lobby, error) {
	out, err := s.everybodys(ctx)
	if err != nil {
		return nil, err
	}
	out.Mine, err = s.games(ctx, store.Query{Token: guest, Phases: []match.Phase{match.Waiting, match.Playing, match.Counting}})
	return &out, err
}

// everybodys returns the lists that are the same for everybody. They are read
// once after a change, however many ask.
func (s *Server) everybodys(ctx context.Context) (out wire.Lobby, err error) {
	l := s.lobby
	l.listing.Lock()
	defer l.listing.Unlock()
	change, _ := l.next()
	if l.until == change {
		return l.shared, nil
	}
	for _, part := range []struct {
		into   *[]wire.GameInfo
		phases []match.Phase
	}{
		{&out.Open, []match.Phase{match.Waiting}},
		{&out.Running, []match.Phase{match.Playing, match.Counting}},
		{&out.Finished, []match.Phase{match.Finished}},
	} {
		if *part.into, err = s.games(ctx, store.Query{Phases: part.phases}); err != nil {
			return out, err
		}
	}
	l.shared, l.until = out, change
	return out, nil
}

// games lists games as the wire has them.
func (s *Server) games(ctx context.Context, q store.Query) ([]wire.GameInfo, error) {
	q.Limit = lobbyLength
	games, err := s.cfg.Store.List(ctx, q)
	if err != nil {
		return nil, err
	}
	infos := make([]wire.GameInfo, len(games))
	for i, g := range games {
		infos[i] = infoOf(g, s.hub.watchers(g.ID))
	}
	return infos, nil
}

// lobbyEvents streams the lobby as server-sent events: once at the beginning
// and after every change.
func (s *Server) lobbyEvents(w http.ResponseWriter, r *http.Request) {
	leave, ok := s.limits.connect(addressOf(r))
	if !ok {
		writeProblem(w, http.StatusServiceUnavailable, "The server has too many visitors right now. Please try again in a minute.")
		return
	}
	defer leave()
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-cache")
	out := http.NewResponseController(w)
	_ = out.SetReadDeadline(time.Time{}) // the server's is for requests that end
	for {
		change, open := s.lobby.next()
		if !open || s.sendLobby(w, out, r) != nil {
			return
		}
		if waitFor(r.Context(), lobbyEvery) != nil || s.waitForChange(w, out, r, change) != nil {
			return
		}
	}
}

func (s *Server) sendLobby(w http.ResponseWriter, out *http.ResponseController, r *http.Request) error {
	list, err := s.list(r.Context(), guest(r.Context()))
	if err != nil {
		return err
	}
	data, err := json.Marshal(list)
	if err != nil {
		return err
	}
	return writeEvent(w, out, "data: "+string(data)+"\n\n")
}

// waitForChange returns at the next change; until then it keeps the stream alive.
func (s *Server) waitForChange(w http.ResponseWriter, out *http.ResponseController, r *http.Request, change <-chan struct{}) error {
	alive := time.NewTicker(lobbyAlive)
	defer alive.Stop()
	for {
		select {
		case <-change:
			return nil
		case <-alive.C:
			if err := writeEvent(w, out, ": still here\n\n"); err != nil {
				return err
			}
		case <-r.Context().Done():
			return r.Context().Err()
		}
	}
}

func writeEvent(w http.ResponseWriter, out *http.ResponseController, text string) error {
	_ = out.SetWriteDeadline(time.Now().Add(writeTimeout)) // where the connection knows deadlines
	if _, err := fmt.Fprint(w, text); err != nil {
		return err
	}
	return out.Flush()
}

func waitFor(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
