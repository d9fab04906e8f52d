package room

import (
	"context"
	"errors"
	"fmt"
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
	"moyo/server/base/socket"
	"moyo/server/base/wire"
	"moyo/server/machines/engines"
)

// How a room deals with its engine.
const (
	countTime  = 15 * time.Second       // to look for dead stones
	maxRetries = 3                      // after failures; then a person has to ask
	firstTime  = 800 * time.Millisecond // for the computer's first move on a small board
	smallBoard = 100                    // points
	retryAfter = 2 * time.Second
	quickest   = 50 * time.Millisecond // a search by a clock that is nearly run out
	lookAway   = 5 * time.Second       // a search goes on while nobody has the game open: a page may be loading again
)

// search is an engine at work for the room.
type search struct {
	abandon context.CancelFunc // its result is of no use any more
	stop    context.CancelFunc // it shall answer now
}

// drive gives the engine what there is to do after every change: a move, or the
// proposal of dead stones. Whatever it was at is obsolete.
func (r *room) drive() {
	r.rest()
	r.tidyPlans()
	if r.failed || r.answer() {
		return // the answer has had the room go on
	}
	if len(r.members) == 0 {
		return // until somebody comes; see wake
	}
	seat := r.toPlay()
	switch {
	case r.m.WantsProposal():
		ids := r.counters()
		r.startSearch(func(t thought) func() { return r.lookForDead(t, ids) })
	case seat.Kind == match.Engine:
		budget, report := r.budget(), r.tellsThoughts()
		r.startSearch(func(t thought) func() { return r.chooseMove(t, seat, budget, report) })
	}
}

// rest ends the search.
func (r *room) rest() {
	if r.search != nil {
		r.search.abandon()
		r.search = nil
	}
}

// wake has the engine think whose turn it has been while nobody was there.
func (r *room) wake() {
	r.unseen.Stop()
	if r.search == nil && r.failures <= maxRetries {
		r.drive()
	}
}

// nobodyLooks ends what an engine thinks: the processor is for those who are there.
func (r *room) nobodyLooks() {
	if len(r.members) == 0 {
		r.rest()
	}
}

// toPlay returns the seat whose turn it is, or the zero Seat.
func (r *room) toPlay() match.Seat {
	if side := r.m.Turn(); side != game.Empty {
		return r.m.Seat(side)
	}
	return match.Seat{}
}

// asker returns for whom an engine thinks: a player who has the game open, or else
// somebody who looks on.
func (r *room) asker() (who queue.Asker) {
	for m := range r.members {
		a := m.Asker()
		if r.sideOf(m) != game.Empty {
			return a
		}
		if who == (queue.Asker{}) || a.Person < who.Person {
			who = a
		}
	}
	return who
}

// tellPlace lets those who look on know how long the engine has to wait for a
// processor.
func (r *room) tellPlace(s *search, at queue.Place) {
	data := encoded(wire.ServerMessage{Type: "waiting", Waiting: at.Waiting()})
	r.post(func() { r.sendThoughts(s, data) })
}

// thought is what a search works with. It shares nothing with the room.
type thought struct {
	search  *search         // which one it is
	ctx     context.Context // ends when the result is of no use any more
	stopped context.Context // ends when the engine shall answer now
	pos     game.Position
	loan    engines.Loan // of the engine, whose id is to be set
}

// engine returns the loan of an engine.
func (t thought) engine(id string) engines.Loan {
	t.loan.Engine = id
	return t.loan
}

// startSearch runs work in a goroutine of its own. What work returns is called
// by the room, unless the search was abandoned.
func (r *room) startSearch(work func(thought) func()) {
	ctx, abandon := context.WithCancel(r.ctx)
	stopped, stop := context.WithCancel(ctx)
	s := &search{abandon, stop}
	r.search = s
	loan := engines.Loan{Game: r.id, Urgency: queue.Move, For: r.asker(), Tell: func(at queue.Place) { r.tellPlace(s, at) }}
	t := thought{s, ctx, stopped, r.m.Position().Clone(), loan}
	go func() {
		defer abandon()
		var then func()
		if err := guard.Run(func() error { then = work(t); return nil }); err != nil {
			then = func() { r.fail(err) }
		}
		r.do(func() {
			if r.search == s {
				r.search = nil
				then()
			}
		})
	}()
}

// chooseMove lets the engine whose turn it is choose a move, and tells what it
// thinks if report is true.
func (r *room) chooseMove(t thought, seat match.Seat, budget budget, report bool) func() {
	var info engine.Info
	var took time.Duration
	start := r.h.Now()
	err := r.h.Engines.Use(t.ctx, t.engine(seat.Engine), func(eng engine.Engine) (err error) {
		began := r.h.Now()
		now, cancel := context.WithTimeout(t.stopped, budget.most)
		defer cancel()
		info, err = eng.Search(now, t.pos, engine.Limits{Seed: engines.Seed(), Clock: budget.clock}, r.reporter(t, report))
		took = r.h.Now().Sub(began)
		return err
	})
	r.h.Metrics.search.Observe(r.h.Now().Sub(start).Seconds())
	return func() {
		if report {
			r.broadcast(wire.ServerMessage{Type: "thinking", Thinking: convert.Thinking(t.pos, info, true)})
		}
		if err == nil {
			err = r.playFound(info, took)
		}
		if err != nil && !errors.Is(err, errStore) {
			r.engineFailed(seat, err)
		}
	}
}

// searchTime returns how long an engine may think about pos at most. Whoever sits
// down at a small board is answered at once.
func (r *room) searchTime(pos game.Position) time.Duration {
	longest := r.h.SearchTime
	if len(pos.Moves()) < 2 && pos.Board().Len() <= smallBoard {
		return min(longest, firstTime)
	}
	return longest
}

// budget is how long an engine may think about its move: at most so long, and what
// its clock says.
type budget struct {
	most  time.Duration
	clock engine.Clock
}

// budget returns that of the engine whose turn it is. With a clock it is a wise
// share of what is left, and seldom less than quickest, so that no move is made
// blindly.
func (r *room) budget() budget {
	most := r.searchTime(r.m.Position())
	spec, left := r.m.Clock(), r.m.Left(r.m.Turn())
	if !spec.Counts() {
		return budget{most: most}
	}
	clock := engine.Clock{Spec: spec, Own: left, Other: r.m.Left(r.m.Turn().Other())}
	return budget{max(min(most, spec.Share(left, clocks.Ahead)), min(quickest, clock.Left()/2)), clock}
}

// tellsThoughts says whether all may see what an engine thinks: it would help its
// opponent, so that in a rated game nobody does.
func (r *room) tellsThoughts() bool { return !r.m.Setup().Rated }

// reporter returns what reports the engine's thoughts, not too often; nil where
// nobody is to see them.
func (r *room) reporter(t thought, report bool) func(engine.Info) {
	if !report {
		return nil
	}
	pace := limit.NewPace(limit.ReportEvery, r.h.Now)
	return func(info engine.Info) {
		if pace.Due() {
			data := encoded(wire.ServerMessage{Type: "thinking", Thinking: convert.Thinking(t.pos, info, false)})
			r.post(func() { r.sendThoughts(t.search, data) })
		}
	}
}

// sendThoughts sends thoughts while the search that had them goes on.
func (r *room) sendThoughts(s *search, data []byte) {
	if r.search == s {
		r.broadcastData(data)
	}
}

// playFound plays what the engine has chosen in so much time.
func (r *room) playFound(info engine.Info, took time.Duration) error {
	e := match.Event{Kind: match.Moved, By: r.m.Turn(), Move: info.Move, Elapsed: took.Milliseconds()}
	if info.Resign {
		e = match.Event{Kind: match.Resigned, By: e.By}
	}
	if err := r.record("", e); err != nil {
		return fmt.Errorf("move %d: %w", info.Move, err)
	}
	r.failures = 0
	return nil
}

// engineFailed says that the engine could not move and tries again, a few times
// by itself.
func (r *room) engineFailed(seat match.Seat, err error) {
	r.h.Log.Error("engine failed", "game", r.id, "engine", seat.Engine, "err", err)
	r.h.Metrics.engineFailures.Inc()
	r.failures++
	answer := apierror.Wrap(apierror.Engine, err, "engine.failed", "The computer could not find a move. It tries again in a moment.")
	if r.failures <= maxRetries {
		version := r.m.Version()
		time.AfterFunc(retryAfter, func() {
			r.do(func() {
				if r.search == nil && r.m.Version() == version {
					r.drive()
				}
			})
		})
	} else {
		answer = apierror.Wrap(apierror.Engine, err, "engine.stuck",
			"The computer could not find a move. Press Stop to let it try once more, take back, or resign; the game is kept.")
	}
	r.broadcast(apierror.Message("", answer))
}

// stopThinking makes the engine play what it has, or start again after failures.
func (r *room) stopThinking(m *socket.Conn, msg wire.ClientMessage) {
	switch {
	case r.search != nil && r.m.Setup().Rated:
		r.refuse(m, msg.ID, apierror.Say(match.CodeNotAllowed, "game.stop", "In a rated game the computer takes the time that it needs."))
		return
	case r.search != nil:
		r.search.stop()
	case r.toPlay().Kind == match.Engine:
		r.failures = 0
		r.drive()
	}
	r.acknowledge(m, msg.ID, r.m.Version())
}

// lookForDead lets one of the engines propose dead stones. Where none can,
// nothing is proposed and the players mark what is dead themselves.
func (r *room) lookForDead(t thought, ids []string) func() {
	var dead []game.Point
	for _, id := range ids {
		err := r.h.Engines.Use(t.ctx, t.engine(id), func(eng engine.Engine) (err error) {
			d, ok := eng.(engine.DeadStones)
			if !ok {
				return errNoCounter
			}
			now, cancel := context.WithTimeout(t.stopped, countTime)
			defer cancel()
			dead, err = d.Dead(now, t.pos)
			return err
		})
		if err == nil {
			break
		}
		if !errors.Is(err, errNoCounter) && t.ctx.Err() == nil {
			r.h.Log.Error("dead stones not found", "game", r.id, "engine", id, "err", err)
		}
	}
	return func() {
		err := r.record("", match.Event{Kind: match.Scoring, Dead: dead})
		if err != nil && !errors.Is(err, errStore) {
			r.h.Log.Error("proposal refused", "game", r.id, "err", err)
			if err := r.record("", match.Event{Kind: match.Scoring}); err != nil && !errors.Is(err, errStore) {
				r.fail(err)
			}
		}
	}
}

// errNoCounter is the error of an engine that does not know dead stones.
var errNoCounter = errors.New("the engine does not look for dead stones")

// counters returns the ids of the engines to ask for dead stones: the server's
// own, then the opponent.
func (r *room) counters() []string {
	setup := r.m.Setup()
	ids := []string{r.h.Counter, setup.Black.Engine, setup.White.Engine}
	return slices.DeleteFunc(ids, func(id string) bool { return id == "" })
}
