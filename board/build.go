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

// build lays the plan out as a Board. Edges may come in any order, each once.
func (p *plan) build() *Board {
	n := len(p.coords)
	b := &Board{
		spec: p.spec, title: p.title, coords: p.coords, names: p.names, faces: p.faces,
		lines: p.lines, width: p.width, height: p.height, flat: p.flat,
		start: make([]int32, n+1), byName: make(map[string]Point, n),
	}
	for _, e := range p.edges {
		b.start[e[0]+1]++
		b.start[e[1]+1]++
	}
	for i := range n {
		b.start[i+1] += b.start[i]
	}
	b.adj = make([]Point, 2*len(p.edges))
	fill := slices.Clone(b.start[:n])
	for _, e := range p.edges {
		b.adj[fill[e[0]]] = e[1]
		b.adj[fill[e[1]]] = e[0]
		fill[e[0]]++
		fill[e[1]]++
	}
	for i := range Point(n) {
		slices.Sort(b.adj[b.start[i]:b.start[i+1]])
	}
	for i, name := range b.names {
		b.byName[foldName(name)] = Point(i)
	}
	return b
}

// foldName is the form in which names are compared.
func foldName(name string) string { return strings.ToLower(strings.TrimSpace(name)) }
