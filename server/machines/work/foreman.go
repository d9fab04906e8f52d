package work

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"log/slog"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/prometheus/client_golang/prometheus"

	"moyo/engine"
	"moyo/server/base/queue"
)

// ForemanConfig configures a foreman.
type ForemanConfig struct {
	Conn    *nats.Conn
	Version string // of moyo; workers of other versions get no jobs
	Log     *slog.Logger
	Times   Times
}

// Foreman manages the workers, and gives them a node's jobs. Use NewForeman to create one, and Close to stop it.
type Foreman struct {
	cfg     ForemanConfig
	node    string
	stream  jetstream.JetStream
	places  *queue.Elsewhere
	metrics *metrics
	subs    []*nats.Subscription
	stop    context.CancelFunc
	going   sync.WaitGroup

	mu      sync.Mutex
	workers map[string]*known
	jobs    map[string]*mailbox
	refused map[string]bool // versions of workers that were logged
	pause   pause
}

// known is a worker that sends signs of life.
type known struct {
	workerSign
	heard time.Time
}

// Limits of the queue of jobs and of received messages.
const (
	queueJobs   = 4096
	queueBytes  = 24 << 20    // of each of the two queues
	oldest      = time.Minute // longer than any search
	heardMost   = 4096        // messages that wait for their handler
	heardBytes  = 16 << 20
	ensureEvery = 10 // signs of life between two checks of the queue
)

// NewForeman returns a running foreman.
func NewForeman(cfg ForemanConfig) (*Foreman, error) {
	cfg.Times = cfg.Times.WithDefaults()
	js, err := jetstream.New(cfg.Conn)
	if err != nil {
		return nil, err
	}
	f := &Foreman{
		cfg: cfg, node: rand.Text(), stream: js, places: new(queue.Elsewhere), metrics: newMetrics(),
		workers: map[string]*known{}, jobs: map[string]*mailbox{}, refused: map[string]bool{},
	}
	for subject, hear := range map[string]nats.MsgHandler{
		workerSubject: f.hearWorker, saidSubject + f.node + ".*": f.hearAnswer, sureSubject + f.node + ".*": f.hearAnswer,
	} {
		sub, err := cfg.Conn.Subscribe(subject, hear)
		if err != nil {
			f.unsubscribe()
			return nil, err
		}
		_ = sub.SetPendingLimits(heardMost, heardBytes) // cannot fail for a subscription with a handler
		f.subs = append(f.subs, sub)
	}
	ctx, stop := context.WithCancel(context.Background())
	f.stop = stop
	f.going.Go(func() { f.run(ctx) })
	return f, nil
}

// Close stops the foreman. The node then does requested jobs itself.
func (f *Foreman) Close() {
	f.stop()
	f.going.Wait()
	f.unsubscribe()
}

func (f *Foreman) unsubscribe() {
	for _, sub := range f.subs {
		_ = sub.Unsubscribe() // fails if the connection has ended; then no messages arrive
	}
}

// Places returns the workers' places, for queues.
func (f *Foreman) Places() *queue.Elsewhere { return f.places }

// Collectors returns the metrics of workers and jobs.
func (f *Foreman) Collectors() []prometheus.Collector { return f.metrics.all() }

// Engine returns an engine on a worker; see engines.Elsewhere.
func (f *Foreman) Engine(game, id string) engine.Engine { return &proxy{f, game, id} }

// run sends the node's signs of life and checks those of workers.
func (f *Foreman) run(ctx context.Context) {
	sign, _ := json.Marshal(nodeSign{f.node, f.cfg.Version}) // two strings
	every := time.NewTicker(f.cfg.Times.Announce)
	defer every.Stop()
	defer f.places.Set(0)
	for n := 0; ; n++ {
		_ = f.cfg.Conn.Publish(nodeSubject, sign) // without a connection there are no workers
		if n%ensureEvery == 0 {
			f.ensure(ctx)
		}
		f.count()
		select {
		case <-every.C:
		case <-ctx.Done():
			return
		}
	}
}

// ensure creates missing queues of jobs, since NATS keeps them in memory.
func (f *Foreman) ensure(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, f.cfg.Times.Gone)
	defer cancel()
	var err error
	for _, c := range classes {
		if err = f.ensureClass(ctx, c); err != nil {
			break
		}
	}
	if err != nil && ctx.Err() == nil {
		f.cfg.Log.Warn("work: cannot create the queue of jobs; workers get nothing", "err", err)
	}
}

// ensureClass creates the queue of a class and its consumer.
func (f *Foreman) ensureClass(ctx context.Context, c class) error {
	_, err := f.stream.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: c.stream(), Subjects: []string{c.root() + ">"}, Retention: jetstream.WorkQueuePolicy, Storage: jetstream.MemoryStorage,
		MaxAge: oldest, MaxMsgs: queueJobs, MaxBytes: queueBytes, MaxMsgSize: maxJob, Discard: jetstream.DiscardNew,
	})
	if err == nil {
		_, err = f.stream.CreateOrUpdateConsumer(ctx, c.stream(), jetstream.ConsumerConfig{
			Durable: c.consumer(f.cfg.Version), FilterSubject: c.subject(f.cfg.Version), AckPolicy: jetstream.AckExplicitPolicy,
			AckWait: f.cfg.Times.Gone, MaxDeliver: tries, MaxAckPending: queueJobs, InactiveThreshold: time.Hour, MemoryStorage: true,
		})
	}
	return err
}

// hearWorker handles a worker's sign of life.
func (f *Foreman) hearWorker(msg *nats.Msg) {
	h, err := parseWorkerSign(msg.Data)
	if err != nil {
		f.cfg.Log.Debug("work: cannot parse a worker's sign of life", "err", err)
		return
	}
	f.mu.Lock()
	f.note(h)
	f.mu.Unlock()
	f.count()
}

// note records a worker's sign of life. The caller holds f.mu.
func (f *Foreman) note(h workerSign) {
	if h.Version != f.cfg.Version {
		if !f.refused[h.Version] && len(f.refused) < maxWorkers {
			f.refused[h.Version] = true
			f.cfg.Log.Warn("work: a worker of another version of moyo gets no jobs",
				"worker", h.Worker, "its version", h.Version, "ours", f.cfg.Version)
		}
		return
	}
	k := f.workers[h.Worker]
	switch {
	case h.Slots == 0:
		if k != nil {
			delete(f.workers, h.Worker)
			f.cfg.Log.Info("work: a worker has stopped", "worker", h.Worker)
		}
		return
	case k == nil && len(f.workers) >= maxWorkers:
		return
	case k == nil:
		k = new(known)
		f.workers[h.Worker] = k
		f.cfg.Log.Info("work: a new worker", "worker", h.Worker, "slots", h.Slots, "points", h.Points)
	}
	k.workerSign, k.heard = h, time.Now()
}

// count removes silent workers, and updates the number of places.
func (f *Foreman) count() {
	f.mu.Lock()
	now := time.Now()
	places, slots := 0, 0
	for id, k := range f.workers {
		if now.Sub(k.heard) > f.cfg.Times.Gone {
			delete(f.workers, id)
			f.cfg.Log.Warn("work: a worker is silent", "worker", id)
			continue
		}
		slots += k.Slots
		places += max(0, k.Slots-k.others(f.node))
	}
	if f.pause.on(now) {
		places = 0
	}
	f.metrics.workers.Set(float64(len(f.workers)))
	f.metrics.slots.Set(float64(slots))
	f.mu.Unlock()
	f.places.Set(places)
}

// can reports whether a worker accepts jobs of a kind on boards with a number of points.
func (f *Foreman) can(kind kind, points int) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, k := range f.workers {
		if k.Points >= points && (k.Solves || kind != solve) {
			return true
		}
	}
	return false
}

// mailbox receives the answers to a job.
type mailbox struct{ answers chan answer }

// mailboxSize is the number of answers that may wait. Later ones are dropped; thoughts are sent again.
const mailboxSize = 64

// hearAnswer passes an answer to the goroutine that waits for it.
func (f *Foreman) hearAnswer(msg *nats.Msg) {
	id := msg.Subject[strings.LastIndexByte(msg.Subject, '.')+1:]
	f.mu.Lock()
	box := f.jobs[id]
	f.mu.Unlock()
	a, err := parseAnswer(msg.Data)
	switch {
	case box == nil:
		if err == nil && a.State == working && isID(id) {
			f.halt(id) // no one waits for it any more
		}
		return
	case err != nil:
		f.cfg.Log.Debug("work: cannot parse an answer", "err", err)
		a = answer{Try: tries, State: failed, Text: "cannot parse it"}
	}
	a.sure = strings.HasPrefix(msg.Subject, sureSubject)
	select {
	case box.answers <- a:
	default:
	}
}

// halt makes the worker of a job answer now.
func (f *Foreman) halt(id string) { _ = f.cfg.Conn.Publish(stopSubject+id, nil) }

// open returns a mailbox for a job.
func (f *Foreman) open(id string) *mailbox {
	f.mu.Lock()
	defer f.mu.Unlock()
	box := &mailbox{make(chan answer, mailboxSize)}
	f.jobs[id] = box
	return box
}

func (f *Foreman) shut(id string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.jobs, id)
}

// ended counts a job, and reduces the jobs that are sent if it was not done.
func (f *Foreman) ended(k kind, o outcome) {
	f.metrics.jobs.WithLabelValues(string(k), string(o)).Inc()
	f.mu.Lock()
	f.pause.after(o, time.Now())
	f.mu.Unlock()
	f.count()
}

// pause stops a node from sending jobs for a while after jobs were not done. Each pause is twice as long as the last.
type pause struct {
	until time.Time
	next  time.Duration
}

// Lengths of pauses.
const (
	shortestPause = time.Second
	longestPause  = 30 * time.Second
)

func (p *pause) on(now time.Time) bool { return now.Before(p.until) }

func (p *pause) after(o outcome, now time.Time) {
	switch o {
	case wasDone:
		*p = pause{}
	case wasUntaken, wasLost, wasFailed, wasFalse:
		if !p.on(now) { // simultaneous failures count once
			p.next = min(max(2*p.next, shortestPause), longestPause)
			p.until = now.Add(p.next)
		}
	}
}
