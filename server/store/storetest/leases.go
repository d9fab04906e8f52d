package storetest

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"moyo/game"
	"moyo/server/store"
)

// Durations of leases in the tests: one that outlasts the test, and one that ends soon.
const (
	long  = time.Minute
	short = 300 * time.Millisecond
)

// RunLeases checks the leases of a store for several nodes. open returns a new, empty
// store; the suite closes it.
func RunLeases(t *testing.T, open func(t *testing.T) store.Store) {
	for _, c := range []struct {
		name string
		test func(*testing.T, store.Store, store.Leases)
	}{
		{"Nodes", testNodes},
		{"Own", testOwn},
		{"Takeover", testTakeover},
		{"Release", testRelease},
		{"Lead", testLead},
		{"ManyTakers", testManyTakers},
		{"DeleteOwned", testDeleteOwned},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := open(t)
			defer s.Close()
			c.test(t, s, s.(store.Leases))
		})
	}
}

// renew renews the lease of a node.
func renew(t *testing.T, l store.Leases, node string, lasts time.Duration) {
	t.Helper()
	if err := l.Renew(t.Context(), store.Node{ID: node, Role: "all", Version: "v1"}, lasts); err != nil {
		t.Fatal(err)
	}
}

// own makes a node the owner of a game, and checks that it is.
func own(t *testing.T, l store.Leases, game, node string) store.Owner {
	t.Helper()
	o, err := l.Own(t.Context(), game, node)
	if err != nil || o.Node != node {
		t.Fatalf("%s wants %s: %+v %v", node, game, o, err)
	}
	return o
}

// move appends a move to a game as an owner.
func move(ctx context.Context, s store.Store, id string, o store.Owner) error {
	g, entries, err := s.Load(ctx, id)
	if err != nil {
		return err
	}
	g.Version++
	return s.Append(store.WithOwner(ctx, o), g, Move("", game.Black, game.Move(len(entries)), noon))
}

// plan saves a player's plan on a node that believes that it owns the game.
func plan(ctx context.Context, s store.Store, id, text string, o store.Owner) error {
	return s.Write(ctx, 1, func(ctx context.Context, tx store.Tx) error {
		if err := tx.CheckOwner(ctx, id, o); err != nil {
			return err
		}
		_, err := tx.Run(ctx, store.Upsert("plans", "game, player", "version, body, changed"), id, "ada", 1, []byte(text), noon.UnixMilli())
		return err
	})
}

func testNodes(t *testing.T, _ store.Store, l store.Leases) {
	renew(t, l, "b", long)
	if err := l.Renew(t.Context(), store.Node{ID: "a", Role: "game", Version: "v2", Leaving: true}, long); err != nil {
		t.Fatal(err)
	}
	renew(t, l, "c", short)
	time.Sleep(2 * short)
	nodes, err := l.Nodes(t.Context())
	want := []store.Node{{ID: "a", Role: "game", Version: "v2", Leaving: true}, {ID: "b", Role: "all", Version: "v1"}}
	if err != nil || len(nodes) != 2 || nodes[0] != want[0] || nodes[1] != want[1] {
		t.Errorf("%+v %v", nodes, err)
	}
	renew(t, l, "c", long)
	if err := l.Leave(t.Context(), "b"); err != nil {
		t.Fatal(err)
	}
	if nodes, err := l.Nodes(t.Context()); err != nil || len(nodes) != 2 || nodes[1].ID != "c" {
		t.Errorf("one returned and one left: %+v %v", nodes, err)
	}
}

func testOwn(t *testing.T, s store.Store, l store.Leases) {
	mustCreate(t, s, "g")
	if _, err := l.Own(t.Context(), "g", "a"); !errors.Is(err, store.ErrLapsed) {
		t.Errorf("a node without a lease: %v", err)
	}
	renew(t, l, "a", long)
	renew(t, l, "b", long)
	if _, err := l.Own(t.Context(), "none", "a"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("no such game: %v", err)
	}
	if _, err := l.OwnerOf(t.Context(), "g"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("without an owner: %v", err)
	}
	first := own(t, l, "g", "a")
	if !first.Seen.IsZero() || first.Epoch < 1 {
		t.Errorf("the first owner: %+v", first)
	}
	if again := own(t, l, "g", "a"); again != first {
		t.Errorf("the owner again: %+v, was %+v", again, first)
	}
	if other, err := l.Own(t.Context(), "g", "b"); err != nil || other != first {
		t.Errorf("another node: %+v %v", other, err)
	}
	if o, err := l.OwnerOf(t.Context(), "g"); err != nil || o != first {
		t.Errorf("OwnerOf: %+v %v", o, err)
	}
	if err := move(t.Context(), s, "g", first); err != nil {
		t.Errorf("the owner moves: %v", err)
	}
	for _, wrong := range []store.Owner{
		{Node: "b", Epoch: first.Epoch}, {Node: "a", Epoch: first.Epoch - 1}, {Node: "a", Epoch: first.Epoch + 1},
	} {
		if err := move(t.Context(), s, "g", wrong); !isFenced(err) {
			t.Errorf("%+v moves: %v", wrong, err)
		}
	}
	if _, entries, err := s.Load(t.Context(), "g"); err != nil || len(entries) != 2 {
		t.Errorf("%d events, %v", len(entries), err)
	}
}

func isFenced(err error) bool {
	_, ok := errors.AsType[*store.Fenced](err)
	return ok
}

// testTakeover pauses a node past its lease; another takes over; the first resumes
// and can write no more.
func testTakeover(t *testing.T, s store.Store, l store.Leases) {
	mustCreate(t, s, "g")
	renew(t, l, "a", short)
	renew(t, l, "b", long)
	before := time.Now()
	first := own(t, l, "g", "a")
	time.Sleep(2 * short)
	if err := move(t.Context(), s, "g", first); err != nil {
		t.Errorf("before a takeover: %v", err)
	}
	if _, err := l.Own(t.Context(), "g", "a"); !errors.Is(err, store.ErrLapsed) {
		t.Errorf("a node whose lease is over: %v", err)
	}
	renew(t, l, "a", short) // and returns in time
	if again := own(t, l, "g", "a"); again.Epoch != first.Epoch {
		t.Errorf("%+v, was %+v", again, first)
	}
	time.Sleep(2 * short)
	second := own(t, l, "g", "b")
	if second.Epoch <= first.Epoch || second.Seen.Before(before.Add(-time.Second)) || second.Seen.After(time.Now().Add(-short)) {
		t.Errorf("%+v after %+v", second, first)
	}
	renew(t, l, "a", long)
	if err := move(t.Context(), s, "g", first); !isFenced(err) {
		t.Errorf("the former owner moves: %v", err)
	}
	if err := plan(t.Context(), s, "g", "of now", second); err != nil {
		t.Errorf("a plan at the owner: %v", err)
	}
	if err := plan(t.Context(), s, "g", "of before", first); !isFenced(err) {
		t.Errorf("a plan at the former owner: %v", err)
	}
	kept, err := store.List(t.Context(), s, store.Value[[]byte], `SELECT body FROM plans WHERE game = 'g'`)
	if err != nil || len(kept) != 1 || string(kept[0]) != "of now" {
		t.Errorf("plans: %q %v", kept, err)
	}
	if err := move(t.Context(), s, "g", second); err != nil {
		t.Errorf("the owner moves: %v", err)
	}
}

func testRelease(t *testing.T, s store.Store, l store.Leases) {
	mustCreate(t, s, "g")
	renew(t, l, "a", long)
	renew(t, l, "b", long)
	first := own(t, l, "g", "a")
	if err := l.Release(t.Context(), "g", store.Owner{Node: "a", Epoch: first.Epoch + 1}); err != nil {
		t.Fatal(err)
	}
	if o, err := l.OwnerOf(t.Context(), "g"); err != nil || o != first {
		t.Errorf("another epoch was released: %+v %v", o, err)
	}
	if err := l.Release(t.Context(), "g", first); err != nil {
		t.Fatal(err)
	}
	if err := move(t.Context(), s, "g", first); !isFenced(err) {
		t.Errorf("a move after the release: %v", err)
	}
	second := own(t, l, "g", "b")
	if second.Epoch <= first.Epoch || !second.Seen.IsZero() {
		t.Errorf("%+v after %+v", second, first)
	}
	if err := l.HandOver(t.Context(), "g", second, time.Minute); err != nil {
		t.Fatal(err)
	}
	third := own(t, l, "g", "a")
	if third.Epoch <= second.Epoch || time.Since(third.Seen.Add(time.Minute)).Abs() > 10*time.Second {
		t.Errorf("%+v after %+v", third, second)
	}
	if err := l.Leave(t.Context(), "a"); err != nil {
		t.Fatal(err)
	}
	if fourth := own(t, l, "g", "b"); fourth.Epoch <= third.Epoch || time.Since(fourth.Seen).Abs() > 10*time.Second {
		t.Errorf("%+v after %+v", fourth, third)
	}
}

func testLead(t *testing.T, _ store.Store, l store.Leases) {
	renew(t, l, "a", short)
	renew(t, l, "b", long)
	first, err := l.Lead(t.Context(), "ratings", "a")
	if err != nil || first.Node != "a" {
		t.Fatalf("%+v %v", first, err)
	}
	if o, err := l.Lead(t.Context(), "ratings", "b"); err != nil || o != first {
		t.Errorf("it is taken: %+v %v", o, err)
	}
	if o, err := l.Lead(t.Context(), "pairing", "b"); err != nil || o.Node != "b" {
		t.Errorf("another task: %+v %v", o, err)
	}
	time.Sleep(2 * short)
	second, err := l.Lead(t.Context(), "ratings", "b")
	if err != nil || second.Node != "b" || second.Epoch <= first.Epoch {
		t.Errorf("after the lease: %+v %v", second, err)
	}
	if err := l.Resign(t.Context(), "ratings", second); err != nil {
		t.Fatal(err)
	}
	renew(t, l, "a", long)
	if third, err := l.Lead(t.Context(), "ratings", "a"); err != nil || third.Node != "a" || third.Epoch <= second.Epoch {
		t.Errorf("after the other resigned: %+v %v", third, err)
	}
}

// testManyTakers lets nodes with leases that come and go move in one game. Only the
// owner may write: the epochs in the log must ascend.
func testManyTakers(t *testing.T, s store.Store, l store.Leases) {
	mustCreate(t, s, "g")
	const nodes, tries = 6, 25
	var mu sync.Mutex
	var epochs []int64 // of the accepted moves, in order
	var wg sync.WaitGroup
	for i := range nodes {
		wg.Go(func() {
			node := string(rune('a' + i))
			for range tries {
				if err := l.Renew(t.Context(), store.Node{ID: node}, 20*time.Millisecond); err != nil {
					t.Error(err)
					return
				}
				o, err := l.Own(t.Context(), "g", node)
				if errors.Is(err, store.ErrLapsed) || err == nil && o.Node != node {
					time.Sleep(time.Duration(i+1) * time.Millisecond)
					continue
				}
				if err != nil {
					t.Error(err)
					return
				}
				time.Sleep(time.Duration(10*i) * time.Millisecond) // a pause, past the lease for some
				mu.Lock()
				err = move(t.Context(), s, "g", o)
				if err == nil {
					epochs = append(epochs, o.Epoch)
				}
				mu.Unlock()
				if err != nil && !isFenced(err) {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	for i := 1; i < len(epochs); i++ {
		if epochs[i] < epochs[i-1] {
			t.Fatalf("a former owner has written: epochs %v", epochs)
		}
	}
	if _, entries, err := s.Load(t.Context(), "g"); err != nil || len(entries) != 1+len(epochs) || len(epochs) == 0 {
		t.Errorf("%d events for %d moves, %v", len(entries), len(epochs), err)
	}
}

// testDeleteOwned checks that only its owner deletes an owned game, and that any node deletes
// a game whose owner has ended.
func testDeleteOwned(t *testing.T, s store.Store, l store.Leases) {
	ctx := t.Context()
	renew(t, l, "one", long)
	owned, left := staleGame(t, s, "owned", noon, nil), staleGame(t, s, "left", noon, nil)
	o := own(t, l, owned.ID, "one")
	if err := s.DeleteGame(ctx, owned.ID, owned.Version); !errors.Is(err, store.ErrTaken) {
		t.Errorf("of another owner: %v", err)
	}
	wrong := o
	wrong.Epoch++
	if err := s.DeleteGame(store.WithOwner(ctx, wrong), owned.ID, owned.Version); !errors.Is(err, store.ErrTaken) {
		t.Errorf("with another epoch: %v", err)
	}
	if err := s.DeleteGame(store.WithOwner(ctx, o), owned.ID, owned.Version); err != nil {
		t.Errorf("by the owner: %v", err)
	}
	if _, err := l.OwnerOf(ctx, owned.ID); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a deleted game has an owner: %v", err)
	}
	own(t, l, left.ID, "one")
	if err := l.Leave(ctx, "one"); err != nil {
		t.Fatal(err)
	}
	if err := s.DeleteGame(ctx, left.ID, left.Version); err != nil {
		t.Errorf("of a node that has ended: %v", err)
	}
}
