package work

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"moyo/engine"
	"moyo/game"
	"moyo/server/machines/engines"
)

// proxy is an engine whose searches are jobs.
type proxy struct {
	foreman  *Foreman
	game, id string
}

// Name implements engine.Engine.
func (p *proxy) Name() string { return p.id }

// Close implements engine.Engine.
func (p *proxy) Close() error { return nil }

// Search implements engine.Engine. If the worker is stopped, its last result counts. Without a result the error is
// engines.ErrElsewhere.
func (p *proxy) Search(ctx context.Context, pos game.Position, lim engine.Limits, report func(engine.Info)) (engine.Info, error) {
	var last engine.Info
	has := false
	hear := func(a answer) bool {
		info, ok := a.Found.info(pos, a.sure)
		if !ok {
			return false
		}
		last, has = info, true
		if a.State == thinking && report != nil {
			report(info)
		}
		return true
	}
	err := p.ask(ctx, job{Kind: search, Limits: limitsOf(lim), Asked: positionOf(pos)}, pos.Board().Len(), hear)
	if err != nil && has && ctx.Err() != nil {
		return last, nil // its time was over, and this is what it would have played
	}
	return last, err
}

// Dead implements engine.DeadStones.
func (p *proxy) Dead(ctx context.Context, pos game.Position) (points []game.Point, err error) {
	err = p.ask(ctx, job{Kind: dead, Asked: positionOf(pos)}, pos.Board().Len(), func(a answer) (ok bool) {
		points, ok = a.chains(pos)
		return ok
	})
	return points, err
}

// ask gives a job to a worker's engine.
func (p *proxy) ask(ctx context.Context, j job, points int, hear func(answer) bool) error {
	j.Engine, j.For = p.id, p.secret()
	return p.foreman.ask(ctx, j, points, hear)
}

// ask gives a job to a worker. hear receives results and the final answer, and reports whether they are possible.
func (f *Foreman) ask(ctx context.Context, j job, points int, hear func(answer) bool) error {
	j.ID, j.Node = rand.Text(), f.node
	if deadline, ok := ctx.Deadline(); ok {
		j.Time = max(0, time.Until(deadline))
	}
	o, err := f.do(ctx, j, points, hear)
	f.ended(j.Kind, o)
	if o == wasDone {
		return nil
	}
	return fmt.Errorf("%w: the job was %s (%w)", engines.ErrElsewhere, o, err)
}

// secret returns a key for the game. The id itself is secret, because it gives access to the game.
func (p *proxy) secret() string {
	sum := sha256.Sum256([]byte(p.foreman.node + " " + p.game))
	return hex.EncodeToString(sum[:12])
}

// do sends a job and waits for the outcome. The error has details.
func (f *Foreman) do(ctx context.Context, j job, points int, hear func(answer) bool) (outcome, error) {
	if !f.can(j.Kind, points) {
		return wasUnfit, fmt.Errorf("no worker for %d points", points)
	}
	data, err := json.Marshal(j)
	if err != nil {
		return wasUnfit, err
	}
	if _, err := parseJob(data); err != nil {
		return wasUnfit, err
	}
	if err := ctx.Err(); err != nil {
		return wasCancelled, err
	}
	box := f.open(j.ID)
	defer f.shut(j.ID)
	if err := f.cfg.Conn.Publish(classOf(j.Kind, points).subject(f.cfg.Version), data); err != nil {
		return wasUntaken, err
	}
	w := &wait{foreman: f, id: j.ID, hear: hear, patience: time.NewTimer(f.cfg.Times.Take), state: wasUntaken}
	defer w.patience.Stop()
	return w.until(ctx, box)
}

// wait waits for the end of a job.
type wait struct {
	foreman  *Foreman
	id       string
	hear     func(answer) bool
	patience *time.Timer
	try      int     // the latest try
	failures int     // of tries
	state    outcome // the outcome if nothing more is received
	stopped  bool    // the worker must answer now
}

// errSilent is the error of a job whose worker is silent.
var errSilent = errors.New("its worker is silent")

// until waits for the end of a job. When ctx ends, it waits only a moment, and only if a worker has the job.
func (w *wait) until(ctx context.Context, box *mailbox) (outcome, error) {
	ended := ctx.Done()
	for {
		select {
		case a := <-box.answers:
			if o, err := w.take(a); o != "" {
				return o, err
			}
		case <-ended:
			w.foreman.halt(w.id)
			if w.try == 0 {
				return wasCancelled, ctx.Err()
			}
			ended, w.stopped = nil, true
			w.patience.Reset(w.foreman.cfg.Times.Stop)
		case <-w.patience.C:
			w.foreman.halt(w.id)
			return w.state, errSilent
		}
	}
}

// take handles an answer, and returns the outcome if it is known.
func (w *wait) take(a answer) (outcome, error) {
	if a.Try < w.try {
		return "", nil // of a worker that was considered lost
	}
	w.try = a.Try
	switch a.State {
	case working:
		w.heard(w.foreman.cfg.Times.Gone * 3 / 2)
	case thinking:
		if !w.hear(a) {
			return w.isFalse(a)
		}
		w.heard(w.foreman.cfg.Times.Gone * 3 / 2)
	case done:
		if !w.hear(a) {
			return w.isFalse(a)
		}
		return wasDone, nil
	case failed, returned:
		if w.failures++; w.failures >= tries || a.Final || a.Try == tries {
			return wasFailed, fmt.Errorf("it failed %d times, last with: %.200s", w.failures, a.Text)
		}
		w.heard(w.foreman.cfg.Times.Gone)
	}
	return "", nil
}

// isFalse ends a job after an impossible answer.
func (w *wait) isFalse(a answer) (outcome, error) {
	w.foreman.halt(w.id)
	return wasFalse, fmt.Errorf("the worker's answer at try %d is impossible", a.Try)
}

// heard waits up to patience for the next answer.
func (w *wait) heard(patience time.Duration) {
	w.state = wasLost
	if !w.stopped {
		w.patience.Reset(patience)
	}
}
