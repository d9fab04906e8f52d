package boardfile

import (
	"math"

	"moyo/board"
)

// cell is a cube in a grid that divides space, with integer indices along each axis. They may be of
// any size.
type cell [3]float64

// cellOf returns the cell of a point in a grid of the given width.
func cellOf(at board.Vec, width float64) cell {
	return cell{math.Floor(at[0] / width), math.Floor(at[1] / width), math.Floor(at[2] / width)}
}

// halfAround are the steps to one of each two opposite neighbours of a cell, so that every pair of
// cells is visited once.
var halfAround = func() (steps []cell) {
	for i := 14; i < 27; i++ {
		steps = append(steps, cell{float64(i/9 - 1), float64(i/3%3 - 1), float64(i%3 - 1)})
	}
	return steps
}()

// maxKept is the number of points of a cell that are compared with those of the next.
const maxKept = 4

// joinNear joins all points within a distance of each other to the first of them, and returns the
// number of compared pairs. Its time grows linearly even if many points share one place. Points of
// one cell always count as near, which is off by at most the cell's diagonal. Only some points of a
// cell are compared with the points of another. If the coordinates are so large that rounding hides
// the distance, only equal points are joined.
func joinNear(coords []board.Vec, distance float64, join func(p, q board.Point)) (compared int) {
	if size := extent(coords); distance <= size*1e-15 {
		distance = 0
	}
	cells := make(map[cell][]board.Point)
	var order []cell
	for p, at := range coords {
		key := cell(at)
		if distance > 0 {
			key = cellOf(at, distance)
		}
		kept := cells[key]
		if len(kept) == 0 {
			order = append(order, key)
		} else {
			join(kept[0], board.Point(p))
		}
		if len(kept) < maxKept {
			cells[key] = append(kept, board.Point(p))
		}
	}
	if distance == 0 {
		return 0
	}
	for _, here := range order {
		for _, step := range halfAround {
			there := cell{here[0] + step[0], here[1] + step[1], here[2] + step[2]}
			compared += joinPair(coords, cells[here], cells[there], distance, join)
		}
	}
	return compared
}

// joinPair joins one point of each cell if two are within the distance, and returns the number of
// compared pairs.
func joinPair(coords []board.Vec, here, there []board.Point, distance float64, join func(p, q board.Point)) (compared int) {
	for _, p := range here {
		for _, q := range there {
			compared++
			if coords[p].Distance(coords[q]) <= distance {
				join(p, q)
				return compared
			}
		}
	}
	return compared
}

// apart reports whether no two points coincide in the plane.
func apart(coords []board.Vec) bool {
	taken := make(map[cell]board.Vec, len(coords))
	for _, at := range coords {
		key := cellOf(at, touching)
		for i := range 9 {
			other, ok := taken[cell{key[0] + float64(i/3-1), key[1] + float64(i%3-1), key[2]}]
			if ok && math.Abs(at[0]-other[0]) <= touching && math.Abs(at[1]-other[1]) <= touching {
				return false
			}
		}
		taken[key] = at
	}
	return true
}
