package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// TestTrainRefuses refuses what could only fail after the training.
func TestTrainRefuses(t *testing.T) {
	dir := t.TempDir()
	good := filepath.Join(dir, "weights.bin")
	for _, what := range []string{"gomoku", "book"} {
		for _, args := range [][]string{
			{"--out", filepath.Join(dir, "missing", "weights.bin")},
			{"--out", dir},
			{"--out", good, "--rule", "go"},
			{"--out", good, "--board", "disc:3"},
			{"--out", good, "--board", "grid:4"},
		} {
			var out, errs bytes.Buffer
			if code := run(append([]string{"train", what}, args...), &out, &errs); code != exitWrongUse {
				t.Errorf("train %s %q: exit code %d, %s", what, args, code, errs.String())
			}
		}
	}
	if _, err := os.Stat(good); err == nil {
		t.Error("a file was left behind")
	}
}
