package room

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"moyo/engine"
	"moyo/game"
	clocks "moyo/game/clock"
	"moyo/game/match"
	"moyo/server/base/apierror"
	"moyo/server/base/convert"
	"moyo/server/base/guard"
	"moyo/server/base/limit"
	"moyo/server/base/queue"
	"moyo/server/base/wire"
	"moyo/server/machines/engines"
)

// The limits of a thinker.
const (
	countTime  = 15 * time.Second       // to find dead stones
	maxRetries = 3                      // after failures; then a player must press Stop
	firstTime  = 800 * time.Millisecond // for the computer's first move on a small board
	smallBoard = 100                    // points
	retryAfter = 2 * time.Second
	quickest   = 50 * time.Millisecond // a search when the clock has nearly run out
	lookAway   = 5 * time.Second       // a search continues for this time in a closed game: a page may be reloading
)

// thinker runs the engines of one game, which choose moves and propose dead stones. At
// most one search is current. Each search runs in its own goroutine, on a copy of
// the position. Everything else belongs to the room's goroutine.
type thinker struct {
	*seats
	ctx     context.Context // ends with the room
	game    string          // id
	engines Engines
	counter string        // id of the engine that finds dead stones, or ""
	longest time.Duration // maximum for a move
	now     func() time.Time
	log     *slog.Logger
	metrics *Metrics
	inbox   inbox
	room    thinkersRoom

	search   *search     // in progress, or nil
	failures int         // of the engine, in a row
	unseen   *time.Timer // runs while the game is closed; when it fires, the room ends the search
}

// thinkersRoom is the part of a room that a thinker uses, in the room's goroutine.
type thinkersRoom interface {
	record(command string, e match.Event) error // writes an engine's choice to the log
	broadcastData(data []byte)                  // sends data to all members
	drive()                                     // calls think, if the game still awaits an engine
	fail(err error)                             // closes the room
}

// search is a running search.
type search struct {
	ctx     context.Context // ends when the result is no longer needed
	abandon context.CancelFunc
	stopped context.Context // ends when the engine must answer
	stop    context.CancelFunc
	pos     game.Position
	loan    engines.Loan // of the engine, whose id is to be set
}

// think starts the search that the game awaits, if any, on behalf of who. No other search
// may be current.
func (t *thinker) think(who queue.Asker) {
	seat := t.toPlay()
	switch {
	case t.m.WantsProposal():
		ids := t.counters()
		t.start(who, func(s *search) func() { return t.lookForDead(s, ids) })
	case seat.Kind == match.Engine:
		budget, report := t.budget(), !t.m.Setup().Rated // in a rated game what an engine thinks would help its opponent
		t.start(who, func(s *search) func() { return t.chooseMove(s, seat, budget, report) })
	}
}

// rest abandons the search.
func (t *thinker) rest() {
	if t.search != nil {
		t.search.abandon()
		t.search = nil
	}
}

// leaveAlone ends the search after lookAway, unless wake is called first: a closed game
// should not use the processor.
func (t *thinker) leaveAlone() { t.unseen.Reset(lookAway) }

// wake restarts the search after a member has opened the game.
func (t *thinker) wake() {
	t.unseen.Stop()
	if t.search == nil && t.failures <= maxRetries {
		t.room.drive()
	}
}

// stop makes the engine play its best move so far, or try again after failures. The error
// is for players who may not do so.
func (t *thinker) stop() error {
	switch {
	case t.search != nil && t.m.Setup().Rated:
		return apierror.Say(match.CodeNotAllowed, "game.stop", "In a rated game the computer takes the time that it needs.")
	case t.search != nil:
		t.search.stop()
	case t.toPlay().Kind == match.Engine:
		t.failures = 0
		t.room.drive()
	}
	return nil
}

// start runs work in a goroutine of its own. The room calls what work returns, unless the
// search was abandoned.
func (t *thinker) start(who queue.Asker, work func(*search) (then func())) {
	s := &search{pos: t.m.Position().Clone()}
	s.ctx, s.abandon = context.WithCancel(t.ctx)
	s.stopped, s.stop = context.WithCancel(s.ctx)
	s.loan = engines.Loan{Game: t.game, Urgency: queue.Move, For: who, Tell: func(at queue.Place) {
		t.tell(s, wire.ServerMessage{Type: "waiting", Waiting: at.Waiting()})
	}}
	t.search = s
	go func() {
		defer s.abandon()
		var then func()
		if err := guard.Run(func() error { then = work(s); return nil }); err != nil {
			then = func() { t.room.fail(err) }
		}
		t.inbox.do(func() {
			if t.search == s {
				t.search = nil
				then()
			}
		})
	}()
}

// use lends an engine to a search.
func (t *thinker) use(s *search, id string, f func(engine.Engine) error) error {
	loan := s.loan
	loan.Engine = id
	return t.engines.Use(s.ctx, loan, f)
}

// tell sends a message about the current search to all members. Any goroutine may call it.
func (t *thinker) tell(s *search, msg wire.ServerMessage) {
	data := encoded(msg)
	t.inbox.post(func() {
		if t.search == s {
			t.room.broadcastData(data)
		}
	})
}

// chooseMove makes the engine of a seat choose a move. If report is true, members see its reports.
func (t *thinker) chooseMove(s *search, seat match.Seat, budget budget, report bool) func() {
	var info engine.Info
	var took time.Duration
	start := t.now()
	err := t.use(s, seat.Engine, func(eng engine.Engine) (err error) {
		began := t.now()
		now, cancel := context.WithTimeout(s.stopped, budget.most)
		defer cancel()
		info, err = eng.Search(now, s.pos, engine.Limits{Seed: engines.Seed(), Clock: budget.clock}, t.reporter(s, report))
		took = t.now().Sub(began)
		return err
	})
	t.metrics.search.Observe(t.now().Sub(start).Seconds())
	return func() {
		if report {
			t.room.broadcastData(encoded(wire.ServerMessage{Type: "thinking", Thinking: convert.Thinking(s.pos, info, true)}))
		}
		if err == nil {
			err = t.playFound(info, took)
		}
		if err != nil && !errors.Is(err, errStore) {
			t.failed(seat, err)
		}
	}
}

// budget is the time for a move: a maximum, and the clock.
type budget struct {
	most  time.Duration
	clock engine.Clock
}

// budget returns the time for the move of the engine to play. With a clock it is a share of
// the time left, and rarely less than quickest, so that no move is made blindly. The
// first move on a small board has firstTime.
func (t *thinker) budget() budget {
	most, pos := t.longest, t.m.Position()
	if len(pos.Moves()) < 2 && pos.Board().Len() <= smallBoard {
		most = min(most, firstTime)
	}
	spec, left := t.m.Clock(), t.m.Left(t.m.Turn())
	if !spec.Counts() {
		return budget{most: most}
	}
	clock := engine.Clock{Spec: spec, Own: left, Other: t.m.Left(t.m.Turn().Other())}
	return budget{max(min(most, spec.Share(left, clocks.Ahead)), min(quickest, clock.Left()/2)), clock}
}

// reporter returns a function that sends the engine's reports at a limited rate, or nil if report is false.
func (t *thinker) reporter(s *search, report bool) func(engine.Info) {
	if !report {
		return nil
	}
	pace := limit.NewPace(limit.ReportEvery, t.now)
	return func(info engine.Info) {
		if pace.Due() {
			t.tell(s, wire.ServerMessage{Type: "thinking", Thinking: convert.Thinking(s.pos, info, false)})
		}
	}
}

// playFound plays the engine's choice after a search of the duration took.
func (t *thinker) playFound(info engine.Info, took time.Duration) error {
	e := match.Event{Kind: match.Moved, By: t.m.Turn(), Move: info.Move, Elapsed: took.Milliseconds()}
	if info.Resign {
		e = match.Event{Kind: match.Resigned, By: e.By}
	}
	if err := t.room.record("", e); err != nil {
		return fmt.Errorf("move %d: %w", info.Move, err)
	}
	t.failures = 0
	return nil
}

// failed reports that the engine could not move, and schedules a retry, at most maxRetries times.
func (t *thinker) failed(seat match.Seat, err error) {
	t.log.Error("engine failed", "game", t.game, "engine", seat.Engine, "err", err)
	t.metrics.engineFailures.Inc()
	t.failures++
	answer := apierror.Wrap(apierror.Engine, err, "engine.failed", "The computer could not find a move. It tries again in a moment.")
	if t.failures <= maxRetries {
		version := t.m.Version()
		time.AfterFunc(retryAfter, func() {
			t.inbox.do(func() {
				if t.search == nil && t.m.Version() == version {
					t.room.drive()
				}
			})
		})
	} else {
		answer = apierror.Wrap(apierror.Engine, err, "engine.stuck",
			"The computer could not find a move. Press Stop to let it try once more, take back, or resign; the game is kept.")
	}
	t.room.broadcastData(encoded(apierror.Message("", answer)))
}

// lookForDead asks engines for the dead stones until one answers. If all fail, the
// proposal is empty and the players mark the dead stones themselves.
func (t *thinker) lookForDead(s *search, ids []string) func() {
	var dead []game.Point
	for _, id := range ids {
		err := t.use(s, id, func(eng engine.Engine) (err error) {
			d, ok := eng.(engine.DeadStones)
			if !ok {
				return errNoCounter
			}
			now, cancel := context.WithTimeout(s.stopped, countTime)
			defer cancel()
			dead, err = d.Dead(now, s.pos)
			return err
		})
		if err == nil {
			break
		}
		if !errors.Is(err, errNoCounter) && s.ctx.Err() == nil {
			t.log.Error("dead stones not found", "game", t.game, "engine", id, "err", err)
		}
	}
	return func() {
		err := t.room.record("", match.Event{Kind: match.Scoring, Dead: dead})
		if err != nil && !errors.Is(err, errStore) {
			t.log.Error("proposal refused", "game", t.game, "err", err)
			if err := t.room.record("", match.Event{Kind: match.Scoring}); err != nil && !errors.Is(err, errStore) {
				t.room.fail(err)
			}
		}
	}
}

// errNoCounter is the error of an engine that cannot find dead stones.
var errNoCounter = errors.New("the engine does not look for dead stones")

// counters returns the ids of the engines to ask for dead stones: first the server's
// own, then those of the players.
func (t *thinker) counters() []string {
	setup := t.m.Setup()
	return slices.DeleteFunc([]string{t.counter, setup.Black.Engine, setup.White.Engine}, func(id string) bool { return id == "" })
}
