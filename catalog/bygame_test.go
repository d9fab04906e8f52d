package catalog

import (
	"errors"
	"testing"

	"moyo/engine"
)

// broken is an engine that cannot be closed.
type broken struct {
	engine.Engine
	err error
}

func (b broken) Close() error { return b.err }

// TestCloseSaysAll closes every engine and keeps what each complains of.
func TestCloseSaysAll(t *testing.T) {
	one, two := errors.New("one"), errors.New("two")
	e := newByGame("all", EngineOptions{}, nil)
	e.by["a"], e.by["b"], e.by["c"] = broken{err: one}, broken{}, broken{err: two}
	if err := e.Close(); !errors.Is(err, one) || !errors.Is(err, two) {
		t.Errorf("closing says %v", err)
	}
	e.by = nil
	if err := e.Close(); err != nil {
		t.Errorf("closing nothing says %v", err)
	}
}
