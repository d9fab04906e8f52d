package bench

import (
	"context"
	"fmt"
	"io"
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"text/tabwriter"
	"time"

	"moyo/board"
	"moyo/client/terminal/words"
	"moyo/engine/baseline/alphabeta2015"
	"moyo/game"
	"moyo/solve/life"
	"moyo/solve/life/format"
	"moyo/solve/life/tsumego"
	"moyo/study/generate"
)

// TsumegoOptions configure a measurement of problems of life and death.
type TsumegoOptions struct {
	Method   []string      // to compare: auto, alphabeta-2015, minimax-2015
	Time     time.Duration // limit for each problem and method
	Threads  int           // of moyo's solver
	Memory   int64         // for its table, in bytes
	Depth    int           // depth limit for the methods of 2015, 0 for none
	Breadth  int           // breadth limit for them, 0 for none
	Progress Progress      // in problems
}

// Tsumego runs the methods on the problems alternately, until all are done or ctx ends. A problem
// that was not solved counts with the time limit. A method of 2015 that solves less than half of
// the problems of a size gets no larger ones.
func Tsumego(ctx context.Context, items []format.Item, opt TsumegoOptions) (*TsumegoSpeeds, error) {
	r := &tsumegoRun{TsumegoOptions: opt, clock: CPUTime()}
	if r.clock == nil {
		r.clock = func() time.Duration { return 0 }
	}
	if err := r.measure(ctx, items); err != nil {
		return nil, err
	}
	return r.result(), nil
}

// MostEmpty is the most empty points of generated closed problems.
const MostEmpty = 24

// ClosedProblems makes count problems on b for each number of empty points from
// from to to, 2 to [MostEmpty], those with fewer first; the same for the same seed.
func ClosedProblems(b *board.Board, from, to, count int, seed uint64) ([]format.Item, error) {
	var items []format.Item
	for empty := from; empty <= to; empty++ {
		made, err := closedItems(b, empty, count, seed)
		if err != nil {
			return nil, err
		}
		items = append(items, made...)
	}
	return items, nil
}

// closedItems makes problems with the given number of empty points, the same for the same seed.
func closedItems(b *board.Board, empty, count int, seed uint64) ([]format.Item, error) {
	const tries = 20_000 // for one
	r := rand.New(rand.NewPCG(uint64(empty), seed))
	var items []format.Item
	for failed := 0; failed < tries; failed++ {
		p, ok := generate.Closed(r, b, empty)
		if !ok {
			continue
		}
		failed = 0
		p.ID = fmt.Sprintf("closed-%d-%d-%d", empty, seed, len(items)+1)
		if items = append(items, format.Item{Problem: p, Asked: true}); len(items) == count {
			return items, nil
		}
	}
	return nil, fmt.Errorf("%s has no room for problems with %d empty points", b.Spec(), empty)
}

// WithRegions adds missing questions and regions to problems, and sorts them by empty points,
// fewest first.
func WithRegions(read iter.Seq2[format.Item, error]) ([]format.Item, error) {
	var items []format.Item
	for item, err := range read {
		if err != nil {
			return nil, err
		}
		if !item.Asked {
			item.Question, item.Asked = format.GuessQuestion(&item.Problem), true
		}
		if len(item.Region) == 0 {
			if item.Problem, err = life.FindRegion(item.Problem); err != nil {
				return nil, fmt.Errorf("%s: %w", words.ID(item.ID), err)
			}
		}
		items = append(items, item)
	}
	slices.SortStableFunc(items, func(a, b format.Item) int { return emptyPoints(&a.Problem) - emptyPoints(&b.Problem) })
	return items, nil
}

// emptyPoints counts the empty points of the region.
func emptyPoints(p *tsumego.Problem) (n int) {
	for _, q := range p.Region {
		if p.Stones[q] == game.Empty {
			n++
		}
	}
	return n
}

// tsumegoRun is a running measurement.
type tsumegoRun struct {
	TsumegoOptions
	clock  func() time.Duration // processor time, nil if unknown
	tested []tsumegoTest
	share  float64
}

func milliseconds(d time.Duration) float64 { return d.Seconds() * 1000 }

// tsumegoTest is the result of one method for one problem.
type tsumegoTest struct {
	ID      string  `json:"id"`
	Empty   int     `json:"empty"`
	Method  string  `json:"method"`
	Verdict string  `json:"verdict"`
	Ms      float64 `json:"ms"`
	CPUMs   float64 `json:"cpu_ms"` // processor time; 0 if unknown
	Nodes   int64   `json:"nodes"`
}

func (t *tsumegoTest) solved() bool { return t.Verdict != string(life.Unknown) }

// measure runs the methods on the problems, until all are done or ctx ends.
func (r *tsumegoRun) measure(ctx context.Context, items []format.Item) error {
	began, spent := time.Now(), r.clock()
	defer func() { r.share = (r.clock() - spent).Seconds() / time.Since(began).Seconds() }()
	for i := range items {
		for _, method := range r.Method {
			if r.hopeless(method, emptyPoints(&items[i].Problem)) {
				continue
			}
			t, err := r.test(ctx, &items[i].Problem, method)
			if err != nil {
				return fmt.Errorf("%s: %s: %w", words.ID(items[i].ID), method, err)
			}
			if ctx.Err() != nil {
				return nil
			}
			r.tested = append(r.tested, t)
		}
		r.Progress.set(int64(i+1), int64(len(items)))
	}
	return nil
}

// hopeless reports whether a method of 2015 has solved less than half of the problems of a smaller
// size.
func (r *tsumegoRun) hopeless(method string, empty int) bool {
	if method == "auto" {
		return false
	}
	balance := map[int]int{}
	for _, t := range r.tested {
		switch {
		case t.Method != method || t.Empty >= empty:
		case t.solved():
			balance[t.Empty]++
		default:
			balance[t.Empty]--
		}
	}
	for _, n := range balance {
		if n < 0 {
			return true
		}
	}
	return false
}

// test runs one method on one problem.
func (r *tsumegoRun) test(ctx context.Context, p *tsumego.Problem, method string) (tsumegoTest, error) {
	limited, cancel := context.WithTimeout(ctx, r.Time)
	defer cancel()
	began, spent := time.Now(), r.clock()
	a, err := r.solve(limited, p, method)
	if err != nil {
		return tsumegoTest{}, err
	}
	return tsumegoTest{
		ID: p.ID, Empty: emptyPoints(p), Method: method, Verdict: string(a.Verdict),
		Ms: milliseconds(time.Since(began)), CPUMs: milliseconds(r.clock() - spent), Nodes: a.Nodes,
	}, nil
}

// solve solves p by a method.
func (r *tsumegoRun) solve(ctx context.Context, p *tsumego.Problem, method string) (*life.Answer, error) {
	if method != "auto" {
		return alphabeta2015.Solve(ctx, *p, alphabeta2015.Options{Depth: r.Depth, Breadth: r.Breadth, Minimax: method == "minimax-2015"})
	}
	s, err := life.NewSolver(*p, life.Options{Threads: r.Threads, Memory: r.Memory})
	if err != nil {
		return nil, err
	}
	return s.Solve(ctx)
}

// TsumegoSpeeds is the result of a measurement.
type TsumegoSpeeds struct {
	LimitMs  float64       `json:"limit_ms"`
	Share    float64       `json:"processors"` // average number of processors of this process; 0 if unknown
	Sizes    []tsumegoSize `json:"sizes"`
	Tests    []tsumegoTest `json:"tests"`
	Disputed []tsumegoTest `json:"disputed"` // verdicts of a method of 2015 that differ from moyo's, where no ko decides
}

// tsumegoSize is the result of a method for problems of one size.
type tsumegoSize struct {
	Method      string  `json:"method"`
	Empty       int     `json:"empty"`
	Problems    int     `json:"problems"`
	Solved      int     `json:"solved"`
	MedianMs    float64 `json:"median_ms"` // unsolved ones count with the limit
	P95Ms       float64 `json:"p95_ms"`
	MaxMs       float64 `json:"max_ms"`
	MedianCPUMs float64 `json:"median_cpu_ms"`    // processor time, of all problems
	NodesPerSec float64 `json:"nodes_per_second"` // per processor; by the wall clock if processor time is unknown
}

// result summarizes the measurement.
func (r *tsumegoRun) result() *TsumegoSpeeds {
	all := &TsumegoSpeeds{LimitMs: milliseconds(r.Time), Share: r.share, Sizes: []tsumegoSize{}, Tests: r.tested, Disputed: []tsumegoTest{}}
	own := map[string]string{}
	for _, t := range r.tested {
		if t.Method == "auto" {
			own[t.ID] = t.Verdict
		}
	}
	for _, method := range r.Method {
		bySize := map[int][]tsumegoTest{}
		for _, t := range r.tested {
			if t.Method != method {
				continue
			}
			bySize[t.Empty] = append(bySize[t.Empty], t)
			if v := own[t.ID]; t.solved() && t.Verdict != v && (v == string(life.Win) || v == string(life.Lose)) {
				all.Disputed = append(all.Disputed, t)
			}
		}
		for empty := range tsumego.MaxRegion + 1 {
			if tests := bySize[empty]; len(tests) > 0 {
				all.Sizes = append(all.Sizes, sizeOf(tests, all.LimitMs))
			}
		}
	}
	return all
}

// sizeOf summarizes the tests of one method and size.
func sizeOf(tests []tsumegoTest, limit float64) tsumegoSize {
	s := tsumegoSize{Method: tests[0].Method, Empty: tests[0].Empty, Problems: len(tests)}
	var ms, cpu []float64
	var nodes, seconds float64
	for _, t := range tests {
		if t.solved() {
			s.Solved++
			ms = append(ms, t.Ms)
		} else {
			ms = append(ms, limit)
		}
		cpu = append(cpu, t.CPUMs)
		nodes += float64(t.Nodes)
		if t.CPUMs > 0 {
			seconds += t.CPUMs / 1000
		} else {
			seconds += t.Ms / 1000
		}
	}
	slices.Sort(ms)
	slices.Sort(cpu)
	s.MedianCPUMs = percentile(cpu, 0.5)
	s.MedianMs, s.P95Ms, s.MaxMs = percentile(ms, 0.5), percentile(ms, 0.95), ms[len(ms)-1]
	s.NodesPerSec = nodes / seconds
	return s
}

// percentile returns the smallest of the ascending values that the given share does not exceed.
func percentile(sorted []float64, share float64) float64 {
	return sorted[max(int(math.Ceil(share*float64(len(sorted))))-1, 0)]
}

// Print writes the table.
func (t *TsumegoSpeeds) Print(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "method\tempty\tsolved\tof\tmedian ms\t95 % ms\tmax ms\tmedian cpu ms\tnodes/cpu s\t")
	for _, s := range t.Sizes {
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%s\t%s\t%s\t%.2f\t%.0f\t\n", s.Method, s.Empty, s.Solved, s.Problems,
			t.msText(s.MedianMs), t.msText(s.P95Ms), t.msText(s.MaxMs), s.MedianCPUMs, s.NodesPerSec)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for _, d := range t.Disputed {
		fmt.Fprintf(out, "%s: %s answers %s, but moyo does not.\n", words.ID(d.ID), d.Method, d.Verdict)
	}
	if t.Share > 0 {
		fmt.Fprintf(out, "%.2f processors on average; if this is much less than the threads, the machine was busy.\n", t.Share)
	}
	return nil
}

// msText formats milliseconds, and marks the limit.
func (t *TsumegoSpeeds) msText(ms float64) string {
	if ms >= t.LimitMs {
		return fmt.Sprintf("> %.0f", t.LimitMs)
	}
	if ms < 100 {
		return fmt.Sprintf("%.2f", ms)
	}
	return fmt.Sprintf("%.0f", ms)
}
