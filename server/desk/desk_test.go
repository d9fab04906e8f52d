package desk

import (
	"context"
	"testing"
	"testing/synctest"

	"moyo/server/socket"
)

// TestNextWaits: the next question of a connection ends the one at work and is not begun before that one has ended; nor
// does the connection end before its last question has.
func TestNextWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		type question struct {
			now context.Context
			end chan struct{}
		}
		begun := make(chan question, 3)
		over := make(chan struct{})
		defer close(over)
		v := New(t.Context(), Config{}).visit(func(_, now context.Context, _ *socket.Conn, _ []byte) error {
			q := question{now, make(chan struct{})}
			begun <- q
			select {
			case <-q.end:
			case <-over:
			}
			return nil
		})
		ctx, gone := context.WithCancel(t.Context())
		defer gone()
		ask := func(ctx context.Context) chan error {
			done := make(chan error, 1)
			go func() { done <- v.Receive(ctx, nil, nil) }()
			synctest.Wait()
			return done
		}
		ask(ctx)
		first := <-begun
		ask(ctx)
		if first.now.Err() == nil || len(begun) > 0 {
			t.Fatalf("the first is ended %v, %d others are begun beside it", first.now.Err() != nil, len(begun))
		}
		close(first.end)
		synctest.Wait()
		if len(begun) != 1 {
			t.Fatalf("when the first has ended, %d are begun", len(begun))
		}
		second := <-begun
		waits := ask(ctx)
		gone()
		if err := <-waits; err != context.Canceled {
			t.Fatalf("who has gone while the third waited: %v", err)
		}
		closed := make(chan struct{})
		go func() { defer close(closed); v.Close() }()
		synctest.Wait()
		select {
		case <-closed:
			t.Fatal("the connection has ended before its question")
		default:
		}
		close(second.end)
		<-closed
		if len(begun) > 0 {
			t.Error("the third was begun")
		}
	})
}
