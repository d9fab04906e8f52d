package studies

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"moyo/board"
	"moyo/board/boardfile"
	"moyo/server/base/socket"
	"moyo/server/base/storage"
	"moyo/server/store"
	"moyo/server/store/sqlite/sqlitetest"
)

// TestSilent checks that a player that is blocked between connecting and "hello" does not find the study.
func TestSilent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, nil, nil)
		s := h.make(editEveryone, StudySource{})
		session, err := h.h.Visit(h.as("bo"), s.Head.ID)
		if err != nil {
			t.Fatal(err)
		}
		var why error
		conn := socket.NewConn(whoIs("bo"), func(err error) { why = errors.Join(why, err) })
		if err := h.block("ada", "bo"); err != nil {
			t.Fatal(err)
		}
		if err := h.h.Related(t.Context(), "ada"); err != nil {
			t.Fatal(err)
		}
		if err := session.Receive(h.as("bo"), conn, encoded(StudyRequest{Type: "hello"})); err != nil {
			t.Fatal(err)
		}
		h.come("ada", s.Head.ID) // by then the room has handled bo
		if !errors.Is(why, errUnknown) || len(conn.Queue()) > 0 {
			t.Errorf("%v, and %d messages", why, len(conn.Queue()))
		}
	})
}

// TestEnding checks that requests to an ending room report a deleted study as missing, and ask the client to reconnect
// otherwise.
func TestEnding(t *testing.T) {
	for name, c := range map[string]struct {
		end  func(*room)
		want error
	}{
		"deleted": {(*room).end, errUnknown},
		"failed":  {func(r *room) { r.fail(errors.New("a fault")) }, errClosed},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h := newHouse(t, nil, nil)
				s := h.make(editEveryone, StudySource{})
				h.come("ada", s.Head.ID)
				r := h.h.here(s.Head.ID)
				asked := make(chan error, 2*atOnce)
				r.do(func() {
					for len(r.inbox) < 2*atOnce { // so that some reach the ending room and others arrive too late
						time.Sleep(time.Millisecond)
					}
					c.end(r)
				})
				for range atOnce {
					go func() {
						_, err := h.h.described(h.as("bo"), s.Head.ID)
						asked <- err
					}()
					go func() {
						asked <- r.give(t.Context(), whoIs("bo"), command{StudyRequest: StudyRequest{Type: opName, Chapter: 1, Name: "x"}})
					}()
				}
				for range 2 * atOnce {
					if err := <-asked; !errors.Is(err, c.want) {
						t.Fatalf("%v instead of %v", err, c.want)
					}
				}
			})
		})
	}
}

// TestHelloOnce checks that each connection receives the initial messages only once.
func TestHelloOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, nil, nil)
		s := h.make(editOwner, StudySource{})
		ada := h.come("ada", s.Head.ID)
		ada.drain()
		for range 3 {
			ada.send(StudyRequest{Type: "hello"})
		}
		ada.must(StudyRequest{Type: "name", Chapter: 1, Name: "x"})
		if n := len(ada.errs); n != 1 {
			t.Errorf("%d refusals without an id", n)
		}
	})
}

// TestComings checks that the list of people is sent although people keep arriving.
func TestComings(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPresence()
		for range 10 {
			p.enter(socket.NewConn(whoIs("bo"), func(error) {}))
			select {
			case <-p.people.C:
				return
			case <-time.After(peopleWait / 2):
			}
		}
		t.Error("the list of people is not sent")
	})
}

// TestGrowth checks that changes to an open study count as memory, including removed branches that can be restored.
func TestGrowth(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, nil, func(l *Limits) { l.Memory = 3 << 20 })
		s := h.make(editOwner, StudySource{})
		ada := h.come("ada", s.Head.ID)
		nodes := make([]StudyNode, 1000)
		for i := range nodes {
			nodes[i] = StudyNode{Parent: 0, Properties: [][]string{{"C", "x"}}}
		}
		for i := range 20 {
			id := ada.command(StudyRequest{Type: "add", Chapter: 1, Parent: 1, At: -1, Nodes: nodes})
			ada.answered(id)
			if err := ada.errs[id]; err != nil {
				if err.Code != "too-many" || i < 3 {
					t.Errorf("after %d additions: %+v", i, err)
				}
				return
			}
			ada.must(StudyRequest{Type: "remove", Chapter: 1, Node: ada.done[id].Nodes[0]})
		}
		t.Error("all of it was accepted")
	})
}

// TestSpent checks that restored branches count by the bytes written for them, not by the size of the request.
func TestSpent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, nil, nil)
		h.h.Budget = storage.New(storage.Config{
			Store: h.store, Limits: storage.Limits{Address: 600_000}, Log: slog.New(slog.DiscardHandler), Now: time.Now,
		})
		s := h.make(editOwner, StudySource{})
		ada := h.come("ada", s.Head.ID)
		done := ada.must(StudyRequest{
			Type: "add", Chapter: 1, Parent: 1, At: -1, Nodes: []StudyNode{{Properties: [][]string{{"C", strings.Repeat("x", 100_000)}}}},
		})
		for i := range 40 {
			kind := []string{"remove", "restore"}[i%2]
			id := ada.command(StudyRequest{Type: kind, Chapter: 1, Node: done.Nodes[0]})
			ada.answered(id)
			if err := ada.errs[id]; err != nil {
				if i < 3 {
					t.Errorf("after %d times: %+v", i, err)
				}
				return
			}
		}
		t.Error("two megabytes were not counted")
	})
}

// TestManyMoves checks that the search for existing moves does not take time proportional to the product of requested and
// existing moves.
func TestManyMoves(t *testing.T) {
	c := newChapter(nil)
	for range maxNodes - 1 - maxAdded {
		if _, err := c.put(StudyGrowth{ID: c.next, Properties: [][]string{{"C", "x"}, {"N", "y"}}}, c.root(), -1); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := c.put(StudyGrowth{ID: c.next, Properties: [][]string{{"C", "x"}, {"B", "aa"}}}, c.root(), -1); err != nil {
		t.Fatal(err)
	}
	last := c.next - 1
	in := StudyRequest{Type: opAdd, Parent: rootID, Nodes: move("B", "aa")}
	if p, err := c.planAdd(in, 1<<30); err != nil || p.op != nil || p.nodes[0] != last {
		t.Fatalf("%+v %v", p, err)
	}
	// All nodes become children of the root. The first cannot, because it is their parent in the list.
	c.root().children, c.nodes[2].children = nil, c.root().children
	in.Nodes = []StudyNode{{Properties: [][]string{{"W", "bb"}}}}
	c.root().children = []*node{c.nodes[2]}
	c.nodes[2].properties = [][]string{{"W", "bb"}}
	for i := 1; i < maxAdded; i++ {
		in.Nodes = append(in.Nodes, StudyNode{Parent: 0, Properties: [][]string{{"B", fmt.Sprint(i)}}})
	}
	took := time.Hour
	for range 5 { // the shortest counts, since other processes may use the processor
		began := time.Now()
		p, err := c.planAdd(in, 1<<30)
		if err != nil || len(p.op.Nodes) != maxAdded-1 || p.nodes[0] != 2 {
			t.Fatalf("%+v %v", p.nodes, err)
		}
		took = min(took, time.Since(began))
	}
	if took > 300*time.Millisecond {
		t.Errorf("%d moves among %d took %v", maxAdded, maxNodes, took)
	}
}

// TestSource checks that a file above a study's limit is refused before all of it is in memory.
func TestSource(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, nil, nil)
		record := strings.Repeat("(;"+strings.Repeat(";", maxNodes-1)+")", maxChapters)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := h.h.create(h.as("ada"), &createInput{StudyWish{Title: "x", Edit: editOwner, Source: StudySource{Record: record}}})
		runtime.ReadMemStats(&after)
		if took := (after.TotalAlloc - before.TotalAlloc) >> 20; err == nil || took > 300 {
			t.Errorf("%d MB of memory for %d MB: %v", took, len(record)>>20, err)
		}
	})
}

// TestSameGame checks that properties written to the root of a chapter, or its first moves, neither change the game nor prevent
// it from opening.
func TestSameGame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, nil, nil)
		for _, c := range []struct {
			record, rules string
			write         [][]string
		}{
			{"(;GM[1]SZ[9]KM[6.5];B[aa])", "komi=6.5", [][]string{{"KM", "7.5"}, {"RU", "Japanese"}, {"HA", "5"}}},
			{"(;GM[4]SZ[9];B[aa])", "gomoku", [][]string{{"RU", "renju"}}},
			{"(;GM[1]SZ[9]HA[2]KM[0.5];W[aa])", "handicap=2", [][]string{{"HA", "3"}}},
		} {
			s := h.make(editOwner, StudySource{Record: c.record})
			before, err := h.tree("ada", s.Head.ID, 1)
			if err != nil {
				t.Fatal(err)
			}
			if got := s.Chapters[0].Rules; got != before.Record.Rules || !strings.Contains(got, c.rules) {
				t.Errorf("%s: %s in the list, but %s in the chapter; want %s", c.record, got, before.Record.Rules, c.rules)
			}
			ada := h.come("ada", s.Head.ID)
			ada.must(StudyRequest{Type: "write", Chapter: 1, Node: 1, Properties: c.write})
			ada.must(StudyRequest{Type: "add", Chapter: 1, Parent: 1, At: 0, Nodes: move("B", "ee")})
			after, err := h.tree("ada", s.Head.ID, 1)
			if err != nil {
				t.Errorf("%s with %v cannot be opened: %v", c.record, c.write, err)
				continue
			}
			if after.Record.Rules != before.Record.Rules || fmt.Sprint(after.Record.Nodes[0].Changes) != fmt.Sprint(before.Record.Nodes[0].Changes) {
				t.Errorf("%s with %v: %s became %s", c.record, c.write, before.Record.Rules, after.Record.Rules)
			}
		}
	})
}

// TestForgottenBoard checks that a chapter on a custom board can be opened after the board was deleted.
func TestForgottenBoard(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, nil, nil)
		draft, err := boardfile.ReadJSON("x", strings.NewReader(`{"points":3,"edges":[[0,1],[1,2]]}`))
		if err != nil {
			t.Fatal(err)
		}
		b, err := draft.Board("x")
		if err != nil {
			t.Fatal(err)
		}
		hash := strings.TrimPrefix(b.Spec(), "id:")
		if err := h.store.SaveBoard(t.Context(), "ada", store.Board{
			Hash: hash, Title: "x", JSON: boardfile.JSON(b), Created: time.Now(),
		}); err != nil {
			t.Fatal(err)
		}
		s := h.make(editOwner, StudySource{Record: "(;GM[0]RI[weiqi]BD[" + b.Spec() + "];B[" + b.Name(board.Point(1)) + "])"})
		err = h.store.Write(t.Context(), 1, func(ctx context.Context, tx store.Tx) error {
			return store.RunOrElse(ctx, tx, store.ErrNotFound, `DELETE FROM board_owners WHERE hash = ?`, hash)
		})
		if err := errors.Join(err, h.store.DeleteBoard(t.Context(), hash)); err != nil {
			t.Fatal(err)
		}
		h.h.Boards.Forget(b.Spec())
		if tree, err := h.tree("ada", s.Head.ID, 1); err != nil || tree.Record.Board.Spec != b.Spec() || len(tree.IDs) != 2 {
			t.Errorf("%v", err)
		}
	})
}

// late is a store that, once armed, changes the editors during a read of them, one time.
type late struct {
	store.Store
	armed       atomic.Bool
	asked, goOn chan struct{}
}

func (l *late) Each(ctx context.Context, scan func(store.Row) error, query string, args ...any) error {
	err := l.Store.Each(ctx, scan, query, args...)
	if strings.Contains(query, "FROM study_editors") && l.armed.CompareAndSwap(true, false) {
		close(l.asked)
		select {
		case <-l.goOn:
		case <-time.After(10 * time.Second):
		}
	}
	return err
}

// TestDismissed checks that if two players are invited and dismissed at the same time, neither keeps the right to edit.
func TestDismissed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &late{Store: sqlitetest.New(t), asked: make(chan struct{}), goOn: make(chan struct{})}
		h := newHouse(t, l, nil)
		s := h.make(editInvited, StudySource{})
		change := func(in StudyChange) {
			if _, err := h.h.change(h.as("ada"), &changeInput{s.Head.ID, in}); err != nil {
				t.Error(err)
			}
		}
		change(StudyChange{Invite: "bo"})
		bo := h.come("bo", s.Head.ID)
		l.armed.Store(true)
		invited := make(chan struct{})
		go func() { defer close(invited); change(StudyChange{Invite: "cy"}) }()
		<-l.asked // editors invited: bo too
		change(StudyChange{Dismiss: "bo"})
		close(l.goOn)
		<-invited
		if code := bo.refused(StudyRequest{Type: "add", Chapter: 1, Parent: 1, At: -1, Nodes: move("B", "ee")}); code != "not-for-you" {
			t.Errorf("bo edits: %s", code)
		}
	})
}
