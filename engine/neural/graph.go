package neural

import (
	"slices"

	"moyo/engine/internal/kernel"
)

// Graph is what a network knows of a board.
type Graph struct {
	n        int
	own      links // of each point the point, once: what is copied
	near     links // neighbours
	diagonal links // points diagonally across, where there are squares
	short    bool  // no point has so many of either that bytes cannot add them up
}

// links are pairs of points, each both ways. What lies at the ends of a point's links is added
// up and divided by how many a usual point of the board has, so that a point at an edge
// is seen to be at one.
type links struct {
	kernel.Lists
	scale float32
}

// NewGraph returns the graph of n points whose neighbours and diagonal points the functions tell.
func NewGraph(n int, near, diagonal func(p int) []int32) *Graph {
	own := func(p int) []int32 { return []int32{int32(p)} }
	g := &Graph{n: n, own: newLinks(n, own), near: newLinks(n, near), diagonal: newLinks(n, diagonal), short: true}
	for p := range n {
		near, diagonal := g.Links(p)
		g.short = g.short && max(len(near), len(diagonal)) <= kernel.MostListed
	}
	return g
}

func newLinks(n int, of func(p int) []int32) links {
	var l links
	degrees := make([]int, n)
	for p := range n {
		l.Append(of(p))
		degrees[p] = len(of(p))
	}
	slices.Sort(degrees)
	l.scale = 1
	if usual := degrees[n*3/4]; usual > 0 {
		l.scale = 1 / float32(usual)
	}
	return l
}

// Links returns p's neighbours and the points diagonally across, which are not to be changed.
func (g *Graph) Links(p int) (near, diagonal []int32) { return g.near.Of(p), g.diagonal.Of(p) }

// Scales returns what the sums over neighbours and over diagonal points are multiplied by.
func (g *Graph) Scales() (near, diagonal float32) { return g.near.scale, g.diagonal.scale }

// add adds to sum what the rows at the ends of p's links say: of rows stride long, the numbers that in begins with.
func (l *links) add(sum, in []float32, p, stride int) {
	kernel.Sum(sum, in, l.Of(p), stride, l.scale)
}

// sums sets the rows of dst, stride apart, to what the rows of in, width long, say at the ends of the links of the
// points from from to to.
func (l *links) sums(dst []float32, stride int, in []float32, width, from, to int) {
	kernel.SetSums(dst, stride, in, width, l.Part(from, to), l.scale)
}

// Input is a position as a network sees it.
type Input struct {
	Graph  *Graph
	Planes []float32 // the inputs of each point, point by point
	Chain  []int32   // of each point with a stone the number of its chain, from 0 on; -1 for the others
	Chains int       // how many there are
}

// span is where the points of a position lie among the rows of a batch.
type span struct {
	*Input
	at int
}

func (s *span) rows(m []float32, width int) []float32 {
	return m[s.at*width : (s.at+s.Graph.n)*width]
}

// gather sets the rows of dst to what reach places say of the points from from to to: each point, its neighbours,
// its diagonal points or, for four, its chain too, of which chains are the means. Rows of in, one for each point of the
// position, have width numbers.
func (s *span) gather(dst, in []float32, width, reach, from, to int, chains []float32) {
	wide := reach * width
	s.Graph.own.sums(dst, wide, in, width, from, to)
	s.Graph.near.sums(dst[width:], wide, in, width, from, to)
	if reach > 2 {
		s.Graph.diagonal.sums(dst[2*width:], wide, in, width, from, to)
	}
	if reach < 4 {
		return
	}
	for i, c := range s.Chain[from:to] {
		row := dst[i*wide+3*width : (i+1)*wide]
		if c >= 0 {
			copy(row, chains[int(c)*width:])
		} else {
			clear(row)
		}
	}
}

// means sets chains to the means over the points of each chain of what stands at from
// in their rows, which are stride apart.
func (s *span) means(chains, in []float32, from, width, stride int) []float32 {
	chains = sized(chains, s.Chains*(width+1))
	clear(chains)
	sizes := chains[s.Chains*width:]
	for p, c := range s.Chain {
		if c >= 0 {
			kernel.Add(chains[int(c)*width:(int(c)+1)*width], in[p*stride+from:p*stride+from+width])
			sizes[c]++
		}
	}
	for c, n := range sizes {
		if n < 2 {
			continue // most chains are single stones
		}
		for i := range width {
			chains[c*width+i] /= n
		}
	}
	return chains
}

// scatter is gather's transpose: it adds to dst what the rows of src, reach times as wide, ask of each point. Links
// go both ways, so that it looks at the same places.
func scatter(dst []float32, spans []span, src []float32, width, reach int, chains []float32) []float32 {
	for i := range spans {
		s := &spans[i]
		out, in := s.rows(dst, width), s.rows(src, reach*width)
		for p := range s.Graph.n {
			row := out[p*width : (p+1)*width]
			kernel.Add(row, in[p*reach*width:(p*reach+1)*width])
			s.Graph.near.add(row, in[width:], p, reach*width)
			if reach > 2 {
				s.Graph.diagonal.add(row, in[2*width:], p, reach*width)
			}
		}
		if reach > 3 {
			chains = s.means(chains, in, 3*width, width, reach*width)
			for p, c := range s.Chain {
				if c >= 0 {
					kernel.Add(out[p*width:(p+1)*width], chains[int(c)*width:(int(c)+1)*width])
				}
			}
		}
	}
	return chains
}

// sized returns s with length n, made anew where it has no room.
func sized(s []float32, n int) []float32 {
	if cap(s) < n {
		return make([]float32, n)
	}
	return s[:n]
}
