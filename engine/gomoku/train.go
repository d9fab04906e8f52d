package gomoku

import (
	"context"
	"sync"
	"sync/atomic"

	rules "moyo/rules/gomoku"
)

// TrainOptions say how weights are made.
type TrainOptions struct {
	Rule        rules.Rule
	Board       string // spec, "grid:15"
	Samples     int    // positions of each generation
	Generations int    // each plays with the weights of the one before
	Epochs      int    // times each sample is learned from
	Nodes       int64  // searched for each move
	Threads     int
	Seed        uint64
	From        *Weights // nil begins with weights made by hand
	// Progress, if not nil, is told how many positions of a generation have been
	// played, and how well the weights fit after it.
	Progress func(generation, samples int)
	Learned  func(generation int, before, after Fit)
}

// trust is how far a sample's win chance is that of the search; the rest is the
// result of the game.
const trust = 0.7

// Train makes weights from games that the engine plays against itself. With one
// thread it is repeatable. It ends early with what it has when ctx ends.
func Train(ctx context.Context, opt TrainOptions) (*Weights, error) {
	w := opt.From
	if w == nil {
		w = start()
	}
	for g := 1; g <= opt.Generations && ctx.Err() == nil; g++ {
		samples, err := selfPlay(ctx, opt, w, g)
		if err != nil {
			return nil, err
		}
		held := len(samples) / 20
		l := newLearner(opt.Rule, w, opt.Seed)
		before := l.measure(samples[:held], trust)
		steps := 0
		for e := range opt.Epochs {
			l.epoch(samples[held:], 1.0*float64(opt.Epochs-e)/float64(opt.Epochs), trust, &steps)
		}
		if opt.Learned != nil {
			opt.Learned(g, before, l.measure(samples[:held], trust))
		}
		w = l.weights()
	}
	return w, nil
}

// selfPlay plays games on all threads until there are samples enough.
func selfPlay(ctx context.Context, opt TrainOptions, w *Weights, generation int) ([]sample, error) {
	var (
		lock    sync.Mutex
		wg      sync.WaitGroup
		samples []sample
		failed  error
		games   atomic.Uint64
	)
	for range max(opt.Threads, 1) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for ctx.Err() == nil {
				p, err := newSelfPlayer(opt, w, uint64(generation)<<32|games.Add(1))
				var more []sample
				if err == nil {
					more = p.game(ctx)
				}
				lock.Lock()
				samples = append(samples, more...)
				n := len(samples)
				if err != nil {
					failed = err
				}
				if opt.Progress != nil {
					opt.Progress(generation, n)
				}
				lock.Unlock()
				if err != nil || n >= opt.Samples {
					return
				}
			}
		}()
	}
	wg.Wait()
	return samples, failed
}
