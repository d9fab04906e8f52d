package gomoku

import (
	"context"
	"fmt"
	"math/rand/v2"

	"moyo/engine/gomoku/network"
)

// TeachOptions say how a network is made.
type TeachOptions struct {
	Lesson
	File      string       // positions to learn from; games are added to it
	Positions int          // that it shall hold
	From      *network.Net // plays these games; nil: nobody's, but the weights that are shipped
	Epochs    int          // times each position is learned from
	// Played, if not nil, is told how many positions there are while games are played; Learned, how well
	// those held back and those learned from fit before (epoch 0) and after each epoch.
	Played  func(positions int)
	Learned func(epoch int, taught, held network.Fit)
}

// The steps of learning: how many positions each rests on, the rate of the first, from which it falls to
// nothing, and of how many positions one is held back.
const (
	teachBatch = 256
	teachRate  = 0.004
	teachHeld  = 20
)

// Teach plays games until there are positions enough, and makes a network that learned from them. When ctx ends it returns its error;
// the positions stay in the file, and another call goes on from them.
func Teach(ctx context.Context, opt TeachOptions) (net *network.Net, err error) {
	w := WeightsFor(opt.Rule)
	_, b, err := opt.open(w)
	if err != nil {
		return nil, err
	}
	l := network.NewLayout(b)
	if l == nil {
		return nil, fmt.Errorf("no network plays on %s: it has too many points, or lines through each", opt.Board)
	}
	file, err := openPositions(opt.File, opt.Lesson)
	if err != nil {
		return nil, err
	}
	defer func() {
		if failed := file.file.Close(); err == nil {
			err = failed
		}
	}()
	if err := opt.play(ctx, w, file); err != nil {
		return nil, err
	}
	return opt.learn(ctx, network.NewLearner(l, b.Table(), opt.Seed, opt.Threads), w, file.list)
}

// play adds games to the file.
func (opt *TeachOptions) play(ctx context.Context, w *Weights, file *positionsFile) error {
	if len(file.list) >= opt.Positions {
		return nil
	}
	var failed error
	first := uint64(len(file.list)) << 32 // other games than before
	err := selfPlay(ctx, opt.Lesson, w, opt.From, first, func(list []judged) bool {
		if ctx.Err() != nil {
			return false // the game was not played to its end
		}
		failed = file.add(list)
		if opt.Played != nil {
			opt.Played(len(file.list))
		}
		return failed == nil && len(file.list) < opt.Positions
	})
	switch {
	case err != nil:
		return err
	case failed != nil:
		return failed
	}
	return ctx.Err()
}

// learn has n learn positions and returns what comes of it. Those held back are of other games: neighbours in a game are
// alike.
func (opt *TeachOptions) learn(ctx context.Context, n *network.Learner, w *Weights, list []judged) (*network.Net, error) {
	r, err := newReader(opt.Lesson, w)
	if err != nil {
		return nil, err
	}
	var samples []network.Sample
	for i := range list {
		if x, ok := r.lesson(&list[i]); ok {
			samples = append(samples, x)
		}
	}
	held, taught := samples[:len(samples)/teachHeld], samples[len(samples)/teachHeld:]
	if opt.Learned != nil {
		opt.Learned(0, network.Fit{}, n.Measure(held))
	}
	random := rand.New(rand.NewPCG(opt.Seed, 6))
	steps := float64(opt.Epochs * (len(taught) / teachBatch))
	step := 0.0
	for epoch := range opt.Epochs {
		var fits []network.Fit
		order := random.Perm(len(taught))
		for ; len(order) >= teachBatch && ctx.Err() == nil; order = order[teachBatch:] {
			fits = append(fits, n.Learn(taught, order[:teachBatch], teachRate*(1-step/steps)))
			step++
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if opt.Learned != nil {
			opt.Learned(epoch+1, network.Mean(fits), n.Measure(held))
		}
	}
	return n.Net(), nil
}
