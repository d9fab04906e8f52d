// Package queue shares processor time fairly among callers. It runs a limited amount of work at a time. A person with
// many requests waits for their own work and does not delay others.
//
// A free place goes to the most urgent kind of work that can use it. Within a kind it goes to the address with the
// least running work, then to the address that had the least time recently. This is start-time fair queueing with
// addresses as flows and seconds of work as packet lengths (Goyal, Vin and Cheng, "Start-time fair queuing", SIGCOMM
// 1996). Within an address, persons are treated in the same way, and a person's own work runs in order of arrival.
// Both address and person matter: a person with many cookies has one address, and a class behind one address has many
// persons.
package queue

import (
	"context"
	"math"
	"slices"
	"sync"
	"time"

	"moyo/server/base/apierror"
	"moyo/server/base/limit"
	"moyo/server/base/wire"
)

// Urgency is a kind of work. Lower values are more urgent.
type Urgency int

// The kinds of work.
const (
	Move      Urgency = iota // choosing a move in a running game
	Judgement                // judging a move in a problem
	Board                    // reading a file with a board
	Picture                  // drawing the preview of a link
	Analysis                 // analysing a position
	Problem                  // solving a whole problem
	Import                   // importing a file of games
)

// Asker identifies the person who requests work.
type Asker struct {
	Address string // see limit.Address
	Person  string // a player's id
}

// Of returns the asker of a request with context ctx.
func Of(ctx context.Context, person string) Asker { return Asker{limit.Address(ctx), person} }

// Place is a position in the line.
type Place struct {
	Ahead int           // tickets ahead, at most Shown
	Wait  time.Duration // estimated by recent work
}

// Waiting returns the place as a wire type.
func (p Place) Waiting() *wire.Waiting {
	return &wire.Waiting{Ahead: p.Ahead, Seconds: math.Ceil(p.Wait.Seconds())}
}

// Shown is the maximum of [Place.Ahead].
const Shown = 99

// Config configures a queue.
type Config struct {
	Slots      int        // work that can run on this machine at a time
	Most       []int      // the same by urgency; urgencies after the last entry have no limit of their own
	PerPerson  int        // limit of waiting work per person; 0 for no limit
	PerAddress int        // the same per address
	Waiting    int        // the same in all
	Elsewhere  *Elsewhere // places on other machines; may be nil
	Gauge      Gauge      // shows the number of waiting tickets; may be nil
	Now        func() time.Time
}

// Gauge shows a number.
type Gauge interface{ Set(float64) }

// The times between reports of places, and before the first. A prediction costs more the more tickets wait.
const (
	tellEvery = time.Second
	tellAfter = 200 * time.Millisecond
)

// Queue runs work in fair order. It is safe for concurrent use.
type Queue struct {
	cfg Config

	mu     sync.Mutex
	line   *line
	number uint64
	teller *time.Timer // runs while tickets wait
	soon   bool        // it runs for a new ticket
}

// New returns an empty queue.
func New(cfg Config) *Queue {
	cfg.Slots = max(cfg.Slots, 1)
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.Elsewhere == nil {
		cfg.Elsewhere = new(Elsewhere)
	}
	q := &Queue{cfg: cfg, line: newLine(cfg.Slots, cfg.Most, cfg.Elsewhere)}
	cfg.Elsewhere.join(q)
	q.teller = time.AfterFunc(time.Hour, q.tell)
	q.teller.Stop()
	return q
}

// Do calls work when a place is free. Until then it reports the caller's place to tell, which may be nil
// and must not block: soon after the call, then every second. If ctx ends first, Do does not call work and
// returns the context's error. If too much work waits already, it returns an *apierror.Error.
func (q *Queue) Do(ctx context.Context, urgency Urgency, who Asker, tell func(Place), work func() error) error {
	t := &ticket{urgency: urgency, who: who, granted: make(chan struct{}), tell: tell}
	return q.do(ctx, t, func(bool) error { return work() })
}

// DoAnywhere is Do for work that can also run on another machine, as the argument of work says.
func (q *Queue) DoAnywhere(ctx context.Context, urgency Urgency, who Asker, tell func(Place), work func(elsewhere bool) error) error {
	t := &ticket{urgency: urgency, who: who, granted: make(chan struct{}), tell: tell, anywhere: true}
	return q.do(ctx, t, work)
}

func (q *Queue) do(ctx context.Context, t *ticket, work func(elsewhere bool) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := q.enter(t); err != nil {
		return err
	}
	defer q.leave(t)
	defer t.hush()
	select {
	case <-t.granted:
		t.hush()
		return work(t.elsewhere)
	case <-ctx.Done():
		return ctx.Err()
	}
}

// enter adds a ticket to the line.
func (q *Queue) enter(t *ticket) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.cfg.Waiting > 0 && len(q.line.waiting) >= q.cfg.Waiting {
		return apierror.Say(apierror.TooMany, "server.much", "The server is very busy right now. Please try again in a minute.")
	}
	here, theirs := q.line.waitingOf(t.who)
	if q.cfg.PerAddress > 0 && t.who.Address != "" && here >= q.cfg.PerAddress || q.cfg.PerPerson > 0 && theirs >= q.cfg.PerPerson {
		return apierror.Say(apierror.TooOften, "server.yours",
			"The server is already working on several of your requests. Please wait until some of them are done.")
	}
	q.number++
	t.number = q.number
	q.line.join(t)
	q.share()
	if len(q.line.waiting) > 0 && !q.soon {
		q.soon = true
		q.teller.Reset(tellAfter)
	}
	return nil
}

// leave removes a waiting or running ticket.
func (q *Queue) leave(t *ticket) {
	if q.takeOut(t) {
		q.cfg.Elsewhere.wake()
	}
}

// takeOut removes a ticket and reports whether that freed a place on another machine.
func (q *Queue) takeOut(t *ticket) (elsewhere bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if slices.Contains(q.line.atWork, t) {
		q.line.finish(t, q.cfg.Now().Sub(t.began))
		elsewhere = t.elsewhere
	} else {
		q.line.giveUp(t)
	}
	if !elsewhere {
		q.share()
	}
	return elsewhere
}

// share starts waiting tickets in free places; q.mu is held.
func (q *Queue) share() {
	for t := q.line.next(); t != nil; t = q.line.next() {
		t.began = q.cfg.Now()
		q.line.begin(t)
		close(t.granted)
	}
	if q.cfg.Gauge != nil {
		q.cfg.Gauge.Set(float64(len(q.line.waiting)))
	}
	if len(q.line.waiting) == 0 {
		q.soon = false
		q.teller.Stop()
	}
}

// tell reports the places of waiting tickets and schedules the next report.
func (q *Queue) tell() {
	q.mu.Lock()
	q.soon = false
	places := q.line.places(q.cfg.Now())
	if len(places) > 0 {
		q.teller.Reset(tellEvery)
	}
	q.mu.Unlock()
	for t, p := range places {
		t.hear(p)
	}
}
