package gomoku

import (
	"context"
	"sync"
	"sync/atomic"

	"moyo/board"
	"moyo/engine/gomoku/network"
	rules "moyo/game/rules/gomoku"
	"moyo/game/rules/gomoku/pattern"
)

// SelfPlay describes self-play games for training.
type SelfPlay struct {
	Rule    rules.Rule
	Board   string // spec, "grid:15"
	Nodes   int64  // per move
	Threads int
	Seed    uint64
}

// open returns the board, and an empty pattern board with the weights of w.
func (l SelfPlay) open(w *Weights) (*board.Board, *pattern.Board, error) {
	g, err := board.Parse(l.Board)
	if err != nil {
		return nil, nil, err
	}
	t, err := pattern.TableFor(l.Rule.String(), 5)
	if err != nil {
		return nil, nil, err
	}
	b, err := pattern.New(g, t)
	if err != nil {
		return nil, nil, err
	}
	b.Weigh(&w.Values)
	return g, b, nil
}

// TrainOptions are options of Train.
type TrainOptions struct {
	SelfPlay
	Samples     int      // positions of each generation
	Generations int      // each plays with the weights of the one before
	Epochs      int      // passes over the samples
	From        *Weights // nil for handmade weights
	// Progress, if not nil, is called with the number of positions played in a
	// generation, and Trained with the fit of its weights.
	Progress func(generation, samples int)
	Trained  func(generation int, before, after Fit)
}

// trust is the weight of the search in a sample's target win probability; the
// rest is the result of the game.
const trust = 0.7

// Train makes weights from self-play games. With one thread it is repeatable.
// If ctx ends, it returns its weights so far.
func Train(ctx context.Context, opt TrainOptions) (*Weights, error) {
	w := opt.From
	if w == nil {
		w = start()
	}
	for g := 1; g <= opt.Generations && ctx.Err() == nil; g++ {
		samples, err := opt.play(ctx, w, g)
		if err != nil {
			return nil, err
		}
		validation := len(samples) / 20
		l := newTrainer(opt.Rule, w, opt.Seed)
		before := l.measure(samples[:validation], trust)
		steps := 0
		for e := range opt.Epochs {
			l.epoch(samples[validation:], 1.0*float64(opt.Epochs-e)/float64(opt.Epochs), trust, &steps)
		}
		if opt.Trained != nil {
			opt.Trained(g, before, l.measure(samples[:validation], trust))
		}
		w = l.weights()
	}
	return w, nil
}

// play plays the games of a generation and returns its samples.
func (opt *TrainOptions) play(ctx context.Context, w *Weights, generation int) ([]sample, error) {
	r, err := newReader(opt.SelfPlay, w)
	if err != nil {
		return nil, err
	}
	var samples []sample
	err = selfPlay(ctx, opt.SelfPlay, w, nil, uint64(generation)<<32, func(list []searched) bool {
		for i := range list {
			samples = append(samples, r.sample(&list[i]))
		}
		if opt.Progress != nil {
			opt.Progress(generation, len(samples))
		}
		return len(samples) < opt.Samples
	})
	return samples, err
}

// selfPlay plays games on all threads, the first with the number first+1, and passes
// their positions to take, game by game, until it returns false or ctx ends.
func selfPlay(ctx context.Context, l SelfPlay, w *Weights, net *network.Net, first uint64, take func([]searched) bool) error {
	var (
		lock   sync.Mutex
		wg     sync.WaitGroup
		failed error
		games  atomic.Uint64
		done   atomic.Bool
	)
	for range max(l.Threads, 1) {
		wg.Go(func() {
			for ctx.Err() == nil && !done.Load() {
				p, err := newSelfPlayer(l, w, net, first+games.Add(1))
				var list []searched
				if err == nil {
					list = p.game(ctx)
				}
				lock.Lock()
				if err != nil {
					failed = err
				}
				if err != nil || !done.Load() && !take(list) {
					done.Store(true)
				}
				lock.Unlock()
			}
		})
	}
	wg.Wait()
	return failed
}
