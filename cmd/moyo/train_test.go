package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"

	judge "moyo/engine/gomoku/network"
	"moyo/internal/testenv"
)

// TestTrainRefuses refuses what could only fail after the training.
func TestTrainRefuses(t *testing.T) {
	testenv.SkipUnderRace(t)
	dir := t.TempDir()
	good := filepath.Join(dir, "weights.bin")
	for _, what := range [][]string{{"gomoku"}, {"book"}, {"network", "--games", filepath.Join(dir, "positions")}} {
		for _, args := range [][]string{
			{"--out", filepath.Join(dir, "missing", "weights.bin")},
			{"--out", dir},
			{"--out", good, "--rule", "go"},
			{"--out", good, "--board", "disc:3"},
			{"--out", good, "--board", "grid:4"},
		} {
			var out, errs bytes.Buffer
			if code := run(slices.Concat([]string{"train"}, what, args), &out, &errs); code != exitWrongUse {
				t.Errorf("train %s %q: exit code %d, %s", what, args, code, errs.String())
			}
		}
	}
	if _, err := os.Stat(good); err == nil {
		t.Error("a file was left behind")
	}
}

// TestTrainNetwork plays a few games and trains on them, then again with the result.
func TestTrainNetwork(t *testing.T) {
	testenv.SkipUnderRace(t)
	dir := t.TempDir()
	file, games := filepath.Join(dir, "a.net"), filepath.Join(dir, "positions")
	args := []string{"train", "network", "--games", games, "--board", "grid:9", "--nodes", "20", "--epochs", "1"}
	for _, c := range []struct {
		more []string
		want int
	}{
		{[]string{"--positions", "999", "--out", file}, exitWrongUse},
		{[]string{"--positions", "1000", "--out", file}, 0},
		{[]string{"--positions", "1200", "--from", file, "--out", filepath.Join(dir, "b.net")}, 0},
		{[]string{"--positions", "1200", "--from", games, "--out", file}, exitFailed},
		{[]string{"--positions", "1200", "--board", "grid:8", "--out", file}, exitFailed},
	} {
		var out, errs bytes.Buffer
		if code := run(slices.Concat(args, c.more), &out, &errs); code != c.want || code != 0 && errs.Len() == 0 {
			t.Errorf("%q: exit code %d, %s", c.more, code, errs.String())
		}
	}
	for _, name := range []string{"a.net", "b.net"} {
		if _, err := readFile(filepath.Join(dir, name), judge.Read); err != nil {
			t.Error(err)
		}
	}
}

// TestTrainWeiqi plays a few games, trains a little, and continues; errors are reported before.
func TestTrainWeiqi(t *testing.T) {
	testenv.SkipUnderRace(t)
	dir := t.TempDir()
	file := filepath.Join(dir, "net.bin")
	args := func(more ...string) []string {
		return append([]string{"train", "weiqi", "--dir", filepath.Join(dir, "training"), "--out", file, "--games", "3", "--playouts", "6",
			"--boards", "grid:4,hex:2", "--steps", "3", "--batch", "2", "--channels", "16", "--blocks", "1"}, more...)
	}
	for _, wrong := range [][]string{
		{"--boards", "disc:3"}, {"--games", "0"}, {"--channels", "17"}, {"--threads", "x"}, {"--cheap=-1"}, {"--full=0"}, {"--full=1.5"},
		{"--noise=2"}, {"--noise=-1"}, {"--search-share=2"}, {"--keep=1.1"}, {"--teacher-search-share=2"},
		{"--teacher-boards=torus:9x9"}, {"--teacher-boards=grid:20"}, {"--teacher-boards=grid:"},
	} {
		var out, errs bytes.Buffer
		if code := run(args(wrong...), &out, &errs); code != exitWrongUse && code != exitFailed || errs.Len() == 0 {
			t.Errorf("%q: exit code %d, %s", wrong, code, errs.String())
		}
	}
	var first []byte
	for range 2 {
		var out, errs bytes.Buffer
		if code := run(args(), &out, &errs); code != 0 {
			t.Fatalf("exit code %d, %s", code, errs.String())
		}
		got, err := os.ReadFile(file)
		if err != nil || first != nil && !bytes.Equal(got, first) {
			t.Fatal("a second run has made something else", err)
		}
		first = got
	}
	// It leads the next generation.
	var out, errs bytes.Buffer
	next := filepath.Join(dir, "next.bin")
	code := run(args("--network", file, "--cheap", "3", "--full", "0.5", "--out", next, "--dir", filepath.Join(dir, "next")), &out, &errs)
	if code != 0 {
		t.Errorf("trained on: exit code %d, %s", code, errs.String())
	}
	if got, err := os.ReadFile(next); err != nil || bytes.Equal(got, first) ||
		!bytes.Contains(got, []byte("continuing from the network with hash ")) ||
		!bytes.Contains(got, []byte("6 playouts for 0.5 of the moves and 3 for the others")) {
		t.Error("trained on, it is the same, or does not say from where", err)
	}
	// The engine accepts it, and refuses a truncated or unsuitable one.
	takes := func(args ...string) int {
		var out, errs bytes.Buffer
		return run(append([]string{"gtp", "--board", "grid:5", "--network", file}, args...), &out, &errs)
	}
	if code := takes(); code != 0 {
		t.Errorf("gtp with the network: exit code %d", code)
	}
	if code := takes("--led"); code != 0 {
		t.Errorf("gtp led by the network: exit code %d", code)
	}
	if code := run([]string{"gtp", "--led"}, &bytes.Buffer{}, &bytes.Buffer{}); code != exitWrongUse {
		t.Errorf("gtp led by no network: exit code %d", code)
	}
	if code := takes("--level", "3"); code != exitWrongUse {
		t.Errorf("gtp with the network and a level: exit code %d", code)
	}
	if err := os.WriteFile(file, first[:len(first)-1], 0o666); err != nil {
		t.Fatal(err)
	}
	if code := takes(); code != exitWrongUse {
		t.Errorf("gtp with half a network: exit code %d", code)
	}
}
