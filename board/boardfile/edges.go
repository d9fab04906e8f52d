package boardfile

import (
	"fmt"
	"slices"

	"moyo/board"
)

// edgeSet collects the edges of a file and refuses invalid ones.
type edgeSet struct {
	points int
	seen   map[[2]board.Point]int // index of each edge in the file, for the error
}

func newEdgeSet(points int) *edgeSet { return &edgeSet{points, make(map[[2]board.Point]int)} }

// add adds the edge p-q with the given index in the file.
func (s *edgeSet) add(p, q board.Point, place int) error {
	switch {
	case p < 0 || int(p) >= s.points:
		return fmt.Errorf("there is no point %d; they go from 0 to %d", p, s.points-1)
	case q < 0 || int(q) >= s.points:
		return fmt.Errorf("there is no point %d; they go from 0 to %d", q, s.points-1)
	case p == q:
		return fmt.Errorf("an edge from point %d to itself", p)
	}
	e := [2]board.Point{min(p, q), max(p, q)}
	if first, ok := s.seen[e]; ok {
		return fmt.Errorf("the edge %d-%d was given before, in edges[%d]", p, q, first)
	}
	if len(s.seen) == board.MaxEdges {
		return fmt.Errorf("more than %d edges", board.MaxEdges)
	}
	s.seen[e] = place
	return nil
}

// sorted returns the edges in ascending order.
func (s *edgeSet) sorted() [][2]board.Point {
	edges := make([][2]board.Point, 0, len(s.seen))
	for e := range s.seen {
		edges = append(edges, e)
	}
	slices.SortFunc(edges, compareEdges)
	return edges
}

// compareEdges orders edges by their first point, then by their second.
func compareEdges(a, b [2]board.Point) int { return slices.Compare(a[:], b[:]) }
