package board

import "slices"

// Graph is the points and edges of a board. It is immutable; callers must not modify its slices.
//
// The neighbours of all points are in one array ("compressed rows"), so that a move generator reads
// memory in order:
//
//	start  [0 2 5 ... ]            point p's neighbours are adj[start[p]:start[p+1]],
//	adj    [1 9 | 0 2 10 | ... ]   in ascending order
type Graph struct {
	start []int32
	adj   []Point
}

// NewGraph returns the graph of n points with the given edges, in any order and direction; repeats
// count once. The ends of an edge must be two different points below n. Other edges panic or make
// an invalid graph.
func NewGraph(n int, edges [][2]Point) Graph {
	start := make([]int32, n+1)
	for _, e := range edges {
		start[e[0]+1]++
		start[e[1]+1]++
	}
	for i := range n {
		start[i+1] += start[i]
	}
	adj := make([]Point, 2*len(edges))
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
	return Graph{start, adj[:kept:kept]}
}

// Len returns the number of points.
func (g *Graph) Len() int { return len(g.start) - 1 }

// Neighbors returns the points adjacent to p in ascending order.
func (g *Graph) Neighbors(p Point) []Point { return g.adj[g.start[p]:g.start[p+1]] }

// Rows returns the compressed rows: point p's neighbours are
// adj[start[p]:start[p+1]]. len(start) is Len()+1.
func (g *Graph) Rows() (start []int32, adj []Point) { return g.start, g.adj }

// Degree returns the number of neighbours of p.
func (g *Graph) Degree(p Point) int { return int(g.start[p+1] - g.start[p]) }

// MaxDegree returns the largest number of neighbours of any point.
func (g *Graph) MaxDegree() int {
	m := 0
	for p := range g.Len() {
		m = max(m, g.Degree(Point(p)))
	}
	return m
}

// Adjacent reports whether p and q are neighbours.
func (g *Graph) Adjacent(p, q Point) bool {
	_, ok := slices.BinarySearch(g.Neighbors(p), q)
	return ok
}

// EdgeCount returns the number of edges.
func (g *Graph) EdgeCount() int { return len(g.adj) / 2 }

// Edges returns every edge once, the smaller point first, in ascending order.
func (g *Graph) Edges() [][2]Point {
	edges := make([][2]Point, 0, g.EdgeCount())
	for p := range Point(g.Len()) {
		for _, q := range g.Neighbors(p) {
			if p < q {
				edges = append(edges, [2]Point{p, q})
			}
		}
	}
	return edges
}

// Distances returns the number of steps from p to every point, or -1 for unreachable ones.
func (g *Graph) Distances(p Point) []int {
	dist := make([]int, g.Len())
	for i := range dist {
		dist[i] = -1
	}
	dist[p] = 0
	queue := append(make([]Point, 0, g.Len()), p)
	for i := 0; i < len(queue); i++ {
		for _, q := range g.Neighbors(queue[i]) {
			if dist[q] < 0 {
				dist[q] = dist[queue[i]] + 1
				queue = append(queue, q)
			}
		}
	}
	return dist
}

// Components returns the points of each connected part, ascending, the parts in
// the order of their first points.
func (g *Graph) Components() [][]Point {
	n := g.Len()
	part := make([]int32, n) // 0 for not seen, else 1 + the part's index
	sizes := []int(nil)
	queue := make([]Point, 0, n)
	for first := range Point(n) {
		if part[first] != 0 {
			continue
		}
		id := int32(len(sizes) + 1)
		part[first] = id
		queue = append(queue[:0], first)
		for i := 0; i < len(queue); i++ {
			for _, q := range g.Neighbors(queue[i]) {
				if part[q] == 0 {
					part[q] = id
					queue = append(queue, q)
				}
			}
		}
		sizes = append(sizes, len(queue))
	}
	parts := make([][]Point, len(sizes))
	for i, s := range sizes {
		parts[i] = make([]Point, 0, s)
	}
	for p := range Point(n) {
		parts[part[p]-1] = append(parts[part[p]-1], p)
	}
	return parts
}
