// Package negascout2023 is the engine of "Artificial Intelligence for Gomoku"
// (2023), kept as a baseline: NegaScout with iterative deepening by two plies
// and a 32-bit Zobrist hash. It has a transposition table (depth, value, bound
// and best move), a state table of static evaluations, move ordering by windows
// of five, and a restriction array that keeps moves near stones. It follows the
// description even where that is weak: 32 bits distinguish positions badly, and
// the search sees no threat beyond the horizon.
//
// Choices where the description is open: moves stay within two steps of a stone
// along a line. The tables have 2^20 entries each, the newest entry wins, and
// they are cleared before each move. Deepening ends when it finds a win or a
// loss. For n in a row with n other than five the weights depend on the number
// of missing stones.
package negascout2023

import (
	"context"
	"math"
	"time"

	"moyo/engine"
	"moyo/engine/baseline/internal/rows"
	"moyo/game"
)

// Method is a search method, for comparison.
type Method uint8

// The methods, each faster than the one before and with the same value.
const (
	NegaScout Method = iota
	AlphaBeta
	Minimax
)

// Options switch off parts of the engine, for measurements. The zero value is
// the engine of the description.
type Options struct {
	Method    Method
	Unordered bool // moves in the order of points
	NoTables  bool // neither transposition table nor state table
	Start     int  // depth of the first iteration in plies, 2 if zero
}

// DefaultDepth is the depth in plies without a limit.
const DefaultDepth = 6

// Stats counts the work of an engine's searches.
type Stats struct {
	Nodes     int64 // positions searched
	Evaluated int64 // static evaluations requested
	TableHits int64 // positions answered by the transposition table
	StateHits int64 // static evaluations found in the state table
	Cutoffs   int64 // positions cut by a move above beta
}

// Engine is the baseline. Use New.
type Engine struct {
	opt    Options
	tables *tables
	stats  Stats
}

var _ engine.Engine = (*Engine)(nil)

// New returns an engine.
func New(opt Options) *Engine {
	if opt.Start <= 0 {
		opt.Start = 2
	}
	return &Engine{opt: opt}
}

// Name returns "negascout-2023".
func (*Engine) Name() string { return "negascout-2023" }

// Close frees the tables.
func (e *Engine) Close() error {
	e.tables = nil
	return nil
}

// Stats returns the sum over all searches so far.
func (e *Engine) Stats() Stats { return e.stats }

// Search implements engine.Engine. Info.Depth is the last complete iteration.
// The error is for games other than gomoku.
func (e *Engine) Search(ctx context.Context, pos game.Position, lim engine.Limits, report func(engine.Info)) (engine.Info, error) {
	lim = lim.ForMove()
	s := &search{opt: e.opt, ctx: ctx, lim: lim, began: time.Now(), report: report, pos: pos, best: game.NoMove}
	if pos.ToPlay() == game.Empty {
		return engine.Info{Move: game.NoMove, Value: 0.5}, nil
	}
	r, err := rows.Of(pos)
	if err != nil {
		return engine.Info{}, err
	}
	if lim.Time <= 0 && lim.Nodes <= 0 && lim.Depth <= 0 {
		s.lim.Depth = DefaultDepth
	}
	if e.tables != nil {
		e.tables.clear()
	} else if !e.opt.NoTables {
		e.tables = newTables()
	}
	s.tables = e.tables
	s.state = newState(r, pos)
	s.prepare()
	if len(s.root) > 1 && !s.won {
		s.deepen()
	}
	e.stats.add(s.stats)
	return s.info(), nil
}

func (a *Stats) add(b Stats) {
	a.Nodes += b.Nodes
	a.Evaluated += b.Evaluated
	a.TableHits += b.TableHits
	a.StateHits += b.StateHits
	a.Cutoffs += b.Cutoffs
}

// prepare finds the moves of the root in order: those near stones, if any are;
// otherwise the one nearest to the middle; otherwise all legal ones. A move
// that wins immediately needs no search.
func (s *search) prepare() {
	choices := rows.Choices(s.pos, s.lim.Exclude)
	allowed := make(map[game.Point]bool, len(choices))
	for _, m := range choices {
		if m >= 0 {
			allowed[m.Point()] = true
		}
	}
	s.best = choices[0]
	for _, p := range s.moves(0, s.ordered()) {
		if !allowed[p] {
			continue
		}
		s.root = append(s.root, p)
		s.place(p)
		won := s.rows.Wins(s.stones, p)
		s.remove(p)
		if won {
			s.best, s.value, s.depth, s.won = game.Place(p), five, 1, true
			return
		}
	}
	switch centre := rows.Centre(s.pos.Board()); {
	case len(s.root) > 0:
		s.best = game.Place(s.root[0])
	case allowed[centre]:
		s.best = game.Place(centre)
	}
}

// deepen searches two plies deeper each time until a limit is reached or a win
// or loss is found. If the move loses by force, it takes the move of the
// previous iteration, which at least meets the nearest threat.
func (s *search) deepen() {
	most := s.empty
	if s.lim.Depth > 0 {
		most = min(most, s.lim.Depth)
	}
	for depth := min(s.opt.Start, most); ; depth = min(depth+2, most) {
		value, move, done := s.iterate(depth)
		if !done && move == game.NoMove {
			return
		}
		if value > -five || s.depth == 0 {
			s.best = move
		}
		s.value = value
		if !done {
			return
		}
		s.depth = depth
		if value >= five || value <= -five || depth >= most {
			return
		}
	}
}

// iterate searches the root to the given depth. If stopped it returns the best
// move so far, game.NoMove if it has not finished any move.
func (s *search) iterate(depth int) (value int, best game.Move, done bool) {
	alpha, best := -infinite, game.NoMove
	s.firstAtRoot(s.best)
	for i, p := range s.root {
		v := s.child(p, depth, alpha, infinite, i == 0)
		if s.stopped {
			return alpha, best, false
		}
		if v > alpha {
			alpha, best = v, game.Place(p)
		}
	}
	return alpha, best, true
}

// firstAtRoot moves m to the front of the root's moves.
func (s *search) firstAtRoot(m game.Move) {
	for i, p := range s.root {
		if game.Place(p) == m {
			copy(s.root[1:i+1], s.root[:i])
			s.root[0] = p
			return
		}
	}
}

// info returns the results so far.
func (s *search) info() engine.Info {
	info := engine.Info{
		Move: s.best, Value: winProbability(s.value), Depth: s.depth, Nodes: s.stats.Nodes,
		Elapsed: time.Since(s.began), PV: s.line(),
	}
	if s.won {
		info.Mate = 1
	}
	info.Candidates = []engine.Candidate{{Move: info.Move, Visits: info.Nodes, Value: info.Value, PV: info.PV, Mate: info.Mate}}
	return info
}

// line follows the best moves of the transposition table from the chosen move,
// as far as they are legal.
func (s *search) line() []game.Move {
	line, pos := []game.Move{s.best}, s.pos.Clone()
	if s.best < 0 || s.tables == nil || pos.Play(s.best) != nil {
		return line
	}
	st := newState(s.rows, pos)
	for len(line) < s.depth && pos.ToPlay() != game.Empty {
		e, ok := s.tables.position(st.hash())
		if !ok || e.move < 0 || pos.Play(game.Place(e.move)) != nil {
			break
		}
		line = append(line, game.Place(e.move))
		st.place(e.move)
	}
	return line
}

// winProbability turns a static evaluation into a win probability: an open
// three ahead is about three in four.
func winProbability(value int) float64 {
	return 1 / (1 + math.Exp(-float64(value)/1000))
}
