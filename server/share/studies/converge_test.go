package studies

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"moyo/internal/testenv"
	"moyo/server/store"
	"moyo/server/store/sqlite"
	"moyo/server/store/sqlite/sqlitetest"
)

// unreliable is a store whose changes of studies sometimes fail, before or after the write.
type unreliable struct {
	store.Store
	failed atomic.Int64

	mu     sync.Mutex
	random *rand.Rand
	often  float64
}

// luck returns a random number and the failure rate.
func (s *unreliable) luck() (p, often float64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.random.Float64(), s.often
}

// mend stops the failures.
func (s *unreliable) mend() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.often = 0
}

func (s *unreliable) Write(ctx context.Context, rows int, write func(context.Context, store.Tx) error) error {
	p, often := s.luck()
	var w watched
	err := s.Store.Write(ctx, rows, func(ctx context.Context, tx store.Tx) error {
		w = watched{Tx: tx}
		err := write(ctx, &w)
		if err == nil && w.changes && p < often/2 {
			err = errors.New("the disk is gone")
		}
		return err
	})
	if w.changes && p < often {
		s.failed.Add(1)
		if err == nil {
			err = store.ErrUnknown
		}
	}
	return err
}

// watched is a transaction that records whether it changes a study.
type watched struct {
	store.Tx
	changes bool
}

func (w *watched) Run(ctx context.Context, text string, args ...any) (int64, error) {
	w.changes = w.changes || strings.Contains(text, "UPDATE studies")
	return w.Tx.Run(ctx, text, args...)
}

// any returns a random command, which may refer to deleted nodes.
func (v *visitor) any(random *rand.Rand) StudyRequest {
	const chapter = 1
	t := v.trees[chapter]
	if random.IntN(30) == 0 {
		return StudyRequest{Type: "name", Chapter: chapter, Name: fmt.Sprint("n", random.IntN(9))}
	}
	var ids []int
	for id := range t.says {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	node := ids[random.IntN(len(ids))]
	point := string([]byte{byte('a' + random.IntN(9)), byte('a' + random.IntN(9))})
	in := StudyRequest{Chapter: chapter, Node: node, At: random.IntN(4) - 1}
	switch n := random.IntN(20); {
	case n < 9:
		in.Type, in.Parent = "add", node
		in.Nodes = []StudyNode{
			{Properties: [][]string{{"B", point}}}, {Properties: [][]string{{"W", "aa"}, {"C", point}}},
			{Parent: random.IntN(2), Properties: [][]string{{"B", "bb"}}},
		}[:1+random.IntN(3)]
	case n < 13:
		in.Type, in.Properties = "write", [][]string{{"C", point}, {"TR", point}}[:1+random.IntN(2)]
		if n == 9 {
			in.Properties = [][]string{{"C"}}
		}
	case n < 15:
		in.Type = "remove"
	case n < 17:
		in.Type, in.Node = "restore", 1+random.IntN(60)
	default:
		in.Type = "order"
	}
	return in
}

// TestConverge lets several people change a study at the same time and lose their connections, while the store sometimes fails
// and the study is closed and opened. At the end all trees equal the one on disk, and it contains all confirmed changes.
func TestConverge(t *testing.T) {
	for seed := range uint64(testenv.Rounds(6, 2)) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { converge(t, seed, sqlitetest.New(t)) })
		})
	}
	t.Run("on disk", func(t *testing.T) {
		dir := t.TempDir()
		synctest.Test(t, func(t *testing.T) {
			s, err := sqlite.Open(t.Context(), dir)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = s.Close() })
			converge(t, 99, s)
		})
	})
}

func converge(t *testing.T, seed uint64, s store.Store) {
	random := rand.New(rand.NewPCG(seed, 1))
	faulty := &unreliable{Store: s, random: rand.New(rand.NewPCG(seed, 2)), often: 0.04}
	h := newHouse(t, faulty, func(l *Limits) {
		if seed%2 == 0 {
			l.Idle = time.Millisecond // it closes whenever it has no members
		}
	})
	study := h.make("everyone", StudySource{Record: "(;GM[1]FF[4]SZ[9];B[ee](;W[cc])(;W[dd]))(;GM[1]FF[4]SZ[9])"})
	var all []*visitor
	for _, name := range []string{"ada", "bo", "guest"} {
		all = append(all, h.come(name, study.Head.ID))
	}
	added := map[string]bool{} // comments of confirmed changes
	for i := range testenv.Rounds(2500, 400) {
		v := all[random.IntN(len(all))]
		switch n := random.IntN(100); {
		case n < 3 || v.lost():
			v.cut()
			if n == 0 { // all leave
				leaveAll(all, v)
				continue
			}
			v.connect()
		case n < 40:
			v.drain()
		case n == 40:
			mark := fmt.Sprint("kept ", i)
			v.keep(mark)
			added[mark] = true
		default: // chapter 2 is for lasting changes
			v.command(v.any(random))
		}
		for _, v := range all {
			if len(v.conn.Queue()) > 40 {
				v.drain()
			}
		}
	}
	faulty.mend()
	for _, v := range all {
		v.cut()
		v.connect()
	}
	last := all[0].must(StudyRequest{Type: "name", Chapter: 1, Name: "the end"})
	for _, v := range all {
		v.until(func() bool { return v.version >= last.Version })
		v.same()
		if v.trees[1].String() != all[0].trees[1].String() {
			t.Errorf("%s and ada differ", v.who.Player)
		}
	}
	for mark := range added {
		if !all[0].trees[2].comments()[mark] {
			t.Errorf("%q was confirmed, but is missing", mark)
		}
	}
	t.Logf("version %d, %d nodes, %d failures of the store, %d marks",
		last.Version, len(all[0].trees[1].says), faulty.failed.Load(), len(added))
}

// keep adds a comment and reconnects until it is confirmed.
func (v *visitor) keep(mark string) {
	id := v.command(StudyRequest{
		Type: "add", Chapter: 2, Parent: 1, At: -1, Nodes: []StudyNode{{Properties: [][]string{{"C", mark}}}},
	})
	for { // until it is confirmed, over several connections
		v.drain()
		if _, done := v.done[id]; done {
			break
		}
		if v.lost() {
			v.cut()
			v.connect()
			v.ids--
			v.command(StudyRequest{
				Type: "add", Chapter: 2, Parent: 1, At: -1, Nodes: []StudyNode{{Properties: [][]string{{"C", mark}}}},
			})
		}
		time.Sleep(time.Millisecond)
	}
}

func (t *replica) comments() map[string]bool {
	found := map[string]bool{}
	for _, says := range t.says {
		for _, p := range says {
			if p[0] == "C" {
				found[p[1]] = true
			}
		}
	}
	return found
}

// slow is a store with a slow disk that stops with the server.
type slow struct{ store.Store }

func (s *slow) Write(ctx context.Context, rows int, write func(context.Context, store.Tx) error) error {
	time.Sleep(2 * time.Millisecond)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return s.Store.Write(ctx, rows, write)
}

// TestCrash stops the server during commands. Confirmed ones must be on disk completely, and the others completely or not at
// all.
func TestCrash(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		answered, written := 0, 0
		for at := range 8 {
			h := newHouse(t, &slow{sqlitetest.New(t)}, nil)
			s := h.make(editEveryone, StudySource{})
			all := []*visitor{h.come("ada", s.Head.ID), h.come("bo", s.Head.ID)}
			for i := range 30 {
				if i == 3*at+2 {
					h.stop()
				}
				v := all[i%2]
				v.command(StudyRequest{
					Type: "add", Chapter: 1, Parent: 1, At: -1,
					Nodes: []StudyNode{{Properties: [][]string{{"C", fmt.Sprint(i)}}}, {Properties: [][]string{{"C", "below"}}}},
				})
				v.drain()
				time.Sleep(500 * time.Microsecond)
			}
			h.h.Wait()
			kept, err := newHouse(t, h.store, nil).h.read(t.Context(), s.Head.ID)
			if err != nil {
				t.Fatal(err)
			}
			if n := len(kept.chapters[0].nodes); n != 1+2*kept.head.Version {
				t.Errorf("%d nodes at version %d", n, kept.head.Version)
			}
			written += kept.head.Version
			for _, v := range all {
				v.drain()
				for _, done := range v.done {
					answered++
					if done.Version > kept.head.Version || kept.chapters[0].nodes[done.Nodes[1]] == nil {
						t.Errorf("%+v is not on disk, which has version %d", done, kept.head.Version)
					}
				}
			}
		}
		if answered == 0 || written == 8*30 {
			t.Errorf("%d were confirmed, and %d are on disk: no server stopped in the middle", answered, written)
		}
	})
}

// leaveAll disconnects all visitors and connects them again; gone is already disconnected.
func leaveAll(all []*visitor, gone *visitor) {
	for _, v := range all {
		if v != gone {
			v.cut()
		}
	}
	time.Sleep(3 * time.Millisecond)
	for _, v := range all {
		v.connect()
	}
}
