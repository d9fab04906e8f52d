// Package queue shares out processor time among strangers: so many pieces of work
// at once, the rest waits in fair turns. Whoever asks for much waits for what they
// asked for themselves; everybody else is served as if they had asked for little.
//
// A place that becomes free goes to the most urgent kind of work that may have it.
// Within a kind it goes to the address that has the fewest at work; of several, to
// the one that has had the least of late (start-time fair queueing: Goyal, Vin and
// Cheng, "Start-time fair queuing", SIGCOMM 1996, with addresses as flows and seconds
// of work as the length of packets); within an address the same again by person; and a
// person's own by the order in which they came. Address and person both matter: a
// person with many cookies has one address, a class of pupils behind one has as many
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

// Urgency is a kind of work by how urgent it is; the lower, the more.
type Urgency int

// The kinds of work.
const (
	Move      Urgency = iota // a move of a game that goes on
	Judgement                // what a move in a problem is worth
	Board                    // what a file with a board holds
	Picture                  // what is shown beside a link
	Analysis                 // what an engine thinks of a position
	Problem                  // what becomes of a whole problem
	Import                   // games that somebody brings, many of them
)

// Asker is for whom work is done.
type Asker struct {
	Address string // see limit.Address
	Person  string // a player's id
}

// Of returns a person who asks with ctx, which is that of a request.
func Of(ctx context.Context, person string) Asker { return Asker{limit.Address(ctx), person} }

// Place is where somebody stands in the line.
type Place struct {
	Ahead int           // pieces of work that come before theirs, at most Shown
	Wait  time.Duration // about so long, by how long work took of late
}

// Waiting returns the place as the wire has it.
func (p Place) Waiting() *wire.Waiting {
	return &wire.Waiting{Ahead: p.Ahead, Seconds: math.Ceil(p.Wait.Seconds())}
}

// Shown is the most that a [Place] counts ahead of somebody.
const Shown = 99

// Config is what a queue is made of.
type Config struct {
	Slots      int        // pieces of work at once
	Most       []int      // of them by urgency; what comes after the last has no bound of its own
	PerPerson  int        // pieces of work that may wait for one person; 0 for any number
	PerAddress int        // that may wait for one address; 0 for any number
	Waiting    int        // that may wait in all; 0 for any number
	Elsewhere  *Elsewhere // places on other machines; nil for none
	Gauge      Gauge      // shows how many wait; may be nil
	Now        func() time.Time
}

// Gauge shows a number.
type Gauge interface{ Set(float64) }

// Those who wait hear of their place so often, and so soon after they have come: to
// look ahead costs more the more there are.
const (
	tellEvery = time.Second
	tellAfter = 200 * time.Millisecond
)

// Queue is a line with places at its end. It is safe for use by several goroutines.
type Queue struct {
	cfg Config

	mu     sync.Mutex
	line   *line
	number uint64
	teller *time.Timer // runs while somebody waits
	soon   bool        // it runs for somebody who has come just now
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

// Do calls work as soon as there is a place. tell, which may be nil, hears where its
// caller stands while that is to be waited for: very soon, and then every second; it must
// not wait itself. Where ctx ends before, work is not called, and the error is that of
// ctx; it is an *apierror.Error where too much waits already.
func (q *Queue) Do(ctx context.Context, urgency Urgency, who Asker, tell func(Place), work func() error) error {
	t := &ticket{urgency: urgency, who: who, granted: make(chan struct{}), tell: tell}
	return q.do(ctx, t, func(bool) error { return work() })
}

// DoAnywhere is Do of work that may be done on another machine where there is no place
// on this one; work is told whether it is.
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

// enter puts a ticket into the line.
func (q *Queue) enter(t *ticket) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.cfg.Waiting > 0 && len(q.line.waiting) >= q.cfg.Waiting {
		return apierror.Say(apierror.TooMany, "server.much", "The server has very much to do right now. Please try again in a minute.")
	}
	here, theirs := q.line.waitingOf(t.who)
	if q.cfg.PerAddress > 0 && t.who.Address != "" && here >= q.cfg.PerAddress || q.cfg.PerPerson > 0 && theirs >= q.cfg.PerPerson {
		return apierror.Say(apierror.TooOften, "server.yours",
			"The server has a lot of work of yours to do already. Please let some of it end first.")
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

// leave takes a ticket out of the line, or away from its place.
func (q *Queue) leave(t *ticket) {
	if q.takeOut(t) {
		q.cfg.Elsewhere.wake()
	}
}

// takeOut does that, and says whether others may have places elsewhere now.
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

// share gives the places that are free to those who wait; q.mu is held.
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

// tell lets those who wait know where they stand, and again a while later.
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
