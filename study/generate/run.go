package generate

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"

	"moyo/study/bank"
)

const (
	batch      = 16 // candidates made before they are examined
	patience   = 200_000
	ranks      = 5 // ranks of a band
	bands      = 5 // that an even run fills at least
	mostFamily = 4 // problems about the same chain
)

// ErrNoMore reports that the requested number of problems could not be found.
var ErrNoMore = errors.New("no new problems could be found")

// Run makes problems. It is not safe for concurrent use.
type Run struct {
	*Maker
	next     uint64 // the first candidate not examined
	last     uint64 // that of the last problem
	found    []*Made
	keys     map[string]bool
	bands    map[int]int    // problems by band of ranks
	families map[string]int // and by the chain that they are about
	sources  map[Source]int // and by source

	patience uint64 // candidates without a new problem after which the run gives up
}

// NewRun returns a run without problems yet.
func NewRun(m *Maker) *Run {
	return &Run{
		Maker: m, keys: map[string]bool{}, bands: map[int]int{}, families: map[string]int{}, sources: map[Source]int{}, patience: patience,
	}
}

// Found returns the number of problems.
func (r *Run) Found() int { return len(r.found) }

// Done reports whether the requested number was found.
func (r *Run) Done() bool { return len(r.found) >= r.opt.Count }

// Problems returns the problems, easy ones first.
func (r *Run) Problems() []bank.Problem {
	list := slices.Clone(r.found)
	slices.SortStableFunc(list, func(a, b *Made) int { return cmp.Compare(a.Rating, b.Rating) })
	problems := make([]bank.Problem, len(list))
	for i, m := range list {
		problems[i] = m.Problem
	}
	return problems
}

// Continue makes problems until there are enough, and calls found with each. threads candidates are
// made at the same time, which does not change the result. It returns ErrNoMore, found's error, or
// the context's; after the last it can be called again.
func (r *Run) Continue(ctx context.Context, threads int, found func(*Made) error) error {
	for !r.Done() {
		made, err := r.batch(ctx, threads)
		if err != nil {
			return err
		}
		for _, m := range made {
			if r.next++; r.next > r.last+r.patience {
				return ErrNoMore
			}
			for _, one := range m {
				if r.Done() || !r.accept(one) {
					continue
				}
				if err := found(one); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// batch makes the next candidates.
func (r *Run) batch(ctx context.Context, threads int) ([][]*Made, error) {
	made, errs := make([][]*Made, batch), make([]error, batch)
	numbers := make(chan int)
	full := map[Source]bool{}
	for _, s := range r.opt.Sources {
		full[s] = r.full(s)
	}
	var wg sync.WaitGroup
	for range max(threads, 1) {
		wg.Go(func() {
			for i := range numbers {
				if n := r.next + uint64(i); !full[r.source(n)] {
					made[i], errs[i] = r.Candidate(ctx, n)
				}
			}
		})
	}
	for i := range batch {
		numbers <- i
	}
	close(numbers)
	wg.Wait()
	return made, cmp.Or(ctx.Err(), errors.Join(errs...))
}

// accept adds a problem unless it exists already, or too many are similar: in strength, chain or source.
func (r *Run) accept(m *Made) bool {
	band := bank.Step(float64(m.Rating)) / ranks
	if r.keys[m.key] || r.opt.Even && r.bands[band] >= (r.opt.Count+bands-1)/bands || r.full(m.source) ||
		m.source != Boxes && r.families[m.family] >= mostFamily {
		return false
	}
	r.last = m.Candidate
	r.keys[m.key] = true
	r.bands[band]++
	r.families[m.family]++
	r.sources[m.source]++
	r.found = append(r.found, m)
	return true
}

// full reports whether a source has reached its share.
func (r *Run) full(s Source) bool {
	share := 0
	for _, o := range r.opt.Sources {
		if o == s {
			share++
		}
	}
	return r.sources[s]*len(r.opt.Sources) >= r.opt.Count*share
}
