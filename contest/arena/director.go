package arena

import (
	"context"
	"sync"

	"moyo/game"
)

// director hands the games of a schedule to workers and collects their records.
type director struct {
	cfg  *Config
	jobs chan job
	// symmetries are the board's, applied to openings.
	symmetries [][]game.Point
	mu         sync.Mutex // guards the fields below, and the log
	results    *Results
	err        error
}

// run plays the games that are not played yet. The error is ctx's or the log's.
func (d *director) run(ctx context.Context, jobs []job) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var wg sync.WaitGroup
	for range max(d.cfg.Concurrency, 1) {
		wg.Go(func() {
			w := newWorker(d.cfg, d.symmetries)
			defer w.close()
			for j := range d.jobs {
				rec, err := w.play(ctx, j)
				if !d.take(rec, err) {
					cancel()
				}
			}
		})
	}
	d.deal(ctx, jobs)
	close(d.jobs)
	wg.Wait()
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.err == errDecided {
		return nil
	}
	return d.err
}

// deal hands out the games in order until all are dealt, the test is decided or
// ctx ends.
func (d *director) deal(ctx context.Context, jobs []job) {
	for _, j := range jobs {
		d.mu.Lock()
		played, decided := d.results.played(j.game), d.results.Verdict() != Open
		d.mu.Unlock()
		if decided {
			return
		}
		if played {
			continue
		}
		select {
		case d.jobs <- j:
		case <-ctx.Done():
			d.mu.Lock()
			if d.err == nil {
				d.err = context.Cause(ctx)
			}
			d.mu.Unlock()
			return
		}
	}
}

// errDecided ends running games when the test is decided.
var errDecided = decided{}

type decided struct{}

func (decided) Error() string { return "the test is decided" }

// take adds a finished game. It returns false if the match must end.
func (d *director) take(rec Record, err error) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.err != nil {
		return false
	}
	if err == nil && d.cfg.Log != nil {
		err = d.cfg.Log.add(rec)
	}
	if err != nil {
		d.err = err
		return false
	}
	d.results.add(rec)
	if d.cfg.Progress != nil {
		d.cfg.Progress(rec, d.results)
	}
	if d.results.Verdict() != Open {
		d.err = errDecided
		return false
	}
	return true
}
