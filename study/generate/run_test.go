package generate

import (
	"errors"
	"testing"

	"moyo/study/bank"
)

// TestFewAreLeft asks for more problems than a small board has.
func TestFewAreLeft(t *testing.T) {
	m, err := NewMaker(Options{Seed: 1, Count: 1000, Boards: []string{"grid:4"}, From: 2, To: 3, Unique: true, Nodes: 1000})
	if err != nil {
		t.Fatal(err)
	}
	r := NewRun(m)
	r.patience = 200
	if err := r.Continue(t.Context(), 2, func(*Made) error { return nil }); !errors.Is(err, ErrNoMore) || r.next != r.last+r.patience+1 {
		t.Errorf("%d problems, the last %d of %d, and %v", r.Found(), r.last, r.next, err)
	}
}

// TestAccept gives a run problems that it has, and more of a strength than it wants.
func TestAccept(t *testing.T) {
	m, err := NewMaker(Options{Seed: 1, Count: 12, Boards: []string{"grid:9"}, From: 3, To: 8, Unique: true, Even: true, Nodes: 1})
	if err != nil {
		t.Fatal(err)
	}
	r := NewRun(m)
	for i, test := range []struct {
		key    string
		rating int
		want   bool
	}{
		{"a", 600, true}, {"a", 1600, false}, {"b", 610, true}, {"c", 700, false}, {"c", 900, true},
	} {
		if got := r.accept(&Made{Problem: bank.Problem{Rating: test.rating}, key: test.key}); got != test.want {
			t.Errorf("problem %d: taken %v, want %v", i+1, got, test.want)
		}
	}
	if r.Found() != 3 || r.Done() {
		t.Errorf("%d problems", r.Found())
	}
}
