package main

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"moyo/internal/testenv"
)

func TestBookBuild(t *testing.T) {
	testenv.SkipUnderRace(t)
	file := filepath.Join(t.TempDir(), "book.txt")
	var out, errs strings.Builder
	args := []string{
		"book", "build", "--game", "capturefive:n=4", "--board", "grid:5x5", "--nodes", "100",
		"--positions", "9", "--plies", "2", "--out", file, "--json",
	}
	if code := run(args, &out, &errs); code != exitDone {
		t.Fatalf("exit %d: %s", code, errs.String())
	}
	var made bookMade
	if err := json.Unmarshal([]byte(out.String()), &made); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if made.Positions != 9 || made.Bytes != len(text) || made.File != file || strings.Count(string(text), "\n") != 10 || text[0] != '#' {
		t.Errorf("%+v\n%s", made, text)
	}
}

// TestBookBuildConnect4 solves the first plies of a small board.
func TestBookBuildConnect4(t *testing.T) {
	testenv.SkipUnderRace(t)
	file := filepath.Join(t.TempDir(), "book.txt")
	var out, errs strings.Builder
	args := []string{"book", "build", "--game", "connect4", "--board", "grid:4x4", "--plies", "2", "--out", file}
	if code := run(args, &out, &errs); code != exitDone {
		t.Fatalf("exit %d: %s", code, errs.String())
	}
	text, err := os.ReadFile(file)
	if err != nil || !strings.Contains(string(text), "\n4 4 2\n") {
		t.Errorf("%v\n%s", err, text)
	}
}

// TestBookBuildStopped keeps the part that is done after Ctrl-C.
func TestBookBuildStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	c := bookBuildCmd{
		Game: "capturefive:n=4", Board: "grid:5", Nodes: 100, Positions: 9, Plies: 2, Width: 2, Out: filepath.Join(t.TempDir(), "book.txt"),
	}
	if err := c.Run(ctx, new(strings.Builder)); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if _, err := os.Stat(c.Out); err != nil {
		t.Error(err)
	}
}

func TestBookBuildWrongUse(t *testing.T) {
	testenv.SkipUnderRace(t)
	for _, args := range [][]string{
		{"--game", "weiqi"}, {"--game", "capturefive:n=99"}, {"--board", "grid:0"},
		{"--board", "star:9"}, {"--nodes", "0"}, {"--width", "0"}, {"--board", "grid:3"},
		{"--game", "connect4:n=5"}, {"--game", "connect4", "--board", "torus:7x6"}, {"--game", "connect4", "--threads", "0"},
	} {
		var out, errs strings.Builder
		if code := run(append([]string{"book", "build"}, args...), &out, &errs); code != exitWrongUse || errs.Len() == 0 {
			t.Errorf("%v: exit %d, %q", args, code, errs.String())
		}
	}
}
