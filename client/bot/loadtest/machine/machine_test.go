package machine

import (
	"context"
	"os"
	"testing"
	"time"
)

// TestMeasure measures this machine for a short time: all limits are above zero, and no file is
// left.
func TestMeasure(t *testing.T) {
	dir := t.TempDir()
	l, err := measure(t.Context(), dir, 20*time.Millisecond)
	if err != nil {
		t.Fatal(err)
	}
	if l.Processors < 1 || l.Syncs <= 0 || l.Commits <= 0 || l.Echoes <= 0 || l.Socket < 4096 || l.Socket > 1<<18 {
		t.Errorf("%+v", l)
	}
	if want := min(l.Commits, l.Echoes/2); l.Moves() != want {
		t.Errorf("%v moves, want %v", l.Moves(), want)
	}
	if Processor() > 0 && (l.CommitCost <= 0 || l.EchoCost <= 0) {
		t.Errorf("no processor: %+v", l)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left: %v (%v)", left, err)
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if _, err := measure(stopped, dir, time.Hour); err == nil {
		t.Error("measured although stopped")
	}
	if _, err := measure(t.Context(), dir+"/none", time.Millisecond); err == nil {
		t.Error("measured where there is no folder")
	}
}
