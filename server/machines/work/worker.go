package work

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"moyo/engine"
	"moyo/server/base/queue"
	"moyo/server/machines/engines"
)

// WorkerConfig configures a worker.
type WorkerConfig struct {
	Conn      *nats.Conn
	Version   string                                 // of moyo; the worker ignores nodes of other versions
	NewEngine func(id string) (engine.Engine, error) // with a part of the memory
	Slots     int                                    // simultaneous jobs
	Memory    int                                    // MiB for all of them
	Believed  bool                                   // its key makes nodes trust its proofs
	Log       *slog.Logger
	Times     Times
}

// Worker does jobs for nodes.
type Worker struct {
	cfg    WorkerConfig
	id     string
	stream jetstream.JetStream
	pool   *engines.Pool
	boards boards
	free   chan struct{} // one for each job that it may start now
	doing  sync.WaitGroup
	pulls  atomic.Int32 // classes whose jobs it can receive

	mu    sync.Mutex
	tasks map[string]*task
	nodes map[string]time.Time // time of each node's last sign of life
	other map[string]bool      // versions of nodes that were logged
}

// NewWorker returns a worker that [Worker.Run] starts.
func NewWorker(cfg WorkerConfig) (*Worker, error) {
	cfg.Times = cfg.Times.WithDefaults()
	cfg.Slots = min(max(cfg.Slots, 1), maxSlots)
	js, err := jetstream.New(cfg.Conn)
	if err != nil {
		return nil, err
	}
	w := &Worker{
		cfg: cfg, id: rand.Text(), stream: js, free: make(chan struct{}, cfg.Slots),
		pool:  engines.New(cfg.NewEngine, queue.New(queue.Config{Slots: cfg.Slots}), cfg.Slots, nil),
		tasks: map[string]*task{}, nodes: map[string]time.Time{}, other: map[string]bool{},
	}
	for range cfg.Slots {
		w.free <- struct{}{}
	}
	return w, nil
}

// Run works until ctx ends, then returns its unfinished jobs to the queue.
func (w *Worker) Run(ctx context.Context) error {
	defer w.pool.Close()
	var subs []*nats.Subscription
	defer func() {
		for _, sub := range subs {
			_ = sub.Unsubscribe() // fails if the connection has ended; then no messages arrive
		}
	}()
	for subject, hear := range map[string]nats.MsgHandler{nodeSubject: w.hearNode, stopSubject + "*": w.hearStop} {
		sub, err := w.cfg.Conn.Subscribe(subject, hear)
		if err != nil {
			return err
		}
		subs = append(subs, sub)
	}
	var going sync.WaitGroup
	for _, c := range w.classes() {
		going.Go(func() { w.pull(ctx, c) })
	}
	w.cfg.Log.Info("work: ready", "worker", w.id, "slots", w.cfg.Slots, "points", w.points())
	w.announce(ctx)
	w.giveBackAll()
	going.Wait()
	w.doing.Wait()
	w.cfg.Log.Info("work: ended", "worker", w.id)
	return nil
}

// classes returns the classes of jobs for which the worker has permission and memory.
func (w *Worker) classes() (able []class) {
	for i, c := range classes {
		if i == 0 || w.cfg.Memory/w.cfg.Slots >= c.memory && (w.cfg.Believed || !c.sure) {
			able = append(able, c)
		}
	}
	return able
}

// points returns the points of the largest board for which there is memory.
func (w *Worker) points() (points int) {
	for _, c := range w.classes() {
		if !c.sure {
			points = max(points, c.points)
		}
	}
	return points
}

// solves reports whether the worker accepts life-and-death problems.
func (w *Worker) solves() bool {
	return slices.ContainsFunc(w.classes(), func(c class) bool { return c.sure })
}

// announce sends signs of life every second until ctx ends.
func (w *Worker) announce(ctx context.Context) {
	every := time.NewTicker(w.cfg.Times.Announce)
	defer every.Stop()
	for {
		w.say(w.slots())
		w.stopLostJobs(time.Now())
		select {
		case <-every.C:
		case <-ctx.Done():
			w.say(0)
			return
		}
	}
}

// slots returns the number of simultaneous jobs, 0 while the worker cannot receive any.
func (w *Worker) slots() int {
	if int(w.pulls.Load()) < len(w.classes()) {
		return 0
	}
	return w.cfg.Slots
}

// say sends a sign of life.
func (w *Worker) say(slots int) {
	h := workerSign{Worker: w.id, Version: w.cfg.Version, Slots: slots, Points: w.points(), Solves: w.solves(), Jobs: map[string]int{}}
	w.mu.Lock()
	for _, t := range w.tasks {
		h.Jobs[t.Node]++
	}
	w.mu.Unlock()
	data, _ := json.Marshal(h)                  // only strings and numbers
	_ = w.cfg.Conn.Publish(workerSubject, data) // without a connection there are no receivers
}

// hearNode records a node's sign of life.
func (w *Worker) hearNode(msg *nats.Msg) {
	a, err := parseNodeSign(msg.Data)
	if err != nil {
		w.cfg.Log.Debug("work: cannot parse a node's sign of life", "err", err)
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if a.Version != w.cfg.Version {
		if !w.other[a.Version] && len(w.other) < maxNodes {
			w.other[a.Version] = true
			w.cfg.Log.Error("work: ignoring a node of another version of moyo; the versions must be the same",
				"node", a.Node, "its version", a.Version, "ours", w.cfg.Version)
		}
		return
	}
	if _, known := w.nodes[a.Node]; known || len(w.nodes) < maxNodes {
		w.nodes[a.Node] = time.Now()
	}
}

// stopLostJobs stops the jobs of silent nodes.
func (w *Worker) stopLostJobs(now time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, t := range w.tasks {
		heard := w.nodes[t.Node]
		if heard.Before(t.began) {
			heard = t.began
		}
		if now.Sub(heard) > w.cfg.Times.Gone {
			w.cfg.Log.Warn("work: the node that asked for a job is silent", "job", t.ID, "node", t.Node)
			t.stop()
		}
	}
	for id, heard := range w.nodes {
		if now.Sub(heard) > w.cfg.Times.Gone {
			delete(w.nodes, id)
		}
	}
}

// hearStop makes a job answer now.
func (w *Worker) hearStop(msg *nats.Msg) {
	id := strings.TrimPrefix(msg.Subject, stopSubject)
	w.mu.Lock()
	defer w.mu.Unlock()
	if t := w.tasks[id]; t != nil {
		t.stop()
	}
}

// pull takes the jobs of a class, one after the other, while there are places.
func (w *Worker) pull(ctx context.Context, c class) {
	var consumer jetstream.Consumer
	failures := 0
	for ctx.Err() == nil {
		var err error
		if consumer == nil {
			if consumer, err = w.find(ctx, c); err == nil {
				w.pulls.Add(1)
				failures = 0
			}
		}
		if err == nil {
			if err = w.next(ctx, consumer); err != nil { // NATS may have been restarted
				consumer = nil
				w.pulls.Add(-1)
			}
		}
		if err != nil && ctx.Err() == nil {
			if failures++; failures == tellAfter {
				w.cfg.Log.Warn("work: cannot receive jobs; is a node of this version running, and does this key allow it?",
					"class", c.name, "err", err)
			}
			rest(ctx, w.cfg.Times.Retry)
		}
	}
}

// tellAfter is the number of failures without a log line, since a node may be starting.
const tellAfter = 5

// rest waits for d or until ctx ends.
func rest(ctx context.Context, d time.Duration) {
	wait := time.NewTimer(d)
	defer wait.Stop()
	select {
	case <-wait.C:
	case <-ctx.Done():
	}
}

// find returns the consumer of a class.
func (w *Worker) find(ctx context.Context, c class) (jetstream.Consumer, error) {
	ctx, cancel := context.WithTimeout(ctx, w.cfg.Times.Gone)
	defer cancel()
	return w.stream.Consumer(ctx, c.stream(), c.consumer(w.cfg.Version))
}

// pullTime is the timeout of one request for a job.
const pullTime = 5 * time.Second

// next waits for a place and for a job, and starts it.
func (w *Worker) next(ctx context.Context, consumer jetstream.Consumer) error {
	select {
	case <-w.free: // only a check: goroutines for other classes may take the place first
		w.free <- struct{}{}
	case <-ctx.Done():
		return ctx.Err()
	}
	ask, cancel := context.WithTimeout(ctx, pullTime)
	defer cancel()
	batch, err := consumer.Fetch(1, jetstream.FetchContext(ask))
	if err != nil {
		return err
	}
	for msg := range batch.Messages() {
		select {
		case <-w.free:
			w.doing.Go(func() {
				w.take(ctx, msg)
				w.free <- struct{}{}
			})
		default:
			_ = msg.Nak() // another worker has a place
		}
	}
	if err := batch.Error(); err != nil && ask.Err() == nil {
		return fmt.Errorf("pull: %w", err)
	}
	return nil
}
