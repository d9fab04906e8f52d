package analysis

import (
	"context"
	"errors"
	"testing"
)

// TestLatest: a guest's new work ends the earlier one with [errTaken]. Canceled work that starts late ends nothing.
func TestLatest(t *testing.T) {
	l := newLatest()
	first, endFirst := l.begin(t.Context(), "ann")
	other, endOther := l.begin(t.Context(), "bob")
	defer endOther()
	second, endSecond := l.begin(t.Context(), "ann")
	if err := causeOf(first, first.Err()); !errors.Is(err, errTaken) {
		t.Errorf("the first ended with %v", err)
	}
	endFirst()
	over, cancel := context.WithCancel(t.Context())
	cancel()
	late, endLate := l.begin(over, "ann")
	endLate()
	if second.Err() != nil || other.Err() != nil || late.Err() == nil {
		t.Errorf("second %v, another's %v, late %v", second.Err(), other.Err(), late.Err())
	}
	if err := causeOf(late, late.Err()); !errors.Is(err, context.Canceled) {
		t.Errorf("the late one ended with %v", err)
	}
	endSecond()
	if err := causeOf(second, second.Err()); !errors.Is(err, context.Canceled) || len(l.running) != 1 {
		t.Errorf("%v, %d at work", err, len(l.running))
	}
	if err := causeOf(first, nil); err != nil {
		t.Errorf("what had its answer ended with %v", err)
	}
}
