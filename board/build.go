package board

import (
	"slices"
	"strings"
)

// plan is a board in the making: what a shape's file fills in before build
// turns it into the immutable Board.
type plan struct {
	spec   string
	title  string
	coords []Vec
	edges  [][2]Point
	names  []string
	faces  [][]Point
	lines  *Lines
	width  int
	height int
	flat   bool
}

// build lays the plan out as a Board. Edges may come in any order and either
// way round; repeats count once.
func (p *plan) build() *Board {
	n := len(p.coords)
	b := &Board{
		spec: p.spec, title: p.title, coords: p.coords, names: p.names, faces: p.faces,
		lines: p.lines, width: p.width, height: p.height, flat: p.flat,
		byName: make(map[string]Point, n),
	}
	b.start, b.adj = compress(n, p.edges)
	if len(p.edges) == 0 {
		b.lines = nil // a single point
	}
	if len(p.faces) == 0 {
		b.faces = nil
	}
	for i, name := range b.names {
		b.byName[foldName(name)] = Point(i)
	}
	return b
}

// compress returns the compressed rows of n points with the given edges: each
// row ascending and without repeats.
func compress(n int, edges [][2]Point) (start []int32, adj []Point) {
	start = make([]int32, n+1)
	for _, e := range edges {
		start[e[0]+1]++
		start[e[1]+1]++
	}
	for i := range n {
		start[i+1] += start[i]
	}
	adj = make([]Point, 2*len(edges))
	fill := slices.Clone(start[:n])
	for _, e := range edges {
		adj[fill[e[0]]] = e[1]
		adj[fill[e[1]]] = e[0]
		fill[e[0]]++
		fill[e[1]]++
	}
	kept, from := int32(0), int32(0)
	for i := range n {
		row := adj[from:start[i+1]]
		from = start[i+1]
		slices.Sort(row)
		kept += int32(copy(adj[kept:], slices.Compact(row)))
		start[i+1] = kept
	}
	return start, adj[:kept:kept]
}

// foldName is the form in which names are compared.
func foldName(name string) string { return strings.ToLower(strings.TrimSpace(name)) }
