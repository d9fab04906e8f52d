package tsumego_test

import (
	"context"
	"errors"
	"testing"

	"moyo/tsumego"
)

// TestThreads: two threads that share a table answer like one, and their proofs too.
func TestThreads(t *testing.T) {
	defer tsumego.ShrinkTables()()
	decided := 0
	for i, p := range closedProblems(12, 9) {
		one, err := tsumego.Solve(t.Context(), p, tsumego.Options{Threads: 1, Memory: 1 << 20, Nodes: 100_000})
		if err != nil {
			t.Fatal(err)
		}
		two, err := tsumego.Solve(t.Context(), p, tsumego.Options{Threads: 2, Memory: 1 << 20, Nodes: 200_000})
		if err != nil {
			t.Fatal(err)
		}
		if one.Verdict == tsumego.Unknown || two.Verdict == tsumego.Unknown {
			continue
		}
		decided++
		if one.Verdict != two.Verdict || one.Fate != two.Fate && one.Fate != tsumego.NoFate && two.Fate != tsumego.NoFate {
			t.Errorf("problem %d: %v %v by one thread, %v %v by two", i, one.Verdict, one.Fate, two.Verdict, two.Fate)
		}
	}
	if decided < 8 {
		t.Errorf("only %d problems were decided", decided)
	}
}

// TestStop: a search ends with its context, with what it knows, and reports until then.
func TestStop(t *testing.T) {
	p := closedProblems(1, 20)[0]
	ctx, cancel := context.WithCancel(t.Context())
	var last tsumego.Progress
	a, err := tsumego.Solve(ctx, p, tsumego.Options{Report: func(now tsumego.Progress) {
		last = now
		if now.Nodes > 100_000 {
			cancel()
		}
	}})
	cancel()
	if err != nil || a.Nodes == 0 {
		t.Fatalf("%v, %v", a, err)
	}
	if a.Verdict == tsumego.Unknown && (last.Nodes == 0 || last.Stage == "" || last.Fraction <= 0 || last.Fraction > 1) {
		t.Errorf("the progress was %+v", last)
	}
	s, err := tsumego.NewSolver(p, tsumego.Options{Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel = context.WithCancel(t.Context())
	cancel()
	if _, err := s.Proof(ctx); !errors.Is(err, tsumego.ErrNoProof) {
		t.Errorf("a proof that was stopped: %v", err)
	}
}
