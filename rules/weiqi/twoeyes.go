package weiqi

import (
	"slices"

	"moyo/game"
)

// twoEyes says whether the opponent of l.side might make a living chain within
// points, a connected region walled in by unconditionally living stones, if
// l.side only ever passes. When it says no, that is certain; a yes errs on the
// careful side, as it lets the opponent take every stone in its way.
//
// A living chain needs two eyes: two points of the region, not neighbours, that
// stay empty while the opponent fills what is around them. (A larger eye can be
// filled down to one point. Of three eyes or more that chains share, some one
// can be filled with what remains alive: filling an eye joins the chains around
// it, and fails only if those have one and the same other eye, f; if that holds
// for every eye but f, fill f itself.) Such a point is
//
//   - not a stone of the opponent, which nobody takes off the board;
//   - if empty, not beside a stone of l.side: living ones stay, and others are
//     taken only by filling all their liberties, this one too. A stone of
//     l.side that is not of the wall can do: once taken, its point is empty;
//   - not a cut vertex of the region: each part of the region that is left
//     without the two points must touch both of them or neither, and a part that
//     touches only one of them is what that one cuts off.
//
// So the question is whether two of these points are not neighbours, which costs
// time linear in the size of the region.
func (l *life) twoEyes(points []game.Point, wall []bool) bool {
	cut := cutVertices(l.b.Neighbors, points, wall)
	var eyes []game.Point
	for i, p := range points {
		if !cut[i] && l.mayBecomeEye(p) {
			eyes = append(eyes, p)
		}
	}
	for i, p := range eyes {
		near := l.b.Neighbors(p)
		if len(eyes)-1 > len(near) {
			return true // more than can all be its neighbours
		}
		for _, q := range eyes[i+1:] {
			if _, ok := slices.BinarySearch(near, q); !ok {
				return true
			}
		}
	}
	return false
}

// mayBecomeEye says whether the stones on p and around it let p become an eye of
// the opponent.
func (l *life) mayBecomeEye(p game.Point) bool {
	if l.stones[p] != game.Empty {
		return l.stones[p] == l.side
	}
	return !slices.ContainsFunc(l.b.Neighbors(p), func(q game.Point) bool { return l.stones[q] == l.side })
}

// cutVertices says which of the points, a connected set bounded by wall, would
// fall apart without it: R. Tarjan, "Depth-first search and linear graph
// algorithms" (1972), without recursion.
func cutVertices(neighbors func(game.Point) []game.Point, points []game.Point, wall []bool) []bool {
	cut := make([]bool, len(points))
	index := make([]int32, len(wall)) // of each point in points, plus 1
	for i, p := range points {
		index[p] = int32(i) + 1
	}
	depth := make([]int32, len(points)) // order of discovery from 1, 0 not yet
	low := make([]int32, len(points))   // the earliest discovered that its subtree reaches
	type frame struct{ at, parent, next int32 }
	stack := []frame{{at: 0, parent: -1}}
	depth[0], low[0] = 1, 1
	found, children := int32(1), 0
	for len(stack) > 0 {
		f := &stack[len(stack)-1]
		near := neighbors(points[f.at])
		if int(f.next) < len(near) {
			i := index[near[f.next]] - 1
			f.next++
			switch {
			case i < 0 || i == f.parent:
			case depth[i] == 0:
				found++
				depth[i], low[i] = found, found
				stack = append(stack, frame{at: i, parent: f.at})
			default:
				low[f.at] = min(low[f.at], depth[i])
			}
			continue
		}
		at, parent := f.at, f.parent
		stack = stack[:len(stack)-1]
		switch {
		case parent == 0:
			children++
		case parent > 0:
			cut[parent] = cut[parent] || low[at] >= depth[parent]
		}
		if parent >= 0 {
			low[parent] = min(low[parent], low[at])
		}
	}
	cut[0] = children > 1
	return cut
}
