package document

import (
	"context"
	"maps"
	"net/http"
	"slices"
	"sync"
	"time"

	"moyo/server/base/apierror"
	"moyo/server/base/endpoint"
)

// Limits of a hub.
const (
	mostViews = 400  // documents with a cached view
	mostDue   = 1000 // changed documents between two looks; if there are more, they wait until [Hub.Run] checks all documents
)

// Hub caches a view of type V for each document, and notifies the followers of a document and [Hub.Run] of changes.
// It is safe for concurrent use.
type Hub[V any] struct {
	age     time.Duration
	now     func() time.Time
	changes endpoint.Changes
	wake    chan struct{} // of capacity 1: a document has changed

	mu    sync.Mutex
	views map[string]*view[V]
	due   map[string]struct{} // changed since the last look
}

// view is the view of one document.
type view[V any] struct {
	mu      sync.Mutex // held while it is built, so that concurrent callers wait for one build
	shown   V
	version int
	at      time.Time
}

// New returns a hub whose views are built again when they are older than age, because names and ratings in them change.
func New[V any](age time.Duration, now func() time.Time) *Hub[V] {
	return &Hub[V]{age: age, now: now, wake: make(chan struct{}, 1), views: map[string]*view[V]{}, due: map[string]struct{}{}}
}

// Tell reports a change of a document. It does not block.
func (h *Hub[V]) Tell(id string) {
	h.mu.Lock()
	delete(h.views, id) // a running build fills the old view, which is no longer in the map
	if len(h.due) < mostDue {
		h.due[id] = struct{}{}
	}
	h.mu.Unlock()
	h.changes.Tell(id)
	select {
	case h.wake <- struct{}{}:
	default:
	}
}

// View returns the view of a document. It calls build, unless it has a view that is not too old, that was built after the
// last change, and that is of this version or a later one. Pass version 0 to rely on the changes alone.
func (h *Hub[V]) View(ctx context.Context, id string, version int, build func(ctx context.Context) (V, error)) (V, error) {
	v := h.view(id)
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.version >= version && h.now().Sub(v.at) < h.age {
		return v.shown, nil
	}
	shown, err := build(ctx)
	if err != nil {
		h.forget(id, v)
		return shown, err
	}
	v.shown, v.version, v.at = shown, version, h.now()
	return shown, nil
}

// view returns the view of a document, which may have to be built. It drops other views if there are too many.
func (h *Hub[V]) view(id string) *view[V] {
	h.mu.Lock()
	defer h.mu.Unlock()
	if v := h.views[id]; v != nil {
		return v
	}
	for other := range h.views {
		if len(h.views) < mostViews {
			break
		}
		delete(h.views, other)
	}
	v := &view[V]{}
	h.views[id] = v
	return v
}

// forget forgets a view that could not be built.
func (h *Hub[V]) forget(id string, v *view[V]) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.views[id] == v {
		delete(h.views, id)
	}
}

// Follow returns a handler that streams a document of a hub as server-sent events: first immediately, then after
// every change, until the request or the server ends. The path has the document's id. see returns the view for the
// caller.
func Follow[V, T any](server context.Context, h *Hub[V], see func(ctx context.Context, id string) (Shown[T], error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		id := r.PathValue("id")
		endpoint.Follow(server, w, r, func(ctx context.Context) ([]byte, <-chan struct{}, error) {
			change := h.changes.Next(id) // first, so that a change during the read is not missed
			shown, err := see(ctx, id)
			if err != nil && apierror.Of(err).Code == apierror.NotFound {
				h.changes.Tell(id) // so that the id of an unknown document is not kept
			}
			return shown.JSON, change, err
		})
	}
}

// Run calls look immediately, after changes, and at least once in the time every, until ctx ends. changed has the
// documents that have changed since the last call, in order. If all is true, look must check all documents, since the
// hub may have missed changes.
func (h *Hub[V]) Run(ctx context.Context, every time.Duration, look func(changed []string, all bool)) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for all := true; ; {
		look(h.Due(), all)
		select {
		case <-h.wake:
			all = false
		case <-tick.C:
			all = true
		case <-ctx.Done():
			return
		}
	}
}

// Due returns the documents that have changed since the last call, in order.
func (h *Hub[V]) Due() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	due := slices.Sorted(maps.Keys(h.due))
	clear(h.due)
	return due
}
