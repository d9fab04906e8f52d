package tune

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// hill is a game that is won more often the nearer the numbers are to its top.
func hill(top []float64) func(context.Context, int, []int, []int) (float64, error) {
	height := func(at []int) float64 {
		h := 0.0
		for i, v := range at {
			d := (float64(v) - top[i]) / 100
			h -= d * d
		}
		return h
	}
	return func(_ context.Context, pair int, one, other []int) (float64, error) {
		r := rand.New(rand.NewPCG(uint64(pair), 77))
		chance := 1 / (1 + math.Exp(height(other)-height(one)))
		points := 0.0
		for range 2 {
			if r.Float64() < chance {
				points++
			} else {
				points--
			}
		}
		return points, nil
	}
}

func config(pairs int) Config {
	return Config{
		Numbers: []Number{
			{Name: "width", Value: 100, Least: 0, Most: 400, Step: 30},
			{Name: "depth", Value: 300, Least: 0, Most: 400, Step: 30},
		},
		Pairs: pairs, Rate: 0.05, Seed: 4, Concurrency: 1,
		Play: hill([]float64{250, 120}),
	}
}

// TestTune climbs a hill, by one and by two pairs at a time.
func TestTune(t *testing.T) {
	for _, at := range []int{1, 2} {
		cfg := config(4000)
		cfg.Concurrency = at
		calls := 0
		cfg.Progress = func(pairs int, _ []float64) {
			if calls++; pairs != calls {
				t.Errorf("got pair %d after %d", pairs, calls-1)
			}
		}
		got, err := Tune(context.Background(), cfg)
		if err != nil || calls != 4000 {
			t.Fatal(err, calls)
		}
		if math.Abs(got[0]-250) > 35 || math.Abs(got[1]-120) > 35 {
			t.Errorf("%d at a time: got to %v, the top is at 250, 120", at, got)
		}
	}
}

// TestBounds puts the top beyond the bounds: no value beyond them is tried.
func TestBounds(t *testing.T) {
	cfg := config(600)
	play := hill([]float64{900, -500})
	cfg.Play = func(ctx context.Context, pair int, one, other []int) (float64, error) {
		for _, side := range [][]int{one, other} {
			if min(side[0], side[1]) < 0 || max(side[0], side[1]) > 400 {
				t.Errorf("tried %v", side)
			}
		}
		return play(ctx, pair, one, other)
	}
	got, err := Tune(context.Background(), cfg)
	if err != nil || got[0] < 380 || got[1] > 20 {
		t.Errorf("got to %v, %v", got, err)
	}
}

// TestResumed kills a run of two concurrent pairs when a later pair has ended before an earlier one: after the restart
// only the earlier pair is played.
func TestResumed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	open := func() Config {
		cfg := config(8)
		var err error
		if cfg.Log, err = OpenLog(path); err != nil {
			t.Fatal(err)
		}
		return cfg
	}
	cfg := open()
	cfg.Concurrency = 2
	play := cfg.Play
	last := make(chan bool)
	cfg.Play = func(ctx context.Context, pair int, one, other []int) (float64, error) {
		if pair == 2 {
			<-last
			return 0, errors.New("killed")
		}
		return play(ctx, pair, one, other)
	}
	cfg.Progress = func(pairs int, _ []float64) {
		if pairs == 7 {
			close(last)
		}
	}
	if _, err := Tune(context.Background(), cfg); err == nil {
		t.Fatal("no error")
	}
	cfg.Log.Close()
	cfg = open()
	defer cfg.Log.Close()
	var pairs []int
	play = cfg.Play
	cfg.Play = func(ctx context.Context, pair int, one, other []int) (float64, error) {
		pairs = append(pairs, pair)
		return play(ctx, pair, one, other)
	}
	if _, err := Tune(context.Background(), cfg); err != nil || !slices.Equal(pairs, []int{2}) {
		t.Errorf("went on with pairs %v, %v", pairs, err)
	}
}

// TestStopped stops a run after each of its first pairs, continues, and ends with the same values as an
// uninterrupted run.
func TestStopped(t *testing.T) {
	want, err := Tune(context.Background(), config(12))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "log")
	var got []float64
	for stop := 1; ; stop++ {
		cfg := config(12)
		if cfg.Log, err = OpenLog(path); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(context.Background())
		cfg.Progress = func(int, []float64) { cancel() }
		got, err = Tune(ctx, cfg)
		cancel()
		cfg.Log.Close()
		if err == nil {
			break
		}
		if !errors.Is(err, context.Canceled) || stop > 12 {
			t.Fatal(stop, err)
		}
	}
	if got[0] != want[0] || got[1] != want[1] {
		t.Errorf("stopped again and again: %v, else %v", got, want)
	}
}

// TestPlayFails ends a run whose games cannot be played.
func TestPlayFails(t *testing.T) {
	cfg := config(50)
	cfg.Concurrency = 2
	play, broken := cfg.Play, errors.New("the engine is gone")
	var mu sync.Mutex
	left := 5
	cfg.Play = func(ctx context.Context, pair int, one, other []int) (float64, error) {
		mu.Lock()
		defer mu.Unlock()
		if left--; left < 0 {
			return 0, broken
		}
		return play(ctx, pair, one, other)
	}
	if got, err := Tune(context.Background(), cfg); !errors.Is(err, broken) || len(got) != 2 {
		t.Errorf("%v, %v", got, err)
	}
}

func TestRefuses(t *testing.T) {
	for name, spoil := range map[string]func(*Config){
		"no numbers":      func(c *Config) { c.Numbers = nil },
		"0 pairs":         func(c *Config) { c.Pairs = 0 },
		"a rate of":       func(c *Config) { c.Rate = math.NaN() },
		"named twice":     func(c *Config) { c.Numbers[1].Name = "width" },
		"width: 500 with": func(c *Config) { c.Numbers[0].Value = 500 },
		"steps of 0":      func(c *Config) { c.Numbers[0].Step = 0 },
	} {
		cfg := config(3)
		spoil(&cfg)
		if _, err := Tune(context.Background(), cfg); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestOtherLog continues only with the log of the same run.
func TestOtherLog(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	for i, change := range []func(*Config){
		func(*Config) {}, func(*Config) {},
		func(c *Config) { c.Pairs = 6 }, func(c *Config) { c.Rate = 0.5 }, func(c *Config) { c.Seed = 5 }, func(c *Config) { c.Games = "others" },
		func(c *Config) { c.Openings = nil }, func(c *Config) { c.Numbers[0].Step = 31 },
	} {
		cfg := config(5)
		cfg.Openings = []string{"H8 J9"}
		change(&cfg)
		var err error
		if cfg.Log, err = OpenLog(path); err != nil {
			t.Fatal(err)
		}
		if openings, ok := cfg.Log.Openings(); ok != (i > 0) || ok && !slices.Equal(openings, []string{"H8 J9"}) {
			t.Errorf("openings %q, %v", openings, ok)
		}
		_, err = Tune(context.Background(), cfg)
		cfg.Log.Close()
		if failed := err != nil; failed != (i > 1) {
			t.Errorf("change %d: %v", i, err)
		}
	}
	for _, text := range []string{
		"{}\n", "x\n", `{"tune":1,"pairs":3}` + "\n" + `{"pair":3}` + "\n", `{"tune":1,"numbers":[{"name":"a"}]}` + "\n" + `{"values":[]}` + "\n",
	} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if l, err := OpenLog(path); err == nil {
			l.Close()
			t.Errorf("%q is taken for a log", text)
		}
	}
}
