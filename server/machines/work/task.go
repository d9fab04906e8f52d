package work

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"moyo/board"
	"moyo/engine"
	"moyo/game"
	"moyo/server/base/guard"
	"moyo/server/base/limit"
	"moyo/server/machines/engines"
)

// task is a job of a worker.
type task struct {
	job
	worker *Worker
	msg    jetstream.Msg
	try    int
	began  time.Time
	stop   context.CancelFunc // makes it answer now

	mu       sync.Mutex
	returned bool // it was given back; no more answers are sent
}

// take does a job from the queue.
func (w *Worker) take(ctx context.Context, msg jetstream.Msg) {
	j, err := parseJob(msg.Data())
	if err != nil {
		w.cfg.Log.Warn("work: cannot parse a job", "err", err)
		_ = msg.Term() // the node waits in vain for a moment
		return
	}
	try := 1
	if at, err := msg.Metadata(); err == nil {
		try = min(max(int(at.NumDelivered), 1), tries)
	}
	search, stop := context.WithCancel(context.Background())
	defer stop()
	t := &task{job: j, worker: w, msg: msg, try: try, began: time.Now(), stop: stop}
	w.mu.Lock()
	w.tasks[j.ID] = t
	w.mu.Unlock()
	defer func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		if w.tasks[j.ID] == t {
			delete(w.tasks, j.ID)
		}
	}()
	if ctx.Err() != nil {
		t.giveBack()
		return
	}
	t.do(search)
}

// do does the job and sends the result.
func (t *task) do(ctx context.Context) {
	t.say(answer{State: working})
	beating, end := context.WithCancel(ctx)
	var beat sync.WaitGroup
	beat.Go(func() { t.beat(beating) })
	var a answer
	err := guard.Run(func() (err error) {
		a, err = t.think(ctx)
		return err
	})
	end()
	beat.Wait()
	took := time.Since(t.began).Round(time.Millisecond)
	switch {
	case err == nil:
		a.State = done
		t.end(a, t.msg.Ack)
		t.worker.cfg.Log.Info("work: done", "job", t.ID, "kind", t.Kind, "engine", t.Engine, "board", t.Asked.Board, "try", t.try, "took", took)
	default:
		a = answer{State: failed, Text: err.Error(), Final: errors.Is(err, errUnable)}
		give := t.msg.Nak
		if t.try == tries || a.Final {
			give = t.msg.Term
		}
		t.end(a, give)
		t.worker.cfg.Log.Warn("work: failed", "job", t.ID, "kind", t.Kind, "engine",
			t.Engine, "board", t.Asked.Board, "try", t.try, "took", took, "err", err)
	}
}

// beat sends signs of life of the job until ctx ends.
func (t *task) beat(ctx context.Context) {
	every := time.NewTicker(t.worker.cfg.Times.Announce)
	defer every.Stop()
	for {
		select {
		case <-every.C:
			t.say(answer{State: working})
			_ = t.msg.InProgress() // if it fails, another worker does it too
		case <-ctx.Done():
			return
		}
	}
}

// say sends an answer while the worker has the job.
func (t *task) say(a answer) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.returned {
		t.send(a)
	}
}

// end sends the last answer, and reports the end to the queue.
func (t *task) end(a answer, know func() error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.returned {
		return
	}
	t.returned = true
	t.send(a)
	_ = know() // if it fails, another worker does it too, in vain
}

// giveBack returns the job to the queue for another worker.
func (t *task) giveBack() {
	t.end(answer{State: returned, Text: "the worker stops"}, t.msg.Nak)
	t.stop()
}

// giveBackAll returns all running jobs to the queue.
func (w *Worker) giveBackAll() {
	w.mu.Lock()
	var all []*task
	for _, t := range w.tasks {
		all = append(all, t)
	}
	w.mu.Unlock()
	for _, t := range all {
		t.giveBack()
	}
}

func (t *task) send(a answer) {
	a.Try = t.try
	a.Text = a.Text[:min(len(a.Text), maxText)]
	subject := saidSubject
	if t.worker.cfg.Believed {
		subject = sureSubject
	}
	data, err := json.Marshal(a)
	if err != nil {
		t.worker.cfg.Log.Error("work: cannot encode an answer", "err", err)
		return
	}
	_ = t.worker.cfg.Conn.Publish(subject+t.Node+"."+t.ID, data) // without a connection there are no receivers
}

// errUnable is the error of a job that no worker of this version can do.
var errUnable = errors.New("no worker can do this job")

// think runs an engine.
func (t *task) think(ctx context.Context) (a answer, err error) {
	b, err := t.worker.boards.of(t.Asked)
	if err != nil {
		return a, errors.Join(errUnable, err)
	}
	if t.Time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, t.Time)
		defer cancel()
	}
	if t.Kind == solve {
		return t.solve(ctx, b)
	}
	pos, err := t.Asked.on(b)
	if err != nil {
		return a, errors.Join(errUnable, err)
	}
	lim, err := t.Limits.engine()
	if err != nil {
		return a, errors.Join(errUnable, err)
	}
	err = t.worker.pool.Use(context.Background(), engines.Loan{Engine: t.Engine, Game: t.For}, func(eng engine.Engine) error {
		a, err = t.with(ctx, eng, pos, lim)
		return err
	})
	return a, err
}

// with runs a given engine.
func (t *task) with(ctx context.Context, eng engine.Engine, pos game.Position, lim engine.Limits) (answer, error) {
	if t.Kind == dead {
		finder, ok := eng.(engine.DeadStones)
		if !ok {
			return answer{}, errUnable
		}
		points, err := finder.Dead(ctx, pos)
		return answer{Dead: points}, err
	}
	pace := limit.NewPace(limit.ReportEvery, time.Now)
	info, err := eng.Search(ctx, pos, lim, func(info engine.Info) {
		if pace.Due() {
			t.say(answer{State: thinking, Found: foundOf(info)})
		}
	})
	return answer{Found: foundOf(info)}, err
}

// boards caches the last boards.
type boards struct {
	mu   sync.Mutex
	kept []*board.Board // oldest first
}

// keptBoards is the number of cached boards.
const keptBoards = 8

// of returns the board of a position.
func (c *boards) of(p position) (*board.Board, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i, b := range c.kept {
		if b.Spec() == p.Board {
			c.kept = append(slices.Delete(c.kept, i, i+1), b)
			return b, nil
		}
	}
	b, err := p.board()
	if err == nil {
		c.kept = append(c.kept[max(0, len(c.kept)-keptBoards+1):], b)
	}
	return b, err
}
