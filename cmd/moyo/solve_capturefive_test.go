package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"moyo/client/terminal/answers"
	"moyo/internal/testenv"
)

// TestSolveCaptureFive checks values of small boards in words, and exit codes.
func TestSolveCaptureFive(t *testing.T) {
	testenv.LongUnderRace(t)
	for _, c := range []struct {
		name string
		args []string
		code int
		want string
	}{
		{"empty", []string{"--game", "capturefive:n=3,ko=simple", "--board", "grid:3"},
			exitDone, "Black to move: a win after 7 plies.\nBest: A3"},
		{"moves", []string{"--game", "capturefive:n=3,ko=simple", "--board", "grid:3", "A3", "B2"}, exitDone, "Black to move: a "},
		{"draw", []string{"--game", "capturefive:n=3,captures=no", "--board", "grid:3"}, exitDone, "Black to move: a draw."},
		{"superko", []string{"--game", "capturefive:n=3", "--board", "grid:3"}, exitDone, "Black to move: a win after 7 plies."},
		{"first capture", []string{"--game", "atari-go", "--board", "grid:2"}, exitDone, "Black to move: a loss after 4 plies."},
		{"too little time", []string{"--game", "capturefive:n=8", "--board", "grid:8", "--time", "1ms"}, exitFailed, "Not decided"},
		{"too large", []string{"--game", "capturefive", "--board", "grid:9"}, exitWrongUse, ""},
		{"no room", []string{"--game", "capturefive", "--board", "grid:3"}, exitWrongUse, ""},
		{"no lines", []string{"--game", "capturefive", "--board", "complete:6"}, exitWrongUse, ""},
		{"no such option", []string{"--game", "capturefive:m=3", "--board", "grid:3"}, exitWrongUse, ""},
		{"illegal move", []string{"--game", "capturefive:n=3", "--board", "grid:3", "A3", "A3"}, exitWrongUse, ""},
		{"over", []string{"--game", "capturefive:n=3", "--board", "grid:3", "A3", "A1", "B3", "B1", "C3"}, exitWrongUse, ""},
		{"a method", []string{"--game", "capturefive:n=3", "--board", "grid:3", "--method", "vcf"}, exitWrongUse, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			code, out, errs := runSolve(t, append([]string{"--memory", "4"}, c.args...)...)
			if code != c.code || !strings.Contains(out, c.want) {
				t.Errorf("exit code %d, want %d; output %q, want %q in it; errors %q", code, c.code, out, c.want, errs)
			}
			if code != exitDone && errs == "" {
				t.Error("no error was printed")
			}
		})
	}
}

// TestSolveCaptureFiveProof writes and checks proofs, and refuses a damaged one.
func TestSolveCaptureFiveProof(t *testing.T) {
	path := filepath.Join(t.TempDir(), "proof")
	code, out, errs := runSolve(t, "--memory", "4", "--game", "capturefive:n=3,ko=simple", "--board", "grid:3", "--json", "--proof", path)
	var a answers.CaptureFive
	if code != exitDone || json.Unmarshal([]byte(out), &a) != nil {
		t.Fatalf("exit code %d, %s%s", code, out, errs)
	}
	if a.Value != "win" || a.Plies != 7 || !a.Proved || a.Nodes == 0 || len(a.Best) != 8 || len(a.Proofs) != 2 {
		t.Errorf("%s", out)
	}
	for i, want := range []string{"Black wins within 7 plies", "Black does not win within 6 plies"} {
		if code, out, errs := runSolve(t, "--verify", a.Proofs[i]); code != exitDone ||
			!strings.Contains(out, "accepted") || !strings.Contains(out, want) {
			t.Errorf("exit code %d, %s%s", code, out, errs)
		}
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	spoilt := saved(t, "spoilt", string(bytes.Replace(text, []byte("claim win 7"), []byte("claim win 5"), 1)))
	if code, out, _ := runSolve(t, "--verify", spoilt); code != exitFailed {
		t.Errorf("a spoilt proof: exit code %d, %s", code, out)
	}
}
