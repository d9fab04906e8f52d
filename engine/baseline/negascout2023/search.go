package negascout2023

import (
	"cmp"
	"context"
	"slices"
	"time"

	"moyo/engine"
	"moyo/game"
)

// five is the value of a won position, more than any static evaluation;
// infinite is more than that.
const (
	five     = 1_000_000_000
	infinite = 2 * five
)

// search is one call of Search.
type search struct {
	*state
	opt    Options
	tables *tables
	stats  Stats

	ctx      context.Context
	lim      engine.Limits
	began    time.Time
	reported time.Duration // time of the last report, after began
	report   func(engine.Info)
	stopped  bool

	pos   game.Position
	root  []game.Point // its moves, best first
	best  game.Move
	value int
	depth int  // of the last complete iteration
	won   bool // best wins immediately

	lists []list // of moves, one for each depth
}

// list is the memory for the moves of a position.
type list struct {
	scored []scored
	points []game.Point
}

// scored is a move with its place in the order.
type scored struct {
	p     game.Point
	score int
}

// child plays p, searches the position after it to depth-1 and returns the value
// for the side that played p, with the bounds of negamax. first reports that no
// sibling has been searched yet: later ones are first searched with a null
// window, as NegaScout does.
func (s *search) child(p game.Point, depth, alpha, beta int, first bool) int {
	s.place(p)
	defer s.remove(p)
	if s.rows.Wins(s.stones, p) {
		return five
	}
	if first || depth == 1 || s.opt.Method != NegaScout {
		return -s.negamax(depth-1, -beta, -alpha)
	}
	v := -s.negamax(depth-1, -alpha-1, -alpha)
	if v > alpha && v < beta {
		v = -s.negamax(depth-1, -beta, -v)
	}
	return v
}

// negamax returns the value of the position for the side to move, searched depth
// plies deep: exact inside (alpha, beta), an upper bound at or below alpha, a
// lower bound at or above beta. After a stop it has no meaning.
func (s *search) negamax(depth, alpha, beta int) int {
	if s.mustStop() {
		return 0
	}
	s.stats.Nodes++
	if s.empty == 0 {
		return 0
	}
	if depth == 0 {
		return s.static()
	}
	// 1. The transposition table.
	key, before := s.hash(), alpha
	known, ok := s.tables.position(key)
	if ok && int(known.depth) >= depth {
		if known.kind == exact || known.kind == lower && int(known.value) >= beta || known.kind == upper && int(known.value) <= alpha {
			s.stats.TableHits++
			return int(known.value)
		}
	}
	// 2. The moves.
	moves := s.moves(depth, s.ordered())
	if len(moves) == 0 {
		return s.static()
	}
	if ok {
		toFront(moves, known.move)
	}
	// 3. The search.
	best, bestMove := -infinite, moves[0]
	for i, p := range moves {
		v := s.child(p, depth, alpha, beta, i == 0)
		if s.stopped {
			return 0
		}
		if v > best {
			best, bestMove = v, p
		}
		if s.opt.Method == Minimax {
			continue
		}
		if alpha = max(alpha, best); alpha >= beta {
			s.stats.Cutoffs++
			break
		}
	}
	// 4. Store the result.
	s.tables.store(key, depth, best, bound(best, before, beta), bestMove)
	return best
}

// bound returns the kind of a value found with the window (alpha, beta).
func bound(value, alpha, beta int) kind {
	switch {
	case value <= alpha:
		return upper
	case value >= beta:
		return lower
	}
	return exact
}

// toFront moves p, if it is among them, to the front of moves.
func toFront(moves []game.Point, p game.Point) {
	if i := slices.Index(moves, p); i > 0 {
		copy(moves[1:i+1], moves[:i])
		moves[0] = p
	}
}

// ordered reports whether moves are sorted.
func (s *search) ordered() bool { return !s.opt.Unordered && s.opt.Method != Minimax }

// moves returns the empty points in the restriction array, the most promising
// first if order is set, otherwise by point. The slice is valid until the next
// call for the depth.
func (s *search) moves(depth int, order bool) []game.Point {
	for len(s.lists) <= depth {
		s.lists = append(s.lists, list{})
	}
	l := &s.lists[depth]
	l.scored, l.points = l.scored[:0], l.points[:0]
	for i, n := range s.near {
		if p := game.Point(i); n > 0 && s.stones[p] == game.Empty {
			m := scored{p: p}
			if order {
				m.score = s.promise(p)
			}
			l.scored = append(l.scored, m)
		}
	}
	if order {
		slices.SortFunc(l.scored, func(a, b scored) int { return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.p, b.p)) })
	}
	for _, m := range l.scored {
		l.points = append(l.points, m.p)
	}
	return l.points
}

// static returns the static evaluation for the side to move, from the state
// table if possible.
func (s *search) static() int {
	s.stats.Evaluated++
	key := s.hash()
	if v, ok := s.tables.static(key); ok {
		s.stats.StateHits++
		return v
	}
	v := s.evaluate()
	s.tables.storeStatic(key, v)
	return v
}

// watch is how many positions are searched between checks of the clock: less
// than a millisecond.
const watch = 64

// mustStop reports whether the search has to end, and calls report now and then.
func (s *search) mustStop() bool {
	if s.stopped || s.lim.Nodes > 0 && s.stats.Nodes >= s.lim.Nodes {
		s.stopped = true
		return true
	}
	if s.stats.Nodes%watch != 0 {
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
