// Package capturefive is what moyo's engines know of games of captures and rows:
// what rows and chains are worth, which moves deserve a search, how fours force
// although a stone of a row can be taken. The [Engine] searches with package
// alphabeta, on any board with lines of some 400 points at most.
package capturefive

import (
	"context"
	"fmt"
	"math"
	"time"

	"moyo/board"
	"moyo/engine"
	"moyo/engine/alphabeta"
	"moyo/game"
	rules "moyo/rules/capturefive"
	"moyo/rules/capturefive/fast"
)

// Options are the resources and the playing strength of an Engine.
type Options struct {
	Memory  int64              // bytes for the transposition table, 0 is 128 MiB
	Threads int                // 0 is 1; Limits.Threads overrides it
	Level   int                // 1 to Levels, 0 is full strength
	Search  *alphabeta.Options // nil is alphabeta.Default
	NoFours bool               // no search for lines of fours beneath the leaves
	NoBook  bool               // searches first moves, too
}

// Engine plays Capture Five. It implements engine.Engine.
type Engine struct {
	opt    Options
	search alphabeta.Options
	table  *alphabeta.Table
	b      *fast.Board
	rules  string // of b
	w      *weights
	forced *forcedTable
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
	e.table, e.b, e.forced = nil, nil, nil
	return nil
}

// fastOptions returns the rules of pos for the fast board, and whether it knows
// them.
func fastOptions(pos game.Position) (fast.Options, bool) {
	p, ok := pos.(*rules.Position)
	if !ok {
		return fast.Options{}, false
	}
	o := p.Options()
	ko := map[rules.Ko]fast.Ko{rules.PositionalKo: fast.Positional, rules.SituationalKo: fast.Situational, rules.SimpleKo: fast.Simple}[o.Ko]
	return fast.Options{N: o.N, All: o.Lines == rules.AllLines, Captures: o.Captures, Ko: ko, Pass: o.Pass}, true
}

// Plays says whether an Engine can play pos: its board may be too large.
func Plays(pos game.Position) bool {
	opt, ok := fastOptions(pos)
	if !ok || pos.Board().Len() > 500 { // no use in looking at its lines
		return false
	}
	_, err := fast.New(pos.Board(), opt)
	return err == nil
}

// Search implements engine.Engine.
func (e *Engine) Search(ctx context.Context, pos game.Position, lim engine.Limits, report func(engine.Info)) (engine.Info, error) {
	begin := time.Now()
	if pos.Outcome().Over {
		return engine.Info{Move: game.NoMove}, nil
	}
	if err := e.prepare(pos); err != nil {
		return engine.Info{}, err
	}
	if known, ok := e.fromBook(pos, lim); ok {
		if report != nil {
			report(known)
		}
		return known, nil
	}
	root := e.rootMoves(pos, lim.Exclude)
	root = e.weaken(pos, root, &lim)
	return e.think(ctx, root, lim, begin, report), nil
}

// Prepare implements engine.Preparer: it makes the tables for the rules and the
// board of pos.
func (e *Engine) Prepare(_ context.Context, pos game.Position) error { return e.prepare(pos) }

// prepare brings the board to the position.
func (e *Engine) prepare(pos game.Position) error {
	opt, ok := fastOptions(pos)
	if !ok {
		return fmt.Errorf("%s: plays games of captures and rows, not %s", e.Name(), pos.Rules().ID())
	}
	id := pos.Rules().ID() + " " + pos.Board().Spec()
	if e.b == nil || e.rules != id {
		b, err := fast.New(pos.Board(), opt)
		if err != nil {
			return fmt.Errorf("%s: %w", e.Name(), err)
		}
		e.b, e.rules, e.w, e.forced = b, id, newWeights(opt), newForcedTable()
		if e.table == nil {
			e.table = alphabeta.NewTable(e.opt.Memory * 6 / 10) // the rest is for threads and garbage
		} else {
			e.table.Clear()
		}
	}
	e.b.Load(pos)
	return nil
}

// rootMoves returns the moves to be searched: those the search would consider
// that are not excluded; if none is left, any that are.
func (e *Engine) rootMoves(pos game.Position, exclude []game.Move) []alphabeta.Move {
	s := newState(e.b, e.w, e.forced)
	if e.opt.Level > 0 && e.opt.Level < Levels() && e.b.Empties() == e.b.Len() {
		// Few positions say little about the first move. At full strength it is
		// searched: on small boards others than the middle win sooner.
		if c := central(pos); len(keep(pos, []alphabeta.Move{{Point: int32(c)}}, exclude)) > 0 {
			return []alphabeta.Move{{Point: int32(c)}}
		}
	}
	for _, list := range [][]alphabeta.Move{s.winning(), s.Moves(nil), s.anywhere(nil)} {
		if list = keep(pos, list, exclude); len(list) > 0 {
			return list
		}
	}
	return s.anywhere(nil)
}

// winning returns the moves that win at once.
func (s *state) winning() []alphabeta.Move {
	var list []alphabeta.Move
	for _, p := range s.finishers(s.b.ToPlay(), nil) {
		list = append(list, alphabeta.Move{Point: int32(p)})
	}
	return list
}

// keep returns the moves of list that are legal and not excluded.
func keep(pos game.Position, list []alphabeta.Move, exclude []game.Move) []alphabeta.Move {
	kept := list[:0]
next:
	for _, m := range list {
		move := moveOf(m.Point, pos.Board().Len())
		for _, x := range exclude {
			if x == move {
				continue next
			}
		}
		if pos.Check(move) == game.Legal {
			kept = append(kept, m)
		}
	}
	return kept
}

// central returns the point nearest to the middle of the board, on boards
// without an edge any.
func central(pos game.Position) board.Point {
	best, least := board.None, math.Inf(1)
	for q := range board.Point(pos.Board().Len()) {
		c := pos.Board().Coord(q)
		if d := c[0]*c[0] + c[1]*c[1] + c[2]*c[2]; d < least-1e-9 {
			best, least = q, d
		}
	}
	return best
}

// think searches and turns what was found into words of package engine.
func (e *Engine) think(ctx context.Context, root []alphabeta.Move, lim engine.Limits, begin time.Time, report func(engine.Info)) engine.Info {
	ctx, al, cancel := alphabeta.Bound(ctx, lim, max(12, min(30, e.b.Empties()/3)), begin)
	defer cancel()
	if al.Threads == 0 {
		al.Threads = e.opt.Threads
	}
	if lim.Nodes > 0 { // has to be repeatable
		e.table.Forget()
		*e.forced = forcedTable{}
	}
	tell := func(r alphabeta.Result) {
		if report != nil {
			report(e.info(r))
		}
	}
	s := newState(e.b, e.w, e.forced)
	s.plain = e.opt.NoFours
	return e.info(alphabeta.Think(ctx, s, root, e.b.Len()+1, e.table, e.search, al, tell))
}

// info returns a result in words of package engine, passes included.
func (e *Engine) info(r alphabeta.Result) engine.Info {
	i := r.Info(scale)
	n := e.b.Len()
	named := func(line []game.Move) {
		for k, m := range line {
			line[k] = moveOf(int32(m), n)
		}
	}
	i.Move = moveOf(int32(i.Move), n)
	i.Solved = i.Solved && e.exact()
	named(i.PV)
	for k := range i.Candidates {
		i.Candidates[k].Move = moveOf(int32(i.Candidates[k].Move), n)
		i.Candidates[k].Solved = i.Candidates[k].Solved && e.exact()
		named(i.Candidates[k].PV)
	}
	return i
}

// exact says whether a win found is proved. Under superko it is not quite: what
// the table knows of a position was found by another path, and superko may
// forbid a move on this one.
func (e *Engine) exact() bool {
	opt := e.b.Options()
	return !opt.Captures || opt.Ko == fast.Simple
}
