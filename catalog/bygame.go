package catalog

import (
	"context"

	"moyo/engine"
	"moyo/engine/eval/gomoku"
	"moyo/engine/negascout2023"
	"moyo/game"
	rules "moyo/rules/gomoku"
)

// byGame is an engine for every game: it hands each position to the engine for
// its game, made when it is first needed. Rows too long for the tables of the
// one for n in a row are left to an older program.
type byGame struct {
	name               string
	forGo, forRows     func() engine.Engine
	stones, rows, long engine.Engine
}

func newByGame(name string, forGo, forRows func() engine.Engine) *byGame {
	return &byGame{name: name, forGo: forGo, forRows: forRows}
}

// pick returns the engine for pos.
func (e *byGame) pick(pos game.Position) engine.Engine {
	if p, ok := pos.(*rules.Position); ok && !gomoku.Plays(p.Options()) {
		if e.long == nil {
			e.long = negascout2023.New(negascout2023.Options{})
		}
		return e.long
	} else if ok {
		if e.rows == nil {
			e.rows = e.forRows()
		}
		return e.rows
	}
	if e.stones == nil {
		e.stones = e.forGo()
	}
	return e.stones
}

// Name implements engine.Engine.
func (e *byGame) Name() string { return e.name }

// Search implements engine.Engine.
func (e *byGame) Search(ctx context.Context, pos game.Position, lim engine.Limits, report func(engine.Info)) (engine.Info, error) {
	return e.pick(pos).Search(ctx, pos, lim, report)
}

// Prepare implements engine.Preparer.
func (e *byGame) Prepare(ctx context.Context, pos game.Position) error {
	if p, ok := e.pick(pos).(engine.Preparer); ok {
		return p.Prepare(ctx, pos)
	}
	return nil
}

// Dead implements engine.DeadStones; games without captures have none.
func (e *byGame) Dead(ctx context.Context, pos game.Position) ([]game.Point, error) {
	if d, ok := e.pick(pos).(engine.DeadStones); ok {
		return d.Dead(ctx, pos)
	}
	return nil, nil
}

// Ownership implements engine.Owner; it is all 0 where points have no owner.
func (e *byGame) Ownership(ctx context.Context, pos game.Position) ([]float64, error) {
	if o, ok := e.pick(pos).(engine.Owner); ok {
		return o.Ownership(ctx, pos)
	}
	return make([]float64, pos.Board().Len()), nil
}

// Close implements engine.Engine.
func (e *byGame) Close() error {
	var err error
	for _, part := range []engine.Engine{e.stones, e.rows, e.long} {
		if part != nil {
			err = part.Close()
		}
	}
	return err
}
