package studies

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"moyo/board"
	"moyo/game/record"
	"moyo/game/record/sgf"
	"moyo/server/base/apierror"
	"moyo/server/base/guard"
	"moyo/server/base/identity"
	"moyo/server/base/socket"
	"moyo/server/store"
)

// The limits of a room.
const (
	inboxSize  = 128     // waiting commands
	atOnce     = 64      // commands written together
	keptOps    = 500     // ops that stay in the log after a snapshot of the chapters
	snapshotAt = 500     // ops that trigger a snapshot
	maxLogged  = 1 << 20 // bytes of ops that trigger a snapshot
	writeTime  = 10 * time.Second
	conflicts  = 5 // lost races against other nodes before giving up
	mineEvery  = time.Second
)

// room is an open study. Its goroutine, run, owns all fields except those marked otherwise; other goroutines use do and ask.
type room struct {
	h      *Hub
	id     string
	owner  string // any goroutine
	ctx    context.Context
	cancel context.CancelFunc
	inbox  chan func()             // any goroutine
	gone   chan struct{}           // any goroutine: closed after the room has ended
	unused chan struct{}           // any goroutine, of capacity 1: asks the room to end if it is unused
	weigh  func(weight int64) bool // updates the study's memory; false if there is no room for more
	lost   atomic.Bool             // any goroutine: the study was deleted

	mu    sync.Mutex
	begun map[int]begun // any goroutine, under mu: by chapter; entries never change

	study    *study
	log      []logged             // the last ops, without gaps
	answers  map[string]StudyDone // of these ops, by command
	unsaved  int                  // ops since the last snapshot
	bytes    int                  // bytes of these ops
	called   string               // the owner's name
	editors  map[string]string    // names of invited editors, by id
	pending  []*pending
	grown    map[int]*grown // chapters as they were last requested
	presence presence
	failed   bool
	touched  bool
}

// pending is a command that was applied but is not on disk yet.
type pending struct {
	command command
	by      identity.Who
	key     string // hash of the command's id and its author; "" for none
	planned planned
	bytes   int // of the op on disk
	answer  func(StudyDone, error)
}

func newRoom(h *Hub, id string) *room {
	r := &room{
		h: h, id: id, inbox: make(chan func(), inboxSize), gone: make(chan struct{}), unused: make(chan struct{}, 1),
		begun: map[int]begun{}, grown: map[int]*grown{}, presence: newPresence(),
	}
	r.ctx, r.cancel = context.WithCancel(h.ctx)
	return r
}

// load reads the study from the store.
func (r *room) load(ctx context.Context) error {
	head, chapters, ops, err := r.h.kept.load(ctx, r.id)
	if err != nil {
		return err
	}
	s, log, err := read(head, chapters, ops)
	if err != nil {
		return err
	}
	owner, err := r.nameOf(ctx, head.Owner)
	if err != nil {
		return err
	}
	editors, err := r.readEditors(ctx)
	if err != nil {
		return err
	}
	if r.owner == "" { // otherwise other goroutines may be reading it
		r.owner = head.Owner
	}
	r.study, r.log, r.called, r.editors = s, log, owner, editors
	r.answers = map[string]StudyDone{}
	r.unsaved, r.bytes = 0, 0
	saved := head.Version
	for _, c := range s.chapters {
		saved = min(saved, c.saved)
	}
	for _, l := range log {
		if l.command != "" {
			r.answers[l.command] = StudyDone{Version: l.op.Version, Nodes: l.ids}
		}
		if l.op.Version > saved {
			r.unsaved++
			r.bytes += l.bytes
		}
	}
	return nil
}

// nameOf returns the name of an account.
func (r *room) nameOf(ctx context.Context, player string) (string, error) {
	p, err := r.h.Store.Player(ctx, player)
	if errors.Is(err, store.ErrNotFound) {
		return "", nil
	}
	return p.Name, err
}

func (r *room) readEditors(ctx context.Context) (map[string]string, error) {
	ids, err := r.h.kept.editors(ctx, r.id)
	if err != nil {
		return nil, err
	}
	editors := map[string]string{}
	for _, id := range ids {
		if editors[id], err = r.nameOf(ctx, id); err != nil {
			return nil, err
		}
	}
	return editors, nil
}

// do queues f for the room's goroutine and waits while the queue is full. It returns false if the room has ended.
func (r *room) do(f func()) bool {
	select {
	case r.inbox <- f:
		return true
	case <-r.gone:
		return false
	}
}

// ask is do, but waits until f is done.
func (r *room) ask(ctx context.Context, f func()) error {
	done := make(chan struct{})
	if !r.do(func() { defer close(done); f() }) {
		return r.closed()
	}
	select {
	case <-done:
		return nil
	case <-r.gone:
		return r.closed()
	case <-ctx.Done():
		return ctx.Err()
	}
}

// errClosed is the error for a study that is closing.
var errClosed = apierror.New(apierror.Reconnect, "The study was closed on this server. Please try again.")

// closed returns the error for callers of a room that is ending. A deleted study cannot be opened again.
func (r *room) closed() error {
	if r.lost.Load() {
		return errUnknown
	}
	return errClosed
}

// run is the room's goroutine. It works until the room is unused (retire reports that), an error occurs or the server ends. It
// calls ended before it drops its members, so that clients that reconnect immediately find a new room.
func (r *room) run(retire func() bool, ended func()) {
	defer close(r.gone)
	defer r.cancel()
	defer func() { r.presence.dropAll(r.lost.Load()) }()
	defer ended()
	idle, mine := time.NewTicker(r.h.Limits.Idle), time.NewTicker(mineEvery)
	defer idle.Stop()
	defer mine.Stop()
	if r.h.Cluster.IsAlone() {
		mine.Stop()
	}
	for !r.failed {
		select {
		case f := <-r.inbox:
			r.touched = true
			r.work(f)
		case <-r.presence.people.C:
			r.safely(r.tellPeople)
		case <-r.presence.places.C:
			r.safely(r.tellPlaces)
		case <-mine.C:
			if r.presence.count() > 0 && !r.h.isMine(r.id) { // people meet at another node now
				return
			}
		case <-idle.C:
			if r.presence.count() == 0 && !r.touched && retire() {
				r.safely(r.snapshot)
				return
			}
			r.touched = false
		case <-r.unused:
			if r.presence.count() == 0 && retire() {
				r.safely(r.snapshot)
				return
			}
		case <-r.ctx.Done():
			return
		}
	}
}

// work runs f and all other waiting functions, and then writes the changes to disk.
func (r *room) work(f func()) {
	r.safely(f)
	for range atOnce {
		select {
		case f := <-r.inbox:
			r.safely(f)
			continue
		default:
		}
		break
	}
	if !r.failed {
		r.safely(r.flush)
	}
}

// safely calls f. A panic ends only this room.
func (r *room) safely(f func()) {
	if err := guard.Run(func() error { f(); return nil }); err != nil {
		r.fail(err)
	}
}

// fail ends the room. Its members are dropped, reconnect, and load the study from the store.
func (r *room) fail(err error) {
	r.h.Log.Error("study closed after an error", "study", r.id, "err", err)
	r.failed = true
	for _, p := range r.pending {
		p.answer(StudyDone{}, r.closed())
	}
	r.pending = nil
}

// keyOf returns the key of a command, which does not reveal its author.
func keyOf(player, command string) string {
	if command == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(player + "\x00" + command))
	return base64.RawURLEncoding.EncodeToString(sum[:16])
}

// carryOut applies a command of a user with the right to give it. It calls answer when the change is on disk, or with an error.
func (r *room) carryOut(by identity.Who, c command, answer func(StudyDone, error)) {
	if r.failed {
		answer(StudyDone{}, r.closed())
		return
	}
	key := keyOf(by.Player, c.ID)
	if done, again := r.answers[key]; again && key != "" {
		answer(done, nil)
		return
	}
	for _, p := range r.pending {
		if p.key == key && key != "" { // its answer is pending
			first := p.answer
			p.answer = func(done StudyDone, err error) { first(done, err); answer(done, err) }
			return
		}
	}
	p := &pending{command: c, by: by, key: key, answer: answer}
	if err := r.apply(p); err != nil {
		answer(StudyDone{}, err)
		return
	}
	if p.planned.op == nil {
		answer(StudyDone{Nodes: p.planned.nodes}, nil)
		return
	}
	r.pending = append(r.pending, p)
}

// apply plans a command and applies the op.
func (r *room) apply(p *pending) (err error) {
	if err := r.mayGive(p.by, p.command.Type); err != nil {
		return err
	}
	if p.planned, err = r.study.plan(p.command, int(r.h.Limits.Bytes)); err != nil || p.planned.op == nil {
		return err
	}
	op := p.planned.op
	if more := weightOfOp(op, p.planned.made); !r.weigh(r.weight()+more) && more > 0 {
		return errManyStudies
	}
	if err := r.takes(*op); err != nil {
		return err
	}
	op.Version, op.By = r.study.head.Version+1, p.by.Name
	if op.Kind == opAdd {
		r.nameMoves(op)
	}
	return r.study.apply(*op, p.planned.made)
}

// weightOfOp returns an upper bound of the memory that an op adds.
func weightOfOp(op *StudyOp, made *chapter) (weight int64) {
	if made != nil {
		return 3*int64(made.bytes) + int64(len(made.nodes))*nodeWeight
	}
	for _, g := range op.Nodes {
		weight += 3*int64(sizeOf(g.Properties)) + nodeWeight
	}
	if op.Kind == opWrite {
		weight += 3 * int64(sizeOf(op.Properties))
	}
	return weight
}

// nameMoves fills in the moves that the nodes of an op make.
func (r *room) nameMoves(op *StudyOp) {
	b := r.begunHere(op.Chapter).board
	if b == nil {
		return
	}
	check := newChecker(b)
	for i := range op.Nodes {
		g := &op.Nodes[i]
		g.Move, g.Color = check.moveOf(g.Properties)
	}
}

// flush writes pending ops to disk and sends them to all members.
func (r *room) flush() {
	for range conflicts {
		if len(r.pending) == 0 {
			return
		}
		err := r.write()
		_, behind := errors.AsType[*store.Conflict](err)
		switch {
		case err == nil:
			r.publish()
			return
		case behind: // another node was first; apply the pending commands after its changes
			r.again(nil)
		case errors.Is(err, store.ErrFull):
			r.again(errOwnFull)
		case errors.Is(err, store.ErrNotFound):
			r.end()
			return
		default:
			r.fail(err)
			return
		}
	}
	r.fail(errors.New("other nodes always write first"))
}

// errOwnFull is the error if the owner's quota is used up.
var errOwnFull = apierror.Say(apierror.TooMany, "study.ownFull",
	"The owner of this study has no storage left for studies. The owner can delete some to make room.")

// write writes pending ops to disk, or whole chapters after many ops.
func (r *room) write() error {
	ctx, cancel := context.WithTimeout(r.ctx, writeTime)
	defer cancel()
	w := change{}
	entries := make([]logged, len(r.pending))
	bytes := 0
	for i, p := range r.pending {
		entries[i] = logged{op: *p.planned.op, command: p.key, ids: p.planned.nodes}
		w.Ops = append(w.Ops, entries[i].kept())
		p.bytes = entries[i].bytes
		bytes += p.bytes
		if op := p.planned.op; op.Kind == opDrop {
			w.Dropped = append(w.Dropped, op.Chapter)
		}
	}
	whole := r.unsaved+len(entries) >= snapshotAt || r.bytes+bytes >= maxLogged
	version := r.study.head.Version
	var put []*chapter
	for _, c := range r.study.chapters {
		if whole && c.changed > c.saved || slices.ContainsFunc(r.pending, func(p *pending) bool { return p.planned.made == c }) {
			put = append(put, c)
			w.Chapters = append(w.Chapters, c.kept(version))
		}
	}
	r.study.head.Changed = r.h.Now()
	w.Study = r.study.header()
	log := append(r.log, entries...)
	if whole {
		log = shortened(log)
		w.Forget = version - len(log)
	}
	if err := r.h.kept.change(ctx, w, r.h.bounds()); err != nil {
		return err
	}
	for _, c := range put {
		c.saved = version
	}
	r.unsaved, r.bytes = r.unsaved+len(entries), r.bytes+bytes
	if whole {
		r.unsaved, r.bytes = 0, 0
		r.forget(r.log, log)
	}
	r.log = log
	for _, e := range entries {
		if e.command != "" {
			r.answers[e.command] = StudyDone{Version: e.op.Version, Nodes: e.ids}
		}
	}
	return nil
}

// shortened returns the last ops of a log, which stay.
func shortened(log []logged) []logged {
	bytes, n := 0, 0
	for _, l := range slices.Backward(log) {
		if bytes += l.bytes; n == keptOps || bytes > maxLogged {
			break
		}
		n++
	}
	return slices.Clone(log[len(log)-n:])
}

// forget removes the answers of commands that are no longer in the log.
func (r *room) forget(before, log []logged) {
	first := r.study.head.Version + 1
	if len(log) > 0 {
		first = log[0].op.Version
	}
	for _, l := range before {
		if l.op.Version < first {
			delete(r.answers, l.command)
		}
	}
}

// publish answers the pending commands, which are on disk now, and sends their ops to all members.
func (r *room) publish() {
	written := r.pending
	r.pending = nil
	ops := make([]StudyOp, len(written))
	rights := false
	for i, p := range written {
		ops[i] = *p.planned.op
		rights = rights || ops[i].Kind == opTitle || ops[i].Kind == opEdit
		if spend := p.command.spend; spend != nil {
			spend(p.bytes)
		}
		p.answer(StudyDone{Version: ops[i].Version, Nodes: p.planned.nodes}, nil)
	}
	r.presence.tell(StudyMessage{Type: "ops", Ops: ops})
	if rights {
		r.tellStudy()
	}
	if !r.isAtHome() {
		r.h.changed(r.id)
	}
}

// isAtHome reports whether people meet in the study at this node.
func (r *room) isAtHome() bool { return r.h.Cluster.IsAlone() || r.h.isMine(r.id) }

// again reloads the study from the store and applies the pending commands to it, or answers them with refusal if that is not
// nil.
func (r *room) again(refusal error) {
	pending, told := r.pending, r.published()
	r.pending = nil
	r.catchUp(told)
	for _, p := range pending {
		switch err := refusal; {
		case r.failed:
			p.answer(StudyDone{}, r.closed())
		case err != nil:
			p.answer(StudyDone{}, err)
		default:
			r.carryOut(p.by, p.command, p.answer)
		}
	}
}

// catchUp reloads the study from the store and sends the ops after a version to all members.
func (r *room) catchUp(told int) {
	ctx, cancel := context.WithTimeout(r.ctx, loadTime)
	defer cancel()
	err := r.load(ctx)
	if errors.Is(err, store.ErrNotFound) {
		r.end()
		return
	}
	if err != nil {
		r.fail(err)
		return
	}
	ops, known := r.since(told)
	if !known {
		r.fail(errors.New("missed changes of other nodes"))
		return
	}
	if len(ops) > 0 {
		r.presence.tell(StudyMessage{Type: "ops", Ops: ops})
	}
	r.tellStudy()
}

// published returns the version that was sent to all members, which excludes pending ops.
func (r *room) published() int { return r.study.head.Version - len(r.pending) }

// since returns the ops after a version, and whether all of them are known.
func (r *room) since(version int) ([]StudyOp, bool) {
	missing := r.published() - version
	if missing < 0 || missing > len(r.log) {
		return nil, false
	}
	var ops []StudyOp
	for _, l := range r.log[len(r.log)-missing:] {
		ops = append(ops, l.op)
	}
	return ops, true
}

// end ends the room of a deleted study.
func (r *room) end() {
	for _, p := range r.pending {
		p.answer(StudyDone{}, errUnknown)
	}
	r.pending = nil
	r.lost.Store(true)
	r.presence.tell(StudyMessage{Type: "gone"})
	r.failed = true
}

// snapshot writes the chapters that are on disk in parts, so the next load reads less.
func (r *room) snapshot() {
	if r.unsaved == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(r.ctx, writeTime)
	defer cancel()
	w := change{Study: r.study.header()}
	for _, c := range r.study.chapters {
		if c.changed > c.saved {
			w.Chapters = append(w.Chapters, c.kept(w.Study.Version))
		}
	}
	if log := shortened(r.log); len(log) < len(r.log) {
		w.Forget = w.Study.Version - len(log)
	}
	_, behind := errors.AsType[*store.Conflict](r.h.kept.change(ctx, w, r.h.bounds()))
	if behind {
		r.h.Log.Debug("another node has written to the study", "study", r.id)
	}
}

// board returns the board of a chapter.
func (r *room) board(ctx context.Context, id int) (*board.Board, error) {
	if b := r.begunHere(id).board; b != nil {
		return b, nil
	}
	var root *chapter
	if err := r.ask(ctx, func() {
		if c := r.study.chapter(id); c != nil {
			root = newChapter(c.root().properties)
		}
	}); err != nil {
		return nil, err
	}
	if root == nil {
		return nil, errNoChapter
	}
	b, err := r.h.begin(ctx, root)
	if err != nil {
		return nil, apierror.Invalid(err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.begun[id] = b
	return b.board, nil
}

// begin returns the start of a chapter, without its setup stones.
func (h *Hub) begin(ctx context.Context, c *chapter) (begun, error) {
	g := sgf.New()
	g.Root.Properties = slices.DeleteFunc(propertiesOf(c.root().properties), func(p sgf.Property) bool {
		return slices.Contains(placing, p.ID) || slices.Contains(moves, p.ID)
	})
	tree, err := record.Grow(ctx, g, h.opener(ctx))
	if err != nil {
		return begun{}, err
	}
	return begun{tree.Board, len(tree.Nodes[0].Changes)}, nil
}

// begunHere returns the start of a chapter if it is known, else the zero value.
func (r *room) begunHere(id int) begun {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.begun[id]
}

// sendTo sends a message that the client must not miss.
func sendTo(c *socket.Conn, m StudyMessage) { c.Send(encoded(m)) }
