package gomoku

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"moyo/board"
	"moyo/engine"
	"moyo/game"
	rules "moyo/game/rules/gomoku"
	"moyo/internal/testenv"
)

// TestProposals reads the prepared proposals: all are even, and no two are equal.
func TestProposals(t *testing.T) {
	testenv.SkipUnderRace(t)
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
		if name := canonical(b, line); seen[name] {
			t.Errorf("%s occurs twice", name)
		} else {
			seen[name] = true
		}
	}
	for line := range strings.Lines(string(text)) {
		words := strings.Fields(line)
		if chance, err := strconv.ParseFloat(words[len(words)-1], 64); words[0] != "#" &&
			(err != nil || math.Abs(chance-0.5) > nearlyEven+0.0005) {
			t.Errorf("%q is not even", line)
		}
	}
}

// TestProposed draws proposals by the seed, if some exist and the book is on.
func TestProposed(t *testing.T) {
	testenv.SkipUnderRace(t)
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
			known[id+canonical(b, line)] = true
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
		if prepared := known[id+canonical(b, info.PV)]; prepared != (!strings.Contains(id, "caro") && !opt.NoBook) {
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

// TestProposedExcluding draws another proposal if one has an excluded point,
// and searches for stones if all have; none is ever on an excluded point.
func TestProposedExcluding(t *testing.T) {
	testenv.SkipUnderRace(t)
	pos := position(t, "opening=swap2", "grid:15")
	text, err := proposalFiles.ReadFile("proposals/freestyle-grid15.txt")
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for _, line := range readProposals(text, pos.Board()) {
		known[canonical(pos.Board(), line)] = true
	}
	kept := func(keep func(i int) bool) (exclude []game.Move) {
		for i := range pos.Board().Len() {
			if !keep(i) {
				exclude = append(exclude, game.Move(i))
			}
		}
		return exclude
	}
	for name, tt := range map[string]struct {
		exclude  []game.Move
		prepared bool
	}{
		"every ninth":      {kept(func(i int) bool { return i%9 != 0 }), true},
		"the left third":   {kept(func(i int) bool { return i%15 > 4 }), true},
		"all but the edge": {kept(func(i int) bool { return i < 15 }), false},
		"all but three":    {kept(func(i int) bool { return i == 3 || i == 110 || i == 220 }), false},
	} {
		for seed := range uint64(6) {
			e := New(Options{})
			info, err := e.Search(t.Context(), pos, engine.Limits{Nodes: 2000, Seed: seed, Exclude: tt.exclude}, nil)
			e.Close()
			if err != nil || len(info.PV) != 3 || known[canonical(pos.Board(), info.PV)] != tt.prepared {
				t.Errorf("%s: %v, %v; want prepared %v", name, info.PV, err, tt.prepared)
			}
			for _, m := range info.PV {
				if slices.Contains(tt.exclude, m) {
					t.Errorf("%s, seed %d: %v has an excluded point", name, seed, info.PV)
				}
			}
		}
	}
}

// TestTwoMoreExcluding places the two further stones of swap2 on allowed points.
func TestTwoMoreExcluding(t *testing.T) {
	testenv.SkipUnderRace(t)
	pos := position(t, "opening=swap2", "grid:15", "h8", "h9", "j10")
	choices := pos.LegalMoves(nil)
	m, _ := pos.ParseChoice("two-more")
	others := slices.DeleteFunc(slices.Clone(choices), func(c game.Move) bool { return c == m })
	for i := range game.Move(pos.Board().Len()) {
		if i != 7 && i != 9 {
			others = append(others, i)
		}
	}
	e := New(Options{})
	defer e.Close()
	lim := engine.Limits{Nodes: 2000, Exclude: others} // more than the number of moves to choose from
	info, err := e.Search(t.Context(), pos, lim, nil)
	if err != nil || info.Move != m {
		t.Fatalf("chose %v, %v, want %v", info.Move, err, m)
	}
	if err := pos.Play(m); err != nil {
		t.Fatal(err)
	}
	info, err = e.Search(t.Context(), pos, lim, nil)
	if err != nil || len(info.PV) != 2 || slices.Contains(others, info.PV[0]) || slices.Contains(others, info.PV[1]) {
		t.Errorf("%v, %v, want 7 and 9", info.PV, err)
	}
}

// TestMakeProposals writes the requested number, and ends with the context.
func TestMakeProposals(t *testing.T) {
	testenv.SkipUnderRace(t)
	b, err := board.Parse("grid:9")
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := MakeProposals(t.Context(), rules.Default(), b, 8000, 2, &out); err != nil {
		t.Fatal(err)
	}
	if list := readProposals([]byte(out.String()), b); len(list) != 2 || canonical(b, list[0]) == canonical(b, list[1]) {
		t.Errorf("%q", out.String())
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := MakeProposals(ctx, rules.Default(), b, 8000, 2, &out); err == nil {
		t.Error("no error where the context has ended")
	}
}
