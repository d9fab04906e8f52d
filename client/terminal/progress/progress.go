// Package progress shows on a terminal how far a long command is.
package progress

import (
	"os"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
)

// Bar shows on a terminal how far a long command is.
type Bar struct {
	mu    sync.Mutex
	bar   *progressbar.ProgressBar // nil where nobody watches
	total int64
}

// New begins to show on out progress in the given units; where out is no terminal,
// nothing is shown.
func New(out *os.File, unit string) *Bar {
	info, err := out.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return &Bar{}
	}
	return &Bar{bar: progressbar.NewOptions64(-1,
		progressbar.OptionSetWriter(out), progressbar.OptionSetItsString(unit),
		progressbar.OptionShowIts(), progressbar.OptionShowCount(), progressbar.OptionSetPredictTime(true),
		progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionClearOnFinish())}
}

// Set says that done of total are done; a total below 1 is not known.
func (p *Bar) Set(done, total int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.bar == nil {
		return
	}
	if total > 0 && total != p.total {
		p.total = total
		p.bar.ChangeMax64(total)
	}
	_ = p.bar.Set64(done) // a terminal that cannot be written to shows nothing
}

// Describe shows words beside the bar.
func (p *Bar) Describe(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.bar != nil {
		p.bar.Describe(text)
	}
}

// End removes the bar.
func (p *Bar) End() {
	if p.bar != nil {
		_ = p.bar.Clear()
	}
}
