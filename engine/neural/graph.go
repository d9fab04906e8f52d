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
	// Of each point the pairs of neighbours, and of diagonal points, at opposite sides of it.
	nearPairs, diagonalPairs pairs
	short                    bool // all points have few enough of either for bytes to add them up
}

// links are pairs of points, each both ways. What lies at the ends of a point's links is added
// up and divided by how many a usual point of the board has, so that a point at an edge
// is seen to be at one.
type links struct {
	kernel.Lists
	scale float32
}

// pairs are of each point the pairs of points at opposite sides of it.
type pairs struct {
	kernel.Pairs
	scale float32
}

// NewGraph returns the graph of n points whose neighbours and diagonal points the functions tell, and which of them lie at opposite
// sides of a point: pairs of neighbours and of diagonal points, -1 in one where the board ends there; nil for no such pairs.
func NewGraph(n int, near, diagonal func(p int) []int32, opposite func(p int) (near, diagonal [][2]int32)) *Graph {
	own := func(p int) []int32 { return []int32{int32(p)} }
	g := &Graph{n: n, own: newLinks(n, own), near: newLinks(n, near), diagonal: newLinks(n, diagonal), short: true}
	g.nearPairs.scale, g.diagonalPairs.scale = min(1, 2*g.near.scale), min(1, 2*g.diagonal.scale) // half as many pairs as points
	for p := range n {
		var near, diagonal [][2]int32
		if opposite != nil {
			near, diagonal = opposite(p)
		}
		g.nearPairs.Append(near)
		g.diagonalPairs.Append(diagonal)
	}
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

// addAll adds to each row of dst, width long, what the rows of in, stride apart, say at the ends of its point's links.
func (l *links) addAll(dst, in []float32, width, stride int) {
	for p := range l.Len() {
		kernel.Sum(dst[p*width:(p+1)*width], in, l.Of(p), stride, l.scale)
	}
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

// gather sets the rows of dst to what the places say of the points from from to to; chains are the means over them.
// Rows of in, one for each point of the position, have width numbers.
func (s *span) gather(dst, in []float32, width int, sees []place, from, to int, chains []float32) {
	wide := len(sees) * width
	for i, place := range sees {
		at := dst[i*width:]
		switch place {
		case placeOwn:
			s.Graph.own.sums(at, wide, in, width, from, to)
		case placeNear:
			s.Graph.near.sums(at, wide, in, width, from, to)
		case placeDiagonal:
			s.Graph.diagonal.sums(at, wide, in, width, from, to)
		case placeNearGaps:
			s.Graph.nearPairs.gaps(at, wide, in, width, from, to)
		case placeDiagonalGaps:
			s.Graph.diagonalPairs.gaps(at, wide, in, width, from, to)
		case placeChain:
			for k, c := range s.Chain[from:to] {
				row := at[k*wide : k*wide+width]
				if c >= 0 {
					copy(row, chains[int(c)*width:])
				} else {
					clear(row)
				}
			}
		}
	}
}

// gaps sets the rows of dst, stride apart, to how much the rows of in, width long, differ at opposite sides of the points from from to to.
func (l *pairs) gaps(dst []float32, stride int, in []float32, width, from, to int) {
	kernel.SetGaps(dst, stride, in, width, l.Part(from, to), l.scale)
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

// scatter is gather's transpose: it adds to dst what the rows of src, one part for each of the places, ask of each point. Links
// go both ways, so that it looks at the same places. in is what was gathered from.
func scatter(dst, in []float32, spans []span, src []float32, width int, sees []place, chains []float32) []float32 {
	wide := len(sees) * width
	for i := range spans {
		s := &spans[i]
		out, from, seen := s.rows(dst, width), s.rows(in, width), s.rows(src, wide)
		for k, place := range sees {
			ask := seen[k*width:]
			switch place {
			case placeOwn:
				for p := range s.Graph.n {
					kernel.Add(out[p*width:(p+1)*width], ask[p*wide:])
				}
			case placeNear:
				s.Graph.near.addAll(out, ask, width, wide)
			case placeDiagonal:
				s.Graph.diagonal.addAll(out, ask, width, wide)
			case placeNearGaps:
				kernel.AddGaps(out, from, ask, wide, width, s.Graph.nearPairs.Pairs, s.Graph.nearPairs.scale)
			case placeDiagonalGaps:
				kernel.AddGaps(out, from, ask, wide, width, s.Graph.diagonalPairs.Pairs, s.Graph.diagonalPairs.scale)
			case placeChain:
				chains = s.means(chains, ask, 0, width, wide)
				kernel.AddRows(out, chains[:s.Chains*width], s.Chain)
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
