// Package loadtest puts a load on a moyo server through the public protocol, as the page uses it:
// clients that play, watch, list games, lose their connections and reconnect. Operators use it to
// size a machine (docs/loadtest.md).
//
// The load is open-loop: moves are due at times that do not depend on the server, and a wait is
// measured from the time at which the move was due. So a server that stalls delays every client
// that would have moved meanwhile. Every acknowledgement is compared with what the players receive.
// At the end each game's record on the server's disk is compared with what was acknowledged.
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

// Config describes the load.
type Config struct {
	URL        string        `json:"url"`
	Games      int           `json:"games"`      // open at the same time
	Moves      float64       `json:"moves"`      // per second in all games; 0 for as fast as they are acknowledged
	Board      string        `json:"board"`      // spec
	Rules      string        `json:"rules"`      // id
	Clock      string        `json:"clock"`      // spec, "" for none
	Watchers   int           `json:"watchers"`   // spectators of each game
	Crowd      int           `json:"crowd"`      // additional spectators of the first game
	Lobby      int           `json:"lobby"`      // clients that watch the lists of games
	Reconnects float64       `json:"reconnects"` // connections cut per second; they reconnect
	WarmUp     time.Duration `json:"warmUp"`     // not measured, in nanoseconds
	Duration   time.Duration `json:"duration"`   // measured
	Accounts   bool          `json:"accounts"`   // players have accounts, and the games are rated
	Addresses  int           `json:"addresses"`  // client addresses, as a proxy in front of the server would report them; 0 for the machine's own
	Metrics    string        `json:"metrics"`    // client addresses, as a proxy would report them; 0 for the machine's own
	Patience   time.Duration `json:"patience"`   // timeout for acknowledgements and connections, in nanoseconds; 0 for 30 s
	Seed       uint64        `json:"seed"`       // of all randomness

	Position func() (game.Position, error)      `json:"-"` // returns the start position of games
	Record   func(sgf string) ([]string, error) `json:"-"` // reads a record's moves
	Progress func(Standing)                     `json:"-"` // called each second, from one goroutine; may be nil
}

// Standing is the progress of a load.
type Standing struct {
	Doing       string // in a word or two
	Done, Total int    // clients created, or seconds measured
	Rate        float64
	P50, P99    time.Duration
	Errors      int
}

// Report is the result of a load.
type Report struct {
	Load     Config          `json:"load"`
	Stopped  bool            `json:"stopped"` // before its time
	Seconds  float64         `json:"seconds"` // measured
	Moves    int             `json:"moves"`   // acknowledged moves that were due in this time
	Rate     float64         `json:"rate"`    // per second
	Unsent   int             `json:"unsent"`  // moves that were due but not sent, since the previous one was not acknowledged
	Waits    []Wait          `json:"waits"`
	Errors   map[string]int  `json:"errors"` // by kind
	Sockets  int             `json:"sockets"`
	Checked  int             `json:"checked"` // games whose records were compared
	Again    int             `json:"again"`   // games that ended and were replaced by others
	Lobby    LobbyFigures    `json:"lobby"`
	Server   *ServerFigures  `json:"server"`   // null without metrics
	Own      float64         `json:"own"`      // processor seconds of the generator while it measured
	Machine  *machine.Limits `json:"machine"`  // null if not measured
	OfLimits float64         `json:"ofLimits"` // Rate as a share of the smaller limit
}

// LobbyFigures is the traffic of clients that watch the lists.
type LobbyFigures struct {
	Messages uint64 `json:"messages"`
	Bytes    uint64 `json:"bytes"`
}

// The times of a load.
const (
	ackTime = 30 * time.Second // default timeout for an acknowledgement and for a connection
	setUps  = 32               // clients that connect at the same time at the start
	settle  = 3 * time.Second  // after all clients are connected, until the server's memory is read: it pings new clients
)

// errorKinds limits the number of kinds of errors.
const errorKinds = 100

// Check returns an error if the configuration is not valid.
func (c *Config) Check() error {
	u, err := url.Parse(c.URL)
	switch {
	case err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https":
		return fmt.Errorf("server %q: want the form http://localhost:8080", c.URL)
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

// load is a running load.
type load struct {
	Config
	ctx    context.Context // of all connections
	people *people
	script *script

	acked, seen, watched, back, late histogram
	recent                           histogram // acknowledgements since the last progress report
	moves, unsent, again             atomic.Int64
	lobby                            struct{ messages, bytes atomic.Uint64 }
	from, to                         time.Time // measured period; set before any move

	mu     sync.Mutex
	errors map[string]int
	ended  []finished // ended games to check

	members sync.WaitGroup // readers of connections
}

// finished is a game without further moves.
type finished struct {
	id      string
	acked   []string // moves
	pending string   // one that may or may not have been made, or ""
	owner   *person
}

// Run puts a load on a server until the time is up or ctx ends, and returns the report. The error
// is why there was no load.
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
	inner, hangUp := context.WithCancel(context.WithoutCancel(ctx)) // Ctrl-C ends the load first, then the connections
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

// fault counts an error by its kind, a sentence without numbers.
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

// open connects all clients: players, spectators, and clients that watch the lists.
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

// inParallel calls f for the numbers below n, several at a time, until one fails.
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

// play makes moves until the time is up. It returns the time measured and the generator's processor
// time in it.
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

// wait waits until a time or the end of ctx, and reports whether the time was reached.
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

// measured reports whether a move that was due at this time counts.
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

// Beside adds the limits of the machine to the report.
func (r *Report) Beside(m *machine.Limits) {
	r.Machine = m
	if least := m.Moves(); least > 0 {
		r.OfLimits = r.Rate / least
	}
}
