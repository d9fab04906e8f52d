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

// The times of looking whether the server works.
const (
	healthFor  = 2 * time.Second // an answer is given again for so long: anybody may ask
	healthWait = 5 * time.Second // for the disk
)

// health knows whether moves can be kept.
type health struct {
	store store.Store
	log   *slog.Logger
	now   func() time.Time

	mu   sync.Mutex // held while it looks: all who ask meanwhile get that answer
	seen time.Time  // when it looked last
	err  error      // what it found
}

// live says that the server runs. One that does not answer is to be started again.
func live(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, "ok") }

// ready says whether games can be played: the store takes what is written. One that
// is not is to be left in peace until it is.
func (h *health) ready(w http.ResponseWriter, _ *http.Request) {
	if err := h.look(); err != nil {
		http.Error(w, "the store does not write", http.StatusServiceUnavailable)
		return
	}
	fmt.Fprintln(w, "ok")
}

// look tries the store, unless that was done just now.
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
