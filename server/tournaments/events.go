package tournaments

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"moyo/server/apierror"
)

// The times of an event stream.
const (
	tellEvery    = time.Second      // at most so often a change is sent
	alive        = 25 * time.Second // a comment keeps silent streams open
	writeTimeout = 10 * time.Second // for one message
)

// Events streams a tournament as server-sent events: once at the beginning, and after every
// change, until the context of the request ends.
func (s *Service) Events(w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("id")
	out := http.NewResponseController(w)
	_ = out.SetReadDeadline(time.Time{}) // the server's is for requests that end
	told := -1
	for {
		data, version, change, err := s.next(r.Context(), id)
		if err != nil {
			if told < 0 {
				apierror.Write(w, err)
			}
			return
		}
		if told < 0 {
			w.Header().Set("Content-Type", "text/event-stream")
			w.Header().Set("Cache-Control", "no-cache")
		}
		if told != version {
			told = version
			if send(w, out, "data: "+string(data)+"\n\n") != nil {
				return
			}
		}
		if s.wait(r.Context(), tellEvery) != nil || s.waitForChange(w, out, r, change) != nil {
			return
		}
	}
}

// next returns a tournament as JSON, its version, and what is closed when it changes.
func (s *Service) next(ctx context.Context, id string) (data []byte, version int, change <-chan struct{}, err error) {
	err = s.with(ctx, id, func(e *entry) error {
		change = e.change()
		_, data = s.show(ctx, e)
		version = e.t.Version()
		return nil
	})
	return data, version, change, err
}

// waitForChange returns at the next change; until then it keeps the stream alive.
func (s *Service) waitForChange(w http.ResponseWriter, out *http.ResponseController, r *http.Request, change <-chan struct{}) error {
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
		case <-s.ctx.Done():
			return s.ctx.Err()
		}
	}
}

func send(w http.ResponseWriter, out *http.ResponseController, text string) error {
	_ = out.SetWriteDeadline(time.Now().Add(writeTimeout)) // of the network, which goes by its own clock, where the connection knows deadlines
	if _, err := fmt.Fprint(w, text); err != nil {
		return err
	}
	return out.Flush()
}

func (s *Service) wait(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-s.ctx.Done():
		return s.ctx.Err()
	}
}
