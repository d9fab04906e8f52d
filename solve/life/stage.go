package life

import (
	"math"
	"sync/atomic"
	"time"

	"moyo/solve/dfpn"
)

// progressStage is the current step of a search, for progress reports.
type progressStage struct {
	name        atomic.Pointer[string]
	proof       atomic.Uint32
	disproof    atomic.Uint32
	done, total atomic.Int32
}

// begin names a stage.
func (p *progressStage) begin(name string, done, total int) {
	p.name.Store(&name)
	p.done.Store(int32(done))
	p.total.Store(int32(total))
	p.proof.Store(1)
	p.disproof.Store(1)
}

// root records the proof numbers at the root of a search.
func (p *progressStage) root(q *query) {
	if q.search != nil {
		n := q.search.Root()
		p.proof.Store(n.Proof)
		p.disproof.Store(n.Disproof)
	}
}

// report returns the progress. The fraction of a stage is a guess: numbers far apart mean that it
// is nearly decided, and effort counts by its logarithm.
func (p *progressStage) report(nodes int64, elapsed time.Duration) Progress {
	r := Progress{
		Nodes: nodes, Elapsed: elapsed, Proof: p.proof.Load(), Disproof: p.disproof.Load(),
		Done: int(p.done.Load()), Stages: int(p.total.Load()),
	}
	if name := p.name.Load(); name != nil {
		r.Stage = *name
	}
	if r.Proof < dfpn.Infinite && r.Disproof < dfpn.Infinite {
		apart := math.Abs(math.Log2(float64(max(r.Proof, 1))) - math.Log2(float64(max(r.Disproof, 1))))
		effort := math.Log2(float64(nodes+1)) / 30
		r.Fraction = (float64(r.Done) + min(0.95, apart/20+effort/2)) / float64(max(r.Stages, 1))
	}
	return r
}
