package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"

	"moyo/client/terminal/answers"
	"moyo/client/terminal/files"
)

// TestSolveConnect4 asks for scores in all the ways and looks at words and exit
// codes.
func TestSolveConnect4(t *testing.T) {
	for _, c := range []struct {
		name, want, errs string
		code             int
		args             []string
	}{
		{"score", "662222576343651642712157 8 ", "", exitDone, []string{"662222576343651642712157"}},
		{"several", "22222 ", "", exitDone, []string{"--board", "grid:4x5", "22222", "33333"}},
		{"empty", ". 0 ", "", exitDone, []string{"--board", "grid:4", "."}},
		{"over", "1212121 -18 0 ", "", exitDone, []string{"1212121"}},
		{"columns", "662222576343651642712157 1 - -8 8 3 1 7 ", "", exitDone, []string{"--analyze", "662222576343651642712157"}},
		{"threads", "662222576343651642712157 8 ", "", exitDone, []string{"--threads", "3", "662222576343651642712157"}},
		{"no such column", "", `position 2: move 3 ('8'): no such column; the board has 7`, exitWrongUse, []string{"1212121", "448"}},
		{"no column", "", `position 1: move 2 ('x')`, exitWrongUse, []string{"4x"}},
		{"full", "", "move 7 ('4'): the column is full", exitWrongUse, []string{"4444444"}},
		{"after the end", "", "move 8 ('1'): the game is over", exitWrongUse, []string{"12121211"}},
		{"too large", "", "at most 64", exitWrongUse, []string{"--board", "grid:9x9", "5"}},
		{"no grid", "", "not a plain grid", exitWrongUse, []string{"--board", "torus:7x6", "4"}},
		{"five", "", "only four in a row can be solved, not 5", exitWrongUse, []string{"--game", "connect4:n=5", "4"}},
		{"threads", "", "--threads 0", exitWrongUse, []string{"--threads", "0", "4"}},
		{"other flags", "", "--score: not for Connect Four", exitWrongUse, []string{"--score", "4"}},
		{"time", "", "moyo solve: not decided", exitFailed, []string{"--time", "1ms", "."}},
		{"a folder", "", "is a folder: name the files in it", exitWrongUse, []string{t.TempDir()}},
		{"no such file", "", "no such file", exitWrongUse, []string{"nowhere/p.txt"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			args := append([]string{"--game", "connect4", "--memory", "16"}, c.args...)
			code, out, errs := runSolve(t, args...)
			if code != c.code || !strings.HasPrefix(out, c.want) && c.code == exitDone || !strings.Contains(errs, c.errs) {
				t.Errorf("exit %d, %q, %q; want %d, %q, %q", code, out, errs, c.code, c.want, c.errs)
			}
		})
	}
}

// solveLines runs the command on lines of standard input.
func solveLines(ctx context.Context, in io.Reader, json bool) (string, error) {
	cmd := solveCmd{
		Game: "connect4", Board: "grid:5x4", ToPlay: "next", Method: "auto", Memory: 8, Threads: 1, JSON: json, stdin: files.Reader(in),
	}
	var out bytes.Buffer
	err := cmd.Run(ctx, &out)
	return out.String(), err
}

func TestSolveConnect4Lines(t *testing.T) {
	out, err := solveLines(t.Context(), strings.NewReader("# first moves\n3\n33\n\n"), true)
	if err != nil {
		t.Fatal(err)
	}
	var got []answers.Connect4
	for dec := json.NewDecoder(strings.NewReader(out)); dec.More(); {
		var a answers.Connect4
		if err := dec.Decode(&a); err != nil {
			t.Fatal(err)
		}
		got = append(got, a)
	}
	if len(got) != 3 || got[0].Moves != "3" || got[2].Moves != "" || *got[2].Score != 0 || *got[2].Plies != 20 || got[2].Nodes == 0 {
		t.Errorf("answers %+v", got)
	}
	for text, want := range map[string]string{
		"3\n9\n":                                 `line 2: move 1 ('9')`,
		"3\n" + strings.Repeat("1", 5000) + "\n": "line 2: longer than 1000 characters",
	} {
		if _, err := solveLines(t.Context(), strings.NewReader(text), false); err == nil ||
			!strings.Contains(err.Error(), want) || !errors.As(err, new(usageError)) {
			t.Errorf("%.20q: %v, want %q", text, err, want)
		}
	}
}

// TestSolveConnect4Undecided goes on after a position that there is no time for, and says what is known of it.
func TestSolveConnect4Undecided(t *testing.T) {
	args := []string{"--game", "connect4", "--memory", "16", "--time", "300ms", ".", "662222576343651642712157"}
	code, out, errs := runSolve(t, args...)
	if lines := strings.Split(out, "\n"); code != exitFailed || len(lines) != 3 || !strings.Contains(lines[0], ". -") ||
		!strings.Contains(lines[0], "..") || !strings.HasPrefix(lines[1], "662222576343651642712157 8 ") ||
		!strings.Contains(errs, "1 of 2 positions: not decided") {
		t.Errorf("exit %d, %q, %q", code, out, errs)
	}
	code, out, _ = runSolve(t, append(args, "--analyze")...)
	if lines := strings.Split(out, "\n"); code != exitFailed || len(lines) != 3 ||
		!strings.HasPrefix(lines[0], ". ? ") || strings.Count(lines[1], " ") != 9 {
		t.Errorf("columns: exit %d, %q", code, out)
	}
	_, out, _ = runSolve(t, append(args, "--json")...)
	if lines := strings.Split(out, "\n"); len(lines) != 3 ||
		!strings.Contains(lines[0], `"score":null,"plies":null,"lower":-`) || strings.Contains(lines[1], "lower") {
		t.Errorf("JSON: %q", out)
	}
}

// TestSolveConnect4Stop stops while it waits for a line that never comes.
func TestSolveConnect4Stop(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	in, out := io.Pipe()
	defer out.Close()
	cancel()
	if _, err := solveLines(ctx, in, false); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
}
