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

// Search implements engine.Engine. Where the worker is cut short what it thought last
// counts. The error is engines.ErrElsewhere where there is nothing of it.
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

// ask has a worker's engine do a job.
func (p *proxy) ask(ctx context.Context, j job, points int, hear func(answer) bool) error {
	j.Engine, j.For = p.id, p.secret()
	return p.foreman.ask(ctx, j, points, hear)
}

// ask has a worker do a job. hear gets what it has thought and what it has found, and
// says whether that can be true.
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
	return fmt.Errorf("%w: it was %s (%w)", engines.ErrElsewhere, o, err)
}

// secret returns what stands for the game: those who know its id may look at it.
func (p *proxy) secret() string {
	sum := sha256.Sum256([]byte(p.foreman.node + " " + p.game))
	return hex.EncodeToString(sum[:12])
}

// do sends a job and waits for what becomes of it; the error says more.
func (f *Foreman) do(ctx context.Context, j job, points int, hear func(answer) bool) (outcome, error) {
	if !f.can(j.Kind, points) {
		return wasUnfit, fmt.Errorf("there is no worker for %d points", points)
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

// wait is the waiting for a job's end.
type wait struct {
	foreman  *Foreman
	id       string
	hear     func(answer) bool
	patience *time.Timer
	try      int     // the latest one
	failures int     // of tries
	state    outcome // what it is if nothing more is heard
	hurries  bool    // whoever has it shall answer now
}

// errSilent is the error of a job of which nothing more is heard.
var errSilent = errors.New("nothing more is heard of it")

// until waits for a job's end; once ctx has ended, for a moment only, and only for who
// has it.
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
			ended, w.hurries = nil, true
			w.patience.Reset(w.foreman.cfg.Times.Stop)
		case <-w.patience.C:
			w.foreman.halt(w.id)
			return w.state, errSilent
		}
	}
}

// take deals with an answer, and returns what became of the job where that is known.
func (w *wait) take(a answer) (outcome, error) {
	if a.Try < w.try {
		return "", nil // of a worker that was taken to be gone
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
			return wasFailed, fmt.Errorf("it failed %d times, at last with: %.200s", w.failures, a.Text)
		}
		w.heard(w.foreman.cfg.Times.Gone)
	}
	return "", nil
}

// isFalse ends a job about which something false was said.
func (w *wait) isFalse(a answer) (outcome, error) {
	w.foreman.halt(w.id)
	return wasFalse, fmt.Errorf("what the worker said at try %d cannot be true", a.Try)
}

// heard waits for so long until a worker is heard of again.
func (w *wait) heard(patience time.Duration) {
	w.state = wasLost
	if !w.hurries {
		w.patience.Reset(patience)
	}
}
