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
	nodeKey   = "the key of all nodes"
	workerKey = "the key of a laptop at home"
	version   = "1.0-test"
	patience  = 20 * time.Second // maximum wait of a test; no test measures it
)

// quick are times for which a test can wait, but long enough for a busy machine: a sign of life every 50 ms, and a
// second and a half until a silent sender is lost.
var quick = Times{
	Announce: 50 * time.Millisecond, Gone: 1500 * time.Millisecond, Take: time.Second, Stop: time.Second, Retry: 50 * time.Millisecond,
}

// site is a node with a built-in NATS server.
type site struct {
	t       *testing.T
	home    *messages.Messages
	foreman *Foreman
	pool    *engines.Pool
	local   atomic.Int32 // searches on the node
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

// newSite returns a node that can do up to slots searches itself.
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

// scripted is an engine that runs a script of the test.
type scripted struct {
	search func(ctx context.Context, pos game.Position, report func(engine.Info)) (engine.Info, error)
}

func (*scripted) Name() string { return "scripted" }
func (*scripted) Close() error { return nil }
func (e *scripted) Search(ctx context.Context, pos game.Position, _ engine.Limits, report func(engine.Info)) (engine.Info, error) {
	return e.search(ctx, pos, report)
}

// plays is a script that plays the first legal move immediately.
func plays(_ context.Context, pos game.Position, _ func(engine.Info)) (engine.Info, error) {
	return engine.Info{Move: pos.LegalMoves(nil)[0], Value: 0.5}, nil
}

// until is a script that reports its move and runs until it is stopped.
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

// worker starts a worker whose engines run a script.
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

// end stops a worker cleanly.
func (l *laptop) end() {
	l.stop()
	<-l.ended
	l.messages.Close()
}

// eventually waits until a condition holds.
func (s *site) eventually(what string, is func() bool) {
	s.t.Helper()
	for end := time.Now().Add(patience); !is(); {
		if time.Now().After(end) {
			s.t.Fatalf("waited in vain until %s\n%s", what, s.log)
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// workers waits until the node knows n workers.
func (s *site) workers(n int) {
	s.t.Helper()
	s.eventually(fmt.Sprintf("there are %d workers", n), func() bool {
		s.foreman.mu.Lock()
		defer s.foreman.mu.Unlock()
		return len(s.foreman.workers) == n
	})
}

// jobs returns the number of searches with an outcome.
func (s *site) jobs(o outcome) int {
	return s.ended(search)[o]
}

// ended returns the number of jobs of a kind by outcome.
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

// elsewhere returns an engine on the workers.
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
		t.Error("the worker received another position")
	}
	legal := pos.LegalMoves(nil)
	if info.Move != legal[5] || info.Value != 0.75 || info.Nodes != 9 || len(info.PV) != 1 {
		t.Errorf("it found %+v", info)
	}
	if info.Solved || info.Mate != 0 {
		t.Error("a worker with a worker's key was trusted with a decided game")
	}
	if len(thoughts) != 1 || thoughts[0].Nodes != 7 {
		t.Errorf("it reported %+v", thoughts)
	}
	if n := s.jobs(wasDone); n != 1 {
		t.Errorf("%d jobs were done", n)
	}
}

// TestKeysAreBelieved checks that only workers with a node's key are trusted with certain results.
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
	liar := s.worker(1, script, func(c *WorkerConfig) { c.Believed = true }) // it claims to have a node's key
	box := s.foreman.open("a-job")
	defer s.foreman.shut("a-job")
	for _, subject := range []string{sureSubject, saidSubject} {
		if err := liar.messages.Conn().Publish(subject+s.foreman.node+".a-job", []byte(`{"try":1,"state":"done"}`)); err != nil {
			t.Fatal(err)
		}
	}
	if a := <-box.answers; a.sure {
		t.Error("a worker that claims to have one is trusted")
	}
	s.eventually("its log explains that it gets nothing", func() bool { return strings.Contains(liar.log.String(), "cannot receive jobs") })
}

// TestKilledWorker checks that another worker does the job of one that dies.
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
	dying.messages.Conn().Close() // like a pulled cable
	s.worker(1, func(_ context.Context, pos game.Position, _ func(engine.Info)) (engine.Info, error) {
		return engine.Info{Move: pos.LegalMoves(nil)[40]}, nil
	})
	select {
	case info := <-result:
		if info.Move != pos.LegalMoves(nil)[40] {
			t.Errorf("move %d; the other worker chose 40", info.Move)
		}
	case <-time.After(patience):
		t.Fatal("no worker did it")
	}
	if s.jobs(wasDone) != 1 {
		t.Error("it does not count as done")
	}
}

// busy takes the only place of a node.
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

// use makes the node choose a move, on any machine.
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

// TestThreeFailures checks that the node does a job itself after three failures of workers.
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

// TestHereFirst checks that a node uses its own places first.
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

// TestSilentWorker checks that a worker that sends signs of life but takes no jobs delays a move only for a moment,
// and then gets no jobs for a while.
func TestSilentWorker(t *testing.T) {
	s := newSite(t, 1)
	s.boast("liar", 8)
	s.workers(1)
	free := s.busy()
	go func() {
		s.eventually("no worker took it", func() bool { return s.jobs(wasUntaken) == 1 })
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

// boast announces a worker that does not exist, until the test ends.
func (s *site) boast(id string, slots int) {
	ctx, stop := context.WithCancel(context.Background())
	var going sync.WaitGroup
	going.Go(func() {
		for ctx.Err() == nil {
			data, _ := json.Marshal(workerSign{Worker: id, Version: version, Slots: slots, Points: 10_000, Solves: true})
			_ = s.home.Conn().Publish(workerSubject, data)
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
		t.Errorf("the worker continued for %v", took)
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

// TestDeafWorker checks that the last result counts if a worker does not answer a stop.
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

// TestLongSearch checks that a worker that sends signs of life keeps its job, however long it takes.
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
		t.Errorf("it was started %d times", n)
	}
}

// TestFalseVerdict checks that a verdict from an untrusted worker is ignored.
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

// TestAskerDies checks that the jobs of a silent node end.
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
		t.Fatal("the worker continues for a dead node")
	}
}

// TestWorkerStops checks that a clean stop returns the job immediately, and that another worker does it.
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
		t.Fatal("no worker did it")
	}
	s.workers(1)
}

// TestOtherVersion checks that both sides log a difference between their versions.
func TestOtherVersion(t *testing.T) {
	s := newSite(t, 1)
	l := s.worker(1, plays, func(c *WorkerConfig) { c.Version = "0.9-old" })
	s.eventually("the node logs it", func() bool {
		return strings.Contains(s.log.String(), "a worker of another version of moyo") && strings.Contains(s.log.String(), "0.9-old")
	})
	s.eventually("the worker logs it", func() bool {
		return strings.Contains(l.log.String(), "ignoring a node of another version of moyo") &&
			strings.Contains(l.log.String(), version)
	})
	s.workers(0)
}

// TestLargeBoards checks that large boards go only to workers with enough memory.
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

// TestHostileWorker checks that the node makes a legal move soon, whatever a worker sends.
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
		{"an unknown state", [][]byte{legal(answer{Try: 1, State: "resting"})}},
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
				t.Error("it was trusted")
			}
			s.foreman.mu.Lock()
			defer s.foreman.mu.Unlock()
			if n := len(s.foreman.jobs); n != 0 {
				t.Errorf("%d mailboxes are left", n)
			}
		})
	}
}

// TestAnswersToNothing checks that answers to unknown jobs do no harm.
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

// TestFairElsewhere checks that a caller with many requests delays only itself, with workers too.
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
	s.eventually("some have started", func() bool { return searches.Load() > 2 })
	before := searches.Load()
	if err := ask(queue.Asker{Address: "another", Person: "a visitor"}); err != nil {
		t.Fatal(err)
	}
	if n := searches.Load() - before; n > 6 {
		t.Errorf("%d searches had started before the visitor's was done", n)
	}
	cancel()
	greedy.Wait()
}

// TestNothingIsLeft checks that no goroutines are left at the end.
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
	s.worker(1, plays) // whose engine cannot find dead stones
	s.workers(1)
	if _, err := s.elsewhere().(engine.DeadStones).Dead(t.Context(), pos); !errors.Is(err, engines.ErrElsewhere) {
		t.Errorf("an engine that finds none: %v", err)
	}
	if n := s.ended(dead); n[wasDone] != 1 || n[wasFailed] != 1 {
		t.Errorf("they became %v", n)
	}
}

// TestServerComesBack checks that a restarted NATS server, which has lost the queue of jobs, gets it again. Until
// then there are no workers.
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
	s.eventually("a job is done again", func() bool {
		_, err := f.Engine("game", "scripted").Search(t.Context(), pos, engine.Limits{}, nil)
		return err == nil
	})
}

// TestPause checks that jobs are sent less and less often after failures.
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
		t.Error("a job without a failure makes a pause")
	}
	p.after(wasUntaken, now)
	p.after(wasDone, now)
	if p.on(now) || p.next != 0 {
		t.Error("a finished job does not end the pause")
	}
}

// corner returns a problem: Black to live in the corner, with one point for two eyes.
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

// TestSolveElsewhere checks that workers with a node's key solve whole problems, and others never do, whatever they
// claim.
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
		t.Errorf("an untrusted worker was asked: %+v, %v", a, err)
	}
	if n := s.ended(solve); n[wasDone] != 1 || n[wasUnfit] != 1 {
		t.Errorf("they became %v", n)
	}
	// It cannot even receive the waiting jobs.
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	if _, err := stranger.worker.stream.Consumer(ctx, sureStream, classes[2].consumer(version)); err == nil {
		t.Error("a worker's key reaches problems")
	}
}
