package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"moyo/client/terminal/recap"
	"moyo/internal/testenv"
)

const (
	rowGame = "(;GM[4]FF[4]SZ[9]RI[gomoku:rule=freestyle,n=4,opening=none]PB[Ada]PW[Bo]RE[B+];B[ee];W[aa];B[ef];W[ab];B[eg];W[ha];B[eh])"
	psqGame = "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,0\n8,9,0\n9,8,0\n8,10,0\nfirst\nsecond\n-1\n1,Freestyle\n"
	goGame  = "(;GM[1]FF[4]SZ[5]KM[0.5]RE[B+R];B[cc];W[bb];B[cb];W[aa];B[bc])"
)

func runReview(t *testing.T, args ...string) (code int, out, errs string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	code = run(append([]string{"review"}, args...), &stdout, &stderr)
	return code, stdout.String(), stderr.String()
}

func TestReview(t *testing.T) {
	testenv.SkipUnderRace(t)
	row, stones, broken := saved(t, "row.sgf", rowGame), saved(t, "go.sgf", goGame), saved(t, "broken.sgf", "(;B[")
	none := saved(t, "none.sgf", "(;GM[1]SZ[9])")
	folder := t.TempDir()
	for name, text := range map[string]string{"two.sgf": goGame + rowGame, "one.sgf": goGame, "notes.txt": "no record"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		name     string
		args     []string
		code     int
		out, err []string
	}{
		{"a game", []string{row, "--nodes", "60000"}, exitDone,
			[]string{"Ada (Black), Bo (White), B+", "8 of 8 positions", "At the end: Black wins", "No mistakes were found.", "accuracy"}, nil},
		{"two games", []string{row, stones, "--nodes", "3000"}, exitDone,
			[]string{"lost per move, points", "turning", "Bad moves: blunders / mistakes / inaccuracies."}, nil},
		{"another engine", []string{stones, "--nodes", "500", "--engine", "level:2"}, exitDone, []string{"6 of 6 positions"}, nil},
		{"a broken file", []string{broken, stones, "--nodes", "500"}, exitFailed, []string{"6 of 6 positions"}, []string{"broken.sgf"}},
		{"no file", []string{filepath.Join(t.TempDir(), "no.sgf")}, exitFailed, nil, []string{"no.sgf"}},
		{"no moves", []string{none}, exitFailed, nil, []string{"none.sgf", "there are no moves"}},
		{"another format", []string{saved(t, "row.psq", psqGame), "--nodes", "3000"}, exitDone, []string{"row.psq", "6 of 6 positions"}, nil},
		{"a folder with several games in a file", []string{folder, "--nodes", "1500"}, exitDone,
			[]string{"two.sgf#1", "two.sgf#2", "one.sgf", "Bad moves: blunders"}, nil},
		{"an empty folder", []string{t.TempDir(), stones, "--nodes", "500"}, exitFailed,
			[]string{"6 of 6 positions"}, []string{"no records in this folder"}},
		{"a paper of two", []string{row, stones, "--nodes", "500", "--pdf", filepath.Join(t.TempDir(), "x.pdf")},
			exitWrongUse, nil, []string{"one game"}},
		{"no engine", []string{stones, "--engine", "levle:2"}, exitWrongUse, nil, []string{"levle"}},
		{"no time", []string{stones, "--time=-1s"}, exitWrongUse, nil, []string{"0 or more"}},
		{"a program that is none", []string{stones, "--nodes", "500", "--engine", "gtp:/none/such"},
			exitFailed, nil, []string{"go.sgf", "/none/such"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			code, out, errs := runReview(t, c.args...)
			if code != c.code {
				t.Errorf("code %d, want %d: %s", code, c.code, errs)
			}
			for _, want := range c.out {
				if !strings.Contains(out, want) {
					t.Errorf("no %q in\n%s", want, out)
				}
			}
			for _, want := range c.err {
				if !strings.Contains(errs, want) {
					t.Errorf("no %q in\n%s", want, errs)
				}
			}
		})
	}
}

// TestReviewRepeats gets the same results with nodes and a seed, as JSON and as a page.
func TestReviewRepeats(t *testing.T) {
	testenv.SkipUnderRace(t)
	path, page := saved(t, "go.sgf", goGame), filepath.Join(t.TempDir(), "page.html")
	paper := filepath.Join(t.TempDir(), "paper.pdf")
	code, one, errs := runReview(t, path, "--json", "--nodes", "4000", "--html", page, "--pdf", paper)
	if text, err := os.ReadFile(paper); err != nil || !bytes.HasPrefix(text, []byte("%PDF-")) || len(text) < 10_000 {
		t.Errorf("the paper: %d bytes, %v", len(text), err)
	}
	_, two, _ := runReview(t, path, "--json", "--nodes", "4000")
	var d recap.Document
	if err := json.Unmarshal([]byte(one), &d); err != nil || code != exitDone || one != two || len(d.Moves) != 5 || !d.Whole || !d.Ended {
		t.Errorf("code %d, %v, %s\n%s\n%s", code, err, errs, one, two)
	}
	if text, err := os.ReadFile(page); err != nil || !bytes.Contains(text, []byte("<svg")) {
		t.Errorf("the page: %d bytes, %v", len(text), err)
	}
}

// TestReviewStopped keeps the results so far, and reports that there was more.
func TestReviewStopped(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	path := saved(t, "go.sgf", goGame)
	out := stopping{stop: stop}
	c := reviewCmd{Files: []string{path, path, path}, Nodes: 500, Threads: 1, Memory: 16, JSON: true}
	if err := c.Run(ctx, &out); !errors.Is(err, context.Canceled) || strings.Count(out.String(), "\n") != 1 {
		t.Errorf("%v, %s", err, out.String())
	}
}

// stopping stops what writes to it.
type stopping struct {
	bytes.Buffer
	stop func()
}

func (s *stopping) Write(p []byte) (int, error) {
	s.stop()
	return s.Buffer.Write(p)
}
