package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"moyo/board"
	"moyo/internal/testenv"
	"moyo/solve/life"
	"moyo/solve/life/format"
	"moyo/study/bank"
	"moyo/study/generate"
)

// quick are flags that make problems quickly.
var quick = []string{"--count", "6", "--empty", "3..5", "--board", "grid:9,torus:7x7", "--source", "shapes,boxes", "--seed", "3"}

func generated(t *testing.T, args ...string) string {
	t.Helper()
	code, out, errs := runProblems(append(append([]string{"generate"}, quick...), args...)...)
	if code != exitDone {
		t.Fatalf("%v: exit code %d: %s", args, code, errs)
	}
	return out
}

// TestGenerateLines makes problems as JSON lines, and solves them.
func TestGenerateLines(t *testing.T) {
	t.Parallel()
	testenv.SkipUnderRace(t)
	out := generated(t, "--threads", "1")
	if other := generated(t, "--threads", "3"); other != out {
		t.Errorf("with three threads\n%s\nwith one\n%s", other, out)
	}
	n := 0
	for it, err := range format.Read("made", strings.NewReader(out), nil) {
		if err != nil {
			t.Fatal(err)
		}
		n++
		s, err := life.NewSolver(it.Problem, life.Options{Threads: 1, AllMoves: true})
		if err != nil {
			t.Fatal(err)
		}
		a, err := s.Solve(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if string(a.Verdict) != it.Expect.Status || !slices.Equal(a.FirstMoves, it.Expect.Answers) || !strings.Contains(it.Notes, "points: ") {
			t.Errorf("%s: %s %v, the file says %+v, %q", it.ID, a.Verdict, a.FirstMoves, it.Expect, it.Notes)
		}
	}
	if n != 6 {
		t.Errorf("%d problems", n)
	}
}

// TestGenerateFiles writes each format, and continues a run that was stopped.
func TestGenerateFiles(t *testing.T) {
	t.Parallel()
	testenv.SkipUnderRace(t)
	folder := t.TempDir()
	path := filepath.Join(folder, "made.bank")
	generated(t, "-o", path)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	problems, err := bank.Read(bytes.NewReader(whole), board.Parse)
	if err != nil || len(problems) != 6 {
		t.Fatalf("%d problems, %v", len(problems), err)
	}
	if _, err := os.Stat(path + ".part"); err == nil {
		t.Error("the journal stays")
	}
	stopped(t, path+".part", 3)
	generated(t, "-o", path)
	if again, err := os.ReadFile(path); err != nil || !bytes.Equal(again, whole) {
		t.Errorf("a run that was stopped makes another file, %v", err)
	}
	for _, name := range []string{"made.sgf", "made.jsonl"} {
		generated(t, "-o", filepath.Join(folder, name))
		file, err := os.Open(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		n := 0
		for _, err := range format.Read(name, file, nil) {
			if n++; err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		if n != 6 {
			t.Errorf("%s: %d problems", name, n)
		}
	}
}

// stopped writes a journal with the given number of problems of the quick run.
func stopped(t *testing.T, path string, problems int) {
	t.Helper()
	var c problemsGenerateCmd
	parse(t, &c, quick)
	run, err := c.run()
	if err != nil {
		t.Fatal(err)
	}
	j, err := generate.OpenJournal(path, run)
	if err != nil {
		t.Fatal(err)
	}
	enough := os.ErrDeadlineExceeded // any error ends it
	err = run.Continue(t.Context(), 1, func(m *generate.Made) error {
		if run.Found() > problems {
			return enough
		}
		return j.Add(m)
	})
	if err != enough || j.Close() != nil {
		t.Fatal(err)
	}
}

func parse(t *testing.T, into any, args []string) {
	t.Helper()
	parser, err := kong.New(into)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := parser.Parse(args); err != nil {
		t.Fatal(err)
	}
}

// TestShippedCommand compares the documented command with the options that the tests of the bank
// use to rebuild it.
func TestShippedCommand(t *testing.T) {
	var c problemsGenerateCmd
	source, err := os.ReadFile("../../study/generate/shipped.go")
	if err != nil {
		t.Fatal(err)
	}
	_, flags, ok := strings.Cut(string(source), "//go:generate go run moyo/cmd/moyo problems generate ")
	if !ok {
		t.Fatal("no such command in shipped.go")
	}
	flags, _, _ = strings.Cut(flags, "\n")
	parse(t, &c, strings.Fields(flags))
	from, to, ok := numberRange(c.Empty)
	if !ok {
		t.Fatal(c.Empty)
	}
	got := generate.Options{
		Seed: c.Seed, Count: c.Count, Boards: generate.Shipped.Boards, From: from, To: to, Unique: c.Unique, Even: c.Even, Nodes: c.Nodes,
		Sources: generate.Shipped.Sources,
	}
	if !reflect.DeepEqual(got, generate.Shipped) || len(c.Board) > 0 || len(c.Source) > 0 {
		t.Errorf("the command makes %+v, want %+v", got, generate.Shipped)
	}
}

func TestGenerateRefused(t *testing.T) {
	testenv.SkipUnderRace(t)
	folder := t.TempDir()
	other := filepath.Join(folder, "other.bank")
	stopped(t, other+".part", 1)
	for _, args := range [][]string{
		{"--count", "0"}, {"--empty", "x"}, {"--empty", "5..4"}, {"--board", "plate:9"}, {"--nodes", "0"},
		{"--source", "books"}, {"--source", "games", "--board", "torus:9x9"},
		{"-o", filepath.Join(folder, "made.txt")}, {"-o", other, "--seed", "4"},
	} {
		code, _, errs := runProblems(append([]string{"generate"}, args...)...)
		if code != exitWrongUse || errs == "" {
			t.Errorf("%v: exit code %d: %s", args, code, errs)
		}
	}
}

func TestRate(t *testing.T) {
	t.Parallel()
	testenv.SkipUnderRace(t)
	path := saved(t, "made.jsonl", generated(t))
	code, out, errs := runProblems("rate", path, "--json")
	if code != exitDone {
		t.Fatalf("exit code %d: %s", code, errs)
	}
	lines := strings.Split(strings.TrimSpace(out), "\n")
	var r rated
	if err := json.Unmarshal([]byte(lines[0]), &r); err != nil || len(lines) != 6 ||
		r.Points < 600 || r.Rank == "" || r.First != 1 || len(r.Tags) < 2 {
		t.Errorf("%d lines, the first %+v, %v", len(lines), r, err)
	}
	code, out, errs = runProblems("rate", path)
	if code != exitDone || !strings.Contains(out, r.Rank) {
		t.Errorf("exit code %d: %s%s", code, out, errs)
	}
	if code, out, _ := runProblems("rate", path, "--nodes", "1"); code != exitDone || !strings.Contains(out, " -  ") {
		t.Errorf("exit code %d without nodes: %s", code, out)
	}
}

// TestRateAsks rates a problem without question and target by the question that moyo solve assumes.
func TestRateAsks(t *testing.T) {
	testenv.SkipUnderRace(t)
	path := saved(t, "three.txt", "---xo----\nxxxxo----\nooooo----\n"+strings.Repeat("---------\n", 6)+"none o\n")
	code, out, errs := runProblems("rate", "--json", "--nodes", "300000", path)
	if code != exitDone || !strings.Contains(out, `"verdict":"win"`) || !strings.Contains(out, "kill") {
		t.Errorf("exit code %d: %s%s", code, out, errs)
	}
}
