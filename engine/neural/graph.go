package neural

import (
	"slices"

	"moyo/engine/internal/kernel"
)

// Graph is a board as networks need it.
type Graph struct {
	n        int
	own      links // of each point itself: its own row
	near     links // neighbours
	diagonal links // points diagonally across, where the board has squares
	// Of each point the pairs of neighbours, and of diagonal points, at opposite sides of it.
	nearPairs, diagonalPairs pairs
	short                    bool // all points have few enough of either for bytes to add them up
}

// links are pairs of points, in both directions. The values at the ends of a
// point's links are summed and divided by the usual number of links on the
// board, so that a sum at an edge differs.
type links struct {
	kernel.Lists
	scale float32
}

// pairs are for each point the pairs of points at opposite sides of it.
type pairs struct {
	kernel.Pairs
	scale float32
}

// NewGraph returns the graph of n points. near and diagonal return the neighbours and diagonal points of
// p; opposite returns the pairs of either at opposite sides of p, with -1 where the board ends, or nil.
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

// Links returns p's neighbours and the points diagonally across. Callers must not change them.
func (g *Graph) Links(p int) (near, diagonal []int32) { return g.near.Of(p), g.diagonal.Of(p) }

// Scales returns the factors of the sums over neighbours and over diagonal points.
func (g *Graph) Scales() (near, diagonal float32) { return g.near.scale, g.diagonal.scale }

// addAll adds to each row of dst, width long, the rows of in, stride apart, at the ends of its point's links.
func (l *links) addAll(dst, in []float32, width, stride int) {
	for p := range l.Len() {
		kernel.Sum(dst[p*width:(p+1)*width], in, l.Of(p), stride, l.scale)
	}
}

// sums sets the rows of dst, stride apart, to the sums of the rows of in, width
// long, at the ends of the links of the points from from to to.
func (l *links) sums(dst []float32, stride int, in []float32, width, from, to int) {
	kernel.SetSums(dst, stride, in, width, l.Part(from, to), l.scale)
}

// Input is a position's input features.
type Input struct {
	Graph  *Graph
	Planes []float32 // the features of each point, point by point
	Chain  []int32   // of each stone the number of its chain, from 0 on; -1 for other points
	Chains int       // number of chains
}

// span is the rows of a position in a batch.
type span struct {
	*Input
	at int
}

func (s *span) rows(m []float32, width int) []float32 {
	return m[s.at*width : (s.at+s.Graph.n)*width]
}

// gather sets the rows of dst to the places of the points from from to to; chains are the
// means over chains. Rows of in, one for each point of the position, have width numbers.
func (s *span) gather(dst, in []float32, width int, places []place, from, to int, chains []float32) {
	wide := len(places) * width
	for i, place := range places {
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

// gaps sets the rows of dst, stride apart, to the differences of the rows of in
// at opposite sides of the points from from to to.
func (l *pairs) gaps(dst []float32, stride int, in []float32, width, from, to int) {
	kernel.SetGaps(dst, stride, in, width, l.Part(from, to), l.scale)
}

// means sets chains to the means over the points of each chain, of width
// numbers at from in their rows, which are stride apart.
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

// scatter is gather's transpose: it adds to dst the gradients src of the gathered values, one part
// for each place. Links are symmetric, so it uses the same places. in is the input of gather.
func scatter(dst, in []float32, spans []span, src []float32, width int, places []place, chains []float32) []float32 {
	wide := len(places) * width
	for i := range spans {
		s := &spans[i]
		out, from, seen := s.rows(dst, width), s.rows(in, width), s.rows(src, wide)
		for k, place := range places {
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

// sized returns s with length n, newly allocated if its capacity is too small.
func sized(s []float32, n int) []float32 {
	if cap(s) < n {
		return make([]float32, n)
	}
	return s[:n]
}
