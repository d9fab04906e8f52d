package gomoku

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"moyo/board"
	"moyo/internal/testenv"
)

// forced returns the positions of testdata/forced.jsonl, won by fours in 3 to 15 moves under each
// of the rules; docs/solver.md describes how they were made.
func forced(t testing.TB) []Puzzle {
	t.Helper()
	data, err := os.ReadFile("testdata/forced.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var list []Puzzle
	for line := range bytes.Lines(data) {
		var p Puzzle
		if err := json.Unmarshal(line, &p); err != nil {
			t.Fatal(err)
		}
		list = append(list, p)
	}
	return list
}

// solveForced solves one position, with a checked proof.
func solveForced(t testing.TB, p Puzzle) Solution {
	t.Helper()
	problem, err := p.Problem(board.Parse)
	if err != nil {
		t.Fatal(err)
	}
	s, err := Solve(context.Background(), problem, Options{Method: VCF, Memory: 16 << 20})
	if err != nil || !s.Won || s.Depth != p.Depth {
		t.Fatalf("%s: won %v in %d, %v; want a win in %d", p.ID, s.Won, s.Depth, err, p.Depth)
	}
	return s
}

// TestForced solves some of the positions; TestForcedLong all of them.
func TestForced(t *testing.T) {
	testenv.SkipUnderRace(t)
	for i, p := range forced(t) {
		if i%17 == 0 {
			solveForced(t, p)
		}
	}
}

// TestForcedCutShort limits the search of a win: it claims either the win or nothing.
func TestForcedCutShort(t *testing.T) {
	testenv.SkipUnderRace(t)
	hard, most := Puzzle{}, int64(0)
	for i, p := range forced(t) {
		if i%50 != 0 {
			continue
		}
		if s := solveForced(t, p); s.Nodes > most {
			hard, most = p, s.Nodes
		}
	}
	problem, err := hard.Problem(board.Parse)
	if err != nil || most < 100 {
		t.Fatalf("%v, %d nodes", err, most)
	}
	for nodes := 1; nodes <= int(2*most); nodes += nodes {
		s, err := Solve(context.Background(), problem, Options{Method: VCF, Memory: 16 << 20, Nodes: nodes})
		if err != nil || s.Won != s.Decided || s.Won != (int64(nodes) >= most) || s.Nodes > int64(nodes)+1 {
			t.Errorf("%d of %d nodes: won %v, decided %v after %d, %v", nodes, most, s.Won, s.Decided, s.Nodes, err)
		}
	}
}

func TestForcedLong(t *testing.T) {
	testenv.Long(t)
	list := forced(t)
	for _, p := range list {
		solveForced(t, p)
	}
	if len(list) < 500 {
		t.Errorf("%d positions, want 500", len(list))
	}
}

// BenchmarkForced solves all positions and reports the time for one, from the position to the
// checked proof. With -v it also reports by rule and depth.
func BenchmarkForced(b *testing.B) {
	list := forced(b)
	times, groups := []time.Duration{}, map[string][]time.Duration{}
	nodes := int64(0)
	for b.Loop() {
		for _, p := range list {
			s := solveForced(b, p)
			times = append(times, s.Elapsed)
			nodes += s.Nodes
			rule, _, _ := strings.Cut(strings.TrimPrefix(p.Game, "gomoku:rule="), ",")
			for _, group := range []string{rule, fmt.Sprintf("depth %2d", p.Depth)} {
				groups[group] = append(groups[group], s.Elapsed)
			}
		}
	}
	for _, group := range slices.Sorted(maps.Keys(groups)) {
		d := groups[group]
		slices.Sort(d)
		b.Logf("%-10s %4d positions: median %v, 95%% %v, most %v", group, len(d), d[len(d)/2], d[len(d)*95/100], d[len(d)-1])
	}
	slices.Sort(times)
	report := func(d time.Duration, unit string) { b.ReportMetric(float64(d.Microseconds())/1000, unit) }
	report(times[len(times)/2], "median-ms")
	report(times[len(times)*95/100], "95%-ms")
	report(times[len(times)-1], "most-ms")
	b.ReportMetric(float64(nodes)/float64(len(times)), "nodes/position")
}
