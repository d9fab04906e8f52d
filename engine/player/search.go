package player

import (
	"context"
	"fmt"
	"slices"
	"time"

	"moyo/engine"
	"moyo/engine/alphabeta"
	"moyo/game"
)

// Engine plays the games of a Kind. It implements engine.Engine and
// engine.Preparer.
type Engine struct {
	kind   *Kind
	opt    Options // without defaults
	game   Game
	table  *alphabeta.Table // nil before the first position
	points int              // of the board
}

// Turn is a request for a search.
type Turn struct {
	Ctx    context.Context
	Pos    game.Position
	Lim    engine.Limits
	Begin  time.Time
	Report func(engine.Info) // never nil
}

// Name returns a name for display.
func (e *Engine) Name() string { return e.kind.Name }

// Close frees the memory.
func (e *Engine) Close() error {
	e.game, e.table = e.kind.Game(e.opt), nil
	return nil
}

// Prepare implements engine.Preparer: it makes the tables for the rules and the
// board of pos.
func (e *Engine) Prepare(_ context.Context, pos game.Position) error {
	changed, err := e.game.Prepare(pos)
	if err != nil {
		return fmt.Errorf("%s: %w", e.Name(), err)
	}
	e.points = pos.Board().Len()
	switch {
	case e.table == nil:
		e.table = alphabeta.NewTable(int64(float64(e.opt.Memory) * e.kind.Table))
	case changed:
		e.table.Forget()
	}
	return nil
}

// Search implements engine.Engine.
func (e *Engine) Search(ctx context.Context, pos game.Position, lim engine.Limits, report func(engine.Info)) (engine.Info, error) {
	t := Turn{ctx, pos, lim, time.Now(), report}
	if report == nil {
		t.Report = func(engine.Info) {}
	}
	if pos.Outcome().Over {
		return engine.Info{Move: game.NoMove}, nil
	}
	if err := e.Prepare(ctx, pos); err != nil {
		return engine.Info{}, err
	}
	if c, ok := e.game.(Chooser); ok {
		if info, ok := c.Choose(e, t); ok {
			return info, nil
		}
	}
	if e.booked(lim) {
		if info, ok := e.game.Book(pos).Answer(pos, lim.Exclude); ok {
			t.Report(info)
			return info, nil
		}
	}
	root := e.game.Root(pos)
	moves := root.Choices(pos, lim.Exclude)
	if len(moves) == 0 {
		return engine.Info{Move: game.Pass, Elapsed: time.Since(t.Begin)}, nil
	}
	if !e.Full(lim) {
		l := e.kind.Levels[e.opt.Level-1]
		l.bound(&t.Lim)
		all := allowed(pos, root.Moves[len(root.Moves)-1], lim.Exclude)
		moves = l.choose(lim.Seed, root.Hash, moves, all, e.kind.Unit)
	}
	return e.Think(t, root, moves), nil
}

// Balance implements engine.Balancer. It is a search if the game has no
// Balancer.
func (e *Engine) Balance(
	ctx context.Context, pos game.Position, even engine.Even, lim engine.Limits, report func(engine.Info),
) (engine.Info, error) {
	b, ok := e.game.(Balancer)
	if !ok || pos.Outcome().Over {
		return e.Search(ctx, pos, lim, report)
	}
	t := Turn{ctx, pos, lim, time.Now(), report}
	if report == nil {
		t.Report = func(engine.Info) {}
	}
	if err := e.Prepare(ctx, pos); err != nil {
		return engine.Info{}, err
	}
	return b.Balance(e, t, even), nil
}

// Full reports whether the engine plays at full strength: it has the highest
// level or none, or several moves need values.
func (e *Engine) Full(lim engine.Limits) bool {
	return e.opt.Level == 0 || e.opt.Level == Levels || lim.Best > 1
}

// booked reports whether a move may come from the book.
func (e *Engine) booked(lim engine.Limits) bool {
	return !e.opt.NoBook && lim.Best <= 1 && (e.opt.Level == 0 || e.opt.Level >= e.kind.Book)
}

// Choices returns the moves to search: those of the first list with legal moves
// that are not excluded. If none is left, it returns all legal moves.
func (r Root) Choices(pos game.Position, exclude []game.Move) []alphabeta.Move {
	for _, list := range r.Moves {
		if left := allowed(pos, list, exclude); len(left) > 0 {
			return left
		}
	}
	return allowed(pos, r.Moves[len(r.Moves)-1], nil)
}

// allowed returns the moves of list that are legal and not excluded.
func allowed(pos game.Position, list []alphabeta.Move, exclude []game.Move) []alphabeta.Move {
	var left []alphabeta.Move
	for _, m := range list {
		if move := moveOf(pos, game.Move(m.Point)); !slices.Contains(exclude, move) && pos.Check(move) == game.Legal {
			left = append(left, m)
		}
	}
	return left
}

// moveOf returns a move of the search as a game.Move; a pass is the number of points.
func moveOf(pos game.Position, m game.Move) game.Move {
	if int(m) == pos.Board().Len() {
		return game.Pass
	}
	return m
}

// Think searches moves of root within the limits of t.
func (e *Engine) Think(t Turn, root Root, moves []alphabeta.Move) engine.Info {
	ctx, lim, cancel := alphabeta.Bound(t.Ctx, t.Lim, root.Turns, t.Begin)
	defer cancel()
	if lim.Threads == 0 {
		lim.Threads = e.opt.Threads
	}
	if lim.Nodes > 0 && !e.opt.Warm { // has to be repeatable
		e.Forget()
	}
	report := func(r alphabeta.Result) { t.Report(e.info(t.Pos, root, r)) }
	return e.info(t.Pos, root, e.Value(ctx, root.State, moves, lim, report))
}

// Value searches moves of s, with the table and the ideas of the engine, within
// lim alone. report, if not nil, is called after each iteration.
func (e *Engine) Value(
	ctx context.Context, s alphabeta.Game, moves []alphabeta.Move, lim alphabeta.Limits, report func(alphabeta.Result),
) alphabeta.Result {
	return alphabeta.Think(ctx, s, moves, e.points+1, e.table, *e.opt.Search, lim, report)
}

// Forget makes the next search independent of earlier ones.
func (e *Engine) Forget() {
	if e.table != nil {
		e.table.Forget()
	}
	e.game.Forget()
}

// blur removes the certainty of a move's values where the root is vague or unproved.
func (r Root) blur(value *float64, mate *int, solved *bool) {
	if r.Vague {
		const most = 0.99
		*value, *mate, *solved = min(max(*value, 1-most), most), 0, false
	}
}

// info returns a result as an Info.
func (e *Engine) info(pos game.Position, root Root, r alphabeta.Result) engine.Info {
	i := r.Info(e.kind.Scale)
	name := func(line []game.Move) {
		for k, m := range line {
			line[k] = moveOf(pos, m)
		}
	}
	i.Move, i.Solved = moveOf(pos, i.Move), i.Solved && !root.Unproved
	root.blur(&i.Value, &i.Mate, &i.Solved)
	name(i.PV)
	for k := range i.Candidates {
		c := &i.Candidates[k]
		c.Move, c.Solved = moveOf(pos, c.Move), c.Solved && !root.Unproved
		root.blur(&c.Value, &c.Mate, &c.Solved)
		name(c.PV)
	}
	return i
}
