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

// Lesson says which games are played to learn from.
type Lesson struct {
	Rule    rules.Rule
	Board   string // spec, "grid:15"
	Nodes   int64  // searched for each move
	Threads int
	Seed    uint64
}

// open returns the board of the lesson, and a position on it that weighs by w.
func (l Lesson) open(w *Weights) (*board.Board, *pattern.Board, error) {
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

// TrainOptions say how weights are made.
type TrainOptions struct {
	Lesson
	Samples     int      // positions of each generation
	Generations int      // each plays with the weights of the one before
	Epochs      int      // times each sample is learned from
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
		samples, err := opt.play(ctx, w, g)
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

// play plays the games of a generation and returns its samples.
func (opt *TrainOptions) play(ctx context.Context, w *Weights, generation int) ([]sample, error) {
	r, err := newReader(opt.Lesson, w)
	if err != nil {
		return nil, err
	}
	var samples []sample
	err = selfPlay(ctx, opt.Lesson, w, nil, uint64(generation)<<32, func(list []judged) bool {
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

// selfPlay plays games on all threads, the first with the number first+1, and gives their positions to take, one
// game after another, until that returns false or ctx ends.
func selfPlay(ctx context.Context, l Lesson, w *Weights, net *network.Net, first uint64, take func([]judged) bool) error {
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
				var list []judged
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
