package server

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"moyo/server/store"
)

// The durations of health checks.
const (
	healthFor  = 2 * time.Second // how long a result is cached, since anyone may ask
	healthWait = 5 * time.Second // timeout of the disk write
)

// health checks whether moves can be stored.
type health struct {
	store store.Store
	log   *slog.Logger
	now   func() time.Time

	mu   sync.Mutex // held during a check: concurrent requests share its result
	seen time.Time  // time of the last check
	err  error      // result of the last check
}

// live reports that the process runs. A supervisor should restart a process that does not answer.
func live(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, "ok") }

// ready reports whether games can be played: the store accepts writes. A load balancer should
// send no requests to a server that is not ready.
func (h *health) ready(w http.ResponseWriter, _ *http.Request) {
	if err := h.look(); err != nil {
		http.Error(w, "the store does not write", http.StatusServiceUnavailable)
		return
	}
	fmt.Fprintln(w, "ok")
}

// look returns a recent result or checks the store.
func (h *health) look() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if now := h.now(); h.seen.IsZero() || now.Sub(h.seen) >= healthFor {
		ctx, cancel := context.WithTimeout(context.Background(), healthWait)
		defer cancel()
		h.err = h.store.Ready(ctx, now)
		if h.seen = now; h.err != nil {
			h.log.Error("the store does not write", "err", h.err)
		}
	}
	return h.err
}
