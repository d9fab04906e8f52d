package weiqi

import (
	"encoding/json"
	"io"

	"moyo/board"
	"moyo/engine/neural"
)

// boardGraph is a board for the trainer in cmd/device.
type boardGraph struct {
	Spec     string    `json:"spec"`
	Near     [][]int32 `json:"near"`     // the neighbours of each point
	Diagonal [][]int32 `json:"diagonal"` // the points diagonally across, as networks see them
	Scales   []float32 `json:"scales"`   // factors for sums over neighbours and over diagonal points
	Height   []int8    `json:"height"`   // the line from the edge, 0 where the board has no edges
	Ring     []bool    `json:"ring"`     // whether the surroundings of the point are squares
	Corners  [][]int32 `json:"corners"`  // if so, the points diagonally across
	Edge     []bool    `json:"edge"`     // and whether some of those are beyond an edge
}

// WriteGraphs writes boards for the trainer in cmd/device, as JSON.
func WriteGraphs(out io.Writer, boards []*board.Board) error {
	graphs := make([]boardGraph, len(boards))
	for i, b := range boards {
		graphs[i] = newShape(b).boardGraph()
	}
	return json.NewEncoder(out).Encode(graphs)
}

func (s *shape) boardGraph() boardGraph {
	g := boardGraph{Spec: s.b.Spec(), Height: s.height, Ring: s.hasRing}
	g.Near, g.Diagonal, g.Scales = graphLists(s.graphOf(), int(s.n))
	for p := range s.n {
		corners, edge := []int32{}, false
		for i := 1; i < ringSize && s.hasRing[p]; i += 2 {
			if q := s.ring[p][i]; q == noPoint {
				edge = true
			} else {
				corners = append(corners, int32(q))
			}
		}
		g.Corners, g.Edge = append(g.Corners, corners), append(g.Edge, edge)
	}
	return g
}

func graphLists(g *neural.Graph, n int) (near, diagonal [][]int32, scales []float32) {
	for p := range n {
		a, d := g.Links(p)
		near, diagonal = append(near, append([]int32{}, a...)), append(diagonal, append([]int32{}, d...))
	}
	a, d := g.Scales()
	return near, diagonal, []float32{a, d}
}
