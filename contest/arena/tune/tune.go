// Package tune finds better numbers for an engine by letting it play against
// itself with others: simultaneous perturbation stochastic approximation (J. Spall,
// "Implementation of the simultaneous perturbation algorithm for stochastic optimization",
// IEEE Transactions on Aerospace and Electronic Systems 34, 1998). However many numbers
// there are, each pair of games tells something about all of them.
package tune

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"sync"
)

// Number is a number to be tuned.
type Number struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"` // to begin with
	Least float64 `json:"least"` // it is never tried beyond these
	Most  float64 `json:"most"`
	Step  float64 `json:"step"` // how far from it others are tried at the end; further before
}

// Config is a tuning.
type Config struct {
	Games       string   // what the games are, in any words: those of a log have to be the same
	Openings    []string // of them, which the log keeps: see Log.Openings
	Numbers     []Number
	Pairs       int     // of games, in all
	Rate        float64 // how far a pair moves a number at the end, in steps for each point it was won by; further before
	Seed        uint64
	Concurrency int // pairs that are played at the same time
	// Play plays a pair of games, with the same opening and the colours swapped, between an engine with the
	// numbers of one list and one with those of the other, and returns the first one's points less the
	// other's: -2 to 2. Pairs count from 0.
	Play func(ctx context.Context, pair int, one, other []int) (float64, error)
	// Log keeps the pairs played; nil keeps them in memory only.
	Log *Log
	// Progress, if not nil, is told where the numbers are after each pair, one call at a time.
	Progress func(pairs int, values []float64)
}

// The exponents by which the steps and the moves become smaller, and the share of the pairs for which the latter
// stay about as large: those that Spall recommends.
const (
	moveFade = 0.602
	stepFade = 0.101
	settle   = 0.1
)

// Check says what is wrong with a tuning.
func (c *Config) Check() error {
	switch {
	case len(c.Numbers) == 0:
		return errors.New("tune: no numbers")
	case c.Pairs < 1:
		return fmt.Errorf("tune: %d pairs of games: want 1 or more", c.Pairs)
	case !(c.Rate > 0 && c.Rate <= 1):
		return fmt.Errorf("tune: a rate of %g: want more than 0 and at most 1", c.Rate)
	}
	seen := map[string]bool{}
	for _, n := range c.Numbers {
		if seen[n.Name] {
			return fmt.Errorf("tune: %s is named twice", n.Name)
		}
		seen[n.Name] = true
		if !(n.Least <= n.Value && n.Value <= n.Most && n.Least < n.Most && n.Step > 0) {
			return fmt.Errorf("tune: %s: %g with steps of %g, from %g to %g: want a value between the bounds and a step above 0",
				n.Name, n.Value, n.Step, n.Least, n.Most)
		}
	}
	return nil
}

// Tune plays the pairs that the log does not hold yet, and returns where the numbers are then. When ctx
// ends, or a pair cannot be played, it returns where they are with the error.
func Tune(ctx context.Context, cfg Config) ([]float64, error) {
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	t := &tuner{cfg: &cfg, played: map[int]bool{}}
	for _, n := range cfg.Numbers {
		t.values = append(t.values, n.Value)
	}
	if cfg.Log != nil {
		done, err := cfg.Log.begin(cfg.header())
		if err != nil {
			return nil, err
		}
		for _, p := range done {
			t.values = p.Values
			t.played[p.Pair] = true
		}
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var wg sync.WaitGroup
	for range max(cfg.Concurrency, 1) {
		wg.Go(func() {
			if err := t.work(ctx); err != nil {
				t.fail(err)
				cancel()
			}
		})
	}
	wg.Wait()
	return t.values, t.err
}

// tuner is a tuning under way.
type tuner struct {
	cfg    *Config
	mu     sync.Mutex // guards what is below, and the log
	values []float64
	next   int          // the pair to begin with next, unless it has been played
	played map[int]bool // pairs
	err    error
}

func (t *tuner) fail(err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.err == nil {
		t.err = err
	}
}

// trial is a pair of games: what is tried in it, and how it counts.
type trial struct {
	pair  int
	sides [2][]int
	moves []float64 // of each number, for each point won
}

// work plays pairs until there are enough.
func (t *tuner) work(ctx context.Context) error {
	for {
		x, ok := t.begin()
		if !ok {
			return nil
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		points, err := t.cfg.Play(ctx, x.pair, x.sides[0], x.sides[1])
		if err != nil {
			return err
		}
		if err := t.take(x, points); err != nil {
			return err
		}
	}
}

// begin draws what the next pair tries.
func (t *tuner) begin() (x trial, ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for t.played[t.next] {
		t.next++
	}
	if t.next >= t.cfg.Pairs {
		return x, false
	}
	x.pair = t.next
	t.next++
	r := rand.New(rand.NewPCG(t.cfg.Seed, uint64(x.pair)))
	far, rate := t.cfg.gains(x.pair)
	for i, n := range t.cfg.Numbers {
		step := n.Step * far
		if r.IntN(2) == 0 {
			step = -step
		}
		x.sides[0] = append(x.sides[0], n.whole(t.values[i]+step, r))
		x.sides[1] = append(x.sides[1], n.whole(t.values[i]-step, r))
		x.moves = append(x.moves, rate*step)
	}
	return x, true
}

// gains returns how far from the values pair k tries others, in steps, and by how much of that it moves them for each
// point.
func (c *Config) gains(k int) (far, rate float64) {
	far = math.Pow(float64(c.Pairs)/float64(k+1), stepFade)
	young := settle * float64(c.Pairs)
	rate = c.Rate * math.Pow((young+float64(c.Pairs))/(young+float64(k+1)), moveFade) / (far * far)
	return far, rate
}

// whole returns v within the bounds as a whole number, the nearer neighbour more often, so that
// what is tried is v in the mean.
func (n *Number) whole(v float64, r *rand.Rand) int {
	low := math.Floor(v)
	if r.Float64() < v-low {
		low++
	}
	return int(max(math.Ceil(n.Least), min(low, math.Floor(n.Most))))
}

// take moves the numbers by what came of a pair.
func (t *tuner) take(x trial, points float64) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	values := make([]float64, len(t.values))
	for i, n := range t.cfg.Numbers {
		values[i] = max(n.Least, min(t.values[i]+points*x.moves[i], n.Most))
	}
	if t.cfg.Log != nil {
		if err := t.cfg.Log.lines.Append(played{x.pair, points, values}); err != nil {
			return err
		}
	}
	t.values = values
	t.played[x.pair] = true
	if t.cfg.Progress != nil {
		t.cfg.Progress(len(t.played), values)
	}
	return nil
}
