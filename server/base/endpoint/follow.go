package endpoint

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"time"

	"moyo/server/base/apierror"
)

// Timing of an event stream.
const (
	tellEvery    = time.Second      // least time between two messages
	alive        = 25 * time.Second // time between comments that keep an idle stream open
	writeTimeout = 10 * time.Second // for one message
)

// Now returns the current JSON of something that a client follows, and a channel that is closed when it changes.
type Now func(ctx context.Context) (data []byte, change <-chan struct{}, err error)

// Follow streams something as server-sent events: first immediately, then after every change. It ends with the
// context of the request or of the server, or when the client may not see it any more.
func Follow(server context.Context, w http.ResponseWriter, r *http.Request, now Now) {
	out := http.NewResponseController(w)
	_ = out.SetReadDeadline(time.Time{}) // the server's deadline is for short requests
	var told []byte
	for {
		data, change, err := now(r.Context())
		if err != nil {
			if told == nil {
				apierror.Write(w, err)
			}
			return
		}
		if told == nil {
			w.Header().Set("Content-Type", "text/event-stream")
			w.Header().Set("Cache-Control", "no-cache")
		}
		if !bytes.Equal(told, data) {
			told = data
			if send(w, out, "data: "+string(data)+"\n\n") != nil {
				return
			}
		}
		if wait(server, r.Context(), tellEvery) != nil || waitForChange(server, w, out, r, change) != nil {
			return
		}
	}
}

// waitForChange returns at the next change; until then it keeps the stream alive.
func waitForChange(
	server context.Context, w http.ResponseWriter, out *http.ResponseController, r *http.Request, change <-chan struct{},
) error {
	tick := time.NewTicker(alive)
	defer tick.Stop()
	for {
		select {
		case <-change:
			return nil
		case <-tick.C:
			if err := send(w, out, ": still here\n\n"); err != nil {
				return err
			}
		case <-r.Context().Done():
			return r.Context().Err()
		case <-server.Done():
			return server.Err()
		}
	}
}

func send(w http.ResponseWriter, out *http.ResponseController, text string) error {
	_ = out.SetWriteDeadline(time.Now().Add(writeTimeout)) // the network uses the real clock; not all connections support deadlines
	if _, err := fmt.Fprint(w, text); err != nil {
		return err
	}
	return out.Flush()
}

func wait(server, ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-server.Done():
		return server.Err()
	}
}
