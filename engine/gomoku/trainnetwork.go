package gomoku

import (
	"context"
	"fmt"
	"math/rand/v2"

	"moyo/engine/gomoku/network"
)

// NetworkOptions are options of TrainNetwork.
type NetworkOptions struct {
	SelfPlay
	File      string       // the positions of self-play; new games are appended
	Positions int          // that the file shall contain
	From      *network.Net // plays the new games; nil for the built-in weights without a network
	Epochs    int          // passes over the positions
	// Played, if not nil, is called with the number of positions during self-play; Trained with
	// the fit to the training and validation sets before training (epoch 0) and after each epoch.
	Played  func(positions int)
	Trained func(epoch int, training, validation network.Fit)
}

// Constants of training: positions per step, the rate of the first step, which
// falls to 0, and one of how many positions is in the validation set.
const (
	trainBatch      = 256
	trainRate       = 0.004
	validationShare = 20
)

// TrainNetwork plays games until there are enough positions, and trains a network with them. If ctx
// ends it returns its error; the positions stay in the file, and another call continues with them.
func TrainNetwork(ctx context.Context, opt NetworkOptions) (net *network.Net, err error) {
	w := WeightsFor(opt.Rule)
	_, b, err := opt.open(w)
	if err != nil {
		return nil, err
	}
	l := network.NewLayout(b)
	if l == nil {
		return nil, fmt.Errorf("no network plays on %s: it has too many points, or lines through each", opt.Board)
	}
	file, err := openPositions(opt.File, opt.SelfPlay)
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
	return opt.train(ctx, network.NewTrainer(l, b.Table(), opt.Seed, opt.Threads), w, file.list)
}

// play appends games to the file.
func (opt *NetworkOptions) play(ctx context.Context, w *Weights, file *positionsFile) error {
	if len(file.list) >= opt.Positions {
		return nil
	}
	var failed error
	first := uint64(len(file.list)) << 32 // other games than before
	err := selfPlay(ctx, opt.SelfPlay, w, opt.From, first, func(list []searched) bool {
		if ctx.Err() != nil {
			return false // the game was not finished
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

// train trains n with positions and returns the network. The validation set is
// of other games, since positions of a game are similar.
func (opt *NetworkOptions) train(ctx context.Context, n *network.Trainer, w *Weights, list []searched) (*network.Net, error) {
	r, err := newReader(opt.SelfPlay, w)
	if err != nil {
		return nil, err
	}
	var samples []network.Sample
	for i := range list {
		if x, ok := r.networkSample(&list[i]); ok {
			samples = append(samples, x)
		}
	}
	validation, training := samples[:len(samples)/validationShare], samples[len(samples)/validationShare:]
	if opt.Trained != nil {
		opt.Trained(0, network.Fit{}, n.Measure(validation))
	}
	random := rand.New(rand.NewPCG(opt.Seed, 6))
	steps := float64(opt.Epochs * (len(training) / trainBatch))
	step := 0.0
	for epoch := range opt.Epochs {
		var fits []network.Fit
		order := random.Perm(len(training))
		for ; len(order) >= trainBatch && ctx.Err() == nil; order = order[trainBatch:] {
			fits = append(fits, n.Step(training, order[:trainBatch], trainRate*(1-step/steps)))
			step++
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if opt.Trained != nil {
			opt.Trained(epoch+1, network.Mean(fits), n.Measure(validation))
		}
	}
	return n.Net(), nil
}
