package main

import (
	"errors"
	"strings"
	"testing"

	"moyo/internal/testenv"
)

func TestPlayWrongUse(t *testing.T) {
	testenv.SkipUnderRace(t)
	for _, args := range [][]string{
		{"play", "--board", "nonsense"}, {"play", "--rules", "chess"}, {"play", "--level", "12"}, {"play", "--opponent", "nobody"},
		{"play", "--color", "green"}, {"play", "--threads", "0"}, {"gtp", "--level", "3", "--engine", "random"}, {"gtp", "--board", "grid:0"},
		{"gtp", "--time", "-1s"}, {"play", "--rules", "weiqi:handicap=3", "--board", "torus:9x9"},
	} {
		var out, errs strings.Builder
		if code := run(args, &out, &errs); code != exitWrongUse || errs.Len() == 0 {
			t.Errorf("%q: exit %d, %q", args, code, errs.String())
		}
	}
}

// TestPlayGame uses the usual board of a game, and refuses impossible options.
func TestPlayGame(t *testing.T) {
	testenv.SkipUnderRace(t)
	for id, want := range map[string]string{"gomoku:opening=swap2": "Grid 15×15, freestyle", "nogo": "Grid 9×9, NoGo"} {
		var out, errs strings.Builder // the input of tests is empty
		if code := run([]string{"play", "--game", id, "--opponent", "random"}, &out, &errs); code != exitDone ||
			!strings.HasPrefix(out.String(), want) {
			t.Errorf("%s: exit %d, %s%s", id, code, out.String(), errs.String())
		}
	}
	for _, args := range [][]string{
		{"play", "--game", "gomoku:opening=pro", "--board", "torus:9x9"}, {"play", "--game", "gomoku", "--board", "grid:4"},
		{"play", "--game", "gomoku:n=2"}, {"play", "--game", "chess"},
	} {
		var out, errs strings.Builder
		if code := run(args, &out, &errs); code != exitWrongUse || errs.Len() == 0 {
			t.Errorf("%q: exit %d, %q", args, code, errs.String())
		}
	}
}

// TestPlayProblem plays a problem of a file, and refuses files without problems.
func TestPlayProblem(t *testing.T) {
	play := func(file string) (string, error) {
		var out strings.Builder
		cmd := playCmd{Problem: file, engineFlags: engineFlags{Threads: 1, Memory: 8}}
		err := cmd.playProblems(t.Context(), strings.NewReader("b2\nquit\n"), &out)
		return out.String(), err
	}
	if out, err := play(saved(t, "corner.txt", cornerProblem)); err != nil || !strings.Contains(out, "Correct: B2.") {
		t.Errorf("%v: %s", err, out)
	}
	for _, file := range []string{"nowhere.sgf", saved(t, "p.jsonl", "nonsense\n")} {
		if _, err := play(file); !errors.As(err, new(usageError)) {
			t.Errorf("%s: %v", file, err)
		}
	}
}

// TestPlayCourse plays problems of the bank, and refuses unknown courses.
func TestPlayCourse(t *testing.T) {
	testenv.SkipUnderRace(t)
	var out strings.Builder
	cmd := playCmd{Course: "throw-ins", engineFlags: engineFlags{Threads: 1, Memory: 8}}
	err := cmd.playProblems(t.Context(), strings.NewReader("hint\nquit\n"), &out)
	if err != nil || !strings.Contains(out.String(), "Type hint again for a move.") {
		t.Errorf("%v: %s", err, out.String())
	}
	for _, cmd := range []playCmd{{Course: "nothing"}, {Course: "ko", Problem: "x.sgf"}} {
		if err := cmd.playProblems(t.Context(), strings.NewReader(""), &out); !errors.As(err, new(usageError)) {
			t.Errorf("%+v: %v", cmd, err)
		}
	}
}
