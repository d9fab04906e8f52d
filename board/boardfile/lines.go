package boardfile

import (
	"cmp"
	"math"
	"slices"

	"moyo/board"
)

// Lines on a mesh without lines: at each point, edges that are most nearly opposite continue each
// other. Three passes pair the edges, each the ones left over:
//
//   - First in space, where two edges must meet at straightAngle at least. This handles flat and
//     solid lattices.
//   - Then as seen along the surface's normal at the point, where they must meet at surfaceAngle at
//     least. This follows a sphere or a tube of few facets.
//   - Last, if the point has an even number of edges, two edges that divide the others evenly
//     continue each other if they meet at crossingAngle at least. Rings around the flank of a coarse
//     torus bend so.
//
// In the last two passes edges must also meet at bentAngle at least in space, so that a line does
// not turn over the edge of a box. A honeycomb's 120 degrees are not straight. An edge without a
// partner ends its line.
const (
	straightAngle = 150 * math.Pi / 180
	surfaceAngle  = 140 * math.Pi / 180
	crossingAngle = 110 * math.Pi / 180
	bentAngle     = 100 * math.Pi / 180
)

// maxLineDegree is the largest number of neighbours of a point with derived lines, because each
// edge may need its own axis.
const maxLineDegree = board.MaxDirs / 2

// deriveLines returns the lines of a mesh, or nil if no two edges continue each other.
func deriveLines(coords []board.Vec, edges [][2]board.Point) *board.Lines {
	g := board.NewGraph(len(coords), edges)
	start, adj := g.Rows()
	out := make([]int8, len(adj)) // the direction of each edge at its point; -1 if it has none
	most, pairs := 0, 0
	for p := range board.Point(len(coords)) {
		axes, paired := pairEdges(coords, p, g.Neighbors(p), out[start[p]:start[p+1]])
		most, pairs = max(most, axes), pairs+paired
	}
	if pairs == 0 {
		return nil
	}
	lines := board.NewLineBuilder(len(coords), 2*most)
	for p := range board.Point(len(coords)) {
		for i := start[p]; i < start[p+1]; i++ {
			q := adj[i]
			if q < p {
				continue // joined from its other end
			}
			back, _ := slices.BinarySearch(g.Neighbors(q), p)
			if e := out[int(start[q])+back]; out[i] >= 0 && e >= 0 {
				lines.Join(p, int(out[i]), q, int(e^1), board.Orthogonal)
			}
		}
	}
	return lines.Lines()
}

// pairEdges gives the edges at p their directions: partners share an axis. It
// returns the number of axes and of pairs.
func pairEdges(coords []board.Vec, p board.Point, row []board.Point, dirs []int8) (axes, pairs int) {
	for i := range dirs {
		dirs[i] = -1
	}
	if len(row) > maxLineDegree {
		return 0, 0
	}
	ways := make([]board.Vec, len(row))
	for i, q := range row {
		ways[i] = coords[q].Sub(coords[p]).Unit()
	}
	pairs = pairOpposite(ways, ways, dirs, 0, straightAngle)
	if len(row) > 2 && 2*pairs < len(row)-1 {
		normal, _ := flattest(ways)
		seen := make([]board.Vec, len(ways))
		for i, w := range ways {
			seen[i] = w.Sub(normal.Scale(w.Dot(normal))).Unit()
		}
		pairs += pairOpposite(ways, seen, dirs, pairs, surfaceAngle)
		pairs += pairCrossing(ways, seen, normal, dirs, pairs)
	}
	axes = pairs
	for i := range dirs {
		if dirs[i] < 0 {
			dirs[i] = int8(2 * axes)
			axes++
		}
	}
	return axes, pairs
}

// pairOpposite pairs the edges without a direction, most nearly opposite first as seen, down to the
// given angle. ways are the edges in space. It numbers axes from first and returns the number of
// pairs.
func pairOpposite(ways, seen []board.Vec, dirs []int8, first int, angle float64) int {
	type pair struct {
		cosine float64 // in millionths, rounded, so that equal angles compare equal
		i, j   int
	}
	var candidates []pair
	for j := range seen {
		for i := range j {
			c := seen[i].Dot(seen[j])
			if dirs[i] < 0 && dirs[j] < 0 && c <= math.Cos(angle) && ways[i].Dot(ways[j]) <= math.Cos(bentAngle) {
				candidates = append(candidates, pair{math.Round(c * 1e6), i, j})
			}
		}
	}
	slices.SortStableFunc(candidates, func(a, b pair) int { return int(a.cosine - b.cosine) })
	n := 0
	for _, c := range candidates {
		if dirs[c.i] < 0 && dirs[c.j] < 0 {
			axis := int8(first + n)
			dirs[c.i], dirs[c.j] = 2*axis, 2*axis+1
			n++
		}
	}
	return n
}

// pairCrossing pairs edges without a direction that have equally many other edges on both sides, as
// seen along the normal.
func pairCrossing(ways, seen []board.Vec, normal board.Vec, dirs []int8, first int) int {
	k := len(seen)
	if k%2 != 0 {
		return 0
	}
	right := seen[0]
	up := normal.Cross(right)
	order := make([]int, k)
	for i := range order {
		order[i] = i
	}
	angle := func(i int) float64 { return math.Atan2(seen[i].Dot(up), seen[i].Dot(right)) }
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(angle(i), angle(j)) })
	n := 0
	for at := range k / 2 {
		i, j := order[at], order[at+k/2]
		if dirs[i] < 0 && dirs[j] < 0 && seen[i].Dot(seen[j]) <= math.Cos(crossingAngle) && ways[i].Dot(ways[j]) <= math.Cos(bentAngle) {
			axis := int8(first + n)
			dirs[i], dirs[j] = 2*axis, 2*axis+1
			n++
		}
	}
	return n
}
