package boards

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"moyo/server/base/limit"
	"moyo/server/base/queue"
	"moyo/server/store/sqlite/sqlitetest"
)

// TestBoardsWaitTheirTurn checks that files wait for a free processor, and are not processed after the caller has left.
func TestBoardsWaitTheirTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := queue.New(queue.Config{Slots: 1})
		s := &routes{Config{Store: sqlitetest.New(t), Queue: q, Now: time.Now}}
		in := &boardUpload{NewBoard{Name: "path", File: "v 0 0 0\nv 1 0 0\nl 1 2\n", Component: -1}}
		begin := func(address string, do func(context.Context) error) (end context.CancelFunc, ended chan error) {
			ctx, end := context.WithCancel(limit.With(t.Context(), address))
			ended = make(chan error, 1)
			go func() { ended <- do(ctx) }()
			synctest.Wait()
			return end, ended
		}
		check := func(ctx context.Context) error { _, err := s.checkBoard(ctx, in); return err }
		keep := func(ctx context.Context) error { _, err := s.postBoard(ctx, in); return err }
		release, _ := begin("192.0.2.1", func(ctx context.Context) error {
			return q.Do(ctx, queue.Problem, queue.Of(ctx, ""), nil, func() error { <-ctx.Done(); return nil })
		})
		gone, wasGone := begin("192.0.2.1", check)
		_, first := begin("192.0.2.1", check)
		_, second := begin("192.0.2.2", keep)
		if len(first)+len(second) != 0 {
			t.Fatal("a file was processed while the processor was busy")
		}
		gone()
		if err := <-wasGone; !errors.Is(err, context.Canceled) {
			t.Errorf("a caller that had left got %v", err)
		}
		release()
		if err := errors.Join(<-first, <-second); err != nil {
			t.Error(err)
		}
	})
}
