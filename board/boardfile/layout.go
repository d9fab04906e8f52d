package boardfile

import (
	"cmp"
	"math"
	"slices"

	"moyo/board"
)

// Bounds of the layout. On boards of up to allPairs points all pairs count; on larger ones only
// distances to neighbours and to a few pivots.
const (
	allPairs = 300
	pivots   = 40
)

// rounds returns the number of improvement rounds for a layout of n points.
func rounds(n int) int { return max(20, min(120, 100_000/n)) }

// layout places the points of a graph without coordinates, so that distances in space follow
// distances along edges. The layout is planar if that works without crossings, else in space. Parts
// are placed side by side. The same graph always gets the same layout, in time that grows only with
// its points and edges.
//
// The start is a pivot MDS (Brandes and Pich 2006), the rest stress majorization on a sparse set of
// pairs (Ortmann, Klimenta and Brandes 2016).
func (d *Draft) layout() []board.Vec {
	coords := make([]board.Vec, d.points)
	graph := board.NewGraph(d.points, d.edges)
	left := 0.0
	for _, part := range graph.Components() {
		g := newDrawing(part, &graph)
		edges := g.edges()
		var placed []board.Vec
		if mayBePlanar(len(part), len(edges)) {
			placed = g.draw(2)
		}
		if placed == nil || !planar(placed, edges) {
			placed = g.draw(3)
		}
		low, high := placed[0][0], placed[0][0]
		for _, c := range placed {
			low, high = min(low, c[0]), max(high, c[0])
		}
		for i, p := range part {
			coords[p] = placed[i].Add(board.Vec{left - low})
		}
		left += high - low + 1
	}
	return coords
}

// mayBePlanar is Euler's bound on the edges of a planar graph.
func mayBePlanar(points, edges int) bool { return points < 3 || edges <= 3*points-6 }

// drawing is a connected part of a graph during layout, with points numbered from 0.
type drawing struct {
	neighbors [][]int32
	pivots    []int
	steps     [][]int32 // of each pivot to each point
}

func newDrawing(part []board.Point, graph *board.Graph) *drawing {
	number := make(map[board.Point]int32, len(part))
	for i, p := range part {
		number[p] = int32(i)
	}
	g := &drawing{neighbors: make([][]int32, len(part))}
	for i, p := range part {
		for _, q := range graph.Neighbors(p) {
			g.neighbors[i] = append(g.neighbors[i], number[q])
		}
	}
	g.choosePivots()
	return g
}

// choosePivots returns all points, or some that are far from each other.
func (g *drawing) choosePivots() {
	n := len(g.neighbors)
	want := n
	if n > allPairs {
		want = pivots
	}
	nearest := slices.Repeat([]int32{math.MaxInt32}, n)
	for next := 0; len(g.pivots) < want; {
		g.pivots = append(g.pivots, next)
		steps := g.distances(next)
		g.steps = append(g.steps, steps)
		far := int32(-1)
		for i, s := range steps {
			if nearest[i] = min(nearest[i], s); nearest[i] > far {
				next, far = i, nearest[i]
			}
		}
	}
}

// distances counts the steps from a point to all.
func (g *drawing) distances(from int) []int32 {
	steps := slices.Repeat([]int32{-1}, len(g.neighbors))
	steps[from] = 0
	queue := []int32{int32(from)}
	for i := 0; i < len(queue); i++ {
		for _, q := range g.neighbors[queue[i]] {
			if steps[q] < 0 {
				steps[q] = steps[queue[i]] + 1
				queue = append(queue, q)
			}
		}
	}
	return steps
}

func (g *drawing) edges() [][2]board.Point {
	var edges [][2]board.Point
	for i, row := range g.neighbors {
		for _, q := range row {
			if int32(i) < q {
				edges = append(edges, [2]board.Point{board.Point(i), board.Point(q)})
			}
		}
	}
	return edges
}

// draw lays the part out in 2 or 3 dimensions.
func (g *drawing) draw(dimensions int) []board.Vec {
	at := g.project(dimensions)
	far := int32(0)
	for _, steps := range g.steps {
		far = max(far, slices.Max(steps))
	}
	weights := make([]float64, far+1) // by steps
	for s := range weights {
		weights[s] = 1 / (float64(s) * float64(s))
	}
	for range rounds(len(at)) {
		for i := range at {
			p := pulled{at: at[i]}
			for k, j := range g.pivots {
				if steps := g.steps[k][i]; j != i {
					p.pull(at[j], float64(steps), weights[steps])
				}
			}
			if len(g.pivots) < len(at) {
				for _, j := range g.neighbors[i] {
					p.pull(at[j], 1, 1)
				}
			}
			if p.weight > 0 {
				at[i] = p.sum.Scale(1 / p.weight)
			}
		}
	}
	return at
}

// pulled is a point and the sum of the pulls of other points, each towards its wanted distance.
type pulled struct {
	at, sum board.Vec
	weight  float64
}

// pull adds the pull of a point at a distance of that many steps. It is the inner loop of a layout
// and written out for speed.
func (p *pulled) pull(from board.Vec, steps, weight float64) {
	x, y, z := p.at[0]-from[0], p.at[1]-from[1], p.at[2]-from[2]
	length := math.Sqrt(x*x + y*y + z*z)
	if length == 0 {
		return
	}
	f := steps / length
	p.sum[0] += (from[0] + x*f) * weight
	p.sum[1] += (from[1] + y*f) * weight
	p.sum[2] += (from[2] + z*f) * weight
	p.weight += weight
}

// project returns an initial layout: the doubly centred squared distances to some pivots, projected
// on the directions of the largest variance.
func (g *drawing) project(dimensions int) []board.Vec {
	n, k := len(g.neighbors), min(len(g.pivots), pivots)
	centred := make([][]float64, n)
	columns := make([]float64, k)
	for i := range centred {
		centred[i] = make([]float64, k)
		mean := 0.0
		for j := range k {
			s := float64(g.steps[j][i])
			centred[i][j] = -s * s / 2
			mean += centred[i][j] / float64(k)
		}
		for j := range k {
			centred[i][j] -= mean
			columns[j] += centred[i][j] / float64(n)
		}
	}
	for i := range centred {
		for j := range k {
			centred[i][j] -= columns[j]
		}
	}
	at := make([]board.Vec, n)
	for i := range at {
		// A small offset separates points with equal distances.
		at[i] = board.OnSphere(i, n).Scale(0.01)
		if dimensions == 2 {
			at[i][2] = 0
		}
	}
	var found [][]float64
	for axis := range dimensions {
		direction := mainDirection(centred, k, found)
		found = append(found, direction)
		scores := make([]float64, n)
		for i, row := range centred {
			scores[i] = dot(row, direction)
		}
		// The scores grow with the square of the distances.
		largest := math.Abs(slices.MaxFunc(scores, func(a, b float64) int { return cmp.Compare(math.Abs(a), math.Abs(b)) }))
		reach := float64(slices.Max(g.steps[0]))
		for i, s := range scores {
			if largest > 1e-9 {
				at[i][axis] += s / largest * reach / 2
			}
		}
	}
	return at
}

// mainDirection returns the unit vector along which the rows vary most, among those orthogonal to
// the found ones, by power iteration.
func mainDirection(rows [][]float64, k int, found [][]float64) []float64 {
	v := make([]float64, k)
	for i := range v {
		v[i] = math.Sin(float64(i+1) * (1 + float64(len(found))))
	}
	next := make([]float64, k)
	for range 40 {
		clear(next)
		for _, row := range rows {
			f := dot(row, v)
			for i, x := range row {
				next[i] += f * x
			}
		}
		for _, u := range found {
			f := dot(next, u)
			for i := range next {
				next[i] -= f * u[i]
			}
		}
		length := math.Sqrt(dot(next, next))
		if length < 1e-12 {
			clear(v)
			return v
		}
		for i := range v {
			v[i] = next[i] / length
		}
	}
	return v
}

func dot(a, b []float64) float64 {
	s := 0.0
	for i := range a {
		s += a[i] * b[i]
	}
	return s
}
