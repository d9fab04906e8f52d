package analysis

import (
	"context"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"moyo/board"
	"moyo/catalog"
	"moyo/server/base/socket"
)

// TestLimits: a request gets the requested time and number of moves, up to the desk's bounds.
func TestLimits(t *testing.T) {
	rules, err := catalog.Rules("weiqi")
	if err != nil {
		t.Fatal(err)
	}
	pos, err := rules.New(board.Grid(9, 9))
	if err != nil {
		t.Fatal(err)
	}
	d := New(t.Context(), Config{AnalysisTime: time.Minute})
	many := slices.Repeat([]string{"A1", "B2"}, maxExcluded)
	for _, c := range []struct {
		req      AnalysisRequest
		time     time.Duration
		best     int
		excluded int
	}{
		{AnalysisRequest{Seconds: 1.5}, 1500 * time.Millisecond, 0, 0},
		{AnalysisRequest{Seconds: 60, Best: maxBest, Exclude: many[:2]}, time.Minute, maxBest, 2},
		{AnalysisRequest{Seconds: 60.1, Best: maxBest + 1, Exclude: many}, time.Minute, maxBest, maxExcluded},
		{AnalysisRequest{Seconds: 1e6, Best: -1}, time.Minute, 0, 0},
	} {
		if lim := d.limits(c.req, pos); lim.Time != c.time || lim.Best != c.best || len(lim.Exclude) != c.excluded {
			t.Errorf("%v seconds, %d best: %v, %d best, %d excluded", c.req.Seconds, c.req.Best, lim.Time, lim.Best, len(lim.Exclude))
		}
	}
}

// TestNextWaits: the next question of a connection cancels the running one and starts after its end. The connection ends after its
// last question.
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
			t.Fatalf("left while the third waited: %v", err)
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
