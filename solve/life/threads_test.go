package life_test

import (
	"context"
	"errors"
	"testing"

	"moyo/internal/testenv"
	"moyo/solve/life"
)

// TestThreads: two threads that share a table give the same answers as one, with valid proofs.
func TestThreads(t *testing.T) {
	defer life.ShrinkTables()()
	decided, tried := 0, testenv.Rounds(12, 3)
	for i, p := range closedProblems(tried, 9) {
		one, err := life.Solve(t.Context(), p, life.Options{Threads: 1, Memory: 1 << 20, Nodes: 100_000})
		if err != nil {
			t.Fatal(err)
		}
		two, err := life.Solve(t.Context(), p, life.Options{Threads: 2, Memory: 1 << 20, Nodes: 200_000})
		if err != nil {
			t.Fatal(err)
		}
		if one.Verdict == life.Unknown || two.Verdict == life.Unknown {
			continue
		}
		decided++
		if one.Verdict != two.Verdict || one.Fate != two.Fate && one.Fate != life.NoFate && two.Fate != life.NoFate {
			t.Errorf("problem %d: %v %v by one thread, %v %v by two", i, one.Verdict, one.Fate, two.Verdict, two.Fate)
		}
	}
	if decided < tried*2/3 {
		t.Errorf("only %d problems were decided", decided)
	}
}

// TestStop: a search ends with its context, returns what it knows, and reports until then.
func TestStop(t *testing.T) {
	p := closedProblems(1, 20)[0]
	ctx, cancel := context.WithCancel(t.Context())
	var last life.Progress
	a, err := life.Solve(ctx, p, life.Options{Report: func(now life.Progress) {
		last = now
		if now.Nodes > 100_000 {
			cancel()
		}
	}})
	cancel()
	if err != nil || a.Nodes == 0 {
		t.Fatalf("%v, %v", a, err)
	}
	if a.Verdict == life.Unknown && (last.Nodes == 0 || last.Stage == "" || last.Fraction <= 0 || last.Fraction > 1) {
		t.Errorf("the progress was %+v", last)
	}
	s, err := life.NewSolver(p, life.Options{Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel = context.WithCancel(t.Context())
	cancel()
	if _, err := s.Proof(ctx); !errors.Is(err, life.ErrNoProof) {
		t.Errorf("a proof that was stopped: %v", err)
	}
}
