package studies

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"moyo/catalog"
	"moyo/game/match"
	"moyo/server/base/endpoint"
	"moyo/server/base/identity"
	"moyo/server/base/limit"
	"moyo/server/base/queue"
	"moyo/server/base/socket"
	"moyo/server/base/wire"
	"moyo/server/people/relation"
	"moyo/server/share/boards"
	"moyo/server/store"
	"moyo/server/store/sqlite/sqlitetest"
)

// house is a hub on a store.
type house struct {
	t     testing.TB
	h     *Hub
	store store.Store
	stop  context.CancelFunc
}

// noGames has one game, which has ended.
type noGames struct{}

func (noGames) Game(_ context.Context, id string) (store.Game, error) {
	switch id {
	case "ended":
		return store.Game{ID: id, Phase: match.Finished}, nil
	case "goes on":
		return store.Game{ID: id, Phase: match.Playing}, nil
	}
	return store.Game{}, store.ErrNotFound
}

func (noGames) Text(context.Context, string) (string, error) {
	return "(;GM[1]FF[4]SZ[9]PB[Ada]PW[Bo];B[ee];W[cc])", nil
}

var usual = Limits{
	Studies: 50, Own: 1 << 30, Bytes: 8 << 20, Open: 100, OpenPerAddress: 50, OpenPerPerson: 50,
	Memory: 1 << 30, PerStudy: 100, Idle: time.Hour, Lists: 1e6, Records: 1e6,
}

func newHouse(t testing.TB, s store.Store, change func(*Limits)) *house {
	t.Helper()
	if s == nil {
		s = sqlitetest.New(t)
	}
	for _, name := range []string{"ada", "bo", "cy", "di"} {
		if err := s.SavePlayer(t.Context(), store.Player{ID: name, Role: store.Member, Name: name, Skeleton: name}); err != nil {
			t.Fatal(err)
		}
	}
	limits := usual
	if change != nil {
		change(&limits)
	}
	ctx, stop := context.WithCancel(t.Context())
	h := New(ctx, Config{
		Store: s, Boards: boards.NewCache(s), Rules: catalog.Rules, Games: noGames{}, Blocks: relation.Kept{DB: s}.Blocks,
		Rates: limit.NewAddresses(99, 99, time.Now), Queue: queue.New(queue.Config{Slots: 2}),
		Skeleton: func(name string) string { return name }, Limits: limits, Log: slog.New(slog.DiscardHandler), Now: time.Now,
	})
	t.Cleanup(func() { stop(); h.Wait() })
	return &house{t, h, s, stop}
}

// block makes a player block another.
func (h *house) block(player, other string) error {
	return relation.Kept{DB: h.store}.Add(h.t.Context(), relation.Relation{
		Player: player, Kind: relation.Block, Other: other, Created: time.Now(),
	}, 9)
}

func whoIs(player string) identity.Who {
	if player[0] == 'g' { // guests
		return identity.Who{Player: player, Role: store.Guest}
	}
	return identity.Who{Player: player, Role: store.Member, Name: player}
}

// as returns the context of a player's request.
func (h *house) as(player string) context.Context {
	return identity.With(limit.With(h.t.Context(), "address of "+player), whoIs(player))
}

// make creates a study owned by Ada.
func (h *house) make(edit string, source StudySource) *Study {
	h.t.Helper()
	if source == (StudySource{}) {
		source = StudySource{Board: "grid:9", Rules: "weiqi:komi=6.5"}
	}
	out, err := h.h.create(h.as("ada"), &createInput{StudyWish{Title: "Endgame", Edit: edit, Source: source}})
	if err != nil {
		h.t.Fatal(err)
	}
	return out.Body
}

// visitor is a client with an open study. It changes its own trees only as ops say.
type visitor struct {
	house   *house
	who     identity.Who
	id      string
	conn    *socket.Conn
	visit   socket.Session
	dropped *atomic.Bool
	version int
	trees   map[int]*replica
	order   []int // chapters, as listed
	title   string
	people  *StudyPeople
	looks   []StudyLook
	pointer *StudyPointer
	points  int // messages with pointers
	gone    bool
	done    map[string]StudyDone
	errs    map[string]*wire.Error
	ids     int
}

// replica is a client's copy of a chapter, implemented as simply as possible.
type replica struct {
	parent   map[int]int
	children map[int][]int
	says     map[int][][]string
}

func (h *house) come(player, id string) *visitor {
	h.t.Helper()
	v := &visitor{
		house: h, who: whoIs(player), id: id, done: map[string]StudyDone{}, errs: map[string]*wire.Error{}, trees: map[int]*replica{},
	}
	v.connect()
	return v
}

// connect opens the study, continuing from the known version.
func (v *visitor) connect() {
	v.house.t.Helper()
	for v.people == nil { // while the store fails, it takes more than one attempt
		session, err := v.house.h.Visit(v.house.as(v.who.Player), v.id)
		if err != nil {
			v.house.t.Fatal(err)
		}
		dropped := new(atomic.Bool)
		v.dropped = dropped
		v.visit, v.conn = session, socket.NewConn(v.who, func(error) { dropped.Store(true) })
		v.send(StudyRequest{Type: "hello", Version: v.version})
		v.until(func() bool { return v.people != nil || v.lost() })
	}
}

// lost reports whether the connection or the room has ended.
func (v *visitor) lost() bool {
	select {
	case <-v.visit.Gone():
		return true
	default:
		return v.dropped.Load()
	}
}

// cut ends the connection abruptly; messages in transit are lost.
func (v *visitor) cut() {
	v.visit.Leave(v.conn)
	v.visit.Close()
	v.people = nil
}

func (v *visitor) send(in StudyRequest) {
	v.house.t.Helper()
	data, err := json.Marshal(in)
	if err != nil {
		v.house.t.Fatal(err)
	}
	if err := v.visit.Receive(v.house.as(v.who.Player), v.conn, data); err != nil && !errors.Is(err, socket.ErrGone) {
		v.house.t.Fatal(err)
	}
}

// command gives a command and returns its id.
func (v *visitor) command(in StudyRequest) string {
	v.ids++
	in.ID = fmt.Sprint(v.who.Player, v.ids)
	v.send(in)
	return in.ID
}

// must gives a command that must succeed.
func (v *visitor) must(in StudyRequest) StudyDone {
	v.house.t.Helper()
	id := v.command(in)
	v.answered(id)
	if err := v.errs[id]; err != nil {
		v.house.t.Fatalf("%s: %+v", in.Type, err)
	}
	return v.done[id]
}

// refused gives a command that must be refused, and returns the code.
func (v *visitor) refused(in StudyRequest) string {
	v.house.t.Helper()
	id := v.command(in)
	v.answered(id)
	if v.errs[id] == nil {
		v.house.t.Fatalf("%+v: done", in)
	}
	return v.errs[id].Code
}

func (v *visitor) answered(id string) {
	v.house.t.Helper()
	v.until(func() bool { _, done := v.done[id]; return done || v.errs[id] != nil })
}

// until handles messages until a condition holds.
func (v *visitor) until(so func() bool) {
	v.house.t.Helper()
	late := time.After(20 * time.Second)
	for !so() {
		select {
		case data := <-v.conn.Queue():
			v.hear(data)
		case <-time.After(time.Millisecond):
		case <-late:
			v.house.t.Fatal("the condition never became true")
		}
	}
}

// drain handles the messages that have arrived.
func (v *visitor) drain() {
	for {
		select {
		case data := <-v.conn.Queue():
			v.hear(data)
		default:
			return
		}
	}
}

func (v *visitor) hear(data []byte) {
	v.house.t.Helper()
	var m StudyMessage
	if err := json.Unmarshal(data, &m); err != nil {
		v.house.t.Fatal(err)
	}
	switch m.Type {
	case "study":
		v.title = m.Study.Head.Title
		if m.Anew {
			v.version, v.trees, v.order = m.Study.Version, map[int]*replica{}, nil
			for _, c := range m.Study.Chapters {
				v.read(c.ID)
			}
		}
	case "ops":
		for _, op := range m.Ops {
			v.apply(op)
		}
	case "people":
		v.people = m.People
	case "looks":
		v.looks = append(v.looks, m.Looks...)
	case "pointer":
		v.pointer = m.Pointer
		v.points++
	case "done":
		v.done[m.Done.ID] = *m.Done
	case "error":
		v.errs[m.Error.ID] = m.Error
	case "gone":
		v.gone = true
	}
}

// read reads a chapter as the page does. It may be newer than the last message.
func (v *visitor) read(chapter int) {
	v.house.t.Helper()
	tree, err := v.house.tree(v.who.Player, v.id, chapter)
	if err != nil {
		v.house.t.Fatal(err)
	}
	t := &replica{parent: map[int]int{}, children: map[int][]int{}, says: map[int][][]string{}}
	for i, n := range tree.Record.Nodes {
		id := tree.IDs[i]
		t.says[id] = n.Properties
		if n.Parent >= 0 {
			t.attach(tree.IDs[n.Parent], id, -1)
		}
	}
	v.trees[chapter] = t
	v.order = append(v.order, chapter)
	v.version = max(v.version, tree.Version)
}

func (h *house) tree(player, id string, chapter int) (*StudyTree, error) {
	out, err := h.h.chapter(h.as(player), &chapterInput{id, chapter})
	if err != nil {
		return nil, err
	}
	return out.Body, nil
}

func (t *replica) attach(parent, id, at int) {
	t.parent[id] = parent
	siblings := t.children[parent]
	if at < 0 {
		at = len(siblings)
	}
	t.children[parent] = slices.Insert(siblings, at, id)
}

func (t *replica) detach(id int) {
	t.children[t.parent[id]] = slices.DeleteFunc(t.children[t.parent[id]], func(other int) bool { return other == id })
}

// apply applies an op as documented for messages.
func (v *visitor) apply(op StudyOp) {
	v.house.t.Helper()
	if op.Version <= v.version {
		return // included in what was read
	}
	if op.Version != v.version+1 {
		v.house.t.Fatalf("%s receives version %d and has %d", v.who.Player, op.Version, v.version)
	}
	v.version = op.Version
	t := v.trees[op.Chapter]
	switch op.Kind {
	case "add":
		for i, n := range op.Nodes {
			at := -1
			if i == 0 {
				at = op.At
			}
			t.says[n.ID] = n.Properties
			t.attach(n.Parent, n.ID, at)
		}
	case "write":
		t.says[op.Node] = written(t.says[op.Node], op.Properties)
	case "remove":
		t.detach(op.Node)
		for waiting := []int{op.Node}; len(waiting) > 0; waiting = waiting[1:] {
			waiting = append(waiting, t.children[waiting[0]]...)
			delete(t.says, waiting[0])
			delete(t.children, waiting[0])
			delete(t.parent, waiting[0])
		}
	case "order":
		parent := t.parent[op.Node]
		t.detach(op.Node)
		t.attach(parent, op.Node, op.At)
	case "chapter":
		v.trees[op.Chapter] = nil
		v.order = slices.Insert(v.order, op.At, op.Chapter)
	case "drop":
		delete(v.trees, op.Chapter)
		v.order = slices.DeleteFunc(v.order, func(c int) bool { return c == op.Chapter })
	case "arrange":
		v.order = slices.DeleteFunc(v.order, func(c int) bool { return c == op.Chapter })
		v.order = slices.Insert(v.order, op.At, op.Chapter)
	case "title":
		v.title = op.Name
	}
}

// String returns a whole chapter as text: ids, parents and properties, in order.
func (t *replica) String() string {
	out := ""
	waiting := []int{rootID}
	for len(waiting) > 0 {
		id := waiting[len(waiting)-1]
		waiting = waiting[:len(waiting)-1]
		out += fmt.Sprintf("%d<%d %q\n", id, t.parent[id], t.says[id])
		for _, child := range slices.Backward(t.children[id]) {
			waiting = append(waiting, child)
		}
	}
	return out
}

// String returns the same for the server's chapter.
func (c *chapter) String() string {
	out := ""
	for n := range branch(c.root()) {
		parent := 0
		if n.parent != nil {
			parent = n.parent.id
		}
		out += fmt.Sprintf("%d<%d %q\n", n.id, parent, n.properties)
	}
	return out
}

// same compares a visitor's copy with the one on disk.
func (v *visitor) same() {
	v.house.t.Helper()
	kept, err := v.house.h.read(v.house.t.Context(), v.id)
	if err != nil {
		v.house.t.Fatal(err)
	}
	v.until(func() bool { return v.version >= kept.head.Version })
	var order []int
	for _, c := range kept.chapters {
		order = append(order, c.id)
		if t := v.trees[c.id]; t != nil && t.String() != c.String() {
			v.house.t.Errorf("%s has in chapter %d\n%son disk is\n%s", v.who.Player, c.id, t, c)
		}
	}
	if !reflect.DeepEqual(order, v.order) || v.title != kept.head.Title {
		v.house.t.Errorf("%s has chapters %v of %q, but on disk are %v of %q", v.who.Player, v.order, v.title, order, kept.head.Title)
	}
	bytes := 0
	for _, c := range kept.chapters {
		for n := range branch(c.root()) {
			bytes += sizeOf(n.properties)
		}
	}
	if int64(bytes) != kept.head.Bytes {
		v.house.t.Errorf("%d bytes are counted, but there are %d", kept.head.Bytes, bytes)
	}
}

func move(color, at string) []StudyNode {
	return []StudyNode{{Properties: [][]string{{color, at}}}}
}

// TestStudy is a lesson: moves, a comment, a branch that is removed and restored, and chapters.
func TestStudy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, nil, nil)
		s := h.make("everyone", StudySource{})
		ada, bo := h.come("ada", s.Head.ID), h.come("bo", s.Head.ID)
		first := ada.must(StudyRequest{Type: "add", Chapter: 1, Parent: 1, Nodes: move("B", "ee"), At: -1})
		if len(first.Nodes) != 1 || first.Nodes[0] != 2 || first.Version != 1 {
			t.Fatalf("%+v", first)
		}
		again := bo.must(StudyRequest{Type: "add", Chapter: 1, Parent: 1, Nodes: move("B", "ee"), At: -1}) // the same move
		if again.Version != 0 || !slices.Equal(again.Nodes, []int{2}) {
			t.Errorf("an existing move: %+v", again)
		}
		line := []StudyNode{
			{Properties: [][]string{{"B", "ee"}}}, {Parent: 0, Properties: [][]string{{"W", "cc"}, {"C", "why?\\]"}}},
			{Parent: 1, Properties: [][]string{{"B", ""}}},
		}
		branch := bo.must(StudyRequest{Type: "add", Chapter: 1, Parent: 1, Nodes: line})
		if !slices.Equal(branch.Nodes, []int{2, 3, 4}) {
			t.Errorf("a line that begins with it: %+v", branch)
		}
		before := bo.must(StudyRequest{Type: "add", Chapter: 1, Parent: 1, At: 0, Nodes: move("B", "gg")})
		ada.must(StudyRequest{Type: "write", Chapter: 1, Node: 3, Properties: [][]string{{"C"}, {"TR", "aa", "bb:cc"}, {"LB", "dd:1"}}})
		ada.must(StudyRequest{Type: "remove", Chapter: 1, Node: 2})
		if code := bo.refused(StudyRequest{Type: "add", Chapter: 1, Parent: 4, Nodes: move("W", "ff")}); code != "out-of-step" {
			t.Errorf("below a removed node: %s", code)
		}
		back := bo.must(StudyRequest{Type: "restore", Chapter: 1, Node: 2})
		bo.until(func() bool { return bo.version >= back.Version })
		if !slices.Equal(back.Nodes, []int{2, 3, 4}) {
			t.Errorf("put back: %+v", back)
		}
		if got := bo.trees[1].children[1]; !slices.Equal(got, []int{before.Nodes[0], 2}) {
			t.Errorf("restored among %v", got)
		}
		if code := bo.refused(StudyRequest{Type: "restore", Chapter: 1, Node: 2}); code != "out-of-step" {
			t.Errorf("twice: %s", code)
		}
		ada.must(StudyRequest{Type: "order", Chapter: 1, Node: before.Nodes[0], At: 1})
		bo.must(StudyRequest{Type: "name", Chapter: 1, Name: "One\n"})
		if _, err := h.h.add(h.as("bo"), &addInput{s.Head.ID, StudySource{Game: "ended"}}); err != nil {
			t.Fatal(err)
		}
		ada.must(StudyRequest{Type: "arrange", Chapter: 2, At: 0})
		ada.same()
		bo.same()
		want := "1<0 [[\"FF\" \"4\"]"
		if got := ada.trees[1].String(); got[:len(want)] != want {
			t.Errorf("%s", got)
		}
		if ada.trees[1].String() != bo.trees[1].String() {
			t.Error("they differ")
		}
		wantSays := [][]string{{"W", "cc"}, {"TR", "aa", "bb:cc"}, {"LB", "dd:1"}}
		if got := ada.trees[1].says[3]; !reflect.DeepEqual(got, wantSays) {
			t.Errorf("%q, want %q", got, wantSays)
		}
		dropAndDelete(t, h, s.Head.ID, ada, bo)
	})
}

// dropAndDelete reads a study's text and makes Ada delete first a chapter and then the whole study.
func dropAndDelete(t *testing.T, h *house, id string, ada, bo *visitor) {
	text, err := h.h.Text(t.Context(), id)
	const wantText = "(;GM[1]FF[4]SZ[9]PB[Ada]PW[Bo]CA[UTF-8]RI[weiqi:komi=7.5,score=area,ko=positional,suicide=no]GN[Ada, Bo]\n" +
		";B[ee];W[cc])\n"
	if err != nil || len(text) < len(wantText) || text[:len(wantText)] != wantText {
		t.Errorf("%q %v, want %q first", text, err, wantText)
	}
	ada.must(StudyRequest{Type: "drop", Chapter: 1})
	if code := ada.refused(StudyRequest{Type: "drop", Chapter: 2}); code != "bad-request" {
		t.Errorf("the last chapter: %s", code)
	}
	if _, err := h.tree("bo", id, 1); err == nil {
		t.Error("a deleted chapter is still there")
	}
	bo.same()
	if _, err := h.h.remove(h.as("ada"), &endpoint.ByID{ID: id}); err != nil {
		t.Fatal(err)
	}
	bo.until(func() bool { return bo.gone })
	if _, err := h.h.Visit(h.as("bo"), id); !errors.Is(openError(err), errUnknown) {
		t.Errorf("a deleted study: %v", err)
	}
}

// TestRepeat checks that a repeated command changes nothing and gets the same answer, even from a reloaded room.
func TestRepeat(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, nil, nil)
		s := h.make("owner", StudySource{})
		ada := h.come("ada", s.Head.ID)
		in := StudyRequest{
			Type: "add", ID: "once", Chapter: 1, Parent: 1, At: -1, Nodes: []StudyNode{{Properties: [][]string{{"C", "a"}}}},
		}
		for range 3 {
			ada.send(in)
		}
		ada.answered("once")
		want := ada.done["once"]
		h.stop()
		h.h.Wait()
		h2 := newHouse(t, h.store, nil)
		ada2 := h2.come("ada", s.Head.ID)
		ada2.send(in)
		ada2.answered("once")
		if got := ada2.done["once"]; !reflect.DeepEqual(got, want) || want.Version != 1 {
			t.Errorf("%+v, want %+v", got, want)
		}
		ada2.same()
		if len(ada2.trees[1].says) != 2 {
			t.Errorf("%d nodes", len(ada2.trees[1].says))
		}
	})
}
