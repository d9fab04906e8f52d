package arena

import (
	"context"
	"errors"
	"fmt"
	"time"

	"moyo/engine"
	"moyo/game"
)

// How long an engine may go on after its time before the game goes on without
// it: first it is told to stop, then it is given up.
const (
	stopAfter   = 5 * time.Second
	giveUpAfter = 10 * time.Second
)

// prepare readies an engine for a position, outside of its clock.
func prepare(ctx context.Context, e engine.Engine, pos game.Position) error {
	if p, ok := e.(engine.Preparer); ok {
		return p.Prepare(ctx, pos)
	}
	return nil
}

// answer is what a search has brought.
type answer struct {
	info  engine.Info
	err   error
	spent time.Duration
}

// search has a player's engine search the position, and measures it. An engine
// that panics has crashed; one that does not come back is left alone, and the
// next game opens another.
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
		c.engines[player] = nil // it still works, and cannot be closed
		return engine.Info{}, most + stopAfter + giveUpAfter,
			&engine.Failure{Engine: eng.Name(), Fault: engine.Overtime, Err: errors.New("it does not stop")}
	}
}
