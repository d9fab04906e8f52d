package limit

import (
	"sync"
	"time"
)

// ReportEvery is the time between reports of a running search.
const ReportEvery = 100 * time.Millisecond

// Pace limits a stream of reports. It is safe for concurrent use.
type Pace struct {
	every time.Duration
	now   func() time.Time

	mu   sync.Mutex
	last time.Time
}

// NewPace returns a pace of one report per period every.
func NewPace(every time.Duration, now func() time.Time) *Pace {
	return &Pace{every: every, now: now}
}

// Due reports whether a report may be made now, and counts it as made.
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
