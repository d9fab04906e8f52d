package catalog

import (
	"context"
	"errors"
	"fmt"

	"moyo/engine"
	"moyo/game"
)

// players are the levels and the full-strength searches of one game. A nil maker means
// that the game has no such engine.
type players struct {
	analyst   string         // id of the engine that analyzes at full strength: playoutAnalyst or "alphabeta"
	texts     [Levels]string // a few words on whom each level suits
	level     func(level int, opt EngineOptions) engine.Engine
	mcts      func(opt EngineOptions) engine.Engine
	judges    bool // mcts evaluates positions with a network instead of playing them out
	alphabeta func(settings string, opt EngineOptions) (engine.Engine, error)
	// instead, if not nil, returns the id of the engine for positions that no engine
	// above can play, and "" for all others. It depends only on rules and board.
	instead func(pos game.Position) string
}

// playoutAnalyst is the id of the analyst that counts playouts or network evaluations.
const playoutAnalyst = "mcts"

// byGame is an engine for every game. It passes each position to the engine for its game,
// which it makes on first use.
type byGame struct {
	name string
	opt  EngineOptions
	make func(e *entry) (engine.Engine, error)
	by   map[string]engine.Engine // by name of the game, or id of the substitute engine
	last struct {                 // the last engine picked, and for which game and id
		rules, board string
		engine       engine.Engine
	}
}

func newByGame(name string, opt EngineOptions, make func(e *entry) (engine.Engine, error)) *byGame {
	return &byGame{name: name, opt: opt, make: make, by: map[string]engine.Engine{}}
}

// pick returns the engine for pos.
func (e *byGame) pick(pos game.Position) (engine.Engine, error) {
	rules, board := pos.Rules().ID(), pos.Board().Spec()
	if e.last.engine != nil && e.last.rules == rules && e.last.board == board {
		return e.last.engine, nil
	}
	eng, err := e.find(pos, nameOf(rules))
	if err == nil {
		e.last.rules, e.last.board, e.last.engine = rules, board, eng
	}
	return eng, err
}

// find returns the engine for pos, a position of the named game.
func (e *byGame) find(pos game.Position, name string) (engine.Engine, error) {
	entry, ok := entryOf(name)
	if !ok {
		return nil, fmt.Errorf("%s: does not play %s", e.name, name)
	}
	key, build := name, func() (engine.Engine, error) { return e.make(entry) }
	if entry.instead != nil {
		if id := entry.instead(pos); id != "" {
			key, build = id, func() (engine.Engine, error) { return NewEngine(id, e.opt) }
		}
	}
	if eng := e.by[key]; eng != nil {
		return eng, nil
	}
	eng, err := build()
	if err != nil {
		return nil, err
	}
	e.by[key] = eng
	return eng, nil
}

// Name implements engine.Engine.
func (e *byGame) Name() string { return e.name }

// Search implements engine.Engine.
func (e *byGame) Search(ctx context.Context, pos game.Position, lim engine.Limits, report func(engine.Info)) (engine.Info, error) {
	eng, err := e.pick(pos)
	if err != nil {
		return engine.Info{}, err
	}
	return eng.Search(ctx, pos, lim, report)
}

// Prepare implements engine.Preparer.
func (e *byGame) Prepare(ctx context.Context, pos game.Position) error {
	eng, err := e.pick(pos)
	if err != nil {
		return err
	}
	if p, ok := eng.(engine.Preparer); ok {
		return p.Prepare(ctx, pos)
	}
	return nil
}

// Forget implements engine.Forgetter.
func (e *byGame) Forget() {
	for _, eng := range e.by {
		if f, ok := eng.(engine.Forgetter); ok {
			f.Forget()
		}
	}
}

// Balance implements engine.Balancer. Without support in the game's engine, it searches.
func (e *byGame) Balance(
	ctx context.Context, pos game.Position, even engine.Even, lim engine.Limits, report func(engine.Info),
) (engine.Info, error) {
	eng, err := e.pick(pos)
	if err != nil {
		return engine.Info{}, err
	}
	if b, ok := eng.(engine.Balancer); ok {
		return b.Balance(ctx, pos, even, lim, report)
	}
	return eng.Search(ctx, pos, lim, report)
}

// Dead implements engine.DeadStones. Games that end without a count have no dead stones.
func (e *byGame) Dead(ctx context.Context, pos game.Position) ([]game.Point, error) {
	eng, err := e.pick(pos)
	if err != nil {
		return nil, err
	}
	if d, ok := eng.(engine.DeadStones); ok {
		return d.Dead(ctx, pos)
	}
	return nil, nil
}

// Seki implements engine.SekiStones. Without support in the game's engine, no stones are in seki.
func (e *byGame) Seki(ctx context.Context, pos game.Position, dead []game.Point) ([]game.Point, error) {
	eng, err := e.pick(pos)
	if err != nil {
		return nil, err
	}
	if s, ok := eng.(engine.SekiStones); ok {
		return s.Seki(ctx, pos, dead)
	}
	return nil, nil
}

// Ownership implements engine.OwnershipEstimator. It is all 0 for games without territory.
func (e *byGame) Ownership(ctx context.Context, pos game.Position) ([]float64, error) {
	eng, err := e.pick(pos)
	if err != nil {
		return nil, err
	}
	if o, ok := eng.(engine.OwnershipEstimator); ok {
		return o.Ownership(ctx, pos)
	}
	return make([]float64, pos.Board().Len()), nil
}

// Evaluate implements engine.Evaluator. It returns false if the game's engine has no network.
func (e *byGame) Evaluate(pos game.Position) (v engine.Evaluation, ok bool) {
	eng, err := e.pick(pos)
	if err != nil {
		return v, false
	}
	if n, has := eng.(engine.Evaluator); has {
		return n.Evaluate(pos)
	}
	return v, false
}

// Close implements engine.Engine.
func (e *byGame) Close() error {
	var errs []error
	for _, part := range e.by {
		errs = append(errs, part.Close())
	}
	return errors.Join(errs...)
}
