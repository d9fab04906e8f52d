package limit

import (
	"sync"
	"time"
)

// ReportEvery is the pace at which people hear of a search that goes on.
const ReportEvery = 100 * time.Millisecond

// Pace says when a stream of reports may speak again. It may be asked by several
// goroutines.
type Pace struct {
	every time.Duration
	now   func() time.Time

	mu   sync.Mutex
	last time.Time
}

// NewPace returns a pace of one report in that time.
func NewPace(every time.Duration, now func() time.Time) *Pace {
	return &Pace{every: every, now: now}
}

// Due says whether a report may be made now, and counts it as made.
func (p *Pace) Due() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.now()
	if now.Sub(p.last) < p.every {
		return false
	}
	p.last = now
	return true
}
