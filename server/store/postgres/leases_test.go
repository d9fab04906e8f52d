package postgres

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"moyo/game"
	"moyo/server/store"
	"moyo/server/store/storetest"
)

// TestFence makes nodes on separate connections take a game from each other while
// all append to it, beyond the ends of their leases. The epochs in the log must
// ascend, and no two nodes may have had the same epoch.
func TestFence(t *testing.T) {
	s := fresh(t)
	defer s.Close()
	other, err := Open(t.Context(), s.pool.Config().ConnString())
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	g, first := storetest.Game("g")
	if err := s.Create(t.Context(), g, first); err != nil {
		t.Fatal(err)
	}
	const nodes, enough = 8, 12
	var wg sync.WaitGroup
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var written sync.Map // epochs with a move
	var epochs atomic.Int64
	wrote := func(epoch int64) {
		if _, again := written.LoadOrStore(epoch, true); !again && epochs.Add(1) == enough {
			stop()
		}
	}
	for i := range nodes {
		wg.Go(func() {
			node := fmt.Sprint("node", i)
			if err := hammer(ctx, []*Store{s, other}[i%2], node, wrote); err != nil {
				t.Errorf("%s: %v", node, err)
				stop()
			}
		})
	}
	wg.Wait()
	_, entries, err := s.Load(t.Context(), "g")
	if err != nil {
		t.Fatal(err)
	}
	last, owners := int64(0), map[int64]string{}
	for _, e := range entries[1:] {
		node, rest, _ := strings.Cut(e.Command, "/")
		number, _, _ := strings.Cut(rest, "/")
		epoch, err := strconv.ParseInt(number, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		if epoch < last || owners[epoch] != "" && owners[epoch] != node {
			t.Fatalf("%s wrote in epoch %d after %d, which was %q's", node, epoch, last, owners[epoch])
		}
		last, owners[epoch] = epoch, node
	}
	t.Logf("%d moves in %d epochs", len(entries)-1, len(owners))
	if len(owners) < enough {
		t.Errorf("%d epochs, want %d", len(owners), enough)
	}
}

// hammer repeatedly takes the game g as a node with a short lease, and writes to it until it is
// fenced. It reports the epoch of each move, and ends with the context.
func hammer(ctx context.Context, s *Store, node string, wrote func(epoch int64)) error {
	for n := 0; ctx.Err() == nil; {
		if err := s.Renew(context.WithoutCancel(ctx), store.Node{ID: node}, 25*time.Millisecond); err != nil {
			return err
		}
		o, err := s.Own(context.WithoutCancel(ctx), "g", node)
		if errors.Is(err, store.ErrLapsed) || err == nil && o.Node != node {
			time.Sleep(time.Millisecond)
			continue
		}
		if err != nil {
			return err
		}
		for fenced := false; !fenced && ctx.Err() == nil; n++ {
			g, err := s.Game(context.WithoutCancel(ctx), "g")
			if err != nil {
				return err
			}
			g.Version++
			err = s.Append(store.WithOwner(context.WithoutCancel(ctx), o), g,
				storetest.Move(fmt.Sprint(node, "/", o.Epoch, "/", n), game.Black, 1, time.Now()))
			_, conflict := errors.AsType[*store.Conflict](err)
			_, fenced = errors.AsType[*store.Fenced](err)
			switch {
			case err == nil:
				wrote(o.Epoch)
			case !conflict && !fenced:
				return err
			}
		}
	}
	return nil
}

// TestSweep checks that the owners of ended games are deleted some time after their
// leases, and that the epochs of other games stay.
func TestSweep(t *testing.T) {
	s := fresh(t)
	defer s.Close()
	for _, id := range []string{"over", "on"} {
		g, first := storetest.Game(id)
		if id == "over" {
			g.Phase = "finished"
		}
		if err := s.Create(t.Context(), g, first); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Renew(t.Context(), store.Node{ID: "a"}, time.Minute); err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"over", "on"} {
		if _, err := s.Own(t.Context(), id, "a"); err != nil {
			t.Fatal(err)
		}
	}
	owned := func() (ids string) {
		if err := s.pool.QueryRow(t.Context(), `SELECT coalesce(string_agg(id, ' ' ORDER BY id), '') FROM owners`).Scan(&ids); err != nil {
			t.Fatal(err)
		}
		return ids
	}
	for _, step := range []struct{ joins, past, want string }{{"b", "1 hour", "on over"}, {"c", "25 hours", "on"}} {
		if _, err := s.pool.Exec(t.Context(), `UPDATE nodes SET until = now() - $1::interval WHERE id = 'a'`, step.past); err != nil {
			t.Fatal(err)
		}
		if err := s.Renew(t.Context(), store.Node{ID: step.joins}, time.Minute); err != nil {
			t.Fatal(err)
		}
		if got := owned(); got != step.want {
			t.Errorf("%s after the lease: owners of %q, want %q", step.past, got, step.want)
		}
	}
}

// TestGuardHolds checks that no node takes over a game while its owner commits a move.
func TestGuardHolds(t *testing.T) {
	s := fresh(t)
	defer s.Close()
	g, first := storetest.Game("g")
	if err := s.Create(t.Context(), g, first); err != nil {
		t.Fatal(err)
	}
	if err := s.Renew(t.Context(), store.Node{ID: "a"}, time.Millisecond); err != nil {
		t.Fatal(err)
	}
	o, err := s.Own(t.Context(), "g", "a")
	for errors.Is(err, store.ErrLapsed) { // it took longer
		if err := s.Renew(t.Context(), store.Node{ID: "a"}, time.Minute); err != nil {
			t.Fatal(err)
		}
		o, err = s.Own(t.Context(), "g", "a")
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(s.Leave(t.Context(), "a"), s.Renew(t.Context(), store.Node{ID: "b"}, time.Minute)); err != nil {
		t.Fatal(err)
	}
	tx, err := s.pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback(context.Background()) }()
	if tag, err := tx.Exec(t.Context(), checkOwner, "g", o.Node, o.Epoch); err != nil || tag.RowsAffected() != 1 {
		t.Fatalf("%v %v", tag, err)
	}
	taken := make(chan error, 1)
	go func() {
		_, err := s.Own(t.Context(), "g", "b")
		taken <- err
	}()
	for waits := 0; waits == 0; {
		select {
		case err := <-taken:
			t.Fatalf("taken over beside a move: %v", err)
		default:
		}
		if err := s.readers.QueryRow(`SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`).
			Scan(&waits); err != nil {
			t.Fatal(err)
		}
	}
	if err := tx.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := <-taken; err != nil {
		t.Error(err)
	}
}
