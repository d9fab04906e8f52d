package engines

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"moyo/engine"
	"moyo/game"
)

// gauge is a Gauge that a test can read.
type gauge struct{ atomic.Int32 }

func (g *gauge) Inc() { g.Add(1) }
func (g *gauge) Dec() { g.Add(-1) }

// stub is an engine that only ends.
type stub struct{ closed func() }

func (s *stub) Name() string { return "stub" }

func (s *stub) Search(context.Context, game.Position, engine.Limits, func(engine.Info)) (engine.Info, error) {
	return engine.Info{}, nil
}

func (s *stub) Close() error { s.closed(); return nil }

// TestEnginesAreKeptAndClosed checks that engines in use and kept never exceed
// the slots, and that all are closed at the end.
func TestEnginesAreKeptAndClosed(t *testing.T) {
	const slots = 2
	var alive, made atomic.Int32
	e := New(func(string) (engine.Engine, error) {
		made.Add(1)
		if n := alive.Add(1); n > slots {
			t.Errorf("%d engines alive, %d slots", n, slots)
		}
		return &stub{closed: func() { alive.Add(-1) }}, nil
	}, slots, new(gauge))
	var first engine.Engine
	for _, use := range []struct{ game, id string }{{"g", "a"}, {"h", "a"}, {"h", "b"}, {"i", "c"}, {"h", "c"}} {
		if err := e.Use(t.Context(), use.game, use.id, func(eng engine.Engine) error { first = eng; return nil }); err != nil {
			t.Fatal(err)
		}
	}
	n := made.Load()
	if err := e.Use(t.Context(), "i", "c", func(eng engine.Engine) error {
		if eng != first {
			t.Error("another engine came back")
		}
		return errors.New("broken")
	}); err == nil {
		t.Error("no error")
	}
	if made.Load() != n {
		t.Error("an engine was made where one was kept")
	}
	e.Close()
	if alive.Load() != 0 {
		t.Errorf("%d engines are left", alive.Load())
	}
}

// TestWaiting counts one who waits for an engine and gives up.
func TestWaiting(t *testing.T) {
	var waiting gauge
	e := New(func(string) (engine.Engine, error) { return &stub{closed: func() {}}, nil }, 1, &waiting)
	defer e.Close()
	err := e.Use(t.Context(), "g", "a", func(engine.Engine) error {
		ctx, cancel := context.WithCancel(t.Context())
		gaveUp := make(chan error)
		go func() { gaveUp <- e.Use(ctx, "h", "a", func(engine.Engine) error { return nil }) }()
		for waiting.Load() == 0 {
			t.Log("not waiting yet")
		}
		cancel()
		if err := <-gaveUp; !errors.Is(err, context.Canceled) {
			t.Errorf("one who gave up: %v", err)
		}
		return nil
	})
	if err != nil || waiting.Load() != 0 {
		t.Errorf("in the end %v, %d wait", err, waiting.Load())
	}
}
