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

// WorkerConfig is what a worker is made of.
type WorkerConfig struct {
	Conn      *nats.Conn
	Version   string                                 // of moyo; nodes of another one are not worked for
	NewEngine func(id string) (engine.Engine, error) // with a share of the memory
	Slots     int                                    // jobs at once
	Memory    int                                    // MiB of them all
	Believed  bool                                   // its key lets it be believed what it has proved
	Log       *slog.Logger
	Times     Times
}

// Worker does jobs of nodes.
type Worker struct {
	cfg    WorkerConfig
	id     string
	stream jetstream.JetStream
	pool   *engines.Pool
	boards boards
	free   chan struct{} // one for each job that it may begin now
	doing  sync.WaitGroup
	pulls  atomic.Int32 // classes whose jobs it can get at

	mu    sync.Mutex
	tasks map[string]*task
	nodes map[string]time.Time // when each was heard of
	other map[string]bool      // versions of nodes that the log has
}

// NewWorker returns a worker that does nothing until Run.
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

// Run works until ctx ends, and gives back then what it has not done.
func (w *Worker) Run(ctx context.Context) error {
	defer w.pool.Close()
	var subs []*nats.Subscription
	defer func() {
		for _, sub := range subs {
			_ = sub.Unsubscribe() // fails where the connection has ended, and then nothing comes
		}
	}()
	for subject, hear := range map[string]nats.MsgHandler{aliveSubject: w.hearNode, stopSubject + "*": w.hearStop} {
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

// classes returns the classes of jobs that it may have and that there is memory for.
func (w *Worker) classes() (able []class) {
	for i, c := range classes {
		if i == 0 || w.cfg.Memory/w.cfg.Slots >= c.memory && (w.cfg.Believed || !c.sure) {
			able = append(able, c)
		}
	}
	return able
}

// points returns the largest board that there is memory for.
func (w *Worker) points() (points int) {
	for _, c := range w.classes() {
		if !c.sure {
			points = max(points, c.points)
		}
	}
	return points
}

// solves says whether it takes problems of life and death.
func (w *Worker) solves() bool {
	return slices.ContainsFunc(w.classes(), func(c class) bool { return c.sure })
}

// announce says every second what the worker can do, until ctx ends.
func (w *Worker) announce(ctx context.Context) {
	every := time.NewTicker(w.cfg.Times.Announce)
	defer every.Stop()
	for {
		w.say(w.slots())
		w.leaveTheDead(time.Now())
		select {
		case <-every.C:
		case <-ctx.Done():
			w.say(0)
			return
		}
	}
}

// slots returns how many jobs the worker can do at once, 0 while it cannot get at any.
func (w *Worker) slots() int {
	if int(w.pulls.Load()) < len(w.classes()) {
		return 0
	}
	return w.cfg.Slots
}

// say says what the worker can do.
func (w *Worker) say(slots int) {
	h := here{Worker: w.id, Version: w.cfg.Version, Slots: slots, Points: w.points(), Solves: w.solves(), Jobs: map[string]int{}}
	w.mu.Lock()
	for _, t := range w.tasks {
		h.Jobs[t.Node]++
	}
	w.mu.Unlock()
	data, _ := json.Marshal(h)                // texts and numbers
	_ = w.cfg.Conn.Publish(hereSubject, data) // while the connection is lost nobody asks
}

// hearNode notes that a node is alive.
func (w *Worker) hearNode(msg *nats.Msg) {
	a, err := parseAlive(msg.Data)
	if err != nil {
		w.cfg.Log.Debug("work: a node is not understood", "err", err)
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if a.Version != w.cfg.Version {
		if !w.other[a.Version] && len(w.other) < maxNodes {
			w.other[a.Version] = true
			w.cfg.Log.Error("work: a node of another version of moyo is not worked for; both must be the same",
				"node", a.Node, "its version", a.Version, "ours", w.cfg.Version)
		}
		return
	}
	if _, known := w.nodes[a.Node]; known || len(w.nodes) < maxNodes {
		w.nodes[a.Node] = time.Now()
	}
}

// leaveTheDead ends the jobs of nodes that have fallen silent.
func (w *Worker) leaveTheDead(now time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, t := range w.tasks {
		heard := w.nodes[t.Node]
		if heard.Before(t.began) {
			heard = t.began
		}
		if now.Sub(heard) > w.cfg.Times.Gone {
			w.cfg.Log.Warn("work: who asked for a job has fallen silent", "job", t.ID, "node", t.Node)
			t.stop()
		}
	}
	for id, heard := range w.nodes {
		if now.Sub(heard) > w.cfg.Times.Gone {
			delete(w.nodes, id)
		}
	}
}

// hearStop has a job answered now.
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
			if err = w.next(ctx, consumer); err != nil { // NATS may have been started anew
				consumer = nil
				w.pulls.Add(-1)
			}
		}
		if err != nil && ctx.Err() == nil {
			if failures++; failures == tellAfter {
				w.cfg.Log.Warn("work: there are no jobs to be had; is a node of this version there, and may this key have them?",
					"class", c.name, "err", err)
			}
			rest(ctx, w.cfg.Times.Retry)
		}
	}
}

// tellAfter is how many tries in vain are nothing unusual: a node may be starting.
const tellAfter = 5

// rest waits for so long, or until ctx ends.
func rest(ctx context.Context, d time.Duration) {
	wait := time.NewTimer(d)
	defer wait.Stop()
	select {
	case <-wait.C:
	case <-ctx.Done():
	}
}

// find returns what hands out the jobs of a class.
func (w *Worker) find(ctx context.Context, c class) (jetstream.Consumer, error) {
	ctx, cancel := context.WithTimeout(ctx, w.cfg.Times.Gone)
	defer cancel()
	return w.stream.Consumer(ctx, c.stream(), c.consumer(w.cfg.Version))
}

// pullTime is how long one question for a job waits.
const pullTime = 5 * time.Second

// next waits for a place and for a job, and begins it.
func (w *Worker) next(ctx context.Context, consumer jetstream.Consumer) error {
	select {
	case <-w.free: // only to see that there is one: those who wait for other classes' jobs may be quicker
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
