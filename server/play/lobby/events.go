package lobby

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"moyo/server/base/identity"
)

// The times of an event stream.
const (
	lobbyEvery   = 500 * time.Millisecond // minimum time between two changes sent
	lobbyAlive   = 25 * time.Second       // a comment keeps idle streams open
	writeTimeout = 10 * time.Second       // for one message
)

// Events streams the lobby as server-sent events until the request's context ends: all lists first, then after every change the
// lists that differ.
func (l *Service) Events(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-cache")
	out := http.NewResponseController(w)
	_ = out.SetReadDeadline(time.Time{}) // the server's deadline is for short requests
	look := l.newView(identity.Player(r.Context()), r.URL.Query().Get("live") != "")
	defer look.leave()
	for {
		change, open := l.Changes.next()
		if !open {
			return
		}
		message, due, err := look.next(r.Context())
		if err != nil {
			return
		}
		if message != nil && writeEvent(w, out, "data: "+string(message)+"\n\n") != nil {
			return
		}
		if waitFor(r.Context(), lobbyEvery) != nil ||
			waitForChange(r.Context(), change, due, func() error { return writeEvent(w, out, ": still here\n\n") }) != nil {
			return
		}
	}
}

// view is what one event stream has sent.
type view struct {
	lobby  *Service
	player string
	live   bool // whether the client wants miniatures
	mine   *listener
	leave  func()
	seen   []int // versions of the hall's parts
}

func (l *Service) newView(player string, live bool) *view {
	v := &view{lobby: l, player: player, live: live, seen: make([]int, len(l.hall.parts))}
	v.mine, v.leave = l.Changes.listen(player)
	return v
}

// next returns the lists that differ from those it returned before, as one JSON object, or nil if none differs. due is the time
// until more lists may be read, or 0 if none are pending.
func (v *view) next(ctx context.Context) (message []byte, due time.Duration, err error) {
	var out bytes.Buffer
	add := func(name string, data []byte) {
		out.WriteByte("{,"[min(out.Len(), 1)])
		fmt.Fprintf(&out, "%q:", name)
		out.Write(data)
	}
	if v.mine.own.Swap(false) {
		mine, challenges, err := v.lobby.own(ctx, v.player)
		if err != nil {
			return nil, 0, err
		}
		for name, list := range map[string]any{"mine": mine, "challenges": challenges} {
			data, err := json.Marshal(list)
			if err != nil {
				return nil, 0, err
			}
			add(name, data)
		}
	}
	due, err = v.addShared(ctx, add)
	if err != nil || out.Len() == 0 {
		return nil, due, err
	}
	out.WriteByte('}')
	return out.Bytes(), due, nil
}

// addShared adds the lists that are the same for all users.
func (v *view) addShared(ctx context.Context, add func(name string, data []byte)) (due time.Duration, err error) {
	h := v.lobby.hall
	h.mu.Lock()
	defer h.mu.Unlock()
	if due, err = v.lobby.refresh(ctx, false); err != nil {
		return 0, err
	}
	for i, p := range h.parts {
		if v.seen[i] == p.version || i == livePart && !v.live {
			continue
		}
		v.seen[i] = p.version
		add(p.name, p.data)
	}
	return due, nil
}

// waitForChange returns at the next change, or after due if that is positive. Until then it keeps the stream alive.
func waitForChange(ctx context.Context, change <-chan struct{}, due time.Duration, keep func() error) error {
	alive := time.NewTicker(lobbyAlive)
	defer alive.Stop()
	var late <-chan time.Time
	if due > 0 {
		late = time.After(due)
	}
	for {
		select {
		case <-change:
			return nil
		case <-late:
			return nil
		case <-alive.C:
			if err := keep(); err != nil {
				return err
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func writeEvent(w http.ResponseWriter, out *http.ResponseController, text string) error {
	_ = out.SetWriteDeadline(time.Now().Add(writeTimeout)) // real time, if the connection supports deadlines
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
