// Package fixed is the search of textbooks for baselines: minimax to a fixed
// depth, with alpha-beta or without, on any game.Position. It has no table, no
// quiescence and no deepening; what it says to a depth is what the rules and the
// value at the leaves say.
package fixed

import (
	"context"
	"math"
	"time"

	"moyo/engine"
	"moyo/game"
)

// win is the score of a game won at the root; one won n plies away is worth
// win-n. Most is the largest value of a leaf either way.
const (
	win  = 1 << 20
	Most = win - 1<<10
)

// Method is what a baseline adds to the search.
type Method struct {
	// Depth is how many plies are searched, at least 1.
	Depth int
	// Value returns what a position that goes on is worth to the side to move,
	// within Most either way.
	Value func(pos game.Position) int
	// Order puts moves in the order in which they are tried; nil leaves that of
	// the rules.
	Order func(pos game.Position, moves []game.Move)
	// Prune says whether alpha-beta cuts are made. They do not change the value.
	Prune bool
	// Even is the difference of values at which odds are e to 1.
	Even float64
}

// search is one call of Search.
type search struct {
	Method
	ctx    context.Context
	lim    engine.Limits
	report func(engine.Info)
	began  time.Time
	told   time.Duration // when report was called last, after began

	pos     game.Position
	buffers [][]game.Move // of the moves, one for each ply
	nodes   int64
	best    game.Move
	score   int // of best, from the root's side; nothing before the first move has been searched
	some    bool
	done    bool // every move of the root has been searched
	stopped bool
}

// Search chooses among root, legal moves of pos of which there has to be one:
// the first of the best ones in the order of the method. Of a search that ends
// early the best of the moves searched counts. part says that root lacks some of
// the position's moves, so that a loss proves nothing.
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
// ply is the number of moves made before m.
func (s *search) after(m game.Move, ply, alpha, beta int) int {
	mover := s.pos.ToPlay()
	if s.pos.Play(m) != nil {
		panic("fixed: an illegal move among the legal ones")
	}
	score := s.value(mover, ply+1, alpha, beta)
	s.pos.Undo()
	return score
}

// value returns what the position, which mover has made, is worth to the other
// side: exactly inside (alpha, beta), else a bound. It means nothing once the search is stopped.
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

// moves returns the legal moves in the order of the method. The slice is that of
// the ply, overwritten by its next use.
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

// mustStop counts a position, says whether the search has to end, and reports
// now and then. It looks at the clock each time: positions are slow enough.
func (s *search) mustStop() bool {
	if s.stopped || s.lim.Nodes > 0 && s.nodes >= s.lim.Nodes {
		s.stopped = true
		return true
	}
	s.nodes++
	spent := time.Since(s.began)
	s.stopped = s.ctx.Err() != nil || s.lim.Time > 0 && spent >= s.lim.Time
	if s.report != nil && spent-s.told >= 100*time.Millisecond {
		s.told = spent
		s.report(s.info())
	}
	return s.stopped
}

// info returns what has been found so far.
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
