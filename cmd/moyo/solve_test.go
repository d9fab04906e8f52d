package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"moyo/internal/testenv"
)

// won is a position that Black wins by fours in three.
const wonPuzzle = `{"id":"three","board":"grid:15","game":"gomoku:rule=standard,n=5,opening=none",
"stones":{"black":["F8","G8","H8","J10","J11"],"white":["E8","A1","C1","E1","J14"]},"toPlay":"black"}`

func runSolve(t *testing.T, args ...string) (code int, out, errs string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	code = run(append([]string{"solve"}, args...), &stdout, &stderr)
	return code, stdout.String(), stderr.String()
}

func saved(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestSolve requests answers in all ways and checks texts and exit codes.
func TestSolve(t *testing.T) {
	testenv.LongUnderRace(t)
	puzzle := saved(t, "p.json", wonPuzzle)
	record := saved(t, "p.sgf", "(;GM[4]FF[4]SZ[15]RI[gomoku:rule=freestyle,n=5,opening=none]AB[hh][hg][hf]AW[aa][ac][ae]PL[B])")
	for _, c := range []struct {
		name string
		args []string
		code int
		want string
	}{
		{"puzzle", []string{puzzle}, exitDone, "Black wins in 3 moves by continuous fours"},
		{"other side", []string{"--to-play", "white", "--method", "vcf", puzzle}, exitDone, "White has no win by continuous fours"},
		{"record", []string{record}, exitDone, "Black wins in 2 moves"},
		{"names", []string{"H8", "A1", "H9", "A3", "H10", "A5"}, exitDone, "Black wins in 2 moves"},
		{"the column I", []string{"G8", "A1", "H8", "A3", "J8", "A5"}, exitDone, "I8"},
		{"no column P", []string{"H8", "P8"}, exitWrongUse, ""},
		{"glued", []string{"H8A1H9A3H10A5"}, exitDone, "Black wins in 2 moves"},
		{"letters", []string{"h8a1h9a3h10a5"}, exitDone, "Black wins in 2 moves"},
		{"torus", []string{"--board", "torus:15x15", "A8 B1 P8 D4 O8 F6"}, exitDone, "Black wins in 2 moves"},
		{"no time", []string{"--time", "1ns", "H8"}, exitFailed, "no win by continuous fours was found"},
		{"undecided", []string{"--time", "1ns", "--method", "vc2", "H8"}, exitFailed,
			"no win by fours, threats and threats of threats was found"},
		{"no position", nil, exitWrongUse, ""},
		{"no such point", []string{"H8", "Z99"}, exitWrongUse, ""},
		{"another game", []string{"--game", "weiqi", puzzle}, exitWrongUse, ""},
		{"no such file", []string{"nowhere.sgf"}, exitWrongUse, ""},
		{"rows too long", []string{"--game", "gomoku:n=9", puzzle}, exitWrongUse, ""},
		{"won already", []string{
			"--to-play", "white", saved(t, "won.json", strings.Replace(wonPuzzle, `"J11"`, `"J11","J8","K8"`, 1)),
		}, exitWrongUse, ""},
		{"one move twice", []string{"H8", "H8"}, exitWrongUse, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			code, out, errs := runSolve(t, c.args...)
			if code != c.code || !strings.Contains(out, c.want) {
				t.Errorf("exit code %d, want %d; output %q, want %q in it; errors %q", code, c.code, out, c.want, errs)
			}
			if code != exitDone && errs == "" {
				t.Error("no error was printed")
			}
		})
	}
}

// TestSolveFolder names a folder wherever a file may be named, and missing files.
func TestSolveFolder(t *testing.T) {
	testenv.SkipUnderRace(t)
	folder := filepath.Join(t.TempDir(), "p.sgf") // whatever its name
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	plain := t.TempDir()
	text := saved(t, "corner.txt", cornerProblem)
	for _, args := range [][]string{
		{folder}, {plain}, {plain, text}, {text, plain}, {text, folder}, {saved(t, "p.json", wonPuzzle), folder}, {"H8", plain},
		{"--game", "weiqi", plain}, {"--game", "gomoku", plain}, {"--game", "gomoku", folder},
		{"--game", "capturefive", plain}, {"--verify", plain},
	} {
		if code, out, errs := runSolve(t, args...); code == exitDone || out != "" ||
			!strings.Contains(errs, "is a folder: name the files in it") {
			t.Errorf("%q: exit code %d, %q, %q", args, code, out, errs)
		}
	}
	for _, args := range [][]string{{"nowhere.txt"}, {"no/where"}, {"--game", "weiqi", "nowhere"}, {"--game", "capturefive", "no/where"}} {
		if code, _, errs := runSolve(t, args...); code != exitWrongUse || !strings.Contains(errs, "no such file") {
			t.Errorf("%q: exit code %d, %q", args, code, errs)
		}
	}
	for _, command := range []string{"list", "convert", "verify", "rate"} {
		if code, _, errs := runProblems(command, plain); code == exitDone || !strings.Contains(errs, "is a folder") {
			t.Errorf("%s: exit code %d, %q", command, code, errs)
		}
	}
	t.Chdir(plain)
	if err := os.Mkdir("H8A1H9A3H10A5", 0o700); err != nil {
		t.Fatal(err)
	}
	if code, out, errs := runSolve(t, "H8A1H9A3H10A5"); code != exitDone || !strings.Contains(out, "Black wins in 2 moves") {
		t.Errorf("moves that a folder is called by: exit code %d, %q, %q", code, out, errs)
	}
}

// TestSolveProof prints, checks and damages a proof, and expects its refusal.
func TestSolveProof(t *testing.T) {
	testenv.SkipUnderRace(t)
	code, out, errs := runSolve(t, "--json", saved(t, "p.json", wonPuzzle))
	if code != exitDone || json.Unmarshal([]byte(out), new(struct{ Proof json.RawMessage })) != nil {
		t.Fatalf("exit code %d, %s%s", code, out, errs)
	}
	proof := saved(t, "proof.json", out)
	if code, out, errs := runSolve(t, "--verify", proof); code != exitDone || !strings.Contains(out, "accepted") {
		t.Errorf("exit code %d, %s%s", code, out, errs)
	}
	if code, out, errs := runSolve(t, "--check", "every", "--verify", proof); code != exitDone {
		t.Errorf("exit code %d, %s%s", code, out, errs)
	}
	spoilt := strings.Replace(out, `"move":"J8"`, `"move":"J9"`, 1)
	if spoilt == out {
		spoilt = strings.Replace(out, `"J10"`, `"J1"`, 1)
	}
	if code, out, _ := runSolve(t, "--verify", saved(t, "spoilt.json", spoilt)); code != exitFailed {
		t.Errorf("a spoilt proof: exit code %d, %s", code, out)
	}
}

// TestProblems makes puzzles and solves them.
func TestProblems(t *testing.T) {
	testenv.SkipUnderRace(t)
	var stdout, stderr bytes.Buffer
	if code := run([]string{"problems", "vcf", "--count", "5", "--depth", "2..4", "--seed", "3"}, &stdout, &stderr); code != exitDone {
		t.Fatalf("exit code %d: %s", code, stderr.String())
	}
	if n := strings.Count(stdout.String(), "\n"); n != 5 {
		t.Fatalf("%d lines, want 5", n)
	}
	code, out, errs := runSolve(t, "--method", "vcf", saved(t, "p.jsonl", stdout.String()))
	if code != exitDone || strings.Count(out, "wins in") != 5 {
		t.Errorf("exit code %d: %s%s", code, out, errs)
	}
	for _, depth := range []string{"1..3", "5..4", "x", "2..61"} {
		if code := run([]string{"problems", "vcf", "--depth", depth}, &stdout, &stderr); code != exitWrongUse {
			t.Errorf("depth %s: exit code %d", depth, code)
		}
	}
}
