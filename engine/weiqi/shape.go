package weiqi

import (
	"sync"

	"moyo/board"
	"moyo/engine/neural"
	"moyo/game"
)

// ringSize is the number of points around one in a plane of squares.
const ringSize = 8

// noPoint stands for a point that does not exist.
const noPoint = board.None

// shape is what the search needs to know about a board, computed once.
type shape struct {
	b *board.Board
	n int32
	// ring contains for each point whose surroundings are squares the eight points
	// around it in order: neighbours at even, diagonal points at odd indices,
	// noPoint beyond an edge. hasRing reports whether the surroundings are squares.
	ring    [][ringSize]game.Point
	hasRing []bool
	// height is the line of a point, 1 at an edge of the board, or 0 if edges are
	// unknown.
	height []int8

	graphOnce sync.Once
	graph     *neural.Graph

	familiarOnce sync.Once
	isFamiliar   bool
}

func newShape(b *board.Board) *shape {
	s := &shape{b: b, n: int32(b.Len())}
	s.findRings()
	s.findHeights()
	return s
}

// findRings finds the surroundings of each point by the graph alone, so that
// they are known on a torus, a Klein bottle or a mesh of squares as on a grid.
// Two neighbours are side by side if they have exactly one other common
// neighbour, which is then the point diagonally between them.
func (s *shape) findRings() {
	s.ring = make([][ringSize]game.Point, s.n)
	s.hasRing = make([]bool, s.n)
	for p := range game.Point(s.n) {
		s.hasRing[p] = s.findRing(p, &s.ring[p])
	}
}

// findRing fills ring with the surroundings of p and reports whether they are
// squares: four neighbours in a circle, or two or three at an edge in a row.
func (s *shape) findRing(p game.Point, ring *[ringSize]game.Point) bool {
	for i := range ring {
		ring[i] = noPoint
	}
	nb := s.b.Neighbors(p)
	d := len(nb)
	if d < 2 || d > 4 {
		return false
	}
	for _, q := range nb {
		if s.b.Degree(q) > ringSize {
			return false // no square has such a corner, and the search around it takes long
		}
	}
	var diagonal [4][4]game.Point
	var degree [4]int
	for i := range d {
		for j := range d {
			diagonal[i][j] = noPoint
			if i == j {
				continue
			}
			x, count := s.between(p, nb[i], nb[j])
			if count > 1 {
				return false
			}
			if count == 1 {
				diagonal[i][j] = x
				degree[i]++
			}
		}
	}
	first, links := 0, 0
	for i := range d {
		links += degree[i]
		if degree[i] == 1 {
			first = i
		}
		if degree[i] == 0 || degree[i] > 2 {
			return false
		}
	}
	if d == 4 && links != 8 || d < 4 && links != 2*(d-1) {
		return false
	}
	walkRing(nb, &diagonal, first, ring)
	return true
}

// walkRing lists neighbours and diagonal points in order, starting at first.
func walkRing(nb []game.Point, diagonal *[4][4]game.Point, first int, ring *[ringSize]game.Point) {
	at, before := first, -1
	for k := range nb {
		ring[2*k] = nb[at]
		for next := range nb {
			if x := diagonal[at][next]; x != noPoint && next != before && (next != first || k == len(nb)-1) {
				ring[2*k+1] = x
				at, before = next, at
				break
			}
		}
	}
}

// between returns the common neighbours of a and b other than p: one of them
// and their number.
func (s *shape) between(p, a, b game.Point) (x game.Point, count int) {
	x = noPoint
	for _, q := range s.b.Neighbors(a) {
		if q == p {
			continue
		}
		for _, r := range s.b.Neighbors(b) {
			if r == q {
				x = q
				count++
			}
		}
	}
	return x, count
}

// findHeights measures how far each point is from an edge, where most points
// have rings and an edge cuts some of them.
func (s *shape) findHeights() {
	s.height = make([]int8, s.n)
	rings, queue := int32(0), make([]game.Point, 0, s.n)
	for p := range game.Point(s.n) {
		if !s.hasRing[p] {
			continue
		}
		rings++
		if len(s.b.Neighbors(p)) < 4 {
			s.height[p] = 1
			queue = append(queue, p)
		}
	}
	if rings < s.n*9/10 {
		clear(s.height)
		return
	}
	for i := 0; i < len(queue); i++ {
		p := queue[i]
		for _, q := range s.b.Neighbors(p) {
			if s.height[q] == 0 && s.height[p] < 100 {
				s.height[q] = s.height[p] + 1
				queue = append(queue, q)
			}
		}
	}
}
