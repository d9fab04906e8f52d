package analysis

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"moyo/server/base/limit"
	"moyo/server/base/queue"
	"moyo/server/share/boards"
	"moyo/server/store/sqlite/sqlitetest"
)

// TestFilesWaitTheirTurn: reading and writing problem files waits for a processor in the caller's turn, and does not happen for a
// closed connection.
func TestFilesWaitTheirTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := queue.New(queue.Config{Slots: 1})
		d := &Desks{Config: Config{
			Reading: q, Boards: boards.NewCache(sqlitetest.New(t)), Rates: limit.NewAddresses(1, 1, time.Now), Problems: 9,
		}}
		problem := Tsumego{
			Board: "grid:5", Stones: "...oxoooox" + "xxxxx..........", ToPlay: "black", Question: "kill", Target: []int{3},
			Region: []int{0, 1, 2, 3, 5, 6, 7, 8}, Walls: []int{},
		}
		tasks := map[string]func(context.Context) error{
			"read": func(ctx context.Context) error {
				_, err := d.readTsumego(ctx, &tsumegoFile{RawBody: []byte("(;SZ[5]AB[ea][eb]AW[da])")})
				return err
			},
			"write": func(ctx context.Context) error {
				_, err := d.writeTsumego(ctx, &tsumegoWrite{TsumegoWrite{Problem: problem, Format: "sgf"}})
				return err
			},
		}
		free := make(chan struct{})
		go func() { _ = q.Do(t.Context(), queue.Problem, queue.Asker{}, nil, func() error { <-free; return nil }) }()
		synctest.Wait()
		done := map[string]chan error{}
		for name, task := range tasks {
			gone, end := context.WithCancel(t.Context())
			left, waits := make(chan error, 1), make(chan error, 1)
			go func() { left <- task(gone) }()
			go func() { waits <- task(t.Context()) }()
			synctest.Wait()
			if len(left)+len(waits) > 0 {
				t.Errorf("%s: out of turn", name)
			}
			end()
			if err := <-left; err == nil {
				t.Errorf("%s: done for a connection that has ended", name)
			}
			done[name] = waits
		}
		close(free)
		for name, waits := range done {
			if err := <-waits; err != nil {
				t.Errorf("%s: in turn: %v", name, err)
			}
		}
	})
}
