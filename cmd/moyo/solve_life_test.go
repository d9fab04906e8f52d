package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"moyo/client/terminal/answers"
	"moyo/client/terminal/files"
	"moyo/internal/testenv"
	"moyo/solve/life/format"
)

// cornerProblem is a problem in text form: six points in the corner, with B2 the only good move for
// either side.
const cornerProblem = `*****
ooooo
xxxxo
---xo
---xo
A3 x
Two eyes in the corner.
`

// cornerLine is the same as JSON, with White to kill.
const cornerLine = `{"id":"corner","size":5,"black":["ac","bc","cc","dc","dd","de"],"white":["ab","bb","cb","db","eb","ec","ed","ee"],` +
	`"to_move":"w","target":["ac"],"question":"kill","region":["ac:ce","dc:de"]}`

// crawlLine is a group that dies unless it escapes along the edge, on a board too large to be one region.
const crawlLine = `{"id":"crawl","size":19,"black":["ar","br","cr","dr"],"white":["aq","bq","cq","dq","eq","er"],` +
	`"to_move":"w","target":["ar"],"question":"kill"}`

// solvedLine is the JSON answer, with its keys in order.
type solvedLine struct {
	ID         string          `json:"id"`
	Question   string          `json:"question"`
	Verdict    string          `json:"verdict"`
	Status     string          `json:"status"`
	Ko         *answers.LifeKo `json:"ko"`
	FirstMoves []string        `json:"first_moves"`
	Best       *string         `json:"best"`
	Score      *int            `json:"score"`
	Line       []string        `json:"line"`
	Assumes    *string         `json:"assumes"`
	Region     []string        `json:"region"`
	Found      bool            `json:"found"`
	Walls      []string        `json:"walls"`
	Nodes      *int64          `json:"nodes"`
	Ms         *int64          `json:"ms"`
}

func parseSolved(t *testing.T, text string) (lines []solvedLine) {
	t.Helper()
	for l := range strings.Lines(text) {
		var s solvedLine
		d := json.NewDecoder(strings.NewReader(l))
		d.DisallowUnknownFields()
		if err := d.Decode(&s); err != nil {
			t.Fatalf("%v in %s", err, l)
		}
		if s.FirstMoves == nil || s.Line == nil || s.Nodes == nil || s.Ms == nil {
			t.Errorf("a list or a number is missing in %s", l)
		}
		lines = append(lines, s)
	}
	return lines
}

func TestSolveLife(t *testing.T) {
	testenv.LongUnderRace(t)
	text := saved(t, "corner.txt", cornerProblem)
	lines := saved(t, "corner.jsonl", cornerLine+"\n"+strings.Replace(cornerLine, `"w"`, `"b"`, 1)+"\n")
	record := saved(t, "corner.sgf",
		"(;GM[1]SZ[5]AB[ac][bc][cc][dc][dd][de]AW[ab][bb][cb][db][eb][ec][ed][ee]PL[B]MA[ac]SQ[bc:ce][ad:ae][dc:de])")
	open := saved(t, "open.jsonl", `{"size":7,"black":["dd"],"white":["dc"],"to_move":"b","target":["dd"],"region":["aa:gg"]}`)
	crawl := saved(t, "crawl.jsonl", crawlLine)
	for _, c := range []struct {
		name string
		args []string
		code int
		want []string
	}{
		{"text", []string{text}, exitDone, []string{"corner: Black to move, and A3 to live.", "Black lives.", "First move: ", "<X>", "nodes in"}},
		{"sgf", []string{record}, exitDone, []string{"Black lives."}},
		{"json", []string{"--json", lines}, exitWrongUse,
			[]string{`{"id":"corner","question":"kill","verdict":"win","status":"dead","ko":null,"first_moves":["`}},
		{"other side", []string{"--to-play", "white", text}, exitDone, []string{"White to move and kill A3.", "White kills."}},
		{"other target", []string{"--target", "eb", "--region", "A1:E5", "--to-play", "white", text},
			exitDone, []string{"White to move, and E4 to live.", "No move is needed here"}},
		{"undecided", []string{"--nodes", "10", open}, exitFailed, []string{"open:1: Black to move, and D4 to live.", "Not decided."}},
		{"found region", []string{crawl}, exitDone,
			[]string{"White kills, if nothing beyond the marked region helps Black.", "\n# a stone of White's is assumed here",
				"Beyond it, White is assumed to have stones on F3 G3 H3 J3 K3 L2 M1."}},
		{"found region as JSON", []string{"--json", crawl}, exitDone,
			[]string{`"assumes":"region","region":["ar",`, `"found":true,"walls":["fq","gq","hq","iq","jq","kr","ls"]`}},
		{"question", []string{"--question", "status", text}, exitDone, []string{"what happens to A3?", "Black lives."}},
		{"threats", []string{"--threats", "b=1,w=0", "--all-moves", text}, exitDone, []string{"All first moves that work: "}},
		{"both games", []string{text, saved(t, "p.json", wonPuzzle)}, exitWrongUse, nil},
		{"gomoku's flag", []string{"--method", "vcf", text}, exitWrongUse, nil},
		{"life's flag", []string{"--all-moves", saved(t, "p.json", wonPuzzle)}, exitWrongUse, nil},
		{"no such point", []string{"--target", "Z9", text}, exitWrongUse, nil},
		{"no such threats", []string{"--threats", "x=1", text}, exitWrongUse, nil},
		{"no such ko", []string{"--ko", "A3", text}, exitWrongUse, nil},
		{"method of 2015", []string{"--method", "alphabeta-2015", text}, exitDone, []string{"Black lives.", "First move: B2."}},
		{"method of 2015, few moves", []string{"--method", "alphabeta-2015", "--depth", "2", "--breadth", "3", "--json", text}, exitFailed,
			[]string{`"verdict":"unknown","status":"unknown","ko":null,"first_moves":[],"best":"bd","score":null,"line":["bd","cd"]`}},
		{"minimax of 2015", []string{"--method", "minimax-2015", "--depth", "3", text}, exitFailed, []string{"Not decided."}},
		{"method of 2015, with proof", []string{"--method", "alphabeta-2015", "--proof", "p.bin", text}, exitWrongUse, nil},
		{"method of 2015 for Gomoku", []string{"--method", "alphabeta-2015", saved(t, "p.json", wonPuzzle)}, exitWrongUse, nil},
		{"another method's depth", []string{"--depth", "3", text}, exitWrongUse, nil},
		{"nodes", []string{"--nodes", "-1", text}, exitWrongUse, nil},
		{"targets of both colours", []string{"--target", "A3,A4", text}, exitWrongUse, nil},
		{"no target in the list", []string{"--target", ",", text}, exitWrongUse, nil},
		{"a region without liberties", []string{"--region", "A3", text}, exitWrongUse, []string{"no liberty in the region"}},
		{"256 threats", []string{"--threats", "b=256", text}, exitWrongUse, nil},
		{"an hour too many", []string{"--time", "9999999h", text}, exitWrongUse, nil},
		{"as long as can be", []string{"--time", "2540400h", "--nodes", "9223372036854775807", text}, exitDone, []string{"Black lives."}},
		{"more nodes than count", []string{"--nodes", "9223372036854775808", text}, exitWrongUse, nil},
		{"no memory", []string{"--memory", "0", text}, exitWrongUse, nil},
		{"more memory than there is", []string{"--memory", "1048577", text}, exitWrongUse, nil},
		{"an empty file", []string{saved(t, "empty.json", "")}, exitWrongUse, nil},
		{"no problem", []string{saved(t, "e.txt", "xo-\n")}, exitWrongUse, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			solveSays(t, c.args, c.code, c.want)
		})
	}
}

// solveSays runs moyo solve and checks the exit code, the wanted texts and, after an error, its message.
func solveSays(t *testing.T, args []string, code int, want []string) {
	t.Helper()
	got, out, errs := runSolve(t, args...)
	if got != code {
		t.Errorf("exit code %d, want %d: %s%s", got, code, out, errs)
	}
	for _, text := range want {
		if !strings.Contains(out, text) {
			t.Errorf("no %q in\n%s", text, out)
		}
	}
	if got != exitDone && errs == "" {
		t.Error("no error was printed")
	}
}

// TestSolveLifeJSON expects a line for each problem, good or bad, in order.
func TestSolveLifeJSON(t *testing.T) {
	in := saved(t, "p.jsonl", cornerLine+"\nnonsense\n"+strings.Replace(cornerLine, `"corner"`, `"again"`, 1)+"\n"+
		strings.Replace(cornerLine, `"ac:ce"`, `"zz"`, 1)+"\n")
	code, out, errs := runSolve(t, "--json", in)
	if code != exitWrongUse || !strings.Contains(errs, "line 2") || !strings.Contains(errs, `"zz"`) {
		t.Errorf("exit code %d: %s", code, errs)
	}
	lines := parseSolved(t, out)
	var got []string
	for _, l := range lines {
		got = append(got, l.ID+" "+l.Verdict+" "+l.Status)
	}
	if want := "corner win dead,p:2 unknown unknown,again win dead,corner unknown unknown"; strings.Join(got, ",") != want {
		t.Errorf("got %q, want %q", strings.Join(got, ","), want)
	}
	if l := lines[0]; l.Best == nil || len(l.FirstMoves) != 1 || *l.Best != l.FirstMoves[0] || len(*l.Best) != 2 || l.Score != nil {
		t.Errorf("%+v", l)
	}
}

// TestSolveLifeStream feeds standard input line by line and waits for each answer.
func TestSolveLifeStream(t *testing.T) {
	in, feed := io.Pipe()
	answers, out := io.Pipe()
	cmd := solveCmd{Position: []string{"-"}, ToPlay: "next", Method: "auto", Memory: 8, Time: time.Minute, JSON: true, stdin: files.Reader(in)}
	done := make(chan error, 1)
	go func() {
		err := cmd.Run(t.Context(), out)
		out.Close()
		done <- err
	}()
	got := bufio.NewScanner(answers)
	for _, id := range []string{"one", "two", "three"} {
		if _, err := io.WriteString(feed, strings.Replace(cornerLine, "corner", id, 1)+"\n"); err != nil {
			t.Fatal(err)
		}
		if !got.Scan() || !strings.Contains(got.Text(), `"id":"`+id+`"`) {
			t.Fatalf("no answer to %s but %q", id, got.Text())
		}
	}
	feed.Close()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// TestSolveWaiting stops a run that gets no input.
func TestSolveWaiting(t *testing.T) {
	in, feed := io.Pipe()
	defer feed.Close()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	cmd := solveCmd{Position: []string{"-"}, ToPlay: "next", Method: "auto", Memory: 8, stdin: files.Reader(in)}
	if err := cmd.Run(ctx, io.Discard); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// TestSolveLifeInterrupted stops a run that waits for its input.
func TestSolveLifeInterrupted(t *testing.T) {
	in, feed := io.Pipe()
	defer feed.Close()
	ctx, cancel := context.WithCancel(t.Context())
	cmd := solveCmd{Position: []string{"-"}, ToPlay: "next", Method: "auto", Memory: 8, JSON: true, stdin: files.Reader(in)}
	done := make(chan error, 1)
	var out bytes.Buffer
	go func() { done <- cmd.Run(ctx, &out) }()
	if _, err := io.WriteString(feed, cornerLine+"\n"+cornerLine+"\n"); err != nil {
		t.Fatal(err)
	}
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	parseSolved(t, out.String())
}

// TestProofFiles writes and verifies proofs, damages one and expects its refusal.
func TestProofFiles(t *testing.T) {
	testenv.SkipUnderRace(t)
	folder := t.TempDir()
	in := saved(t, "p.jsonl", cornerLine+"\n"+strings.Replace(cornerLine, `"corner"`, `"a/b"`, 1)+"\n")
	if code, out, errs := runSolve(t, "--json", "--proof", folder, in); code != exitDone {
		t.Fatalf("exit code %d: %s%s", code, out, errs)
	}
	path := filepath.Join(folder, "a_b.bin")
	code, out, errs := runProblems("verify", path, filepath.Join(folder, "corner.bin"))
	if code != exitDone || strings.Count(out, "accepted") != 2 ||
		strings.Count(out, "so: Black is captured\n") != 2 || strings.Count(out, "3 <X>X X X O  3") != 2 {
		t.Errorf("exit code %d: %s%s", code, out, errs)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	spoil := func(data []byte) {
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	data[60] ^= 1
	spoil(data)
	if code, out, errs := runProblems("verify", "--json", path); code != exitFailed || out != "" || !strings.Contains(errs, "no proof") {
		t.Errorf("a spoilt file: exit code %d: %s%s", code, out, errs)
	}
	data[60] ^= 1
	end := len(data) - sha256.Size
	data[end-1] ^= 7
	sum := sha256.Sum256(data[:end])
	spoil(append(data[:end], sum[:]...))
	if code, out, errs := runProblems("verify", path); code != exitFailed ||
		!strings.Contains(out, "claim 1 refused") || strings.Contains(out, "so:") {
		t.Errorf("a spoilt move: exit code %d: %s%s", code, out, errs)
	}
	if code, _, _ := runProblems("verify", "nowhere.bin"); code == exitDone {
		t.Error("no such file was verified")
	}
	if code, _, _ := runSolve(t, "--proof", filepath.Join(folder, "one.bin"), in); code != exitWrongUse {
		t.Errorf("two proofs to one file: exit code %d", code)
	}
}

// TestProofOf compares proofs with problems in every format: with the proved one, with others, and
// with one that leaves the region to moyo.
func TestProofOf(t *testing.T) {
	testenv.LongUnderRace(t)
	folder := t.TempDir()
	given := saved(t, "given.jsonl", cornerLine)
	open := saved(t, "open.jsonl", strings.Replace(cornerLine, `,"region":["ac:ce","dc:de"]`, "", 1))
	proofs := map[string]string{given: filepath.Join(folder, "given.bin"), open: filepath.Join(folder, "open.bin")}
	for in, path := range proofs {
		if code, out, errs := runSolve(t, "--proof", path, in); code != exitDone {
			t.Fatalf("exit code %d: %s%s", code, out, errs)
		}
	}
	changed := func(from, to string) string { return saved(t, "other.jsonl", changedLine(from, to)) }
	for _, c := range []struct {
		path, problem string
		want          string // in the output, or in the error
		code          int
	}{
		{proofs[given], given, "This is the problem corner.\n", exitDone},
		{proofs[given], open, "This is the problem corner, which names no region:", exitDone},
		{proofs[open], open, "This is the problem corner.", exitDone}, // shown on the whole board
		{proofs[given], saved(t, "two.jsonl", changedLine(`"size":5`, `"size":6`)+"\n"+cornerLine), "This is the problem corner.\n", exitDone},
		{
			proofs[given],
			saved(t, "corner.sgf", "(;GM[1]SZ[5]AB[ac][bc][cc][dc][dd][de]AW[ab][bb][cb][db][eb][ec][ed][ee]PL[W]MA[ac]SQ[bc:ce][ad:ae][dc:de])"),
			"This is the problem corner.\n", exitDone,
		},
		{proofs[given], saved(t, "corner.txt", strings.Replace(cornerProblem, "A3 x", "A3 o", 1)), "region", exitFailed},
		{proofs[open], given, "only in the proof's region, not in its own: A5", exitFailed},
		{proofs[given], changed(`"dd","de"]`, `"dd"]`), "other stones at D1", exitFailed},
		{proofs[given], changed(`"size":5`, `"size":6`), "it is on grid:6, the proof on grid:5", exitFailed},
		{proofs[given], changed(`"to_move":"w","target":["ac"],"question":"kill"`, `"to_move":"b","target":["ac"],"question":"live"`),
			"Black is to move, in the proof White", exitFailed},
		{proofs[given], saved(t, "two.jsonl", changedLine(`"size":5`, `"size":6`)+"\n"+changedLine(`"dd","de"]`, `"dd"]`)),
			"none of the 2 problems; the nearest is corner", exitFailed},
		{proofs[given], saved(t, "bad.jsonl", "{"), "line 1", exitWrongUse},
	} {
		code, out, errs := runProblems("verify", "--problem", c.problem, c.path)
		said := out
		if c.code != exitDone {
			said = errs
		}
		if code != c.code || !strings.Contains(said, c.want) {
			t.Errorf("%s of %s: exit code %d, want %d and %q: %s%s",
				filepath.Base(c.path), filepath.Base(c.problem), code, c.code, c.want, out, errs)
		}
	}
}

func changedLine(from, to string) string { return strings.Replace(cornerLine, from, to, 1) }

func runProblems(args ...string) (code int, out, errs string) {
	var stdout, stderr bytes.Buffer
	code = run(append([]string{"problems"}, args...), &stdout, &stderr)
	return code, stdout.String(), stderr.String()
}

// TestConvert converts a problem to all formats and back.
func TestConvert(t *testing.T) {
	testenv.SkipUnderRace(t)
	folder := t.TempDir()
	path := saved(t, "corner.txt", cornerProblem)
	for _, to := range []string{"one.sgf", "two.jsonl", "three.txt"} {
		next := filepath.Join(folder, to)
		if code, _, errs := runProblems("convert", path, "-o", next); code != exitDone {
			t.Fatalf("%s: %s", to, errs)
		}
		path = next
	}
	if data, err := os.ReadFile(path); err != nil || string(data) != cornerProblem {
		t.Errorf("got %q, %v", data, err)
	}
	two := saved(t, "two.jsonl", cornerLine+"\n"+cornerLine+"\n{}\n")
	code, out, errs := runProblems("import", two)
	if code != exitFailed || strings.Count(out, "\n") != 2 || !strings.Contains(errs, "line 3") {
		t.Errorf("exit code %d, %q, %q", code, out, errs)
	}
	if code, _, _ := runProblems("convert", "--to", "text", two); code != exitWrongUse {
		t.Errorf("two in text form: exit code %d", code)
	}
	many := filepath.Join(folder, "many") + "/"
	if code, _, _ := runProblems("convert", "--to", "text", "-o", many, two); code != exitFailed {
		t.Errorf("to a folder: exit code %d", code)
	}
	if names, _ := filepath.Glob(many + "*.txt"); len(names) != 2 {
		t.Errorf("files %q", names)
	}
}

func TestProblemsList(t *testing.T) {
	testenv.SkipUnderRace(t)
	code, out, errs := runProblems("list", saved(t, "corner.txt", cornerProblem))
	if want := "corner"; code != exitDone || !strings.HasPrefix(out, want) || !strings.Contains(out, "black live   A3") {
		t.Errorf("exit code %d: %s%s", code, out, errs)
	}
	code, out, _ = runProblems("list", "--json")
	first, _, _ := strings.Cut(out, "\n")
	for it, err := range format.Read("bank", strings.NewReader(first), nil) {
		if err != nil || len(it.Expect.Answers) == 0 {
			t.Errorf("the bank's first: %v, %s", err, first)
		}
	}
	if code != exitDone || first == "" {
		t.Errorf("exit code %d and %q", code, first)
	}
}
