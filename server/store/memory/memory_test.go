package memory

import (
	"fmt"
	"testing"

	"moyo/server/store"
	"moyo/server/store/storetest"
)

func TestStore(t *testing.T) {
	storetest.Run(t, func(*testing.T) store.Store { return New() })
}

func TestLeases(t *testing.T) {
	storetest.RunLeases(t, func(*testing.T) store.Store { return New() })
}

// TestAttemptsBounded: whoever trains for ever does not fill the memory.
func TestAttemptsBounded(t *testing.T) {
	s := New()
	const over = 3
	for i := range store.MaxAttempts + over {
		if err := s.Train(t.Context(), store.Trainee{Owner: "ada", Version: i + 1}, store.Step{Attempt: &store.Attempt{Problem: fmt.Sprint(i)}}); err != nil {
			t.Fatal(err)
		}
	}
	attempts, err := s.Attempts(t.Context(), "ada", 2*store.MaxAttempts)
	if err != nil || len(attempts) != store.MaxAttempts || attempts[0].Problem != fmt.Sprint(over) {
		t.Errorf("%d attempts are kept %v", len(attempts), err)
	}
}
