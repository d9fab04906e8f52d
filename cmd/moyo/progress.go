package main

import (
	"os"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
)

// progress shows on stderr, if that is a terminal, how far a long command is.
type progress struct {
	mu    sync.Mutex
	bar   *progressbar.ProgressBar // nil where nobody watches
	total int64
}

// newProgress begins to show progress in the given units.
func newProgress(unit string) *progress {
	info, err := os.Stderr.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return &progress{}
	}
	return &progress{bar: progressbar.NewOptions64(-1,
		progressbar.OptionSetWriter(os.Stderr), progressbar.OptionSetItsString(unit),
		progressbar.OptionShowIts(), progressbar.OptionShowCount(), progressbar.OptionSetPredictTime(true),
		progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionClearOnFinish())}
}

// set says that done of total are done; a total below 1 is not known.
func (p *progress) set(done, total int64) {
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

// describe shows words beside the bar.
func (p *progress) describe(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.bar != nil {
		p.bar.Describe(text)
	}
}

// end removes the bar.
func (p *progress) end() {
	if p.bar != nil {
		_ = p.bar.Clear()
	}
}
