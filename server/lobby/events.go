package lobby

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"moyo/server/apierror"
	"moyo/server/identity"
)

// The times of an event stream.
const (
	lobbyEvery   = 500 * time.Millisecond // at most so often a change is sent
	lobbyAlive   = 25 * time.Second       // a comment keeps silent streams open
	writeTimeout = 10 * time.Second       // for one message
)

// Events streams the lobby as server-sent events: once at the beginning
// and after every change.
func (l *Lobby) Events(w http.ResponseWriter, r *http.Request) {
	leave, err := l.Rates.Connect(r.Context())
	if err != nil {
		apierror.Write(w, err)
		return
	}
	defer leave()
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-cache")
	out := http.NewResponseController(w)
	_ = out.SetReadDeadline(time.Time{}) // the server's is for requests that end
	for {
		change, open := l.Changes.next()
		if !open || l.sendLobby(w, out, r) != nil {
			return
		}
		if waitFor(r.Context(), lobbyEvery) != nil || waitForChange(w, out, r, change) != nil {
			return
		}
	}
}

func (l *Lobby) sendLobby(w http.ResponseWriter, out *http.ResponseController, r *http.Request) error {
	list, err := l.list(r.Context(), identity.Player(r.Context()))
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
func waitForChange(w http.ResponseWriter, out *http.ResponseController, r *http.Request, change <-chan struct{}) error {
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
	_ = out.SetWriteDeadline(time.Now().Add(writeTimeout)) // of the network, which goes by its own clock, where the connection knows deadlines
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
