// Package progress shows the progress of a long command on a terminal.
package progress

import (
	"os"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
)

// Bar shows the progress of a long command on a terminal.
type Bar struct {
	mu    sync.Mutex
	bar   *progressbar.ProgressBar // nil without a terminal
	total int64
}

// New starts a progress bar on out in the given units; if out is no terminal, it shows nothing.
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

// Set sets the progress to done of total; a total below 1 is unknown.
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
