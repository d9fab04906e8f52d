package notify

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"moyo/server/base/apierror"
	"moyo/server/base/identity"
)

// The timing of an event stream.
const (
	tellEvery    = 500 * time.Millisecond // minimum time between two changes
	aliveEvery   = 25 * time.Second       // a comment keeps silent streams open
	writeTimeout = 10 * time.Second       // for one message
)

// Events streams the caller's inbox as server-sent events: one immediately and one after every change, until the context of the
// request ends.
func (s *Service) Events(w http.ResponseWriter, r *http.Request) {
	who := identity.Of(r.Context())
	in, leave, err := s.enter(who.Player)
	if err != nil {
		apierror.Write(w, err)
		return
	}
	defer leave()
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-cache")
	st := stream{w: w, out: http.NewResponseController(w)}
	_ = st.out.SetReadDeadline(time.Time{}) // the server's deadline is for requests that end
	for {
		data, change, err := s.message(r.Context(), in, who.Player)
		if err != nil || st.write("data: "+string(data)+"\n\n") != nil || !st.wait(r.Context(), change, s.ctx.Done()) {
			return
		}
	}
}

// stream is the connection of one page.
type stream struct {
	w   http.ResponseWriter
	out *http.ResponseController
}

func (st stream) write(text string) error {
	// network deadlines use the real clock; not every connection supports them
	_ = st.out.SetWriteDeadline(time.Now().Add(writeTimeout))
	if _, err := fmt.Fprint(st.w, text); err != nil {
		return err
	}
	return st.out.Flush()
}

// wait returns at the next change, but not before tellEvery has passed. It reports whether the stream continues, and keeps the
// connection alive meanwhile.
func (st stream) wait(ctx context.Context, change, closing <-chan struct{}) bool {
	alive := time.NewTicker(aliveEvery)
	defer alive.Stop()
	rest := time.NewTimer(tellEvery)
	defer rest.Stop()
	rested, changed := false, false
	for !rested || !changed {
		select {
		case <-rest.C:
			rested = true
		case <-change:
			change, changed = nil, true
		case <-alive.C:
			if st.write(": still here\n\n") != nil {
				return false
			}
		case <-closing:
			return false
		case <-ctx.Done():
			return false
		}
	}
	return true
}
