package main

import (
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"moyo/internal/testenv"
)

// TestCourses lists the courses, and the problems of each by its id and its name.
func TestCourses(t *testing.T) {
	testenv.LongUnderRace(t)
	code, out, errs := runProblems("courses")
	if code != exitDone || strings.Count(out, "\n") < 10 {
		t.Fatalf("exit %d: %s%s", code, out, errs)
	}
	sum := 0
	for line := range strings.Lines(out) {
		id := strings.Fields(line)[0]
		code, out, errs := runProblems("list", "--course", id)
		if code != exitDone {
			t.Fatalf("%s: %s", id, errs)
		}
		sum += strings.Count(out, "\n")
	}
	_, all, _ := runProblems("list")
	if strings.Count(all, "\n") != sum {
		t.Errorf("%d problems in the courses, %d in the bank", sum, strings.Count(all, "\n"))
	}
	_, byID, _ := runProblems("convert", "--course", "ko")
	if _, byName, _ := runProblems("convert", "--course", "KO"); byName != byID || !strings.HasPrefix(byID, "{") {
		t.Errorf("by name %.200s, by id %.200s", byName, byID)
	}
}

// TestSheet draws problems of a course and of a file.
func TestSheet(t *testing.T) {
	testenv.SkipUnderRace(t)
	folder := t.TempDir()
	path := filepath.Join(folder, "ko.svg")
	code, _, errs := runProblems("sheet", "--course", "ko", "--from", "3", "--count", "5", "--columns", "2", "--solution", "-o", path)
	if code != exitDone {
		t.Fatal(errs)
	}
	svg, err := os.ReadFile(path)
	if err != nil || !strings.Contains(string(svg), "Ko: problems 3 to 7 of ") || strings.Count(string(svg), " · ") != 5 {
		t.Errorf("%v: %.300s", err, svg)
	}
	path = filepath.Join(folder, "own.png")
	if code, _, errs := runProblems("sheet", saved(t, "corner.txt", cornerProblem), "-o", path); code != exitDone {
		t.Fatal(errs)
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := png.Decode(f); err != nil {
		t.Error(err)
	}
}

func TestSheetRefused(t *testing.T) {
	testenv.SkipUnderRace(t)
	out := filepath.Join(t.TempDir(), "sheet.svg")
	file := saved(t, "corner.txt", cornerProblem)
	for _, args := range [][]string{
		{"sheet", "-o", "sheet.gif"}, {"sheet"}, {"sheet", "-o", out, "--count", "0"}, {"sheet", "-o", out, "--from", "0"},
		{"sheet", "-o", out, "--columns", "21"}, {"sheet", "-o", out, "--course", "nothing"}, {"list", file, "--course", "ko"},
	} {
		if code, _, errs := runProblems(args...); code != exitWrongUse || errs == "" {
			t.Errorf("%v: exit %d: %s", args, code, errs)
		}
	}
	for _, args := range [][]string{{"sheet", "-o", out, file, "--from", "2"}, {"sheet", "-o", out, saved(t, "p.jsonl", "nonsense\n")}} {
		if code, _, errs := runProblems(args...); code != exitFailed || errs == "" {
			t.Errorf("%v: exit %d: %s", args, code, errs)
		}
		if _, err := os.Stat(out); err == nil {
			t.Errorf("%v leaves a file", args)
		}
	}
}
