package work

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/prometheus/client_golang/prometheus"

	"moyo/board"
	"moyo/catalog"
	"moyo/engine"
	"moyo/game"
	"moyo/server/base/queue"
	"moyo/server/machines/engines"
	"moyo/server/machines/messages"
	"moyo/solve/life"
	"moyo/solve/life/tsumego"
)

const (
	nodeKey   = "the key of all nodes here"
	workerKey = "the key of a laptop at home"
	version   = "1.0-test"
	patience  = 20 * time.Second // what a test waits for; not what it measures
)

// quick are times that a test can wait for, and in which a busy machine gets to everybody: who says
// something every 50 ms is not silent for a second and a half.
var quick = Times{
	Announce: 50 * time.Millisecond, Gone: 1500 * time.Millisecond, Take: time.Second, Stop: time.Second, Retry: 50 * time.Millisecond,
}

// site is a node with a NATS server of its own.
type site struct {
	t       *testing.T
	home    *messages.Messages
	foreman *Foreman
	pool    *engines.Pool
	local   atomic.Int32 // searches done on the node
	log     *shown
}

// shown is a log that tests read.
type shown struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (s *shown) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(p)
}

func (s *shown) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

func (s *shown) log() *slog.Logger { return slog.New(slog.NewTextHandler(s, nil)) }

// newSite returns a node that can do so many searches at once itself.
func newSite(t *testing.T, slots int) *site {
	t.Helper()
	send, hear := Subjects()
	s := &site{t: t, log: new(shown)}
	var err error
	s.home, err = messages.Open(t.Context(), messages.Config{
		Folder: t.TempDir(), Listen: "127.0.0.1:0", Key: nodeKey, WorkerKey: workerKey, WorkerMay: messages.Subjects{Send: send, Hear: hear},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.home.Close)
	s.foreman, err = NewForeman(ForemanConfig{Conn: s.home.Conn(), Version: version, Log: s.log.log(), Times: quick})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.foreman.Close)
	build := func(string) (engine.Engine, error) {
		return &scripted{search: func(_ context.Context, pos game.Position, _ func(engine.Info)) (engine.Info, error) {
			s.local.Add(1)
			return engine.Info{Move: pos.LegalMoves(nil)[1]}, nil
		}}, nil
	}
	s.pool = engines.New(build, queue.New(queue.Config{Slots: slots, Elsewhere: s.foreman.Places()}), slots, s.foreman)
	t.Cleanup(s.pool.Close)
	return s
}

// scripted is an engine of a test's.
type scripted struct {
	search func(ctx context.Context, pos game.Position, report func(engine.Info)) (engine.Info, error)
}

func (*scripted) Name() string { return "scripted" }
func (*scripted) Close() error { return nil }
func (e *scripted) Search(ctx context.Context, pos game.Position, _ engine.Limits, report func(engine.Info)) (engine.Info, error) {
	return e.search(ctx, pos, report)
}

// plays is a script that plays the first legal move at once.
func plays(_ context.Context, pos game.Position, _ func(engine.Info)) (engine.Info, error) {
	return engine.Info{Move: pos.LegalMoves(nil)[0], Value: 0.5}, nil
}

// until is a script that reports its move and thinks until it is stopped.
func until(ctx context.Context, pos game.Position, report func(engine.Info)) (engine.Info, error) {
	info := engine.Info{Move: pos.LegalMoves(nil)[0], Value: 0.5}
	report(info)
	<-ctx.Done()
	return info, nil
}

// laptop is a worker on another machine.
type laptop struct {
	messages *messages.Messages
	worker   *Worker
	stop     context.CancelFunc
	ended    chan struct{}
	log      *shown
}

// worker starts a worker whose engines follow a script.
func (s *site) worker(
	slots int, script func(context.Context, game.Position, func(engine.Info)) (engine.Info, error), change ...func(*WorkerConfig),
) *laptop {
	s.t.Helper()
	m, err := messages.Open(s.t.Context(), messages.Config{URL: "nats://" + s.home.Address(), Key: workerKey, Worker: true, Inbox: Inbox})
	if err != nil {
		s.t.Fatal(err)
	}
	l := &laptop{messages: m, ended: make(chan struct{}), log: new(shown)}
	cfg := WorkerConfig{
		Conn: m.Conn(), Version: version, Slots: slots, Memory: 512 * slots, Log: l.log.log(), Times: quick,
		NewEngine: func(string) (engine.Engine, error) { return &scripted{script}, nil },
	}
	for _, f := range change {
		f(&cfg)
	}
	l.worker, err = NewWorker(cfg)
	if err != nil {
		s.t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	l.stop = stop
	go func() {
		defer close(l.ended)
		if err := l.worker.Run(ctx); err != nil {
			s.t.Error(err)
		}
	}()
	s.t.Cleanup(l.end)
	return l
}

// end ends a worker in good order.
func (l *laptop) end() {
	l.stop()
	<-l.ended
	l.messages.Close()
}

// eventually waits until something is so.
func (s *site) eventually(what string, is func() bool) {
	s.t.Helper()
	for end := time.Now().Add(patience); !is(); {
		if time.Now().After(end) {
			s.t.Fatalf("waited in vain until %s\n%s", what, s.log)
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// workers waits until the node knows so many workers.
func (s *site) workers(n int) {
	s.t.Helper()
	s.eventually(fmt.Sprintf("there are %d workers", n), func() bool {
		s.foreman.mu.Lock()
		defer s.foreman.mu.Unlock()
		return len(s.foreman.workers) == n
	})
}

// jobs returns how many searches ended like that.
func (s *site) jobs(o outcome) int {
	return s.ended(search)[o]
}

// ended returns how many jobs of a kind became what.
func (s *site) ended(k kind) map[outcome]int {
	s.t.Helper()
	r := prometheus.NewPedanticRegistry()
	r.MustRegister(s.foreman.Collectors()...)
	families, err := r.Gather()
	if err != nil {
		s.t.Error(err)
	}
	counts := map[outcome]int{}
	for _, f := range families {
		for _, m := range f.GetMetric() {
			labels := map[string]string{}
			for _, l := range m.GetLabel() {
				labels[l.GetName()] = l.GetValue()
			}
			if f.GetName() == "moyo_jobs_total" && labels["kind"] == string(k) {
				counts[outcome(labels["outcome"])] = int(m.GetCounter().GetValue())
			}
		}
	}
	return counts
}

// elsewhere returns an engine of the workers'.
func (s *site) elsewhere() engine.Engine { return s.foreman.Engine("game", "scripted") }

// playing returns a game after some moves.
func playing(t testing.TB, board, rules string, moves ...string) game.Position {
	t.Helper()
	b, err := catalog.Board(board, nil)
	if err != nil {
		t.Fatal(err)
	}
	r, err := catalog.Rules(rules)
	if err != nil {
		t.Fatal(err)
	}
	pos, err := r.New(b)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range moves {
		m, err := game.ParseMove(pos, name)
		if err == nil {
			err = pos.Play(m)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return pos
}

func TestSearchElsewhere(t *testing.T) {
	s := newSite(t, 1)
	pos := playing(t, "grid:9", "weiqi", "E5", "C3", "pass")
	seen := make(chan uint64, 1)
	s.worker(2, func(_ context.Context, pos game.Position, report func(engine.Info)) (engine.Info, error) {
		seen <- pos.Hash()
		report(engine.Info{Move: pos.LegalMoves(nil)[3], Value: 0.25, Nodes: 7})
		return engine.Info{Move: pos.LegalMoves(nil)[5], Value: 0.75, Nodes: 9, PV: pos.LegalMoves(nil)[5:6], Mate: 3, Solved: true}, nil
	})
	s.workers(1)
	var thoughts []engine.Info
	info, err := s.elsewhere().Search(t.Context(), pos, engine.Limits{Seed: math.MaxUint64}, func(i engine.Info) {
		thoughts = append(thoughts, i)
	})
	if err != nil {
		t.Fatal(err)
	}
	if at := <-seen; at != pos.Hash() {
		t.Error("the worker looked at another position")
	}
	legal := pos.LegalMoves(nil)
	if info.Move != legal[5] || info.Value != 0.75 || info.Nodes != 9 || len(info.PV) != 1 {
		t.Errorf("it found %+v", info)
	}
	if info.Solved || info.Mate != 0 {
		t.Error("a worker with a worker's key was believed that the game is decided")
	}
	if len(thoughts) != 1 || thoughts[0].Nodes != 7 {
		t.Errorf("it thought %+v", thoughts)
	}
	if n := s.jobs(wasDone); n != 1 {
		t.Errorf("%d jobs were done", n)
	}
}

// TestKeysAreBelieved: only who has a node's key is believed what would be certain.
func TestKeysAreBelieved(t *testing.T) {
	s := newSite(t, 1)
	script := func(_ context.Context, pos game.Position, _ func(engine.Info)) (engine.Info, error) {
		return engine.Info{Move: pos.LegalMoves(nil)[0], Value: 1, Mate: 3, Solved: true}, nil
	}
	own := s.worker(1, script, func(c *WorkerConfig) { c.Conn, c.Believed = s.home.Conn(), true })
	s.workers(1)
	pos := playing(t, "grid:9", "gomoku")
	info, err := s.elsewhere().Search(t.Context(), pos, engine.Limits{}, nil)
	if err != nil || !info.Solved || info.Mate != 3 {
		t.Errorf("of a worker with a node's key: %+v, %v", info, err)
	}
	own.end()
	s.workers(0)
	liar := s.worker(1, script, func(c *WorkerConfig) { c.Believed = true }) // it claims to be
	box := s.foreman.open("a-job")
	defer s.foreman.shut("a-job")
	for _, subject := range []string{sureSubject, saidSubject} {
		if err := liar.messages.Conn().Publish(subject+s.foreman.node+".a-job", []byte(`{"try":1,"state":"done"}`)); err != nil {
			t.Fatal(err)
		}
	}
	if a := <-box.answers; a.sure {
		t.Error("a worker that claims to have one is believed")
	}
	s.eventually("it is told why it gets nothing", func() bool { return strings.Contains(liar.log.String(), "there are no jobs to be had") })
}

// TestKilledWorker: the job of a worker that dies is done by another.
func TestKilledWorker(t *testing.T) {
	s := newSite(t, 1)
	began := make(chan struct{}, 10)
	dying := s.worker(1, func(ctx context.Context, pos game.Position, report func(engine.Info)) (engine.Info, error) {
		began <- struct{}{}
		return until(ctx, pos, report)
	})
	s.workers(1)
	result := make(chan engine.Info, 1)
	pos := playing(t, "grid:9", "weiqi")
	go func() {
		info, err := s.elsewhere().Search(t.Context(), pos, engine.Limits{}, nil)
		if err != nil {
			t.Error(err)
		}
		result <- info
	}()
	<-began
	dying.messages.Conn().Close() // as a cable is pulled
	s.worker(1, func(_ context.Context, pos game.Position, _ func(engine.Info)) (engine.Info, error) {
		return engine.Info{Move: pos.LegalMoves(nil)[40]}, nil
	})
	select {
	case info := <-result:
		if info.Move != pos.LegalMoves(nil)[40] {
			t.Errorf("move %d; the other worker chose 40", info.Move)
		}
	case <-time.After(patience):
		t.Fatal("nobody did it")
	}
	if s.jobs(wasDone) != 1 {
		t.Error("it does not count as done")
	}
}

// busy occupies the place of a node whose only one it is.
func (s *site) busy() (free func()) {
	s.t.Helper()
	begun, end := make(chan struct{}), make(chan struct{})
	go func() {
		_ = s.pool.Use(context.Background(), engines.Loan{Engine: "scripted", Game: "another"}, func(engine.Engine) error {
			close(begun)
			<-end
			return nil
		})
	}()
	<-begun
	return sync.OnceFunc(func() { close(end) })
}

// use has the node choose a move, wherever.
func (s *site) use(ctx context.Context, pos game.Position, g string) (engine.Info, error) {
	var info engine.Info
	err := s.pool.Use(ctx, engines.Loan{Engine: "scripted", Game: g, For: queue.Asker{Person: g}}, func(e engine.Engine) (err error) {
		now, cancel := context.WithTimeout(ctx, patience)
		defer cancel()
		info, err = e.Search(now, pos, engine.Limits{}, nil)
		return err
	})
	return info, err
}

// TestThreeFailures: what three tries of workers have failed at the node does itself.
func TestThreeFailures(t *testing.T) {
	s := newSite(t, 1)
	var failures atomic.Int32
	s.worker(2, func(context.Context, game.Position, func(engine.Info)) (engine.Info, error) {
		failures.Add(1)
		panic("a fault of the engine")
	})
	s.workers(1)
	free := s.busy()
	defer free()
	go func() {
		s.eventually("the job has failed", func() bool { return s.jobs(wasFailed) == 1 })
		free()
	}()
	pos := playing(t, "grid:9", "weiqi")
	info, err := s.use(t.Context(), pos, "game")
	if err != nil || pos.Check(info.Move) != game.Legal {
		t.Errorf("%+v, %v", info, err)
	}
	if n := failures.Load(); n != tries {
		t.Errorf("it was tried %d times elsewhere, want %d", n, tries)
	}
	if n := s.local.Load(); n != 1 {
		t.Errorf("%d searches on the node, want 1", n)
	}
}

// TestHereFirst: a node with places of its own uses them.
func TestHereFirst(t *testing.T) {
	s := newSite(t, 1)
	s.worker(1, plays)
	s.workers(1)
	if _, err := s.use(t.Context(), playing(t, "grid:9", "weiqi"), "game"); err != nil {
		t.Fatal(err)
	}
	if s.local.Load() != 1 || s.jobs(wasDone) != 0 {
		t.Errorf("%d searches on the node and %d elsewhere", s.local.Load(), s.jobs(wasDone))
	}
	free := s.busy()
	defer free()
	if _, err := s.use(t.Context(), playing(t, "grid:9", "weiqi"), "game"); err != nil {
		t.Fatal(err)
	}
	if s.local.Load() != 1 || s.jobs(wasDone) != 1 {
		t.Errorf("%d searches on the busy node and %d elsewhere", s.local.Load(), s.jobs(wasDone))
	}
}

// TestSilentWorker: who says that it works and takes nothing keeps a move waiting for a
// moment only, and gets nothing for a while.
func TestSilentWorker(t *testing.T) {
	s := newSite(t, 1)
	s.boast("liar", 8)
	s.workers(1)
	free := s.busy()
	go func() {
		s.eventually("nobody took it", func() bool { return s.jobs(wasUntaken) == 1 })
		free()
	}()
	if _, err := s.use(t.Context(), playing(t, "grid:9", "weiqi"), "game"); err != nil {
		t.Fatal(err)
	}
	if s.local.Load() != 1 {
		t.Error("the node did not do it itself")
	}
	s.foreman.mu.Lock()
	defer s.foreman.mu.Unlock()
	if s.foreman.pause.until.IsZero() { // it may be over by now
		t.Error("the next move would wait as well")
	}
}

// boast announces a worker that is none, until the test ends.
func (s *site) boast(id string, slots int) {
	ctx, stop := context.WithCancel(context.Background())
	var going sync.WaitGroup
	going.Go(func() {
		for ctx.Err() == nil {
			data, _ := json.Marshal(here{Worker: id, Version: version, Slots: slots, Points: 10_000, Solves: true})
			_ = s.home.Conn().Publish(hereSubject, data)
			rest(ctx, quick.Announce)
		}
	})
	s.t.Cleanup(func() { stop(); going.Wait() })
}

func TestCancel(t *testing.T) {
	s := newSite(t, 1)
	ended := make(chan time.Time, 10)
	l := s.worker(1, func(ctx context.Context, pos game.Position, report func(engine.Info)) (engine.Info, error) {
		info, err := until(ctx, pos, report)
		ended <- time.Now()
		return info, err
	})
	s.workers(1)
	ctx, cancel := context.WithCancel(t.Context())
	result := make(chan engine.Info, 1)
	began := make(chan struct{}, 10)
	pos := playing(t, "grid:9", "weiqi")
	go func() {
		info, err := s.elsewhere().Search(ctx, pos, engine.Limits{}, func(engine.Info) { began <- struct{}{} })
		if err != nil {
			t.Error(err)
		}
		result <- info
	}()
	<-began
	at := time.Now()
	cancel()
	if took := (<-ended).Sub(at); took > 5*time.Second {
		t.Errorf("the worker thought for %v more", took)
	}
	if info := <-result; info.Move != pos.LegalMoves(nil)[0] {
		t.Errorf("the best until then was lost: %+v", info)
	}
	if n := s.jobs(wasDone); n != 1 {
		t.Error("the worker's own last word was not heard")
	}
	s.eventually("the worker is free", func() bool {
		l.worker.mu.Lock()
		defer l.worker.mu.Unlock()
		return len(l.worker.tasks) == 0
	})
}

// TestDeafWorker: where a worker does not answer when it shall, what it thought last
// counts.
func TestDeafWorker(t *testing.T) {
	s := newSite(t, 1)
	end := make(chan struct{})
	defer close(end)
	s.worker(1, func(_ context.Context, pos game.Position, report func(engine.Info)) (engine.Info, error) {
		report(engine.Info{Move: pos.LegalMoves(nil)[7], Value: 0.5})
		<-end
		return engine.Info{Move: pos.LegalMoves(nil)[0]}, nil
	})
	s.workers(1)
	ctx, cancel := context.WithCancel(t.Context())
	pos := playing(t, "grid:9", "weiqi")
	info, err := s.elsewhere().Search(ctx, pos, engine.Limits{}, func(engine.Info) { cancel() })
	if err != nil || info.Move != pos.LegalMoves(nil)[7] {
		t.Errorf("%+v, %v", info, err)
	}
}

// TestLongSearch: who shows that it works keeps its job, however long it takes.
func TestLongSearch(t *testing.T) {
	s := newSite(t, 1)
	var begun atomic.Int32
	s.worker(2, func(_ context.Context, pos game.Position, _ func(engine.Info)) (engine.Info, error) {
		begun.Add(1)
		time.Sleep(2 * quick.Gone)
		return engine.Info{Move: pos.LegalMoves(nil)[0]}, nil
	})
	s.workers(1)
	if _, err := s.elsewhere().Search(t.Context(), playing(t, "grid:9", "weiqi"), engine.Limits{}, nil); err != nil {
		t.Error(err)
	}
	if n := begun.Load(); n != 1 {
		t.Errorf("it was begun %d times", n)
	}
}

// TestFalseVerdict: a verdict that did not come by way of the believed counts for
// nothing.
func TestFalseVerdict(t *testing.T) {
	s := newSite(t, 1)
	s.boast("liar", 4)
	s.workers(1)
	for _, subject := range []string{saidSubject, sureSubject} {
		sub, err := s.home.Conn().Subscribe(sureJobs+">", func(msg *nats.Msg) {
			var j job
			_ = json.Unmarshal(msg.Data, &j)
			data, _ := json.Marshal(answer{Try: 1, State: done, Solved: &life.Answer{Verdict: life.Win, Best: game.Pass}})
			_ = s.home.Conn().Publish(subject+j.Node+"."+j.ID, data)
		})
		if err != nil {
			t.Fatal(err)
		}
		a, err := s.foreman.Solver(corner(t), life.Options{}).Solve(t.Context())
		if believed := err == nil; believed != (subject == sureSubject) {
			t.Errorf("by way of %s: %+v, %v", subject, a, err)
		}
		_ = sub.Unsubscribe()
	}
}

// TestAskerDies: the jobs of a node that has fallen silent end.
func TestAskerDies(t *testing.T) {
	s := newSite(t, 1)
	ended := make(chan struct{}, 10)
	s.worker(1, func(ctx context.Context, pos game.Position, report func(engine.Info)) (engine.Info, error) {
		defer func() { ended <- struct{}{} }()
		return until(ctx, pos, report)
	})
	s.workers(1)
	j := job{ID: "a-job", Node: "a-node-that-dies", Kind: search, Engine: "scripted", Asked: positionOf(playing(t, "grid:9", "weiqi"))}
	data, err := json.Marshal(j)
	if err == nil {
		err = s.home.Conn().Publish(classes[0].subject(version), data)
	}
	if err != nil {
		t.Fatal(err)
	}
	select {
	case <-ended:
	case <-time.After(patience):
		t.Fatal("the worker thinks for the dead")
	}
}

// TestWorkerStops: a clean stop gives the job back at once, and another does it.
func TestWorkerStops(t *testing.T) {
	s := newSite(t, 1)
	began := make(chan struct{}, 10)
	stopping := s.worker(1, func(ctx context.Context, pos game.Position, report func(engine.Info)) (engine.Info, error) {
		began <- struct{}{}
		return until(ctx, pos, report)
	})
	s.workers(1)
	result := make(chan error, 1)
	go func() {
		_, err := s.elsewhere().Search(t.Context(), playing(t, "grid:9", "weiqi"), engine.Limits{}, nil)
		result <- err
	}()
	<-began
	s.worker(1, plays)
	s.workers(2)
	stopping.end()
	select {
	case err := <-result:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(patience):
		t.Fatal("nobody did it")
	}
	s.workers(1)
}

// TestOtherVersion: both sides say why nothing is done.
func TestOtherVersion(t *testing.T) {
	s := newSite(t, 1)
	l := s.worker(1, plays, func(c *WorkerConfig) { c.Version = "0.9-old" })
	s.eventually("the node says it", func() bool {
		return strings.Contains(s.log.String(), "a worker of another version of moyo") && strings.Contains(s.log.String(), "0.9-old")
	})
	s.eventually("the worker says it", func() bool {
		return strings.Contains(l.log.String(), "a node of another version of moyo is not worked for") &&
			strings.Contains(l.log.String(), version)
	})
	s.workers(0)
}

// TestLargeBoards go only to workers with memory for them.
func TestLargeBoards(t *testing.T) {
	s := newSite(t, 1)
	s.worker(1, plays, func(c *WorkerConfig) { c.Memory = 16 })
	s.workers(1)
	large := playing(t, "grid:30", "weiqi")
	if _, err := s.elsewhere().Search(t.Context(), large, engine.Limits{}, nil); !errors.Is(err, engines.ErrElsewhere) {
		t.Errorf("a small worker got a large board: %v", err)
	}
	if n := s.jobs(wasUnfit); n != 1 {
		t.Errorf("%d jobs were not sent, want 1", n)
	}
	s.worker(1, plays)
	s.workers(2)
	if _, err := s.elsewhere().Search(t.Context(), large, engine.Limits{}, nil); err != nil {
		t.Error(err)
	}
}

// TestHostileWorker: whatever a worker says, the node makes a legal move, soon.
func TestHostileWorker(t *testing.T) {
	legal := func(a answer) []byte { data, _ := json.Marshal(a); return data }
	tests := []struct {
		name    string
		answers [][]byte
	}{
		{"garbage", [][]byte{[]byte("{"), []byte("\x00\xff"), nil}},
		{"a huge answer", [][]byte{bytes.Repeat([]byte("["), 900<<10)}},
		{"an illegal move", [][]byte{legal(answer{Try: 1, State: done, Found: &found{Move: 40}})}},
		{"a point off the board", [][]byte{legal(answer{Try: 1, State: done, Found: &found{Move: 1 << 30}})}},
		{"no move", [][]byte{legal(answer{Try: 1, State: done})}},
		{"a try of the future", [][]byte{legal(answer{Try: 1 << 30, State: working})}},
		{"a state that is none", [][]byte{legal(answer{Try: 1, State: "resting"})}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := newSite(t, 1)
			m, err := messages.Open(t.Context(), messages.Config{URL: "nats://" + s.home.Address(), Key: nodeKey})
			if err != nil {
				t.Fatal(err)
			}
			defer m.Close()
			s.boast("hostile", 4)
			s.workers(1)
			if _, err := m.Conn().Subscribe(jobsSubject+">", func(msg *nats.Msg) {
				var j job
				_ = json.Unmarshal(msg.Data, &j)
				for _, a := range test.answers {
					_ = m.Conn().Publish(saidSubject+j.Node+"."+j.ID, a)
					_ = m.Conn().Publish(saidSubject+j.Node+".another-job", a)
				}
			}); err != nil {
				t.Fatal(err)
			}
			if err := m.Conn().Flush(); err != nil {
				t.Fatal(err)
			}
			free := s.busy()
			go func() {
				s.eventually("the job has ended", func() bool { return len(s.ended(search)) > 0 })
				free()
			}()
			pos := playing(t, "grid:9", "weiqi", "E5")
			info, err := s.use(t.Context(), pos, "game")
			if err != nil || pos.Check(info.Move) != game.Legal {
				t.Errorf("%+v, %v", info, err)
			}
			if s.local.Load() != 1 || s.jobs(wasDone) != 0 {
				t.Error("it was believed")
			}
			s.foreman.mu.Lock()
			defer s.foreman.mu.Unlock()
			if n := len(s.foreman.jobs); n != 0 {
				t.Errorf("%d mailboxes are left", n)
			}
		})
	}
}

// TestAnswersToNothing: a worker may name any job it likes, and the node goes on.
func TestAnswersToNothing(t *testing.T) {
	s := newSite(t, 1)
	data, err := json.Marshal(answer{Try: 1, State: working})
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"a-job-of-before", "no_id", "!", strings.Repeat("x", maxID+1)} {
		for _, said := range [][]byte{data, nil} {
			s.foreman.hearAnswer(&nats.Msg{Subject: saidSubject + s.foreman.node + "." + id, Data: said})
		}
	}
}

// TestFairElsewhere: with a worker, too, one who has very much waits for it alone.
func TestFairElsewhere(t *testing.T) {
	s := newSite(t, 1)
	var searches atomic.Int32
	s.worker(1, func(_ context.Context, pos game.Position, _ func(engine.Info)) (engine.Info, error) {
		searches.Add(1)
		time.Sleep(30 * time.Millisecond)
		return engine.Info{Move: pos.LegalMoves(nil)[0]}, nil
	})
	s.workers(1)
	free := s.busy()
	defer free()
	ctx, cancel := context.WithCancel(t.Context())
	var greedy sync.WaitGroup
	pos := playing(t, "grid:9", "weiqi")
	ask := func(who queue.Asker) error {
		return s.pool.Use(ctx, engines.Loan{Engine: "scripted", Game: who.Person, For: who}, func(e engine.Engine) error {
			_, err := e.Search(ctx, pos.Clone(), engine.Limits{}, nil)
			return err
		})
	}
	for i := range 40 {
		greedy.Go(func() { _ = ask(queue.Asker{Address: "one network", Person: fmt.Sprint(i)}) })
	}
	s.eventually("some were begun", func() bool { return searches.Load() > 2 })
	before := searches.Load()
	if err := ask(queue.Asker{Address: "another", Person: "a visitor"}); err != nil {
		t.Fatal(err)
	}
	if n := searches.Load() - before; n > 6 {
		t.Errorf("%d searches were begun before the visitor's was done", n)
	}
	cancel()
	greedy.Wait()
}

// TestNothingIsLeft: no goroutines after the end.
func TestNothingIsLeft(t *testing.T) {
	before := runtime.NumGoroutine()
	t.Run("site", func(t *testing.T) {
		s := newSite(t, 1)
		s.worker(4, until)
		s.workers(1)
		ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
		defer cancel()
		var asking sync.WaitGroup
		for range 4 {
			asking.Go(func() { _, _ = s.elsewhere().Search(ctx, playing(t, "grid:9", "weiqi"), engine.Limits{}, nil) })
		}
		asking.Wait()
	})
	for end := time.Now().Add(patience); runtime.NumGoroutine() > before+2; {
		if time.Now().After(end) {
			buf := make([]byte, 1<<20)
			t.Fatalf("%d goroutines were there before, %d are now:\n%s", before, runtime.NumGoroutine(), buf[:runtime.Stack(buf, true)])
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// counting is an engine that finds dead stones.
type counting struct{ scripted }

func (counting) Dead(_ context.Context, pos game.Position) ([]game.Point, error) {
	p, _ := pos.Board().Lookup("A1")
	return []game.Point{p}, nil
}

func TestDeadElsewhere(t *testing.T) {
	s := newSite(t, 1)
	l := s.worker(1, plays, func(c *WorkerConfig) {
		c.NewEngine = func(string) (engine.Engine, error) { return &counting{scripted{plays}}, nil }
	})
	s.workers(1)
	pos := playing(t, "grid:5", "weiqi", "A1", "E5", "pass", "pass")
	points, err := s.elsewhere().(engine.DeadStones).Dead(t.Context(), pos)
	if err != nil || len(points) != 1 || pos.At(points[0]) != game.Black {
		t.Errorf("%v, %v", points, err)
	}
	l.end()
	s.workers(0)
	s.worker(1, plays) // whose engine knows nothing of it
	s.workers(1)
	if _, err := s.elsewhere().(engine.DeadStones).Dead(t.Context(), pos); !errors.Is(err, engines.ErrElsewhere) {
		t.Errorf("an engine that looks for none: %v", err)
	}
	if n := s.ended(dead); n[wasDone] != 1 || n[wasFailed] != 1 {
		t.Errorf("they became %v", n)
	}
}

// TestServerComesBack: a NATS server that was started anew has lost the queue of jobs, and
// gets it again; meanwhile there are no workers.
func TestServerComesBack(t *testing.T) {
	s := newSite(t, 1)
	at := s.home.Address()
	own, err := messages.Open(t.Context(), messages.Config{URL: "nats://" + at, Key: nodeKey})
	if err != nil {
		t.Fatal(err)
	}
	defer own.Close()
	f, err := NewForeman(ForemanConfig{Conn: own.Conn(), Version: version, Log: s.log.log(), Times: quick})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	s.foreman.Close()
	home := s.home
	s.foreman = f
	s.worker(1, plays)
	s.workers(1)
	home.Close()
	s.workers(0)
	send, hear := Subjects()
	again, err := messages.Open(t.Context(), messages.Config{
		Folder: t.TempDir(), Listen: at, Key: nodeKey, WorkerKey: workerKey, WorkerMay: messages.Subjects{Send: send, Hear: hear},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	pos := playing(t, "grid:9", "weiqi")
	s.eventually("it goes on", func() bool {
		_, err := f.Engine("game", "scripted").Search(t.Context(), pos, engine.Limits{}, nil)
		return err == nil
	})
}

// TestPause: jobs that come back undone are sent less and less often.
func TestPause(t *testing.T) {
	var p pause
	now := time.Now()
	for _, want := range []time.Duration{1, 2, 4, 8, 16, 30, 30} {
		p.after(wasUntaken, now)
		p.after(wasLost, now) // sent at the same time
		if until := p.until.Sub(now); until != want*time.Second {
			t.Errorf("a pause of %v, want %d s", until, want)
		}
		now = p.until
	}
	p.after(wasCancelled, now)
	p.after(wasUnfit, now)
	if p.on(now) {
		t.Error("what was nobody's fault makes a pause")
	}
	p.after(wasUntaken, now)
	p.after(wasDone, now)
	if p.on(now) || p.next != 0 {
		t.Error("a job that was done ends no pause")
	}
}

// corner is a problem: Black to live in the corner, with one point for two eyes.
func corner(t *testing.T) tsumego.Problem {
	t.Helper()
	pos := playing(t, "grid:7", "weiqi")
	b := pos.Board()
	p := tsumego.Problem{Board: b, Stones: make([]game.Color, b.Len()), ToPlay: game.Black, Ko: board.None, Question: tsumego.Live}
	for color, names := range map[game.Color]string{game.Black: "A2 B2 C2 D2 E2 F1 F2", game.White: "A3 B3 C3 D3 E3 F3 G1 G2 G3"} {
		for name := range strings.FieldsSeq(names) {
			at, ok := b.Lookup(name)
			if !ok {
				t.Fatal(name)
			}
			p.Stones[at] = color
		}
	}
	at, _ := b.Lookup("A2")
	p.Target = []game.Point{at}
	return p
}

// TestSolveElsewhere: whole problems are solved by workers with a node's key, and never
// by others, whatever these say.
func TestSolveElsewhere(t *testing.T) {
	s := newSite(t, 1)
	p := corner(t)
	own := s.worker(1, plays, func(c *WorkerConfig) { c.Conn, c.Believed = s.home.Conn(), true })
	s.workers(1)
	want, err := life.NewSolver(p, life.Options{Memory: 16 << 20, Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	right, err := want.Solve(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	a, err := s.foreman.Solver(p, life.Options{Memory: 16 << 20}).Solve(t.Context())
	if err != nil || a.Verdict != right.Verdict || a.Fate != right.Fate ||
		!slices.Equal(a.FirstMoves, right.FirstMoves) || a.Verdict == life.Unknown {
		t.Errorf("%+v, %v; want %+v", a, err, right)
	}
	own.end()
	s.workers(0)
	stranger := s.worker(1, plays)
	s.workers(1)
	if a, err := s.foreman.Solver(p, life.Options{}).Solve(t.Context()); !errors.Is(err, engines.ErrElsewhere) {
		t.Errorf("a stranger was asked: %+v, %v", a, err)
	}
	if n := s.ended(solve); n[wasDone] != 1 || n[wasUnfit] != 1 {
		t.Errorf("they became %v", n)
	}
	// What waits there it cannot even get at.
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	if _, err := stranger.worker.stream.Consumer(ctx, sureStream, classes[2].consumer(version)); err == nil {
		t.Error("a worker's key reaches problems")
	}
}
