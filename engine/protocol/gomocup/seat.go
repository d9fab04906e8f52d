package gomocup

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"moyo/engine"
	"moyo/game"
)

// seat owns the engine. A dropped search continues in the background until the
// engine notices; the next one waits for it.
type seat struct {
	open func(Resources) (engine.Engine, error)

	busy chan struct{} // full while the engine is in use
	eng  engine.Engine
	res  Resources // the resources of eng
}

func newSeat(open func(Resources) (engine.Engine, error)) *seat {
	return &seat{open: open, busy: make(chan struct{}, 1)}
}

func (s *seat) lock()   { s.busy <- struct{}{} }
func (s *seat) unlock() { <-s.busy }

// prepare makes the engine, unless it has just these resources, and prepares it
// for pos.
func (s *seat) prepare(ctx context.Context, res Resources, pos game.Position) error {
	s.lock()
	defer s.unlock()
	if err := s.ensure(res); err != nil {
		return err
	}
	if p, ok := s.eng.(engine.Preparer); ok {
		return p.Prepare(ctx, pos)
	}
	return nil
}

// forget makes the engine forget earlier searches.
func (s *seat) forget() {
	s.lock()
	defer s.unlock()
	if f, ok := s.eng.(engine.Forgetter); ok {
		f.Forget()
	}
}

func (s *seat) ensure(res Resources) error {
	if s.eng != nil && s.res == res {
		return nil
	}
	if s.eng != nil { // before the new one takes its memory
		s.eng.Close()
		s.eng = nil
	}
	eng, err := s.open(res)
	if err != nil {
		return err
	}
	s.eng, s.res = eng, res
	return nil
}

// closeWait is how long to wait at the end for an engine that is still searching.
const closeWait = 500 * time.Millisecond

// close closes the engine.
func (s *seat) close() {
	select {
	case s.busy <- struct{}{}: // the engine is no longer in use
	case <-time.After(closeWait):
		return
	}
	if s.eng != nil {
		s.eng.Close()
		s.eng = nil
	}
}

// search is one running search.
type search struct {
	cancel context.CancelFunc
	latest atomic.Pointer[engine.Info] // the last report, nil before the first
	done   chan found
}

type found struct {
	info engine.Info
	err  error
}

// search starts a search of pos, for even moves if even is set. It ends at the
// limits, at end or when it is cancelled. done then has the result.
func (s *seat) search(ctx context.Context, res Resources, pos game.Position, lim engine.Limits, even *engine.Even, end time.Time) *search {
	ctx, cancel := context.WithDeadline(ctx, end)
	sc := &search{cancel: cancel, done: make(chan found, 1)}
	pos = pos.Clone()
	go func() {
		defer cancel()
		info, err := s.run(res, func(eng engine.Engine) (engine.Info, error) {
			if t, ok := eng.(engine.Balancer); ok && even != nil {
				return t.Balance(ctx, pos, *even, lim, sc.report)
			}
			return eng.Search(ctx, pos, lim, sc.report)
		})
		sc.done <- found{info, err}
	}()
	return sc
}

// run calls do with the engine. A panic of the engine becomes an error, since a
// manager takes the death of a program as a loss.
func (s *seat) run(res Resources, do func(engine.Engine) (engine.Info, error)) (info engine.Info, err error) {
	s.lock()
	defer s.unlock()
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the engine panicked: %v", r)
		}
	}()
	if err := s.ensure(res); err != nil {
		return engine.Info{}, err
	}
	return do(s.eng)
}

func (sc *search) report(info engine.Info) {
	info.PV = slices.Clone(info.PV) // the engine may write to it again
	info.Candidates = slices.Clone(info.Candidates)
	for i := range info.Candidates {
		info.Candidates[i].PV = slices.Clone(info.Candidates[i].PV)
	}
	sc.latest.Store(&info)
}

// known returns the result so far.
func (sc *search) known() found {
	if info := sc.latest.Load(); info != nil {
		return found{info: *info}
	}
	return found{err: errors.New("no move in time")}
}
