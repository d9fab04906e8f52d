package tournaments

import (
	"context"
	"net/http"

	"moyo/server/base/endpoint"
)

// Events streams a tournament as server-sent events: once at the beginning, and after every
// change, until the context of the request ends.
func (s *Service) Events(w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("id")
	endpoint.Follow(s.ctx, w, r, func(ctx context.Context) (data []byte, change <-chan struct{}, err error) {
		err = s.with(ctx, id, func(e *entry) error {
			change = e.change.Next()
			_, data = s.show(ctx, e)
			return nil
		})
		return data, change, err
	})
}
