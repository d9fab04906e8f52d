package main

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"moyo/internal/testenv"
)

// flagSample is a value for each flag of solve; "" for flags without a value.
var flagSample = map[string]string{
	"game": "", "board": "grid:5", "to-play": "next", "method": "auto", "time": "1m",
	"memory": "8", "check": "zones", "depth": "4", "json": "",
	"verify": "x", "threads": "1", "analyze": "", "question": "kill", "target": "A3", "region": "A1:C3", "ko": "A1", "threats": "b=0,w=0",
	"nodes": "5", "shorten": "5s", "all-moves": "", "score": "", "proof": "x", "breadth": "3",
}

// TestSolveFlags gives each flag to inputs that it does not apply to, with its default value too: it is
// refused by name.
func TestSolveFlags(t *testing.T) {
	testenv.LongUnderRace(t)
	life, puzzle := saved(t, "corner.jsonl", cornerLine), saved(t, "p.json", wonPuzzle)
	proof := saved(t, "proof", proofMagic)
	for _, c := range []struct {
		kind solveKind
		args []string
	}{
		{ofLife, []string{life}},
		{ofLife2015, []string{"--method", alphabetaName, life}},
		{ofGomoku, []string{puzzle}},
		{ofCaptureFive, []string{"--game", "capturefive:n=3"}},
		{ofConnect4, []string{"--game", "connect4", "4"}},
		{ofGomokuProof, []string{"--verify", puzzle}},
		{ofCaptureFiveProof, []string{"--verify", proof}},
	} {
		fits := strings.Fields(c.kind.flags)
		for flag, value := range flagSample {
			if slices.Contains(fits, flag) || flag == "verify" || flag == "game" {
				continue
			}
			args := append([]string{"--" + flag}, c.args...)
			if value != "" {
				args = append([]string{"--" + flag, value}, c.args...)
			}
			code, out, errs := runSolve(t, args...)
			if code != exitWrongUse || out != "" || !strings.Contains(errs, "--"+flag+": not for "+c.kind.name) {
				t.Errorf("%q: exit code %d, %q, %q", args, code, out, errs)
			}
		}
	}
}

// TestSolveFlagsNamed: the lists contain existing flags, and each flag applies to some input.
func TestSolveFlagsNamed(t *testing.T) {
	var listed []string
	for _, kind := range []solveKind{ofLife, ofLife2015, ofGomoku, ofCaptureFive, ofConnect4, ofGomokuProof, ofCaptureFiveProof} {
		listed = append(listed, strings.Fields(kind.flags)...)
	}
	for flag := range flagSample {
		if !slices.Contains(listed, flag) {
			t.Errorf("--%s is for nothing", flag)
		}
	}
	for _, flag := range listed {
		if _, ok := flagSample[flag]; !ok {
			t.Errorf("there is no sample of --%s", flag)
		}
	}
	count := 0
	for _, of := range []reflect.Type{reflect.TypeFor[solveCmd](), reflect.TypeFor[lifeFlags]()} {
		for i := range of.NumField() {
			if _, ok := of.Field(i).Tag.Lookup("help"); ok {
				count++
			}
		}
	}
	if count-1 != len(flagSample) { // the positions have a help text too
		t.Errorf("%d flags, %d samples", count-1, len(flagSample))
	}
}

// TestSolveFlagValues gives flags values that do not apply to the input.
func TestSolveFlagValues(t *testing.T) {
	testenv.LongUnderRace(t)
	life, puzzle := saved(t, "corner.jsonl", cornerLine), saved(t, "p.json", wonPuzzle)
	for _, c := range []struct {
		want string
		args []string
	}{
		{"--threads 0: want", []string{"--threads", "0", life}},
		{"--threads -1: want", []string{"--threads=-1", life}},
		{"--threads 257: want", []string{"--threads", "257", life}},
		{"--nodes -1", []string{"--nodes=-1", life}},
		{"--breadth -1", []string{"--method", alphabetaName, "--breadth=-1", life}},
		{"life and death has its own rules", []string{"--game", "weiqi:suicide=yes", life}},
		{"--method vcf is for Gomoku", []string{"--method", "vcf", life}},
		{"--method minimax-2015 is for life and death", []string{"--method", minimaxName, puzzle}},
		{"--board is for moves", []string{"--board", "grid:15", puzzle}},
		{"--depth: --json always prints", []string{"--depth", "2", "--json", puzzle}},
		{"--threads 2: --proof uses one", []string{"--game", "capturefive:n=3", "--board", "grid:3", "--threads", "2", "--proof", "x"}},
	} {
		if code, out, errs := runSolve(t, c.args...); code != exitWrongUse || out != "" || !strings.Contains(errs, c.want) {
			t.Errorf("%q: exit code %d, %q, %q, want %q", c.args, code, out, errs, c.want)
		}
	}
	for _, args := range [][]string{
		{"--threads", "1", "--game", "weiqi", life},
		{"--game", "capturefive:n=3,ko=simple", "--board", "grid:3", "--memory", "4", "--threads", "1"},
	} {
		if code, _, errs := runSolve(t, args...); code != exitDone {
			t.Errorf("%q: exit code %d, %q", args, code, errs)
		}
	}
}

// TestSolveThreads: --threads reaches the search of life and death, and without a time only --nodes limits it.
func TestSolveThreads(t *testing.T) {
	c := solveCmd{Threads: 3, Time: 1, lifeFlags: lifeFlags{Nodes: 7}}
	r := lifeRun{solveCmd: &c}
	if opt := r.options(); opt.Threads != 3 || opt.Nodes != 7 {
		t.Errorf("%+v", opt)
	}
	for _, given := range [][]string{nil, {"nodes"}, {"nodes", "time"}} {
		c.given = given
		ctx, cancel := r.limited(t.Context())
		if _, ok := ctx.Deadline(); ok != slices.Contains(given, "time") {
			t.Errorf("with %q there is a deadline: %v", given, ok)
		}
		cancel()
	}
}
