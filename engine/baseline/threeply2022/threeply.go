// Package threeply2022 is the engine of "Five-in-a-row" (2022), kept as a
// baseline. It searches three plies (its own stone, the opponent's answer, its
// next stone) with pruning and takes the points from the middle outwards. The
// value of a line is the last own stone's less twice the opponent's. It begins
// in the middle.
//
// A stone is worth 10000 for a five, 1000 for each open four, 100 for each other
// four and each three, open or not, that contains it, and 1 for each neighbour.
// A five ends the line. For n in a row with n other than five, n-1 and n-2
// replace four and three.
package threeply2022

import (
	"cmp"
	"context"
	"math"
	"slices"
	"time"

	"moyo/engine"
	"moyo/engine/baseline/internal/rows"
	"moyo/game"
)

// The values of a stone.
const (
	five      = 10000
	openFour  = 1000
	fourThree = 100
	neighbour = 1
	infinite  = 1 << 30
)

// DefaultTime is the time of a search on a large board without a limit.
const DefaultTime = 10 * time.Second

// plies is the depth of the search.
const plies = 3

// Engine is the baseline. The zero value is ready for use.
type Engine struct{}

var _ engine.Engine = (*Engine)(nil)

// New returns an engine.
func New() *Engine { return &Engine{} }

// Name returns "three-ply-2022".
func (*Engine) Name() string { return "three-ply-2022" }

// Close does nothing.
func (*Engine) Close() error { return nil }

// search is one call of Search.
type search struct {
	rows   *rows.Rows
	pos    game.Position
	stones []game.Color
	order  []game.Point // all points from the middle outwards
	root   []game.Move  // the moves to choose from, in that order

	ctx      context.Context
	lim      engine.Limits
	began    time.Time
	reported time.Duration // time of the last report, after began
	report   func(engine.Info)
	stopped  bool

	nodes int64 // stones placed and evaluated
	depth int   // plies of the last complete search
	best  game.Move
	value int
}

// Search implements engine.Engine. A limit of depth of 1 or 2 makes the search
// shallower; it never exceeds three plies. The error is for games other than
// gomoku.
func (*Engine) Search(ctx context.Context, pos game.Position, lim engine.Limits, report func(engine.Info)) (engine.Info, error) {
	if pos.ToPlay() == game.Empty {
		return engine.Info{Move: game.NoMove, Value: 0.5}, nil
	}
	r, err := rows.Of(pos)
	if err != nil {
		return engine.Info{}, err
	}
	if lim = lim.ForMove(); lim.Time <= 0 && lim.Nodes <= 0 && lim.Depth <= 0 {
		lim.Time = DefaultTime
	}
	s := &search{
		rows: r, pos: pos, stones: rows.Stones(pos), order: outwards(pos),
		ctx: ctx, lim: lim, began: time.Now(), report: report,
	}
	s.root = s.choices()
	s.best = s.root[0]
	if len(s.root) > 1 && !s.first() {
		depth := plies
		if lim.Depth > 0 {
			depth = min(depth, lim.Depth)
		}
		s.choose(depth)
	}
	return s.info(), nil
}

// outwards returns the points in the order of their distance from the middle.
func outwards(pos game.Position) []game.Point {
	b := pos.Board()
	order, away := make([]game.Point, b.Len()), make([]float64, b.Len())
	middle := b.Coord(rows.Centre(b))
	for p := range order {
		order[p] = game.Point(p)
		away[p] = rows.Apart(b.Coord(game.Point(p)), middle)
	}
	slices.SortStableFunc(order, func(p, q game.Point) int { return cmp.Compare(away[p], away[q]) })
	return order
}

// choices returns the moves of the root from the middle outwards, then those
// without a stone.
func (s *search) choices() []game.Move {
	place := make([]int, len(s.order))
	for i, p := range s.order {
		place[p] = i
	}
	rank := func(m game.Move) int {
		if m < 0 {
			return len(place)
		}
		return place[m]
	}
	moves := slices.Clone(rows.Choices(s.pos, s.lim.Exclude))
	slices.SortStableFunc(moves, func(a, b game.Move) int { return cmp.Compare(rank(a), rank(b)) })
	return moves
}

// first reports whether no stone has been placed: the first goes to the middle.
func (s *search) first() bool {
	return !slices.ContainsFunc(s.stones, func(c game.Color) bool { return c != game.Empty })
}

// choose searches the root.
func (s *search) choose(depth int) {
	alpha := -infinite
	me := s.pos.ToPlay()
	for _, m := range s.root {
		if m < 0 {
			continue
		}
		v := s.own(m.Point(), me, 0, depth, alpha, infinite)
		if s.stopped {
			return
		}
		if v > alpha {
			alpha = v
			s.best, s.value = m, v
		}
	}
	s.depth = depth
}

// own returns the value of the line in which the engine, with the stones of me,
// plays p after an opponent's stone worth theirs. Values are the engine's at
// all plies, between alpha and beta as in alpha-beta.
func (s *search) own(p game.Point, me game.Color, theirs, depth, alpha, beta int) int {
	if s.mustStop() {
		return 0
	}
	s.stones[p] = me
	defer func() { s.stones[p] = game.Empty }()
	worth := s.worth(p)
	least := worth - 2*theirs
	if depth <= 1 || worth >= five {
		return least
	}
	return s.answer(me, worth, depth-1, alpha, beta, least)
}

// answer returns the value of the opponent's best answer to an own stone worth
// mine, or none if the board is full.
func (s *search) answer(me game.Color, mine, depth, alpha, beta, none int) int {
	best, any := infinite, false
	for _, p := range s.order {
		if s.stones[p] != game.Empty {
			continue
		}
		v := s.theirs(p, me, mine, depth, alpha, min(beta, best))
		if s.stopped {
			return 0
		}
		any, best = true, min(best, v)
		if best <= alpha {
			break
		}
	}
	if !any {
		return none
	}
	return best
}

// theirs returns the value of the line in which the opponent answers an own
// stone worth mine by p.
func (s *search) theirs(p game.Point, me game.Color, mine, depth, alpha, beta int) int {
	if s.mustStop() {
		return 0
	}
	s.stones[p] = me.Other()
	defer func() { s.stones[p] = game.Empty }()
	worth := s.worth(p)
	if depth <= 1 || worth >= five {
		return mine - 2*worth
	}
	best, any := -infinite, false
	for _, q := range s.order {
		if s.stones[q] != game.Empty {
			continue
		}
		v := s.own(q, me, worth, depth-1, max(alpha, best), beta)
		if s.stopped {
			return 0
		}
		any, best = true, max(best, v)
		if best >= beta {
			break
		}
	}
	if !any {
		return mine - 2*worth
	}
	return best
}

// worth returns the value of the stone on p.
func (s *search) worth(p game.Point) int {
	if s.rows.Wins(s.stones, p) {
		return five
	}
	sum := 0
	for d := range s.rows.Lines.Dirs {
		if q := s.rows.Lines.Next(p, d).To; q >= 0 && s.stones[q] != game.Empty {
			sum += neighbour
		}
		if d%2 == 1 {
			continue
		}
		length, open := s.rows.Run(s.stones, p, d)
		switch missing := s.rows.N - length; {
		case missing == 1 && open == 2:
			sum += openFour
		case (missing == 1 || missing == 2) && open > 0:
			sum += fourThree
		}
	}
	return sum
}

// info returns the results so far.
func (s *search) info() engine.Info {
	return engine.Info{
		Move: s.best, Value: 1 / (1 + math.Exp(-float64(s.value)/1000)), Depth: s.depth, Nodes: s.nodes,
		Elapsed: time.Since(s.began), PV: []game.Move{s.best},
		Candidates: []engine.Candidate{{Move: s.best, Visits: s.nodes, Value: 0.5}},
	}
}

// watch is how many stones are placed between checks of the clock: less than a
// millisecond.
const watch = 256

// mustStop counts a stone, reports whether the search has to end, and calls
// report now and then.
func (s *search) mustStop() bool {
	if s.stopped || s.lim.Nodes > 0 && s.nodes >= s.lim.Nodes {
		s.stopped = true
		return true
	}
	s.nodes++
	if s.nodes%watch != 1 {
		return false
	}
	spent := time.Since(s.began)
	s.stopped = s.ctx.Err() != nil || s.lim.Time > 0 && spent >= s.lim.Time
	if s.report != nil && spent-s.reported >= 100*time.Millisecond {
		s.reported = spent
		s.report(s.info())
	}
	return s.stopped
}
