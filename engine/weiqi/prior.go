package weiqi

import (
	"moyo/engine/mcts"
	"moyo/game"
)

// knowledge is what a player of some strength knows before any playout: the
// weight of each idea in playouts, counted as won with the move (lost, where
// negative). The constants began as michi's (P. Baudis).
type knowledge struct {
	even     float32    // playouts, half of them won, of every move
	near     [3]float32 // at distance 1, 2, 3 from the last move; a chain is one step
	capture  float32    // saves or captures one stone
	captures float32    // saves or captures more
	selfkill float32    // puts itself into atari
	pattern  float32    // fits a 3x3 pattern
	empty    float32    // on the third line or beyond, with nothing around; as much against the first two
	read     bool       // reads ladders
	margin   float64    // weight of the margin in the value of an end
}

var full = knowledge{
	even: 10, near: [3]float32{24, 22, 8}, capture: 15, captures: 30, selfkill: 10, pattern: 10, empty: 10,
	read: true, margin: 0.04,
}

// Expand implements mcts.State: every legal point that is not an own eye, and
// the pass.
func (s *state) Expand(buf []mcts.Child) []mcts.Child {
	side := s.ToPlay()
	s.spread()
	if s.roomy() && !s.contested() {
		clear(s.near) // nothing needs an answer
	}
	begin := len(buf)
	for i := range s.EmptyCount() {
		p := s.Empty(i)
		if !s.legal(p) || s.eye(p, side) || s.repeats(s.StonesHashAfter(p, side), side.Other()) {
			continue
		}
		c := mcts.Child{Move: game.Place(p), Visits: s.know.even, Wins: s.know.even / 2}
		s.addPriors(&c, p)
		buf = append(buf, c)
	}
	s.addFights(buf[begin:])
	if s.eval != nil {
		s.evaluate(buf[begin:])
	}
	return append(buf, s.passChild(len(buf)-begin))
}

// passChild is the pass: unlikely while other moves are left, and a fixed
// choice after the opponent's pass.
func (s *state) passChild(others int) mcts.Child {
	c := mcts.Child{Move: game.Pass, Visits: s.know.even, Wins: s.know.even / 10}
	if s.Passes() > 0 || others <= 2 {
		c.Wins = s.know.even / 2
	}
	return c
}

// addPriors adds what is known about the point p alone.
func (s *state) addPriors(c *mcts.Child, p game.Point) {
	if d := s.near[p]; d > 0 {
		credit(c, s.know.near[d-1])
	}
	if s.know.pattern > 0 && s.fits(p) {
		credit(c, s.know.pattern)
	}
	if s.know.selfkill > 0 && s.bad(p) {
		credit(c, -s.know.selfkill)
	}
	if h := s.height[p]; s.know.empty > 0 && h > 0 && s.lonely(p) {
		if h <= 2 {
			credit(c, -s.know.empty)
		} else if h == 3 || h == 4 && s.roomy() {
			credit(c, s.know.empty)
		}
	}
}

// roomy reports whether the board is large enough for an opening, in which a
// move far from the last one is as likely as one next to it.
func (s *state) roomy() bool { return s.n > 120 }

// contested reports whether the last move is within three steps of a stone of
// the side to move, over empty points.
func (s *state) contested() bool {
	if s.last == noPoint {
		return false
	}
	s.begin()
	s.add(s.last)
	s.queue = append(s.queue[:0], s.last)
	from := 0
	for range 3 {
		to := len(s.queue)
		for ; from < to; from++ {
			for _, q := range s.Neighbors(s.queue[from]) {
				switch c := s.At(q); {
				case c == s.ToPlay():
					return true
				case c == game.Empty && s.add(q):
					s.queue = append(s.queue, q)
				}
			}
		}
	}
	return false
}

// credit adds n playouts to a prior, won, or lost if n is negative.
func credit(c *mcts.Child, n float32) {
	if n < 0 {
		c.Visits -= n
		return
	}
	c.Visits += n
	c.Wins += n
}

// lonely reports whether no stone is within three steps of p.
func (s *state) lonely(p game.Point) bool {
	s.begin()
	s.add(p)
	s.queue = append(s.queue[:0], p)
	from := 0
	for range 3 {
		to := len(s.queue)
		s.widen(from)
		for _, q := range s.queue[to:] {
			if s.At(q) != game.Empty {
				return false
			}
		}
		from = to
	}
	return true
}

// widen adds to the queue the unmarked neighbours of its points from index from on, and marks them.
func (s *state) widen(from int) {
	for _, p := range s.queue[from:] {
		for _, q := range s.Neighbors(p) {
			if s.add(q) {
				s.queue = append(s.queue, q)
			}
		}
	}
}

// spread fills near with the distance of each point from the last move, up to
// 3, in the common-fate graph, where a chain is one point (T. Graepel et al.,
// "Learning on graphs in the game of Go", 2001).
func (s *state) spread() {
	clear(s.near)
	if s.last == noPoint {
		return
	}
	s.begin()
	s.queue = s.queue[:0]
	s.reach(s.last)
	from := 0
	for d := int8(1); d <= 3; d++ {
		to := len(s.queue)
		for ; from < to; from++ {
			for _, q := range s.Neighbors(s.queue[from]) {
				if s.mark[q] != s.round {
					s.near[q] = d
					s.reach(q)
				}
			}
		}
	}
}

// reach adds p to the queue, with its whole chain if it is a stone.
func (s *state) reach(p game.Point) {
	if s.At(p) == game.Empty {
		if s.add(p) {
			s.queue = append(s.queue, p)
		}
		return
	}
	for q := p; ; {
		if s.add(q) {
			s.near[q] = s.near[p]
			s.queue = append(s.queue, q)
		}
		if q = s.Next(q); q == p {
			return
		}
	}
}

// addFights adds what is known about chains with one or two liberties.
func (s *state) addFights(children []mcts.Child) {
	if s.know.capture <= 0 || len(children) == 0 {
		return
	}
	s.moves = s.moves[:0]
	for p := range game.Point(s.n) {
		if s.At(p) == game.Empty || s.Chain(p) != p {
			continue
		}
		weight := s.know.capture
		if s.Size(p) > 1 {
			weight = s.know.captures
		}
		if m := s.urgent(p); m != noPoint {
			creditMove(children, m, weight)
		}
	}
}

// urgent returns the move that the chain p needs: to capture it, to save it, to
// catch it in a ladder or to escape from one; noPoint if it needs none.
func (s *state) urgent(p game.Point) game.Point {
	mine := s.At(p) == s.ToPlay()
	if l, ok := s.InAtari(p); ok {
		switch {
		case !mine:
			return l
		case s.know.read && s.n <= readPoints:
			return s.reader.saves(s.stones, p)
		case s.libertiesAfter(l, s.ToPlay(), 3) >= 3:
			return l
		}
		return noPoint
	}
	if !s.know.read || s.n > readPoints {
		return noPoint
	}
	libs := s.Liberties(p, s.few[:0])
	if len(libs) != 2 {
		return noPoint
	}
	if !mine {
		return s.reader.catches(s.stones, p, [2]game.Point{libs[0], libs[1]})
	}
	return noPoint
}

// readPoints is the largest board on which ladders are read: a reader copies
// the board for each move.
const readPoints = 1000

// creditMove adds weight to the prior of the move on p, if it is among children.
func creditMove(children []mcts.Child, p game.Point, weight float32) {
	for i := range children {
		if children[i].Move == game.Place(p) {
			credit(&children[i], weight)
			return
		}
	}
}
