package bench

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

// TestTsumegoSums summarizes tests with unsolved and different answers.
func TestTsumegoSums(t *testing.T) {
	r := &tsumegoRun{TsumegoOptions: TsumegoOptions{Time: time.Second, Method: []string{"auto", "alphabeta-2015"}}, tested: []tsumegoTest{
		{"a", 5, "auto", "win", 10, 5, 100}, {"b", 5, "auto", "lose", 30, 5, 100}, {"c", 5, "auto", "ko", 20, 5, 100},
		{"a", 5, "alphabeta-2015", "win", 1, 5, 0}, {"b", 5, "alphabeta-2015", "win", 1, 5, 0}, {"c", 5, "alphabeta-2015", "lose", 1, 5, 0},
		{"d", 6, "alphabeta-2015", "unknown", 1001, 5, 0}, {"e", 6, "alphabeta-2015", "unknown", 999, 5, 0},
		{"f", 6, "alphabeta-2015", "win", 7, 5, 0},
	}}
	got := r.result()
	if len(got.Sizes) != 3 || got.Sizes[0] != (tsumegoSize{"auto", 5, 3, 3, 20, 30, 30, 5, 20000}) {
		t.Errorf("%+v", got.Sizes)
	}
	if s := got.Sizes[2]; s.Solved != 1 || s.MedianMs != 1000 || s.MaxMs != 1000 {
		t.Errorf("%+v", s)
	}
	if len(got.Disputed) != 1 || got.Disputed[0].ID != "b" {
		t.Errorf("disputed: %v", got.Disputed)
	}
	if r.hopeless("alphabeta-2015", 6) || !r.hopeless("alphabeta-2015", 7) || r.hopeless("auto", 20) {
		t.Error("which methods are given up is wrong")
	}
	var text bytes.Buffer
	if err := got.Print(&text); err != nil || !strings.Contains(text.String(), "> 1000") ||
		!strings.Contains(text.String(), "b: alphabeta-2015 answers win") {
		t.Errorf("%v: %s", err, text.String())
	}
}
