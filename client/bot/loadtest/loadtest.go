// Package loadtest is a load on a moyo server, made of the public protocol as the page
// speaks it: people who play, watch, look at the lobby, lose their connections and come
// back. An operator sizes a machine with it (docs/loadtest.md).
//
// The generator is open: moves are due at times that do not depend on the server, and
// what somebody waits for counts from when it was due, so that a server that stands still
// is seen to by all who would have moved meanwhile. Every acknowledgement is checked
// against what the players see, and at the end what the server has on disk of each game
// against what was acknowledged.
package loadtest

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"sync"
	"sync/atomic"
	"time"

	"moyo/client/bot/loadtest/machine"
	"moyo/game"
)

// Config says what the load is.
type Config struct {
	URL        string        `json:"url"`
	Games      int           `json:"games"`      // going on at once
	Moves      float64       `json:"moves"`      // a second in all games together; 0 for as fast as they are acknowledged
	Board      string        `json:"board"`      // spec
	Rules      string        `json:"rules"`      // id
	Clock      string        `json:"clock"`      // spec, "" for none
	Watchers   int           `json:"watchers"`   // of each game
	Crowd      int           `json:"crowd"`      // more of them of the first game
	Lobby      int           `json:"lobby"`      // who look at the lists
	Reconnects float64       `json:"reconnects"` // connections a second that are cut and come back
	WarmUp     time.Duration `json:"warmUp"`     // before anything is measured, in nanoseconds
	Duration   time.Duration `json:"duration"`   // of what is measured
	Accounts   bool          `json:"accounts"`   // players have accounts, and the games are rated
	Addresses  int           `json:"addresses"`  // from which all come, as a proxy before the server would name them; 0 for the machine's own
	Metrics    string        `json:"metrics"`    // URL of the server's metrics, "" for none
	Patience   time.Duration `json:"patience"`   // how long an acknowledgement, or a connection, is waited for, in nanoseconds; 0 for 30 s
	Seed       uint64        `json:"seed"`       // of all that is random

	Position func() (game.Position, error)      `json:"-"` // makes the position that games begin with
	Record   func(sgf string) ([]string, error) `json:"-"` // reads a record's moves
	Progress func(Standing)                     `json:"-"` // called each second, from one goroutine; nil for nobody
}

// Standing is how far a load is.
type Standing struct {
	Doing       string // in a word or two
	Done, Total int    // of what is made, or seconds of what is measured
	Rate        float64
	P50, P99    time.Duration
	Errors      int
}

// Report is what came of a load.
type Report struct {
	Load     Config          `json:"load"`
	Stopped  bool            `json:"stopped"` // before its time
	Seconds  float64         `json:"seconds"` // measured
	Moves    int             `json:"moves"`   // acknowledged of those that were due in this time
	Rate     float64         `json:"rate"`    // of them a second
	Unsent   int             `json:"unsent"`  // moves that were due and not sent, since the one before was not acknowledged
	Waits    []Wait          `json:"waits"`
	Errors   map[string]int  `json:"errors"` // by kind
	Sockets  int             `json:"sockets"`
	Checked  int             `json:"checked"` // games whose records were compared
	Again    int             `json:"again"`   // games that were over, for which others were begun
	Lobby    LobbyFigures    `json:"lobby"`
	Server   *ServerFigures  `json:"server"`   // null without metrics
	Own      float64         `json:"own"`      // seconds of processor that the generator took while it measured
	Machine  *machine.Limits `json:"machine"`  // null where they were not measured
	OfLimits float64         `json:"ofLimits"` // share that Rate is of the smaller one
}

// LobbyFigures are what those who look at the lists were sent.
type LobbyFigures struct {
	Messages uint64 `json:"messages"`
	Bytes    uint64 `json:"bytes"`
}

// The times of a load.
const (
	ackTime = 30 * time.Second // for an acknowledgement, and for a connection, where nothing else is said
	setUps  = 32               // people who come at once, at the beginning
	settle  = 3 * time.Second  // after all have come, until the server's memory is looked at: it pings who is new
)

// errorKinds bounds how many kinds of errors are told apart.
const errorKinds = 100

// Check says what is wrong with the load that is asked for.
func (c *Config) Check() error {
	u, err := url.Parse(c.URL)
	switch {
	case err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https":
		return fmt.Errorf("server %q: it has not the form http://localhost:8080", c.URL)
	case c.Games < 1 || c.Games > 1e6:
		return fmt.Errorf("games %d: want a number from 1 to 1,000,000", c.Games)
	case c.Moves < 0 || c.Reconnects < 0 || c.Watchers < 0 || c.Crowd < 0 || c.Lobby < 0 || c.WarmUp < 0 || c.Patience < 0:
		return errors.New("moves, reconnects, watchers, crowd, lobby, warm-up and patience cannot be negative")
	case c.Duration <= 0:
		return fmt.Errorf("duration %v: it must be positive", c.Duration)
	case c.Addresses < 0 || c.Addresses > 1<<16:
		return fmt.Errorf("addresses %d: want a number from 0 to 65,536", c.Addresses)
	}
	return nil
}

// load is one that goes on.
type load struct {
	Config
	ctx    context.Context // of all connections
	people *people
	script *script

	acked, seen, watched, back, late histogram
	recent                           histogram // acknowledgements since the last look, by which progress is told
	moves, unsent, again             atomic.Int64
	lobby                            struct{ messages, bytes atomic.Uint64 }
	from, to                         time.Time // what is measured; set before anybody moves

	mu     sync.Mutex
	errors map[string]int
	ended  []finished // games that are over, to be checked

	members sync.WaitGroup // readers of connections
}

// finished is a game in which nobody moves any more.
type finished struct {
	id      string
	acked   []string // moves
	pending string   // one that may or may not have been made, or ""
	owner   *person
}

// Run loads a server until the time is up or ctx ends, and says what came of it. The
// error says why there was no load at all.
func Run(ctx context.Context, cfg Config) (*Report, error) {
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	if cfg.Patience == 0 {
		cfg.Patience = ackTime
	}
	s, err := newScript(cfg)
	if err != nil {
		return nil, err
	}
	inner, hangUp := context.WithCancel(context.WithoutCancel(ctx)) // Ctrl-C ends the load, and then the connections
	defer hangUp()
	l := &load{Config: cfg, ctx: inner, people: newPeople(cfg), script: s, errors: map[string]int{}}
	defer l.people.close()
	empty := l.collected()
	tables, err := l.open(ctx)
	defer func() {
		hangUp()
		l.members.Wait()
	}()
	if err != nil {
		return nil, err
	}
	if l.Metrics != "" {
		wait(ctx, time.Now().Add(settle))
	}
	before := l.collected()
	took, own := l.play(ctx, tables)
	after := l.figures()
	report := l.report(ctx, took)
	report.Own = own
	report.Server = between(before, after, report.Moves, took)
	for _, t := range tables {
		report.Sockets += len(t.members())
		l.finish(t)
	}
	report.Sockets += cfg.Lobby
	if report.Server != nil {
		report.Server.PerSocket = (inUse(before) - inUse(empty)) / float64(report.Sockets)
	}
	report.Checked = l.compare()
	report.Errors = l.errorsSoFar()
	return report, nil
}

// fault counts an error by its kind, which is a sentence without numbers.
func (l *load) fault(kind string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, known := l.errors[kind]; !known && len(l.errors) >= errorKinds {
		kind = "others"
	}
	l.errors[kind]++
}

func (l *load) errorsSoFar() map[string]int {
	l.mu.Lock()
	defer l.mu.Unlock()
	all := map[string]int{}
	for kind, n := range l.errors {
		all[kind] = n
	}
	return all
}

func (l *load) faults() (n int) {
	for _, k := range l.errorsSoFar() {
		n += k
	}
	return n
}

// open has everybody come in: players, watchers, those who look at the lists.
func (l *load) open(ctx context.Context) ([]*table, error) {
	tables := make([]*table, l.Games)
	var done atomic.Int64
	stop := l.tell(func() Standing {
		return Standing{Doing: "opening games", Done: int(done.Load()), Total: l.Games}
	})
	err := inParallel(ctx, l.Games, func(ctx context.Context, i int) error {
		t, err := l.newTable(ctx, i)
		if err != nil {
			return fmt.Errorf("game %d of %d: %w", i+1, l.Games, err)
		}
		tables[i] = t
		done.Add(1)
		return nil
	})
	stop()
	if err != nil {
		return nil, err
	}
	var seats []*table
	for i, t := range tables {
		n := l.Watchers
		if i == 0 {
			n += l.Crowd
		}
		for range n {
			seats = append(seats, t)
		}
	}
	done.Store(0)
	stop = l.tell(func() Standing {
		return Standing{Doing: "watchers come", Done: int(done.Load()), Total: len(seats)}
	})
	err = inParallel(ctx, len(seats), func(ctx context.Context, i int) error {
		err := l.newWatcher(ctx, seats[i])
		done.Add(1)
		return err
	})
	stop()
	if err != nil {
		return nil, err
	}
	return tables, inParallel(ctx, l.Lobby, func(ctx context.Context, _ int) error { return l.newViewer(ctx) })
}

// inParallel calls f for the numbers below n, a few at once, until one fails.
func inParallel(ctx context.Context, n int, f func(ctx context.Context, i int) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(n, setUps) {
		wg.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= n || ctx.Err() != nil {
					return
				}
				if err := f(ctx, i); err != nil {
					cancel(err)
				}
			}
		})
	}
	wg.Wait()
	return context.Cause(ctx)
}

// tell calls Progress each second until stop is called.
func (l *load) tell(standing func() Standing) (stop func()) {
	if l.Progress == nil {
		return func() {}
	}
	over := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		tick := time.NewTicker(time.Second)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				l.Progress(standing())
			case <-over:
				l.Progress(standing())
				return
			}
		}
	})
	return func() {
		close(over)
		wg.Wait()
	}
}

// play lets moves be made until the time is up, and returns how long was measured and
// what processor time the generator took for it.
func (l *load) play(ctx context.Context, tables []*table) (took time.Duration, own float64) {
	began := time.Now()
	l.from, l.to = began.Add(l.WarmUp), began.Add(l.WarmUp+l.Duration)
	playing, over := context.WithDeadline(ctx, l.to)
	defer over()
	var wg sync.WaitGroup
	for i, t := range tables {
		wg.Go(func() { t.play(playing, began, i) })
	}
	if l.Reconnects > 0 {
		wg.Go(func() { l.cut(playing, tables, began) })
	}
	last := began
	stop := l.tell(func() Standing {
		now := time.Now()
		s := Standing{
			Doing: "measuring", Done: int(now.Sub(l.from).Seconds()), Total: int(l.Duration.Seconds()),
			Rate: float64(l.recent.count()) / now.Sub(last).Seconds(), P50: l.recent.at(0.5), P99: l.recent.at(0.99), Errors: l.faults(),
		}
		if s.Done < 0 {
			s.Doing = "warming up"
		}
		last = now
		l.recent.reset()
		return s
	})
	wait(playing, l.from)
	cpu := machine.Processor()
	<-playing.Done()
	own = machine.Processor() - cpu
	took = max(0, time.Since(l.from))
	wg.Wait()
	stop()
	return min(took, l.Duration), own
}

// wait returns at a time, or when ctx ends, and says whether it was the former.
func wait(ctx context.Context, until time.Time) bool {
	d := time.Until(until)
	if d <= 0 {
		return ctx.Err() == nil
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// measured says whether what was due at a time counts.
func (l *load) measured(due time.Time) bool { return !due.Before(l.from) && due.Before(l.to) }

func (l *load) report(ctx context.Context, took time.Duration) *Report {
	r := &Report{
		Load: l.Config, Stopped: ctx.Err() != nil, Seconds: took.Seconds(),
		Moves: int(l.moves.Load()), Unsent: int(l.unsent.Load()), Again: int(l.again.Load()),
		Lobby: LobbyFigures{l.lobby.messages.Load(), l.lobby.bytes.Load()},
	}
	if took > 0 {
		r.Rate = float64(r.Moves) / took.Seconds()
	}
	for _, w := range []struct {
		what string
		h    *histogram
	}{
		{"acknowledged", &l.acked}, {"seen by the opponent", &l.seen}, {"seen by watchers", &l.watched},
		{"back after a cut", &l.back}, {"sent late", &l.late},
	} {
		if w.h.count() > 0 {
			r.Waits = append(r.Waits, w.h.wait(w.what))
		}
	}
	return r
}

// Beside puts the limits of the machine beside the report.
func (r *Report) Beside(m *machine.Limits) {
	r.Machine = m
	if least := m.Moves(); least > 0 {
		r.OfLimits = r.Rate / least
	}
}
