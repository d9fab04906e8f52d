// Package fullwidth searches Capture Five as the founding document's program
// did, every move to a fixed depth, where a leaf is worth the longest own line
// less the opponent's. It finds what plain minimax finds, including the move,
// thousands of times faster.
//
// It uses alpha-beta with null windows, iterative deepening, and a table of
// positions. History and rows order the moves. Rows are bits with a table of
// their longest runs, copied at each move. The last ply gets values without
// playing the moves, except for captures.
package fullwidth

import (
	"context"
	"fmt"
	"time"

	"moyo/board"
	"moyo/game"
	"moyo/game/rules/capturefive/fast"
)

// Win is the score of a game won at the root; a win in n plies is worth Win-n.
const Win = 1000

// MaxDepth bounds the depth of a search.
const MaxDepth = 16

// Result is what a search has found.
type Result struct {
	Move    game.Move
	Score   int   // for the side to move: longest own line less the opponent's, or a win or loss
	Nodes   int64 // positions reached, including those evaluated without being played
	Depth   int   // of the last full iteration
	Elapsed time.Duration
}

// Searcher searches positions of one board under one set of rules. It is not
// safe for use by several goroutines.
type Searcher struct {
	b     *fast.Board
	g     *geometry
	n     uint8
	apart int // the largest number of points without two neighbours among them
	table []entry
	round uint16 // of the iteration, over all searches

	ctx     context.Context
	left    int // interior positions until the next check of the context
	stopped bool
	nodes   int64
	depth   int
	rows    [MaxDepth + 1]rows
	lists   [MaxDepth + 1][]scored
	history [2][]int32
}

// scored is a move with its place in the order.
type scored struct {
	p     uint16
	score int32
}

// New returns a searcher. The error is for boards whose lines intersect
// themselves, are longer than 13 points or more than 80, for rules with passes,
// and for rules of ko that make values depend on the history.
func New(b *board.Board, opt fast.Options) (*Searcher, error) {
	if opt.Pass || opt.Take > 0 || opt.Captures && opt.Ko != fast.Simple {
		return nil, fmt.Errorf("full width: want simple ko and no passes")
	}
	f, err := fast.New(b, opt)
	if err != nil {
		return nil, err
	}
	g, err := newGeometry(b, opt.All)
	if err != nil {
		return nil, err
	}
	s := &Searcher{b: f, g: g, n: uint8(opt.N), apart: mostApart(b), table: make([]entry, 1<<tableBits)}
	for c := range s.history {
		s.history[c] = make([]int32, b.Len())
	}
	return s, nil
}

// Forget empties the table, so that the next search begins like the first.
func (s *Searcher) Forget() { clear(s.table) }

// Search searches pos, an unfinished game under the searcher's rules on its
// board, to a depth of 1 to MaxDepth plies. It returns the first of the best
// moves of order, which contains all legal moves. If ctx ends first, the result
// is that of the last full iteration, and the error ctx's.
func (s *Searcher) Search(ctx context.Context, pos game.Position, order []game.Move, depth int) (Result, error) {
	if depth < 1 || depth > MaxDepth || len(order) == 0 {
		return Result{Move: game.NoMove}, fmt.Errorf("full width: depth %d, %d moves: want 1 to %d plies and at least a move",
			depth, len(order), MaxDepth)
	}
	began := time.Now()
	s.b.Load(pos)
	s.ctx, s.left, s.stopped, s.nodes = ctx, watch, false, 0
	s.rows[0].set(s.g, s.b)
	for c := range s.history {
		clear(s.history[c])
	}
	best := Result{Move: order[0]}
	for d := 1; d <= depth; d++ {
		s.depth = d
		if s.round++; s.round == 0 { // entries of that many iterations ago would look new
			clear(s.table)
			s.round = 1
		}
		move, score := s.root(order, best.Move)
		if s.stopped {
			break
		}
		best = Result{Move: move, Score: score, Depth: d}
		if score >= Win-d || score <= d-Win { // a deeper search would find the same
			best.Depth = depth
			break
		}
	}
	best.Nodes, best.Elapsed = s.nodes, time.Since(began)
	return best, ctx.Err()
}

// root returns the first of the best moves and its score. It searches guess, the
// best of the previous iteration, first; earlier moves in the order replace it
// if they are as good.
func (s *Searcher) root(order []game.Move, guess game.Move) (game.Move, int) {
	best, score := guess, -s.child(uint16(guess), 0, -Win, Win)
	earlier := true
	for _, m := range order {
		if m == guess {
			earlier = false
			continue
		}
		beat := score // a move has to exceed it
		if earlier && best == guess {
			beat--
		}
		v := -s.child(uint16(m), 0, -beat-1, -beat)
		if v > beat && !s.stopped {
			v = -s.child(uint16(m), 0, -Win, -beat)
		}
		if s.stopped {
			return best, score
		}
		if v > beat {
			best, score = m, v
		}
	}
	return best, score
}

// watch is how many positions are searched between checks of the context: less
// than a millisecond.
const watch = 512

// child plays p and returns the value of the position after it, for the side to
// move there.
func (s *Searcher) child(p uint16, ply, alpha, beta int) int {
	me := side(s.b.ToPlay())
	taken := s.b.Taken(s.b.ToPlay())
	s.b.Play(p)
	next := &s.rows[ply+1]
	if s.b.Taken(s.b.ToPlay().Other()) != taken {
		next.set(s.g, s.b)
	} else {
		*next = s.rows[ply]
		next.place(s.g, p, me)
	}
	v := 0
	if next.longest[me] >= s.n {
		s.nodes++
		v = ply + 1 - Win
	} else {
		v = s.value(ply+1, alpha, beta)
	}
	s.b.Undo()
	return v
}

// value returns the value of the position for the side to move: exact inside
// (alpha, beta), else a bound.
func (s *Searcher) value(ply, alpha, beta int) int {
	s.nodes++
	if s.left--; s.left <= 0 {
		s.left = watch
		s.stopped = s.stopped || s.ctx.Err() != nil
	}
	if s.stopped {
		return 0
	}
	if s.b.Empties() == 0 || s.crowded() && s.b.Blocked() {
		return 0
	}
	depth := s.depth - ply
	me := side(s.b.ToPlay())
	r := &s.rows[ply]
	if depth == 0 {
		return int(r.longest[me]) - int(r.longest[1-me])
	}
	if depth == 1 && s.b.Empties() > 1 && !s.crowded() {
		return s.last(ply, alpha, beta)
	}
	key := s.b.Key()
	e := &s.table[key>>(64-tableBits)]
	first := fast.None
	if e.key == key {
		first = e.move
		if e.round == s.round && int(e.depth) == depth {
			if v := int(e.score); e.bound == exact || e.bound == atLeast && v >= beta || e.bound == atMost && v <= alpha {
				return v
			}
		}
	}
	best, move := s.moves(ply, alpha, beta, first)
	if !s.stopped {
		*e = entry{key: key, score: int16(best), move: move, depth: uint8(depth), round: s.round, bound: boundOf(best, alpha, beta)}
	}
	return best
}

// crowded reports whether the side to move may have no legal move, now or after
// another stone. A point beside an empty one is never suicide, so no two empty
// points are neighbours then.
func (s *Searcher) crowded() bool { return s.b.Options().Captures && s.b.Empties() <= s.apart+1 }

// mostApart returns a number of points beyond which two must be neighbours: all
// except one of each pair of a matching.
func mostApart(b *board.Board) int {
	matched, pairs := make([]bool, b.Len()), 0
	for p := range board.Point(b.Len()) {
		for _, q := range b.Neighbors(p) {
			if !matched[p] && !matched[q] {
				matched[p], matched[q] = true, true
				pairs++
			}
		}
	}
	return b.Len() - pairs
}

// moves tries the moves of the position, the hash move first, and returns the
// best score and its move.
func (s *Searcher) moves(ply, alpha, beta int, first uint16) (int, uint16) {
	best, move := -Win, fast.None
	list, wins := s.listed(ply, first)
	switch {
	case len(list) == 0: // blocked
		return 0, fast.None
	case wins:
		s.nodes++
		return Win - ply - 1, list[len(list)-1].p
	}
	if !s.b.Options().Captures && s.depth-ply >= 2 {
		switch stops := s.stops(list, ply); {
		case stops > 1: // one stone cannot stop both
			s.nodes++
			return ply + 2 - Win, list[0].p
		case stops == 1:
			list = list[:1]
		}
	}
	me := side(s.b.ToPlay())
	for i := range list {
		p := pick(list, i)
		v := 0
		if i == 0 {
			v = -s.child(p, ply, -beta, -alpha)
		} else if v = -s.child(p, ply, -alpha-1, -alpha); v > alpha && v < beta && !s.stopped {
			v = -s.child(p, ply, -beta, -alpha)
		}
		if s.stopped {
			return 0, fast.None
		}
		if v > best {
			best, move = v, p
		}
		if alpha = max(alpha, best); alpha >= beta {
			depth := s.depth - ply
			s.history[me][p] += int32(depth * depth)
			break
		}
	}
	return best, move
}

// listed returns the legal moves with their order; wins reports that the last
// of them wins immediately, and that others may be missing.
func (s *Searcher) listed(ply int, first uint16) (list []scored, wins bool) {
	c := s.b.ToPlay()
	me, r := side(c), &s.rows[ply]
	list = s.lists[ply][:0]
	for p := range uint16(s.b.Len()) {
		if s.b.At(p) != game.Empty || !s.b.Legal(p) {
			continue
		}
		own, foe := int32(r.through(s.g, p, me)), int32(r.through(s.g, p, 1-me))
		m := scored{p, s.history[me][p] + own*own*rowOrder + foe*foe*rowOrder}
		if p == first {
			m.score = 1 << 30
		}
		if list = append(list, m); own >= int32(s.n) {
			wins = true
			break
		}
	}
	s.lists[ply] = list
	return list, wins
}

// stops moves to the front of list the moves that stop a row which the opponent
// would complete with its next stone, and returns their number. Every other move
// loses two plies later, sooner than any that stops it.
func (s *Searcher) stops(list []scored, ply int) int {
	foe, r := 1-side(s.b.ToPlay()), &s.rows[ply]
	stops := 0
	for i := range list {
		if r.through(s.g, list[i].p, foe) >= s.n {
			list[stops], list[i] = list[i], list[stops]
			stops++
		}
	}
	return stops
}

// rowOrder is the weight of the square of a row's length against the history.
const rowOrder = 32

// pick moves the best of list[i:] to i and returns its point.
func pick(list []scored, i int) uint16 {
	best := i
	for j := i + 1; j < len(list); j++ {
		if list[j].score > list[best].score {
			best = j
		}
	}
	list[i], list[best] = list[best], list[i]
	return list[i].p
}

// last returns the value of a position one ply above the leaves, which are
// evaluated without being played if nothing is captured. The game ends there
// only by a row.
func (s *Searcher) last(ply, alpha, beta int) int {
	c := s.b.ToPlay()
	me, r := side(c), &s.rows[ply]
	own, foe := r.longest[me], int(r.longest[1-me])
	captures := s.b.Options().Captures
	best := -Win
	for p := range uint16(s.b.Len()) {
		if s.b.At(p) != game.Empty || captures && !s.b.Legal(p) {
			continue
		}
		if captures && s.b.Takes(p, c) > 0 {
			best = max(best, -s.child(p, ply, -beta, -alpha))
		} else {
			s.nodes++
			row := max(own, r.through(s.g, p, me))
			if row >= s.n {
				return Win - ply - 1
			}
			best = max(best, int(row)-foe)
		}
		if best >= beta {
			break
		}
	}
	return best
}
