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

// ForemanConfig is what a foreman is made of.
type ForemanConfig struct {
	Conn    *nats.Conn
	Version string // of moyo; workers of another one get nothing
	Log     *slog.Logger
	Times   Times
}

// Foreman knows the workers, and gives them what a node asks for. Make it with
// NewForeman, end it with Close.
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
	refused map[string]bool // versions of workers that the log has
	pause   pause
}

// known is a worker that has been heard of.
type known struct {
	here
	heard time.Time
}

// The bounds of the queue of jobs, and of what is heard.
const (
	queueJobs   = 4096
	queueBytes  = 24 << 20    // of each of two
	oldest      = time.Minute // no search takes as long
	heardMost   = 4096        // messages that wait to be looked at
	heardBytes  = 16 << 20
	ensureEvery = 10 // signs of life between looks whether the queue is there
)

// NewForeman returns a foreman at work.
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
		hereSubject: f.hearWorker, saidSubject + f.node + ".*": f.hearAnswer, sureSubject + f.node + ".*": f.hearAnswer,
	} {
		sub, err := cfg.Conn.Subscribe(subject, hear)
		if err != nil {
			f.unsubscribe()
			return nil, err
		}
		_ = sub.SetPendingLimits(heardMost, heardBytes) // it is a subscription that has a handler
		f.subs = append(f.subs, sub)
	}
	ctx, stop := context.WithCancel(context.Background())
	f.stop = stop
	f.going.Go(func() { f.run(ctx) })
	return f, nil
}

// Close ends what goes on; jobs that are asked for are done by the node from now on.
func (f *Foreman) Close() {
	f.stop()
	f.going.Wait()
	f.unsubscribe()
}

func (f *Foreman) unsubscribe() {
	for _, sub := range f.subs {
		_ = sub.Unsubscribe() // fails where the connection has ended, and then nothing comes
	}
}

// Places returns the workers' places, for queues.
func (f *Foreman) Places() *queue.Elsewhere { return f.places }

// Collectors returns what counts workers and jobs.
func (f *Foreman) Collectors() []prometheus.Collector { return f.metrics.all() }

// Engine returns an engine of a worker's; see engines.Elsewhere.
func (f *Foreman) Engine(game, id string) engine.Engine { return &proxy{f, game, id} }

// run says that the node is alive, and looks whether workers are.
func (f *Foreman) run(ctx context.Context) {
	sign, _ := json.Marshal(alive{f.node, f.cfg.Version}) // two texts
	every := time.NewTicker(f.cfg.Times.Announce)
	defer every.Stop()
	defer f.places.Set(0)
	for n := 0; ; n++ {
		_ = f.cfg.Conn.Publish(aliveSubject, sign) // while the connection is lost there are no workers
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

// ensure makes the queue of jobs where it is not there: NATS keeps it in memory.
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
		f.cfg.Log.Warn("work: the queue of jobs cannot be made; workers get nothing", "err", err)
	}
}

// ensureClass makes the queue of a class, and what hands its jobs out.
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

// hearWorker notes what a worker says of itself.
func (f *Foreman) hearWorker(msg *nats.Msg) {
	h, err := parseHere(msg.Data)
	if err != nil {
		f.cfg.Log.Debug("work: a worker is not understood", "err", err)
		return
	}
	f.mu.Lock()
	f.note(h)
	f.mu.Unlock()
	f.count()
}

// note keeps what a worker says of itself; f.mu is held.
func (f *Foreman) note(h here) {
	if h.Version != f.cfg.Version {
		if !f.refused[h.Version] && len(f.refused) < maxWorkers {
			f.refused[h.Version] = true
			f.cfg.Log.Warn("work: a worker of another version of moyo gets nothing to do",
				"worker", h.Worker, "its version", h.Version, "ours", f.cfg.Version)
		}
		return
	}
	k := f.workers[h.Worker]
	switch {
	case h.Slots == 0:
		if k != nil {
			delete(f.workers, h.Worker)
			f.cfg.Log.Info("work: a worker has gone", "worker", h.Worker)
		}
		return
	case k == nil && len(f.workers) >= maxWorkers:
		return
	case k == nil:
		k = new(known)
		f.workers[h.Worker] = k
		f.cfg.Log.Info("work: a worker has come", "worker", h.Worker, "slots", h.Slots, "points", h.Points)
	}
	k.here, k.heard = h, time.Now()
}

// count forgets workers that have fallen silent, and says how much the others can do.
func (f *Foreman) count() {
	f.mu.Lock()
	now := time.Now()
	places, slots := 0, 0
	for id, k := range f.workers {
		if now.Sub(k.heard) > f.cfg.Times.Gone {
			delete(f.workers, id)
			f.cfg.Log.Warn("work: a worker has fallen silent", "worker", id)
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

// can says whether there is a worker for jobs of a kind on boards of so many points.
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

// mailbox is where the answers to a job come.
type mailbox struct{ answers chan answer }

// mailboxSize is how many answers may wait; what comes after them is thrown away, and
// what is thought comes again.
const mailboxSize = 64

// hearAnswer gives an answer to who waits for it.
func (f *Foreman) hearAnswer(msg *nats.Msg) {
	id := msg.Subject[strings.LastIndexByte(msg.Subject, '.')+1:]
	f.mu.Lock()
	box := f.jobs[id]
	f.mu.Unlock()
	a, err := parseAnswer(msg.Data)
	switch {
	case box == nil:
		if err == nil && a.State == working && isID(id) {
			f.halt(id) // nobody waits for it any more
		}
		return
	case err != nil:
		f.cfg.Log.Debug("work: an answer is not understood", "err", err)
		a = answer{Try: tries, State: failed, Text: "it is not understood"}
	}
	a.sure = strings.HasPrefix(msg.Subject, sureSubject)
	select {
	case box.answers <- a:
	default:
	}
}

// halt tells whoever has a job that it shall answer now.
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

// ended counts a job, and has fewer of them sent where they come back undone.
func (f *Foreman) ended(k kind, o outcome) {
	f.metrics.jobs.WithLabelValues(string(k), string(o)).Inc()
	f.mu.Lock()
	f.pause.after(o, time.Now())
	f.mu.Unlock()
	f.count()
}

// pause keeps a node from sending jobs for a while after some came back undone: twice
// as long each time.
type pause struct {
	until time.Time
	next  time.Duration
}

// The pauses.
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
		if !p.on(now) { // those sent at the same time count once
			p.next = min(max(2*p.next, shortestPause), longestPause)
			p.until = now.Add(p.next)
		}
	}
}
