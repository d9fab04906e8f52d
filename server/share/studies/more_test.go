package studies

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"moyo/game/record/sgf"
	"moyo/server/base/apierror"
	"moyo/server/base/endpoint"
	"moyo/server/base/identity"
	"moyo/server/store"
	"moyo/server/store/sqlite/sqlitetest"
)

// TestRights checks the roles in a study for each rule for editors.
func TestRights(t *testing.T) {
	people := []identity.Who{
		{Player: "ada", Role: store.Member}, {Player: "bo", Role: store.Member},
		{Player: "cy", Role: store.Member}, {Player: "guest", Role: store.Guest},
		{Player: "ada", Role: store.Member, Suspended: true}, {Player: "bo", Role: store.Member, Suspended: true},
	}
	for edit, want := range map[string]string{
		editOwner: "owner watcher watcher watcher watcher watcher", editInvited: "owner editor watcher watcher watcher watcher",
		editAccounts: "owner editor editor watcher watcher watcher", editEveryone: "owner editor editor editor watcher watcher",
		"?": "owner watcher watcher watcher watcher watcher",
	} {
		var got []string
		for _, who := range people {
			got = append(got, roleIn(header{Owner: "ada", Edit: edit}, who.Player == "bo" || who.Player == "guest" && edit == editInvited, who))
		}
		if got := strings.Join(got, " "); got != want {
			t.Errorf("%s: %s, want %s", edit, got, want)
		}
	}
}

// TestInvited checks that invited players may edit, that dismissed ones may not, and that blocked players do not find the study.
func TestInvited(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, nil, nil)
		s := h.make(editInvited, StudySource{})
		bo := h.come("bo", s.Head.ID)
		add := StudyRequest{Type: "add", Chapter: 1, Parent: 1, At: -1, Nodes: move("B", "ee")}
		if code := bo.refused(add); code != "not-for-you" {
			t.Errorf("before: %s", code)
		}
		change := func(player string, in StudyChange) error {
			_, err := h.h.change(h.as(player), &changeInput{s.Head.ID, in})
			return err
		}
		if err := change("ada", StudyChange{Invite: "bo"}); err != nil {
			t.Fatal(err)
		}
		bo.must(add)
		if err := change("bo", StudyChange{Title: "Mine"}); !errors.Is(err, errNotOwner) {
			t.Errorf("an editor renames it: %v", err)
		}
		if err := change("ada", StudyChange{Invite: "noone"}); apierror.Of(err).Code != apierror.NotFound {
			t.Errorf("no account: %v", err)
		}
		if err := change("ada", StudyChange{Dismiss: "bo", Title: "Mine"}); err != nil {
			t.Fatal(err)
		}
		if code := bo.refused(add); code != "not-for-you" {
			t.Errorf("afterwards: %s", code)
		}
		list, err := h.h.list(h.as("bo"), nil)
		if err != nil || len(list.Body.Lately) != 1 || list.Body.Lately[0].Title != "Mine" ||
			list.Body.Lately[0].Owner != "ada" || len(list.Body.Mine) != 0 {
			t.Errorf("%+v %v", list, err)
		}
		if err := h.block("ada", "bo"); err != nil {
			t.Fatal(err)
		}
		if err := h.h.Related(t.Context(), "ada"); err != nil {
			t.Fatal(err)
		}
		bo.until(bo.lost)
		if _, err := h.h.Visit(h.as("bo"), s.Head.ID); !errors.Is(err, errUnknown) {
			t.Errorf("blocked by the owner: %v", err)
		}
		if list, err := h.h.list(h.as("bo"), nil); err != nil || len(list.Body.Lately) > 0 {
			t.Errorf("%+v %v", list, err)
		}
	})
}

// TestLead checks that the owner leads, hands the lead on and takes it back, and that only the leader's pointer is sent, at most
// ten times a second.
func TestLead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, nil, nil)
		s := h.make(editOwner, StudySource{})
		bo := h.come("bo", s.Head.ID)
		if bo.people.Leader != 0 {
			t.Errorf("%+v leads, although the owner is absent", bo.people)
		}
		ada := h.come("ada", s.Head.ID)
		bo.until(func() bool { return bo.people.Leader == ada.people.You && bo.people.Count == 2 })
		bo.send(StudyRequest{Type: "point", Chapter: 1, Point: "A1"}) // not the leader
		if code := bo.refused(StudyRequest{Type: "lead", Visitor: bo.people.You}); code != "not-for-you" {
			t.Errorf("bo takes the lead: %s", code)
		}
		start := time.Now()
		pointed := 0
		for ; pointed < 100 || bo.points < 2; pointed++ {
			ada.send(StudyRequest{Type: "point", Chapter: 1, Point: fmt.Sprint("B", pointed)})
			time.Sleep(3 * time.Millisecond)
			bo.drain()
		}
		bo.until(func() bool { return bo.pointer.Point == fmt.Sprint("B", pointed-1) })
		if most := int(time.Since(start)/placesWait) + 2; bo.points > most {
			t.Errorf("%d pointers in %v", bo.points, time.Since(start))
		}
		if ada.drain(); ada.points != 0 {
			t.Errorf("the leader's own pointer was sent to it %d times", ada.points)
		}
		ada.must(StudyRequest{Type: "lead", Visitor: bo.people.You})
		bo.until(func() bool { return bo.people.Leader == bo.people.You && bo.pointer.Point == "" })
		bo.send(StudyRequest{Type: "look", Chapter: 1, Node: 1, Follows: true})
		ada.until(func() bool {
			return slices.Contains(ada.looks, StudyLook{Visitor: bo.people.You, Chapter: 1, Node: 1, Follows: true})
		})
		bo.cut()
		ada.until(func() bool { return ada.people.Leader == ada.people.You && ada.people.Count == 1 })
		if code := ada.refused(StudyRequest{Type: "lead", Visitor: 99}); code != "not-found" {
			t.Errorf("to no visitor: %s", code)
		}
	})
}

// TestBounds checks the limits of a chapter, a study, an account and the server. Refused commands change nothing.
func TestBounds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, nil, func(l *Limits) { l.Bytes, l.Own, l.Studies = 3000, 4000, 2 })
		s := h.make(editOwner, StudySource{})
		ada := h.come("ada", s.Head.ID)
		long := strings.Repeat("x", 1000)
		fill := StudyRequest{Type: "add", Chapter: 1, Parent: 1, At: -1, Nodes: []StudyNode{{Properties: [][]string{{"C", long}}}}}
		ada.must(fill)
		ada.must(fill)
		if code := ada.refused(fill); code != "too-many" {
			t.Errorf("a large study: %s", code)
		}
		second := h.make(editOwner, StudySource{})
		ada2 := h.come("ada", second.Head.ID)
		ada2.must(fill)
		in := fill
		in.ID = ""
		if code := ada2.refused(in); code != "too-many" { // the account has 4000
			t.Errorf("too much for one account: %s", code)
		}
		ada2.must(StudyRequest{Type: "add", Chapter: 1, Parent: 1, At: -1, Nodes: move("B", "aa")})
		ada.same()
		ada2.same()
		_, err := h.h.create(h.as("ada"), &createInput{
			StudyWish{Title: "Third", Edit: editOwner, Source: StudySource{Board: "grid:9", Rules: "weiqi"}},
		})
		if apierror.Of(err).Code != apierror.TooMany {
			t.Errorf("a third study: %v", err)
		}

		big := &strings.Builder{}
		big.WriteString("(;GM[1]FF[4]SZ[9]")
		for range maxNodes {
			big.WriteString(";C[]")
		}
		big.WriteString(")")
		h = newHouse(t, nil, func(l *Limits) { l.Memory = maxLogged + leastWeight })
		for _, c := range []struct {
			source StudySource
			code   apierror.Code
		}{
			{StudySource{Record: big.String()}, apierror.TooMany},
			{StudySource{Record: strings.Repeat("(;SZ[9])", maxChapters+1)}, apierror.TooMany},
			{StudySource{Record: strings.Repeat("x", maxSource+1)}, apierror.TooLarge},
			{StudySource{Record: "no record"}, apierror.BadRequest},
			{StudySource{Record: "(;GM[1]SZ[99])"}, apierror.BadRequest},
			{StudySource{Game: "goes on"}, apierror.OutOfStep},
			{StudySource{Game: "none"}, apierror.NotFound},
			{StudySource{Board: "grid:9"}, apierror.BadRequest},
			{StudySource{Board: "grid:9", Rules: "none"}, apierror.BadRequest},
		} {
			if _, err := h.h.chapters(h.as("ada"), c.source); apierror.Of(err).Code != c.code {
				t.Errorf("%.60q: %v, want %s", fmt.Sprint(c.source), err, c.code)
			}
		}
		one := h.make(editOwner, StudySource{})
		h.come("ada", one.Head.ID)
		two := h.make(editOwner, StudySource{})
		if _, err := h.h.Visit(h.as("ada"), two.Head.ID); !errors.Is(err, errManyStudies) {
			t.Errorf("above the memory limit: %v", err)
		}
	})
}

// TestSnapshots checks that the log stays short, and that a reopened study is unchanged.
func TestSnapshots(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, nil, nil)
		s := h.make(editOwner, StudySource{})
		ada := h.come("ada", s.Head.ID)
		ada.must(StudyRequest{Type: "add", Chapter: 1, Parent: 1, At: -1, Nodes: move("B", "ee")})
		ada.must(StudyRequest{Type: "remove", Chapter: 1, Node: 2})
		for i := range 1300 {
			ada.must(StudyRequest{Type: "write", Chapter: 1, Node: 1, Properties: [][]string{{"C", fmt.Sprint(i)}}})
		}
		_, chapters, ops, err := h.h.kept.load(t.Context(), s.Head.ID)
		if err != nil || len(ops) > keptOps+snapshotAt || len(ops) < keptOps || chapters[0].Version < 1000 {
			t.Errorf("%d ops, chapters at %d, %v", len(ops), chapters[0].Version, err)
		}
		ada.same()
		h.stop()
		h.h.Wait()
		ada2 := newHouse(t, h.store, nil).come("ada", s.Head.ID)
		if got := ada2.must(StudyRequest{Type: "add", Chapter: 1, Parent: 1, At: -1, Nodes: move("B", "ee")}); got.Nodes[0] != 3 {
			t.Errorf("the id of a removed node was used again: %+v", got)
		}
		ada2.same()
	})
}

// TestNodes opens the same study on two servers without a connection. Each takes over the other's changes when it writes, and
// both end with the same study.
func TestNodes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		kept := sqlitetest.New(t)
		one, two := newHouse(t, kept, nil), newHouse(t, kept, nil)
		s := one.make(editEveryone, StudySource{})
		ada, bo := one.come("ada", s.Head.ID), two.come("bo", s.Head.ID)
		for i := range 40 {
			v, at := ada, i%9
			if i%3 > 0 {
				v = bo
			}
			v.must(StudyRequest{
				Type: "add", Chapter: 1, Parent: 1, At: 0,
				Nodes: []StudyNode{{Properties: [][]string{{"B", string([]byte{byte('a' + at), 'a'})}, {"C", fmt.Sprint(i)}}}},
			})
		}
		ada.must(StudyRequest{Type: "name", Chapter: 1, Name: "x"})
		bo.must(StudyRequest{Type: "name", Chapter: 1, Name: "y"})
		one.h.hearChanged(s.Head.ID)
		ada.same()
		bo.same()
		if ada.trees[1].String() != bo.trees[1].String() || len(ada.trees[1].says) != 41 {
			t.Errorf("%s and\n%s", ada.trees[1], bo.trees[1])
		}
	})
}

// TestSlow checks that a client that does not read is dropped without delaying others.
func TestSlow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, nil, nil)
		s := h.make(editOwner, StudySource{})
		ada, bo := h.come("ada", s.Head.ID), h.come("bo", s.Head.ID)
		for i := range 200 {
			ada.must(StudyRequest{Type: "write", Chapter: 1, Node: 1, Properties: [][]string{{"C", fmt.Sprint(i)}}})
		}
		if !bo.lost() || ada.lost() {
			t.Errorf("dropped: %v and %v", bo.lost(), ada.lost())
		}
	})
}

// TestChecked checks that requests which the page would not send are refused with a reason for programmers.
func TestChecked(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, nil, nil)
		s := h.make(editOwner, StudySource{})
		ada := h.come("ada", s.Head.ID)
		for _, properties := range [][][]string{
			{{}}, {{"B"}}, {{"b", "aa"}}, {{"", "x"}}, {{"TOOLONGFORANYPROPERTY", "x"}}, {{"SZ", "19"}},
			{{"BD", "x"}}, {{"B", "zz"}}, {{"B", "aaa"}}, {{"B", "aa", "bb"}},
			{{"B", "aa"}, {"W", "bb"}}, {{"C", "a"}, {"C", "b"}}, {{"C", "a]b"}}, {{"C", "a\\"}},
			{{"C", "\x00"}}, {{"AB", "aa:zz"}}, {{"AB", "aa"}, {"AW", "aa"}}, {{"TR", "jj"}},
			{{"LB", "aa"}}, {{"LB", "zz:1"}}, {{"AR", "aa:zz"}}, {{"OF", "zz"}},
			{slices.Repeat([]string{"C"}, maxValues+2)}, slices.Repeat([][]string{{"C", ""}}, maxProperties+1),
		} {
			code := ada.refused(StudyRequest{Type: "add", Chapter: 1, Parent: 1, Nodes: []StudyNode{{Properties: properties}}})
			if code != "bad-request" {
				t.Errorf("%.80q: %s", fmt.Sprint(properties), code)
			}
		}
		ada.must(StudyRequest{Type: "add", Chapter: 1, Parent: 1, Nodes: move("B", "ee")})
		for _, c := range []struct {
			in   StudyRequest
			code string
		}{
			{StudyRequest{Type: "write", Chapter: 1, Node: 2, Properties: [][]string{{"B", "aa"}}}, "bad-request"},
			{StudyRequest{Type: "write", Chapter: 1, Node: 9}, "out-of-step"},
			{StudyRequest{Type: "write", Chapter: 9, Node: 1}, "out-of-step"},
			{StudyRequest{Type: "remove", Chapter: 1, Node: 1}, "bad-request"},
			{StudyRequest{Type: "order", Chapter: 1, Node: 1}, "bad-request"},
			{StudyRequest{Type: "order", Chapter: 1, Node: -1}, "out-of-step"},
			{StudyRequest{Type: "add", Chapter: 1, Parent: 1}, "bad-request"},
			{StudyRequest{Type: "add", Chapter: 1, Parent: 1, Nodes: slices.Repeat([]StudyNode{{}}, maxAdded+1)}, "bad-request"},
			{StudyRequest{Type: "add", Chapter: 1, Parent: 1, Nodes: []StudyNode{{}, {Parent: 1}}}, "bad-request"},
			{StudyRequest{Type: "chapter"}, "bad-request"},
			{StudyRequest{Type: "title", Name: "x"}, "bad-request"},
			{StudyRequest{Type: "?"}, "bad-request"},
		} {
			if code := ada.refused(c.in); code != c.code {
				t.Errorf("%.80q: %s, want %s", fmt.Sprint(c.in), code, c.code)
			}
		}
		ada.same()
	})
}

// FuzzReceive sends random messages to a room. It must survive, and its chapters must be readable as records.
func FuzzReceive(f *testing.F) {
	for _, in := range []StudyRequest{
		{Type: "hello", Version: 3}, {Type: "look", Chapter: 1, Node: 2}, {Type: "point", Point: "A1"}, {Type: "lead", ID: "1", Visitor: 1},
		{
			Type: "add", ID: "a", Chapter: 1, Parent: 1,
			Nodes: []StudyNode{{Properties: [][]string{{"B", "aa"}, {"C", "\\]"}}}, {Parent: 0, Properties: [][]string{{"AB", "aa:cc"}}}},
		},
		{Type: "write", ID: "b", Chapter: 1, Node: 1, Properties: [][]string{{"LB", "aa:x"}, {"AR", "aa:bb"}}},
		{Type: "order", ID: "c", Chapter: 1, Node: 2, At: 1},
		{Type: "remove", ID: "d", Chapter: 1, Node: 2}, {Type: "restore", ID: "e", Chapter: 1, Node: 2},
		{Type: "name", ID: "f", Chapter: 1, Name: "x"},
		{Type: "arrange", ID: "g", Chapter: 2, At: -5}, {Type: "drop", ID: "h", Chapter: 2},
	} {
		f.Add(string(encoded(in)))
	}
	kept := newHouse(f, nil, nil)
	f.Fuzz(func(t *testing.T, text string) {
		h := *kept
		h.t = t
		s := h.make(editOwner, StudySource{Record: "(;SZ[9];B[ee](;W[aa];B[bb])(;W[cc]))(;SZ[9])"})
		defer func() { _, _ = h.h.remove(h.as("ada"), &endpoint.ByID{ID: s.Head.ID}) }()
		ada := h.come("ada", s.Head.ID)
		defer ada.cut()
		for part := range strings.SplitSeq(text, "\n") {
			if err := ada.visit.Receive(h.as("ada"), ada.conn, []byte(part)); err != nil {
				t.Fatal(err)
			}
			if len(ada.conn.Queue()) > 30 {
				ada.drain()
			}
		}
		ada.answered(ada.command(StudyRequest{Type: "name", Chapter: 1, Name: "alive"}))
		text, err := h.h.Text(t.Context(), s.Head.ID)
		if err != nil {
			t.Fatal(err)
		}
		games, err := sgf.Parse(text)
		if err != nil || len(games) == 0 {
			t.Fatalf("%v in %q", err, text)
		}
		for _, g := range games {
			if err := g.Sound(); err != nil {
				t.Errorf("%v in %q", err, text)
			}
		}
	})
}

// TestHostile checks stored chapters for the same faults as FuzzReceive.
func TestHostile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, nil, nil)
		s := h.make(editOwner, StudySource{})
		ada := h.come("ada", s.Head.ID)
		for _, text := range []string{
			"", "{", "null", "[]", `{"type":"add","nodes":[null]}`,
			`{"type":"add","id":"x","chapter":1,"parent":1,"nodes":[{"properties":[["C","` + "\u2028\ufffe" + `"]]}]}`,
			`{"type":"hello","version":-9}`, `{"type":"hello","version":99999999}`,
		} {
			if err := ada.visit.Receive(h.as("ada"), ada.conn, []byte(text)); err != nil {
				t.Error(err)
			}
		}
		ada.must(StudyRequest{Type: "name", Chapter: 1, Name: "alive"})
		ada.drain()
		text, err := h.h.Text(t.Context(), s.Head.ID)
		if err != nil {
			t.Fatal(err)
		}
		games, err := sgf.Parse(text)
		if err != nil || len(games) != 1 {
			t.Fatalf("%v in %q", err, text)
		}
		var again strings.Builder
		if err := sgf.Write(&again, games); err != nil || again.String() != text {
			t.Errorf("%q is written %q, %v", text, again.String(), err)
		}
	})
}
