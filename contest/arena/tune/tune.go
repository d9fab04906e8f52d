// Package tune finds better values for an engine's parameters in games against itself with other
// values: simultaneous perturbation stochastic approximation (J. Spall, "Implementation of the
// simultaneous perturbation algorithm for stochastic optimization", IEEE Transactions on Aerospace
// and Electronic Systems 34, 1998). Each pair of games gives information about all parameters,
// whatever their number.
package tune

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"sync"
)

// Number is a parameter to tune.
type Number struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"` // at the start
	Least float64 `json:"least"` // values below Least and above Most are never tried
	Most  float64 `json:"most"`
	Step  float64 `json:"step"` // distance of the values tried from Value at the end; larger before
}

// Config configures a tuning run.
type Config struct {
	Games       string   // describes the games in any words; must equal the description in the log
	Openings    []string // kept in the log: see Log.Openings
	Numbers     []Number
	Pairs       int     // total
	Rate        float64 // at the end, a pair moves a number by this many steps for each point; by more before
	Seed        uint64
	Concurrency int // pairs played at the same time
	// Play plays a pair of games, with the same opening and the colours swapped, between an engine with the
	// first list of numbers and one with the second, and returns the first engine's points minus the
	// second's: -2 to 2. Pairs count from 0.
	Play func(ctx context.Context, pair int, one, other []int) (float64, error)
	// Log keeps the pairs played; nil keeps them in memory only.
	Log *Log
	// Progress, if not nil, receives the values after each pair, one call at a time.
	Progress func(pairs int, values []float64)
}

// The exponents by which steps and moves become smaller, and the share of the pairs during which moves stay
// about as large. Spall recommends these values.
const (
	moveFade = 0.602
	stepFade = 0.101
	settle   = 0.1
)

// Check returns an error if the configuration is not valid.
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

// Tune plays the pairs that are not in the log yet, and returns the final values. When ctx ends, or a
// pair cannot be played, it returns the current values with the error.
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

// tuner is a tuning run.
type tuner struct {
	cfg    *Config
	mu     sync.Mutex // guards the fields below, and the log
	values []float64
	next   int          // the next pair to start, unless it has been played
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

// trial is a pair of games: the values that it tries and how it counts.
type trial struct {
	pair  int
	sides [2][]int
	moves []float64 // of each number, per point won
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

// gains returns how far from the values pair k tries others, in steps, and what part of that distance each point
// moves the values.
func (c *Config) gains(k int) (far, rate float64) {
	far = math.Pow(float64(c.Pairs)/float64(k+1), stepFade)
	young := settle * float64(c.Pairs)
	rate = c.Rate * math.Pow((young+float64(c.Pairs))/(young+float64(k+1)), moveFade) / (far * far)
	return far, rate
}

// whole rounds v to a whole number within the bounds, more often to the nearer neighbour, so that
// the mean is v.
func (n *Number) whole(v float64, r *rand.Rand) int {
	low := math.Floor(v)
	if r.Float64() < v-low {
		low++
	}
	return int(max(math.Ceil(n.Least), min(low, math.Floor(n.Most))))
}

// take moves the numbers by the result of a pair.
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
