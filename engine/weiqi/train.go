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

// TrainOptions say how a network learns from games.
type TrainOptions struct {
	Net          *neural.Net   // goes on from it; a new one if nil
	Keep         float64       // share of its weights in what is returned
	Config       neural.Config // of a new one, or what Net grows to: its channels, blocks, whether it is straight and says the lead
	Tactics      bool          // a Net that is not told of tactics will be
	Labels       []*Labelled   // what a teacher said, to learn from beside games
	Held         []*Labelled   // and not to learn from; none: some games are held back
	OwnShare     float64       // of a step's positions, those from games where there are labels, too
	Average      float64       // what stays of the average of weights in a step, which is the result; 0 for the last weights
	Steps, Batch int
	Rate         float64 // of learning, at its highest
	Threads      int
	// What the win chance that a search saw weighs in what is learned, beside how the game ended: a game is one bit, which says
	// little of its first positions, and a search says nothing that the network does not think already where it knows little.
	SearchShare float64
	Seed        uint64
	State       string // file with where it stands, so that it goes on after a kill; "" for none
	// Told every so many steps: what the loss was since, and what it is of positions held back.
	Progress func(step int, learned, held neural.Loss)
}

// How learning goes.
const (
	netHead     = 32
	warmSteps   = 200  // in which the rate rises
	lastRate    = 0.02 // of the highest, at the end
	reportSteps = 250
	heldGames   = 25   // one of so many games is held back
	heldMost    = 1500 // positions of them
	together    = 100  // of them are judged at once
	decided     = 0.02 // a win chance below this, or as far from 1
	decidedKept = 4    // one of so many positions of decided games is learned from
)

// place is a position of a game, or of a labelled one.
type place struct {
	game   *Played
	labels *Labelled
	ply    int
}

// Train teaches a network with games. After ctx has ended it returns what was learned so far, and
// the error of ctx.
func Train(ctx context.Context, games []*Played, opt TrainOptions) (*neural.Net, error) {
	begun, err := opt.begin()
	if err != nil {
		return nil, err
	}
	t := &training{TrainOptions: opt, teacher: neural.NewTeacher(begun.Clone(), opt.Threads, opt.Average)}
	t.lessons = newLessons(begun.Config.Told, opt.SearchShare)
	t.divide(games)
	if len(t.learn)+len(t.taught) == 0 || len(t.held) == 0 {
		return nil, fmt.Errorf("weiqi: %d games are too few to learn from", len(games)+len(opt.Labels))
	}
	if err := t.load(); err != nil {
		return nil, err
	}
	err = t.run(ctx)
	result := t.teacher.Result()
	if opt.Net != nil && opt.Keep > 0 {
		result.Blend(begun, opt.Keep)
	}
	return result, err
}

// begin returns the network before its first lesson.
func (o *TrainOptions) begin() (*neural.Net, error) {
	c := o.Config
	c.Inputs, c.Head = inputs, netHead
	if o.Net != nil {
		was := o.Net.Config
		c.Told, c.Channels, c.Blocks, c.Head = was.Told, max(c.Channels, was.Channels), max(c.Blocks, was.Blocks), was.Head
		c.Straight, c.Lead = c.Straight || was.Straight, c.Lead || was.Lead
		net, err := o.Net.Grow(c, o.Seed)
		if err == nil && o.Tactics && was.Told == toldPlain {
			net.Config.Told = toldArea
			net.Ignore(readOut...)
		}
		return net, err
	}
	return neural.New(c, o.Seed)
}

// training is a training that goes on.
type training struct {
	TrainOptions
	teacher *neural.Teacher
	lessons *lessons
	learn   []place // positions of games
	taught  []place // positions with labels
	held    []place
}

// divide holds some games back.
func (t *training) divide(games []*Played) {
	for i, g := range games {
		for ply, visits := range g.Visits {
			sure := g.Values[ply] < decided || g.Values[ply] > 1-decided
			switch {
			case visits == nil || sure && ply%decidedKept != 0:
			case i%heldGames == 0 && t.Held == nil:
				t.held = append(t.held, place{game: g, ply: ply})
			default:
				t.learn = append(t.learn, place{game: g, ply: ply})
			}
		}
	}
	for i, g := range t.Labels {
		if i%heldGames == 0 && t.Held == nil {
			t.held = append(t.held, g.places()...)
		} else {
			t.taught = append(t.taught, g.places()...)
		}
	}
	for _, g := range t.Held {
		t.held = append(t.held, g.places()...)
	}
	r := rand.New(rand.NewPCG(t.Seed, 0))
	r.Shuffle(len(t.held), func(i, j int) { t.held[i], t.held[j] = t.held[j], t.held[i] })
	t.held = t.held[:min(len(t.held), heldMost)]
}

// batch is what is learned from at once.
type batch struct {
	in   []neural.Input
	want []neural.Target
	err  error
}

func (t *training) batch(places []place) (b batch) {
	for _, p := range places {
		l, err := t.lessons.at(p)
		if err != nil {
			return batch{err: err}
		}
		b.in, b.want = append(b.in, l.in), append(b.want, l.want)
	}
	return b
}

// batches makes those of the steps that are left; which they are depends on nothing but the seed and the step.
func (t *training) batches(ctx context.Context) <-chan batch {
	out := make(chan batch, 2)
	from := t.teacher.Steps()
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

// draw returns a position to learn from.
func (t *training) draw(r *rand.Rand) place {
	from := t.taught
	if len(t.taught) == 0 || len(t.learn) > 0 && r.Float64() < t.OwnShare {
		from = t.learn
	}
	return from[r.IntN(len(from))]
}

func (t *training) run(ctx context.Context) error {
	var held []batch
	for at := 0; at < len(t.held); at += together {
		b := t.batch(t.held[at:min(at+together, len(t.held))])
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
		t.teacher.Rate = t.Rate * t.share(t.teacher.Steps())
		sum = sum.Plus(t.teacher.Step(b.in, b.want), 1)
		n++
		if step := t.teacher.Steps(); step%reportSteps == 0 || step == t.Steps {
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

// share is the rate of learning at a step, in parts of the highest: it rises, and falls along a cosine.
func (t *training) share(step int) float64 {
	rise := math.Min(1, float64(step+1)/warmSteps)
	fall := 0.5 * (1 + math.Cos(math.Pi*float64(step)/float64(max(1, t.Steps))))
	return rise * (lastRate + (1-lastRate)*fall)
}

func (t *training) lossOf(held []batch) neural.Loss {
	var sum neural.Loss
	for _, b := range held {
		sum = sum.Plus(t.teacher.Loss(b.in, b.want), float64(len(b.in)))
	}
	return sum.Over(float64(len(t.held)))
}

// load goes on from where the training stood when it was last saved.
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
	return t.teacher.Load(f)
}

// save writes where the training stands beside the file, and puts it in its place.
func (t *training) save() error {
	if t.State == "" {
		return nil
	}
	f, err := os.CreateTemp(filepath.Dir(t.State), filepath.Base(t.State)+".*")
	if err != nil {
		return err
	}
	err = errors.Join(t.teacher.Save(f), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), t.State)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}
