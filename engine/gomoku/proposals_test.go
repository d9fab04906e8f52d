package gomoku

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"moyo/board"
	"moyo/engine"
	rules "moyo/rules/gomoku"
)

// TestProposals reads the prepared proposals: all even, no two alike.
func TestProposals(t *testing.T) {
	for _, rule := range []string{"freestyle", "standard"} {
		t.Run(rule, func(t *testing.T) { checkProposals(t, rule) })
	}
}

func checkProposals(t *testing.T, rule string) {
	text, err := proposalFiles.ReadFile("proposals/" + rule + "-grid15.txt")
	if err != nil {
		t.Fatal(err)
	}
	b, err := board.Parse("grid:15")
	if err != nil {
		t.Fatal(err)
	}
	list := readProposals(text, b)
	if lines := strings.Count(string(text), "\n") - 1; len(list) != lines || lines < 10 {
		t.Errorf("%d proposals in %d lines", len(list), lines)
	}
	seen := map[string]bool{}
	for _, line := range list {
		if name := alike(b, line); seen[name] {
			t.Errorf("%s is there twice", name)
		} else {
			seen[name] = true
		}
	}
	for line := range strings.Lines(string(text)) {
		words := strings.Fields(line)
		if chance, err := strconv.ParseFloat(words[len(words)-1], 64); words[0] != "#" && (err != nil || math.Abs(chance-0.5) > nearlyEven+0.0005) {
			t.Errorf("%q is not even", line)
		}
	}
}

// TestProposed draws proposals by the seed, where there are some and the book is
// not switched off.
func TestProposed(t *testing.T) {
	b, err := board.Parse("grid:15")
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{} // by the id of the rules and the points
	for id, name := range map[string]string{"opening=swap2": "freestyle", "opening=swap2,rule=standard": "standard"} {
		text, err := proposalFiles.ReadFile("proposals/" + name + "-grid15.txt")
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range readProposals(text, b) {
			known[id+alike(b, line)] = true
		}
	}
	propose := func(id string, opt Options, seed uint64) string {
		pos := position(t, id, "grid:15")
		e := New(opt)
		defer e.Close()
		info, err := e.Search(t.Context(), pos, engine.Limits{Nodes: 2000, Seed: seed}, nil)
		if err != nil || len(info.PV) != 3 || info.Move != info.PV[0] {
			t.Fatalf("%+v, %v", info, err)
		}
		if prepared := known[id+alike(b, info.PV)]; prepared != (!strings.Contains(id, "caro") && !opt.NoBook) {
			t.Errorf("%s, %+v: prepared is %v", id, opt, prepared)
		}
		for _, m := range info.PV {
			if err := pos.Play(m); err != nil {
				t.Fatal(err)
			}
		}
		return fmt.Sprint(info.PV)
	}
	seen := map[string]bool{}
	for seed := range uint64(40) {
		seen[propose("opening=swap2", Options{}, seed)] = true
	}
	if len(seen) < 30 {
		t.Errorf("%d different proposals of 40", len(seen))
	}
	propose("opening=swap2", Options{NoBook: true}, 1)
	propose("opening=swap2,rule=standard", Options{}, 1)
	propose("opening=swap2,rule=caro9", Options{}, 1)
}

// TestMakeProposals writes what it was asked for, and ends with the context.
func TestMakeProposals(t *testing.T) {
	b, err := board.Parse("grid:9")
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := MakeProposals(t.Context(), rules.Default(), b, 8000, 2, &out); err != nil {
		t.Fatal(err)
	}
	if list := readProposals([]byte(out.String()), b); len(list) != 2 || alike(b, list[0]) == alike(b, list[1]) {
		t.Errorf("%q", out.String())
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := MakeProposals(ctx, rules.Default(), b, 8000, 2, &out); err == nil {
		t.Error("no error where the context has ended")
	}
}
