package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"moyo/internal/testenv"
)

// TestFind finds positions under symmetries and in corners, among games with a duplicate and a
// damaged one.
func TestFind(t *testing.T) {
	testenv.SkipUnderRace(t)
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	write("a.sgf", "(;SZ[9]PB[Ada]RE[B+R]DT[2001];B[cc];W[gg];B[cg])\n(;SZ[9]PB[Bob]RE[W+2];B[gc];W[cg];B[gf])")
	write("b.sgf", "(;SZ[9]PB[Ada]RE[B+R]DT[2001];B[cc];W[gg];B[cg])\n(;SZ[19]RE[W+R];B[cc];W[qd])")
	var got foundJSON
	find := func(wantCode int, args ...string) string {
		t.Helper()
		var out, errs strings.Builder
		code := run(append([]string{"find", dir, "--json"}, args...), &out, &errs)
		if code != wantCode {
			t.Fatalf("%v: exit %d, %s", args, code, errs.String())
		}
		if got = (foundJSON{}); code != exitWrongUse {
			if err := json.Unmarshal([]byte(out.String()), &got); err != nil {
				t.Fatal(err)
			}
		}
		return errs.String()
	}
	find(exitDone, "--board", "grid:9", "--moves", "C3 G7")
	// Ada's and Bob's games are equal so far, under a symmetry: her C3 corresponds to C7.
	if got.Games != 3 || got.Twice != 1 || got.Times != 2 || len(got.Moves) != 2 || len(got.Named) != 2 {
		t.Fatalf("%+v", got)
	}
	if m := got.Moves; m[0].Times != 1 || m[0].Black+m[1].Black != 1 || m[0].White+m[1].White != 1 ||
		got.Named[0].Black != "Ada" || got.Named[0].Ply != 2 || got.Named[1].Line != 2 {
		t.Errorf("%+v", got)
	}
	find(exitDone, "--board", "grid:13", "--moves", "C11", "--corner", "top-left")
	if got.Times != 4 || len(got.Moves) != 2 || got.Moves[0].Times != 3 || got.Moves[1].Move != "C8" || len(got.Named) != 4 {
		t.Errorf("in corners: %+v", got)
	}
	position := write("p.sgf", "(;SZ[9];B[ee];W[cc])")
	find(exitDone, "--position", position, "--move", "1")
	if got.Games != 4 || got.Times != 1 || got.Moves[0].Move == "" {
		t.Errorf("by a record: %+v", got)
	}
	for _, c := range []struct {
		args  []string
		times int
		next  string // where the position occurred once
	}{
		{[]string{"--move", "0"}, 3, ""}, {[]string{"--move", "1"}, 1, "C7"},
		{[]string{"--move", "2"}, 1, ""}, {[]string{"--move", "9"}, 1, ""}, {nil, 1, ""},
	} {
		find(exitDone, append([]string{"--position", position}, c.args...)...)
		if got.Times != c.times || c.times == 1 && (len(got.Moves) != 1 || got.Moves[0].Move != c.next) {
			t.Errorf("%v: %+v", c.args, got)
		}
	}
	write("broken.sgf", "(;GM[2]SZ[9];B[ee](;W[zz]))")
	said := find(exitFailed, "--board", "grid:9", "--moves", "C3 G7")
	if !strings.Contains(said, "broken.sgf: game on line 1") || got.Times != 2 {
		t.Errorf("%s: %+v", said, got)
	}
	for _, args := range [][]string{
		{"--moves", "Z9"}, {"--moves", "E5", "--position", position},
		{"--board", "torus:9x9", "--moves", "E5", "--corner", "top-left"}, {"--position", dir + "/none.sgf"},
	} {
		find(exitWrongUse, args...)
	}
}

// TestFindBoard takes the board of the first game, and prints no line of a game that has none of its own.
func TestFindBoard(t *testing.T) {
	ngf := write(t, "a.ngf", "\n19\nw\nb\ns\n0\n0\n6\n20010101\n5\n\n2\nPMAABEQ\nPMABWQE\n")
	small := write(t, "b.sgf", "(;SZ[9];B[cc])")
	code, text, errs := moyo(t, "find", ngf, small, "-m", "D4 Q16")
	if code != exitDone || !strings.Contains(text, "the position occurred 1 time") || !strings.HasSuffix(text, "a.ngf\n") {
		t.Errorf("%d, %s%s", code, text, errs)
	}
}
