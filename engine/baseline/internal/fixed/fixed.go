// Package fixed is the textbook search of the baselines: minimax to a fixed
// depth, with alpha-beta or without, on any game.Position. It has no table, no
// quiescence and no deepening; its results depend on the rules and the leaves'
// values alone.
package fixed

import (
	"context"
	"math"
	"time"

	"moyo/engine"
	"moyo/game"
)

// win is the score of a game won at the root; a win in n plies is worth win-n.
// Leaves have values of at most ±Most.
const (
	win  = 1 << 20
	Most = win - 1<<10
)

// Method is a baseline's part of the search.
type Method struct {
	// Depth is the depth in plies, at least 1.
	Depth int
	// Value returns the value of an unfinished position for the side to move, at
	// most ±Most.
	Value func(pos game.Position) int
	// Order sorts moves into the order of the search; nil keeps that of the rules.
	Order func(pos game.Position, moves []game.Move)
	// Prune switches on alpha-beta cuts, which do not change the value.
	Prune bool
	// Even is the difference of values at which odds are e to 1.
	Even float64
}

// search is one call of Search.
type search struct {
	Method
	ctx      context.Context
	lim      engine.Limits
	report   func(engine.Info)
	began    time.Time
	reported time.Duration // time of the last report, after began

	pos     game.Position
	buffers [][]game.Move // of moves, one for each ply
	nodes   int64
	best    game.Move
	score   int // of best, for the root's side; invalid before the first move has been searched
	some    bool
	done    bool // every move of the root has been searched
	stopped bool
}

// Search chooses among root, at least one legal move of pos: the first of the
// best ones in the order of the method. A search that ends early returns the
// best move so far. part reports that root lacks some of the position's moves,
// so that a loss proves nothing.
func Search(
	ctx context.Context, pos game.Position, root []game.Move, part bool, m Method, lim engine.Limits, report func(engine.Info),
) engine.Info {
	s := &search{Method: m, ctx: ctx, lim: lim, report: report, began: time.Now(), pos: pos.Clone()}
	if s.Order != nil {
		s.Order(s.pos, root)
	}
	s.best = root[0]
	s.choose(root)
	s.done = s.done && !part
	return s.info()
}

// choose searches the moves of the root.
func (s *search) choose(root []game.Move) {
	alpha := -win
	for _, m := range root {
		score := -s.after(m, 0, -win, -alpha)
		if s.stopped {
			return
		}
		if !s.some || score > s.score {
			s.best, s.score, s.some = m, score, true
		}
		if s.Prune {
			alpha = max(alpha, s.score)
		}
	}
	s.done = true
}

// after returns the value of the position after m for the side to move there;
// ply is the number of moves before m.
func (s *search) after(m game.Move, ply, alpha, beta int) int {
	mover := s.pos.ToPlay()
	if s.pos.Play(m) != nil {
		panic("fixed: an illegal move among the legal ones")
	}
	score := s.value(mover, ply+1, alpha, beta)
	s.pos.Undo()
	return score
}

// value returns the value of the position after a move of mover for the other
// side: exact inside (alpha, beta), else a bound. After a stop it has no meaning.
func (s *search) value(mover game.Color, ply, alpha, beta int) int {
	if s.mustStop() {
		return 0
	}
	if out := s.pos.Outcome(); out.Over {
		return ended(out, mover, ply)
	}
	if ply >= s.Depth {
		return max(-Most, min(Most, s.Value(s.pos)))
	}
	best := -win
	for _, m := range s.moves(ply) {
		best = max(best, -s.after(m, ply, -beta, -alpha))
		if s.stopped {
			return 0
		}
		if s.Prune {
			if alpha = max(alpha, best); alpha >= beta {
				break
			}
		}
	}
	return best
}

// ended returns the score of a finished game for the side that would be to
// move, given the side that made the last move.
func ended(out game.Outcome, mover game.Color, ply int) int {
	switch out.Winner {
	case game.Empty:
		return 0
	case mover:
		return ply - win
	}
	return win - ply
}

// moves returns the legal moves in the order of the method. The slice is valid
// until the next call for the ply.
func (s *search) moves(ply int) []game.Move {
	for len(s.buffers) <= ply {
		s.buffers = append(s.buffers, nil)
	}
	moves := s.pos.LegalMoves(s.buffers[ply][:0])
	s.buffers[ply] = moves
	if s.Order != nil {
		s.Order(s.pos, moves)
	}
	return moves
}

// mustStop counts a position, reports whether the search has to end, and calls
// report now and then. It checks the clock each time: positions are slow enough.
func (s *search) mustStop() bool {
	if s.stopped || s.lim.Nodes > 0 && s.nodes >= s.lim.Nodes {
		s.stopped = true
		return true
	}
	s.nodes++
	spent := time.Since(s.began)
	s.stopped = s.ctx.Err() != nil || s.lim.Time > 0 && spent >= s.lim.Time
	if s.report != nil && spent-s.reported >= 100*time.Millisecond {
		s.reported = spent
		s.report(s.info())
	}
	return s.stopped
}

// info returns the results so far.
func (s *search) info() engine.Info {
	i := engine.Info{Move: s.best, Value: 0.5, Nodes: s.nodes, Elapsed: time.Since(s.began), PV: []game.Move{s.best}}
	if s.some {
		i.Value = 1 / (1 + math.Exp(-float64(s.score)/s.Even))
		if s.score > Most {
			i.Mate, i.Value, i.Solved = win-s.score, 1, true
		}
	}
	if s.done {
		i.Depth = s.Depth
		if s.score < -Most {
			i.Mate, i.Value, i.Solved = -win-s.score, 0, true
		}
	}
	i.Candidates = []engine.Candidate{{Move: i.Move, Visits: i.Nodes, Value: i.Value, PV: i.PV, Mate: i.Mate, Solved: i.Solved}}
	return i
}
