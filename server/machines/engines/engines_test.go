package engines

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"moyo/engine"
	"moyo/game"
	"moyo/server/base/queue"
)

// stub is an engine that only ends.
type stub struct{ closed func() }

func (s *stub) Name() string { return "stub" }

func (s *stub) Search(context.Context, game.Position, engine.Limits, func(engine.Info)) (engine.Info, error) {
	return engine.Info{}, nil
}

func (s *stub) Close() error { s.closed(); return nil }

// TestEnginesAreKeptAndClosed checks that engines in use and kept never exceed the slots, and that all are closed at
// the end.
func TestEnginesAreKeptAndClosed(t *testing.T) {
	const slots = 2
	var alive, made atomic.Int32
	e := New(func(string) (engine.Engine, error) {
		made.Add(1)
		if n := alive.Add(1); n > slots {
			t.Errorf("%d engines alive, %d slots", n, slots)
		}
		return &stub{closed: func() { alive.Add(-1) }}, nil
	}, queue.New(queue.Config{Slots: slots}), slots, nil)
	var first engine.Engine
	for _, use := range []struct{ game, id string }{{"g", "a"}, {"h", "a"}, {"h", "b"}, {"i", "c"}, {"h", "c"}} {
		err := e.Use(t.Context(), Loan{Game: use.game, Engine: use.id}, func(eng engine.Engine) error { first = eng; return nil })
		if err != nil {
			t.Fatal(err)
		}
	}
	n := made.Load()
	if err := e.Use(t.Context(), Loan{Game: "i", Engine: "c"}, func(eng engine.Engine) error {
		if eng != first {
			t.Error("another engine came back")
		}
		return errors.New("broken")
	}); err == nil {
		t.Error("no error")
	}
	if made.Load() != n {
		t.Error("an engine was created although one was kept")
	}
	e.Close()
	if alive.Load() != 0 {
		t.Errorf("%d engines are left", alive.Load())
	}
}

// TestWaiting checks that a caller receives its place in the queue and can give up.
func TestWaiting(t *testing.T) {
	e := New(func(string) (engine.Engine, error) { return &stub{closed: func() {}}, nil }, queue.New(queue.Config{Slots: 1}), 1, nil)
	defer e.Close()
	err := e.Use(t.Context(), Loan{Game: "g", Engine: "a"}, func(engine.Engine) error {
		ctx, cancel := context.WithCancel(t.Context())
		err := e.Use(ctx, Loan{Game: "h", Engine: "a", Tell: func(queue.Place) { cancel() }}, func(engine.Engine) error {
			t.Error("two at the same time")
			return nil
		})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("a caller that gave up: %v", err)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// away provides failing engines on other machines.
type away struct{ err error }

func (a away) Engine(string, string) engine.Engine { return a }
func (a away) Name() string                        { return "away" }
func (a away) Close() error                        { return nil }
func (a away) Search(context.Context, game.Position, engine.Limits, func(engine.Info)) (engine.Info, error) {
	return engine.Info{}, a.err
}

// TestElsewhere checks that work without a place on this machine is done elsewhere, or on this machine if that fails
// because it is elsewhere.
func TestElsewhere(t *testing.T) {
	for _, test := range []struct {
		err  error
		uses []string
		want error
	}{
		{nil, []string{"away"}, nil},
		{ErrElsewhere, []string{"away", "stub"}, nil},
		{errNoMove, []string{"away"}, errNoMove},
	} {
		places := new(queue.Elsewhere)
		places.Set(1)
		e := New(func(string) (engine.Engine, error) { return &stub{closed: func() {}}, nil },
			queue.New(queue.Config{Slots: 1, Elsewhere: places}), 1, away{test.err})
		defer e.Close()
		begun, end := make(chan struct{}), make(chan struct{})
		var busy sync.WaitGroup
		busy.Go(func() {
			_ = e.Use(t.Context(), Loan{Game: "g", Engine: "a"}, func(engine.Engine) error { close(begun); <-end; return nil })
		})
		<-begun
		var uses []string
		err := e.Use(t.Context(), Loan{Game: "h", Engine: "a"}, func(eng engine.Engine) error {
			uses = append(uses, eng.Name())
			_, err := eng.Search(t.Context(), nil, engine.Limits{}, nil)
			if errors.Is(err, ErrElsewhere) {
				close(end)
			}
			return err
		})
		if !errors.Is(err, test.want) || !slices.Equal(uses, test.uses) {
			t.Errorf("elsewhere %v: used %q and got %v; want %q and %v", test.err, uses, err, test.uses, test.want)
		}
		if !errors.Is(test.err, ErrElsewhere) {
			close(end)
		}
		busy.Wait()
	}
}

var errNoMove = errors.New("a position that the engine does not understand")
