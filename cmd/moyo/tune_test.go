package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"moyo/internal/testenv"
)

// TestTune plays a few pairs, continues to the end, and gives the result to the arena.
func TestTune(t *testing.T) {
	testenv.SkipUnderRace(t)
	dir := t.TempDir()
	log, openings := filepath.Join(dir, "log"), filepath.Join(dir, "openings")
	if err := os.WriteFile(openings, []byte("H8 J9 G7\nH8 H9 J10\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	args := []string{
		"tune", "lmp-base:50", "lmr-base", "--from=null-depth=6", "--pairs=3", "--rate=1", "--nodes=60", "--openings=" + openings, "--out=" + log,
	}
	var stdout, stderr bytes.Buffer
	if code := run(args, &stdout, &stderr); code != exitDone {
		t.Fatalf("exit %d: %s", code, stderr.String())
	}
	found := strings.TrimSpace(stdout.String())
	if !strings.HasPrefix(found, "alphabeta?null-depth=6,lmp-base=") {
		t.Errorf("%q", found)
	}
	lines, err := os.ReadFile(log)
	if err != nil || bytes.Count(lines, []byte("\n")) != 4 {
		t.Errorf("%s, %v", lines, err)
	}
	stdout.Reset()
	if code := run(args, &stdout, &stderr); code != exitDone || strings.TrimSpace(stdout.String()) != found {
		t.Errorf("exit %d, once more: %q, not %q", code, stdout.String(), found)
	}
	if code := run(append(args, "--nodes=70"), &stdout, &stderr); code == exitDone || !strings.Contains(stderr.String(), "another tuning") {
		t.Errorf("went on with other games: exit %d, %s", code, stderr.String())
	}
	made := filepath.Join(dir, "made")
	for range 2 { // the second time with the openings of the first
		args := []string{"tune", "lmr-base", "--pairs=1", "--nodes=60", "--generate=2", "--out=" + made}
		if code := run(args, &stdout, &stderr); code != exitDone {
			t.Errorf("exit %d: %s", code, stderr.String())
		}
	}
	if code := run([]string{"arena", found + ",name=new", "random", "--pairs=1", "--nodes=60"}, &stdout, &stderr); code != exitDone {
		t.Errorf("exit %d: %s", code, stderr.String())
	}
}

func TestTuneRefuses(t *testing.T) {
	testenv.SkipUnderRace(t)
	for want, args := range map[string][]string{
		"unknown parameter":  {"lmr"},
		"a step above 0":     {"lmr-base:none"},
		"named twice":        {"lmr-base", "lmr-base"},
		`"lmr-base=x": want`: {"lmr-base", "--from=lmr-base=x"},
		"0 pairs":            {"lmr-base", "--pairs=0"},
		"a rate of 2":        {"lmr-base", "--rate=2"},
		"must be 0 or more":  {"lmr-base", "--nodes=-1"},
		"--threads 0":        {"lmr-base", "--threads=0"},
		`"": unknown`:        {"lmr-base", "--from=null-depth=6,"},
	} {
		var stdout, stderr bytes.Buffer
		if code := run(append([]string{"tune"}, args...), &stdout, &stderr); code != exitWrongUse || !strings.Contains(stderr.String(), want) {
			t.Errorf("%q: exit %d: %s", args, code, stderr.String())
		}
	}
	var stdout, stderr bytes.Buffer
	if code := run([]string{"tune", "--from=lmr-base=77"}, &stdout, &stderr); code != exitDone ||
		!strings.Contains(stdout.String(), "lmr-base           77  -200 to 300") {
		t.Errorf("the list: exit %d: %s%s", code, stdout.String(), stderr.String())
	}
}
