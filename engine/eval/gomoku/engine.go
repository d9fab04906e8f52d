// Package gomoku is what moyo's engines know of n in a row: what a position is
// worth, which moves deserve a search and in what order, how fours force. The
// [Engine] searches with package alphabeta, on any board with lines and under
// every rule of package rules/gomoku.
package gomoku

import (
	"context"
	"fmt"
	"math"
	"time"

	"moyo/board"
	"moyo/engine"
	"moyo/engine/alphabeta"
	"moyo/game"
	rules "moyo/rules/gomoku"
	"moyo/rules/gomoku/pattern"
)

// Options are the resources and the playing strength of an Engine.
type Options struct {
	Memory  int64              // bytes for the transposition table, 0 is 128 MiB
	Threads int                // 0 is 1; Limits.Threads overrides it
	Level   int                // 1 to Levels, 0 is full strength
	Search  *alphabeta.Options // nil is alphabeta.Default
	Weights *Weights           // nil is the set made for the rule
	NoBook  bool               // searches first moves, too
}

// Plays says whether an Engine can play under the options: it has no tables for
// long rows.
func Plays(opt rules.Options) bool {
	_, err := pattern.TableFor(opt.Rule.String(), opt.N)
	return err == nil
}

// Engine plays n in a row. It implements engine.Engine.
type Engine struct {
	opt    Options
	search alphabeta.Options
	table  *alphabeta.Table
	b      *pattern.Board
	board  *board.Board  // of b
	rule   rules.Options // of b
	w      *Weights
	fours  *foursTable
}

// New returns an engine.
func New(opt Options) *Engine {
	if opt.Memory == 0 {
		opt.Memory = 128 << 20
	}
	e := &Engine{opt: opt, search: alphabeta.Default()}
	if opt.Search != nil {
		e.search = *opt.Search
	}
	return e
}

// Name returns a name for people.
func (e *Engine) Name() string { return "alphabeta" }

// Close frees the memory.
func (e *Engine) Close() error {
	e.table, e.b, e.board, e.fours = nil, nil, nil, nil
	return nil
}

// Search implements engine.Engine.
func (e *Engine) Search(ctx context.Context, pos game.Position, lim engine.Limits, report func(engine.Info)) (engine.Info, error) {
	begin := time.Now()
	p, ok := pos.(*rules.Position)
	if !ok {
		return engine.Info{}, fmt.Errorf("%s: plays n in a row, not %s", e.Name(), pos.Rules().ID())
	}
	if p.Outcome().Over {
		return engine.Info{Move: game.NoMove}, nil
	}
	if err := e.prepare(p); err != nil {
		return engine.Info{}, err
	}
	if p.Phase() != "" {
		return e.open(ctx, p, lim, begin, report)
	}
	if known, ok := e.fromBook(p, lim); ok {
		if report != nil {
			report(known)
		}
		return known, nil
	}
	root := e.rootMoves(p, lim.Exclude)
	if len(root) == 0 {
		return engine.Info{Move: game.Pass, Elapsed: time.Since(begin)}, nil
	}
	root = e.weaken(root, &lim)
	return e.think(ctx, p, root, lim, begin, report), nil
}

// Prepare implements engine.Preparer: it makes the tables for the rules and the
// board of pos.
func (e *Engine) Prepare(_ context.Context, pos game.Position) error {
	p, ok := pos.(*rules.Position)
	if !ok {
		return fmt.Errorf("%s: plays n in a row, not %s", e.Name(), pos.Rules().ID())
	}
	return e.prepare(p)
}

// prepare brings the pattern board to the position.
func (e *Engine) prepare(p *rules.Position) error {
	if opt := p.Options(); e.b == nil || e.board.Spec() != p.Board().Spec() || e.rule.Rule != opt.Rule || e.rule.N != opt.N {
		if err := e.start(p); err != nil {
			return fmt.Errorf("%s: %w", e.Name(), err)
		}
	}
	for e.b.Stones() > 0 {
		e.b.Undo()
	}
	for q := range game.Point(p.Board().Len()) {
		if c := p.At(q); c != game.Empty {
			e.b.Place(q, int(c))
		}
	}
	return nil
}

// start makes the pattern board and the table of another game.
func (e *Engine) start(p *rules.Position) error {
	opt := p.Options()
	table, err := pattern.TableFor(opt.Rule.String(), opt.N)
	if err != nil {
		return err
	}
	if e.b, err = pattern.New(p.Board(), table); err != nil {
		return err
	}
	e.board, e.rule = p.Board(), opt
	e.fours = &foursTable{}
	if e.w = e.opt.Weights; e.w == nil {
		e.w = WeightsFor(opt.Rule)
	}
	e.b.Weigh(&e.w.Values)
	if e.table == nil {
		e.table = alphabeta.NewTable(e.opt.Memory * 6 / 10) // the rest is for threads and garbage
	} else {
		e.table.Clear()
	}
	return nil
}

// rootMoves returns the moves to be searched: those the search would consider
// that are legal and not excluded; if none is left, any that are.
func (e *Engine) rootMoves(p *rules.Position, exclude []game.Move) []alphabeta.Move {
	s := newState(e.b, e.w, int(p.ToPlay()), e.fours)
	if e.b.Stones() == 0 {
		if c := central(p); c != board.None && allowed(p, c, exclude) {
			return []alphabeta.Move{s.move(c)}
		}
	}
	keep := func(list []alphabeta.Move) []alphabeta.Move {
		kept := list[:0]
		for _, m := range list {
			if allowed(p, board.Point(m.Point), exclude) {
				kept = append(kept, m)
			}
		}
		return kept
	}
	for _, list := range [][]alphabeta.Move{s.Moves(nil), s.developing(nil), s.anywhere(nil)} {
		if list = keep(list); len(list) > 0 {
			return list
		}
	}
	var list []alphabeta.Move
	for _, m := range p.LegalMoves(nil) {
		if m >= 0 {
			list = append(list, s.move(m.Point()))
		}
	}
	return list
}

func allowed(p *rules.Position, q board.Point, exclude []game.Move) bool {
	for _, m := range exclude {
		if m == game.Place(q) {
			return false
		}
	}
	return p.Check(game.Place(q)) == game.Legal
}

// central returns the empty legal point nearest to the middle of the board, on
// boards without an edge any.
func central(p *rules.Position) board.Point {
	best, least := board.None, math.Inf(1)
	for q := range board.Point(p.Board().Len()) {
		c := p.Board().Coord(q)
		d := c[0]*c[0] + c[1]*c[1] + c[2]*c[2]
		if d < least-1e-9 && p.At(q) == game.Empty {
			best, least = q, d
		}
	}
	return best
}

// think searches and turns what was found into words of package engine.
func (e *Engine) think(ctx context.Context, p *rules.Position, root []alphabeta.Move, lim engine.Limits, begin time.Time, report func(engine.Info)) engine.Info {
	turns := max(12, min(30, (e.b.Len()-e.b.Stones())/6))
	ctx, al, cancel := alphabeta.Bound(ctx, lim, turns, begin)
	defer cancel()
	if al.Threads == 0 {
		al.Threads = e.opt.Threads
	}
	if lim.Nodes > 0 { // has to be repeatable
		e.table.Forget()
	}
	s := newState(e.b, e.w, int(p.ToPlay()), e.fours)
	tell := func(r alphabeta.Result) {
		if report != nil {
			report(r.Info(scale))
		}
	}
	return alphabeta.Think(ctx, s, root, e.b.Len(), e.table, e.search, al, tell).Info(scale)
}
