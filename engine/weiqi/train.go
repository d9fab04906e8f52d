package weiqi

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"

	"moyo/engine/neural"
)

// TrainOptions are options of training.
type TrainOptions struct {
	Net          *neural.Net   // continues from it; a new one if nil
	Keep         float64       // share of its weights in the result
	Config       neural.Config // of a new network, or what Net grows to: channels, blocks, Straight and Lead
	Tactics      bool          // a Net without tactical features gets them
	Labels       []*Labelled   // a teacher's labels, used beside games
	Validation   []*Labelled   // labelled games of the validation set; if empty, some games are held back
	OwnShare     float64       // share of a step's positions that come from games, where labels are used, too
	Average      float64       // decay of the moving average of weights per step; the average is the result; 0 for the last weights
	Steps, Batch int
	Rate         float64 // learning rate, at its highest
	Threads      int
	// Weight of the search's win probability in the value target, against the result of the game. A result is
	// one bit, which says little about early positions; a search adds little where the network knows little.
	SearchShare float64
	Seed        uint64
	State       string // file with the state of the training, to resume after a kill; "" for none
	// Progress is called every reportSteps steps with the loss since the last call and the loss on the validation set.
	Progress func(step int, learned, held neural.Loss)
}

// Constants of training.
const (
	netHead         = 32
	warmSteps       = 200  // in which the rate rises
	lastRate        = 0.02 // of the highest, at the end
	reportSteps     = 250
	validationGames = 25   // one of this many games goes to the validation set
	validationMost  = 1500 // positions of the validation set
	together        = 100  // positions that are evaluated together
	decided         = 0.02 // a win probability below this, or as far from 1
	decidedKept     = 4    // training uses one of this many positions of decided games
)

// place is a position of a game, or of a labelled one.
type place struct {
	game   *Played
	labels *Labelled
	ply    int
}

// Train trains a network with games. If ctx ends, it returns the network
// trained so far, and the error of ctx.
func Train(ctx context.Context, games []*Played, opt TrainOptions) (*neural.Net, error) {
	begun, err := opt.begin()
	if err != nil {
		return nil, err
	}
	t := &training{TrainOptions: opt, trainer: neural.NewTrainer(begun.Clone(), opt.Threads, opt.Average)}
	t.samples = newSamples(begun.Config.Features, opt.SearchShare)
	t.divide(games)
	if len(t.places)+len(t.labelled) == 0 || len(t.validation) == 0 {
		return nil, fmt.Errorf("weiqi: %d games are too few for training", len(games)+len(opt.Labels))
	}
	if err := t.load(); err != nil {
		return nil, err
	}
	err = t.run(ctx)
	result := t.trainer.Result()
	if opt.Net != nil && opt.Keep > 0 {
		result.Blend(begun, opt.Keep)
	}
	return result, err
}

// begin returns the network before its first step.
func (o *TrainOptions) begin() (*neural.Net, error) {
	c := o.Config
	c.Inputs, c.Head = inputs, netHead
	if o.Net != nil {
		was := o.Net.Config
		c.Features, c.Channels, c.Blocks, c.Head = was.Features, max(c.Channels, was.Channels), max(c.Blocks, was.Blocks), was.Head
		c.Straight, c.Lead = c.Straight || was.Straight, c.Lead || was.Lead
		net, err := o.Net.Grow(c, o.Seed)
		if err == nil && o.Tactics && was.Features == featuresPlain {
			net.Config.Features = featuresArea
			net.Ignore(readOut...)
		}
		return net, err
	}
	return neural.New(c, o.Seed)
}

// training is a running training.
type training struct {
	TrainOptions
	trainer    *neural.Trainer
	samples    *samples
	places     []place // positions of games
	labelled   []place // positions with labels
	validation []place
}

// divide chooses the validation set.
func (t *training) divide(games []*Played) {
	for i, g := range games {
		for ply, visits := range g.Visits {
			sure := g.Values[ply] < decided || g.Values[ply] > 1-decided
			switch {
			case visits == nil || sure && ply%decidedKept != 0:
			case i%validationGames == 0 && t.Validation == nil:
				t.validation = append(t.validation, place{game: g, ply: ply})
			default:
				t.places = append(t.places, place{game: g, ply: ply})
			}
		}
	}
	for i, g := range t.Labels {
		if i%validationGames == 0 && t.Validation == nil {
			t.validation = append(t.validation, g.places()...)
		} else {
			t.labelled = append(t.labelled, g.places()...)
		}
	}
	for _, g := range t.Validation {
		t.validation = append(t.validation, g.places()...)
	}
	r := rand.New(rand.NewPCG(t.Seed, 0))
	r.Shuffle(len(t.validation), func(i, j int) { t.validation[i], t.validation[j] = t.validation[j], t.validation[i] })
	t.validation = t.validation[:min(len(t.validation), validationMost)]
}

// batch is the samples of one step.
type batch struct {
	in   []neural.Input
	want []neural.Target
	err  error
}

func (t *training) batch(places []place) (b batch) {
	for _, p := range places {
		l, err := t.samples.at(p)
		if err != nil {
			return batch{err: err}
		}
		b.in, b.want = append(b.in, l.in), append(b.want, l.want)
	}
	return b
}

// batches makes those of the steps that are left. They depend on the seed and the step alone.
func (t *training) batches(ctx context.Context) <-chan batch {
	out := make(chan batch, 2)
	from := t.trainer.Steps()
	go func() {
		defer close(out)
		for step := from; step < t.Steps; step++ {
			r := rand.New(rand.NewPCG(t.Seed, uint64(step)+1))
			places := make([]place, t.Batch)
			for i := range places {
				places[i] = t.draw(r)
			}
			select {
			case out <- t.batch(places):
			case <-ctx.Done():
				return
			}
		}
	}()
	return out
}

// draw returns a random training position.
func (t *training) draw(r *rand.Rand) place {
	from := t.labelled
	if len(t.labelled) == 0 || len(t.places) > 0 && r.Float64() < t.OwnShare {
		from = t.places
	}
	return from[r.IntN(len(from))]
}

func (t *training) run(ctx context.Context) error {
	var held []batch
	for at := 0; at < len(t.validation); at += together {
		b := t.batch(t.validation[at:min(at+together, len(t.validation))])
		if b.err != nil {
			return b.err
		}
		held = append(held, b)
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var sum neural.Loss
	n := 0
	for b := range t.batches(ctx) {
		if b.err != nil {
			return b.err
		}
		t.trainer.Rate = t.Rate * t.share(t.trainer.Steps())
		sum = sum.Plus(t.trainer.Step(b.in, b.want), 1)
		n++
		if step := t.trainer.Steps(); step%reportSteps == 0 || step == t.Steps {
			if t.Progress != nil {
				t.Progress(step, sum.Over(float64(n)), t.lossOf(held))
			}
			sum, n = neural.Loss{}, 0
			if err := t.save(); err != nil {
				return err
			}
		}
	}
	return ctx.Err()
}

// share is the learning rate at a step, in parts of the highest: it rises, then falls along a cosine.
func (t *training) share(step int) float64 {
	rise := math.Min(1, float64(step+1)/warmSteps)
	fall := 0.5 * (1 + math.Cos(math.Pi*float64(step)/float64(max(1, t.Steps))))
	return rise * (lastRate + (1-lastRate)*fall)
}

func (t *training) lossOf(held []batch) neural.Loss {
	var sum neural.Loss
	for _, b := range held {
		sum = sum.Plus(t.trainer.Loss(b.in, b.want), float64(len(b.in)))
	}
	return sum.Over(float64(len(t.validation)))
}

// load continues from the last saved state.
func (t *training) load() error {
	if t.State == "" {
		return nil
	}
	f, err := os.Open(t.State)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	return t.trainer.Load(f)
}

// save writes the state to a temporary file and renames it.
func (t *training) save() error {
	if t.State == "" {
		return nil
	}
	f, err := os.CreateTemp(filepath.Dir(t.State), filepath.Base(t.State)+".*")
	if err != nil {
		return err
	}
	err = errors.Join(t.trainer.Save(f), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), t.State)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}
