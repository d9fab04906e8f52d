package main

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"moyo/cmd/moyo/bench"
	"moyo/internal/testenv"
)

// benchTsumego runs the subcommand and returns what it measured.
func benchTsumego(t *testing.T, args ...string) (got bench.TsumegoSpeeds) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	code := run(append([]string{"bench", "tsumego", "--json", "--time", "1m", "--memory", "8"}, args...), &stdout, &stderr)
	if code != exitDone {
		t.Fatalf("exit code %d: %s", code, stderr.String())
	}
	if err := json.Unmarshal(stdout.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	return got
}

// verdictsOf lists problems, methods and verdicts.
func verdictsOf(s bench.TsumegoSpeeds) (list []string) {
	for _, t := range s.Tests {
		list = append(list, t.ID+" "+t.Method+" "+t.Verdict)
	}
	return list
}

func TestBenchTsumego(t *testing.T) {
	testenv.SkipUnderRace(t)
	dir := t.TempDir()
	picture, file := filepath.Join(dir, "p.svg"), filepath.Join(dir, "p.jsonl")
	size := []string{"--empty", "3..5", "--count", "4"}
	methods := []string{"--method", "auto,alphabeta-2015"}
	got := benchTsumego(t, append(append(size, methods...), "--plot", picture)...)
	if len(got.Sizes) != 6 || len(got.Tests) != 24 || len(got.Disputed) != 0 {
		t.Fatalf("%d sizes, %d tests, disputed: %v", len(got.Sizes), len(got.Tests), got.Disputed)
	}
	for i, s := range got.Sizes {
		if s.Empty != 3+i%3 || s.Solved != 4 || s.MedianMs > s.P95Ms || s.P95Ms > s.MaxMs || s.MedianMs <= 0 {
			t.Errorf("%+v", s)
		}
	}
	checkSVG(t, picture, "moyo, median", "alphabeta-2015, 95th percentile", "document of 2015, minimax")

	if code := run(append([]string{"bench", "tsumego", "--write", file}, size...), io.Discard, io.Discard); code != exitDone {
		t.Fatalf("exit code %d", code)
	}
	again := benchTsumego(t, append(methods, "--problems", file)...)
	if a, b := strings.Join(verdictsOf(got), "\n"), strings.Join(verdictsOf(again), "\n"); a != b {
		t.Errorf("from the file:\n%s\nmade:\n%s", b, a)
	}
}

// checkSVG expects a well-formed picture with texts.
func checkSVG(t *testing.T, path string, texts ...string) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for d := xml.NewDecoder(bytes.NewReader(data)); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range texts {
		if !strings.Contains(string(data), want) {
			t.Errorf("no %q in the picture", want)
		}
	}
}

func TestBenchTsumegoWrong(t *testing.T) {
	testenv.LongUnderRace(t)
	for _, args := range []string{"--empty 1..3", "--empty 9..8", "--empty x", "--empty 4 --board grid:3", "--time -1s", "--count 0",
		"--depth -1", "--method none", "--problems none.jsonl", "--empty 4..99"} {
		var stderr bytes.Buffer
		code := run(append([]string{"bench", "tsumego"}, strings.Fields(args)...), io.Discard, &stderr)
		if code != exitWrongUse || stderr.Len() == 0 {
			t.Errorf("%s: exit code %d: %s", args, code, stderr.String())
		}
	}
}
