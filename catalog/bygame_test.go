package catalog

import (
	"context"
	"errors"
	"testing"

	"moyo/board"
	"moyo/engine"
	"moyo/game"
)

// broken is an engine that cannot be closed.
type broken struct {
	engine.Engine
	err error
}

func (b broken) Close() error { return b.err }

// TestCloseSaysAll: Close closes every engine and returns all their errors.
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

// able is an engine that implements Forget, Balance and Seki.
type able struct {
	engine.Engine
	forgot *int
}

func (a able) Forget() { *a.forgot++ }

func (a able) Balance(context.Context, game.Position, engine.Even, engine.Limits, func(engine.Info)) (engine.Info, error) {
	return engine.Info{Move: 42}, nil
}

func (a able) Seki(context.Context, game.Position, []game.Point) ([]game.Point, error) {
	return []game.Point{7}, nil
}

func (a able) Evaluate(game.Position) (engine.Evaluation, bool) {
	return engine.Evaluation{Value: 0.7}, true
}

// TestPassesOn: Forget, Balance, Evaluate and Seki reach the engine of the game.
func TestPassesOn(t *testing.T) {
	forgot := 0
	e := newByGame("all", EngineOptions{}, func(*entry) (engine.Engine, error) { return able{forgot: &forgot}, nil })
	rules, err := Rules("gomoku")
	if err != nil {
		t.Fatal(err)
	}
	b, err := board.Parse("grid:15")
	if err != nil {
		t.Fatal(err)
	}
	pos, err := rules.New(b)
	if err != nil {
		t.Fatal(err)
	}
	e.Forget() // nothing yet
	info, err := e.Balance(t.Context(), pos, engine.Even{Moves: 1, Value: 0.5}, engine.Limits{}, nil)
	if e.Forget(); err != nil || info.Move != 42 || forgot != 1 {
		t.Errorf("%+v, %v, forgot %d times", info, err, forgot)
	}
	if v, ok := engine.Evaluator(e).Evaluate(pos); !ok || v.Value != 0.7 {
		t.Errorf("the evaluation is %v, %v", v, ok)
	}
	if seki, err := engine.SekiStones(e).Seki(t.Context(), pos, nil); err != nil || len(seki) != 1 || seki[0] != 7 {
		t.Errorf("%v in seki, %v", seki, err)
	}
}
