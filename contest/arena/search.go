package arena

import (
	"context"
	"errors"
	"fmt"
	"time"

	"moyo/engine"
	"moyo/game"
)

// How long an engine may exceed its time: after the first delay it is told to stop, after the
// second it is abandoned.
const (
	stopAfter   = 5 * time.Second
	giveUpAfter = 10 * time.Second
)

// prepare readies an engine for a position while its clock is stopped.
func prepare(ctx context.Context, e engine.Engine, pos game.Position) error {
	if p, ok := e.(engine.Preparer); ok {
		return p.Prepare(ctx, pos)
	}
	return nil
}

// answer is the result of a search.
type answer struct {
	info  engine.Info
	err   error
	spent time.Duration
}

// search lets a player's engine search the position, and measures the time. An engine that panics
// has crashed. One that does not return is abandoned, and the next game opens a new one.
func (c *contest) search(ctx context.Context, player int, lim engine.Limits) (engine.Info, time.Duration, error) {
	eng, pos := c.engines[player], c.pos.Clone()
	run, cancel := context.WithCancel(ctx)
	defer cancel()
	done := make(chan answer, 1)
	go func() {
		begun := time.Now()
		var a answer
		defer func() {
			if r := recover(); r != nil {
				a.err = fmt.Errorf("it panics: %v", r)
			}
			a.spent = time.Since(begun)
			done <- a
		}()
		a.info, a.err = eng.Search(run, pos, lim, nil)
	}()
	var stop <-chan time.Time
	most := lim.Time
	if left := lim.Clock.Left(); lim.Clock.Counts() && (most == 0 || left < most) {
		most = left
	}
	if most > 0 || lim.Clock.Counts() {
		t := time.NewTimer(most + c.cfg.Tolerance + stopAfter)
		defer t.Stop()
		stop = t.C
	}
	select {
	case a := <-done:
		return a.info, a.spent, a.err
	case <-stop:
	case <-ctx.Done():
	}
	cancel()
	t := time.NewTimer(giveUpAfter)
	defer t.Stop()
	select {
	case a := <-done:
		return a.info, a.spent, a.err
	case <-t.C:
		c.engines[player] = nil // it is still running, and cannot be closed
		return engine.Info{}, most + stopAfter + giveUpAfter,
			&engine.Failure{Engine: eng.Name(), Fault: engine.Overtime, Err: errors.New("it does not stop")}
	}
}
