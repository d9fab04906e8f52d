package boardfile

import (
	"math"

	"moyo/board"
)

// cell is a cube of a grid that space is cut into, by its number along each axis.
// They are whole, but of any size.
type cell [3]float64

// cellOf returns the cell of a point in a grid of that width.
func cellOf(at board.Vec, width float64) cell {
	return cell{math.Floor(at[0] / width), math.Floor(at[1] / width), math.Floor(at[2] / width)}
}

// halfAround are the steps to one of each two cells around a cell that lie opposite each
// other: with them every pair of neighbours is looked at once.
var halfAround = func() (steps []cell) {
	for i := 14; i < 27; i++ {
		steps = append(steps, cell{float64(i/9 - 1), float64(i/3%3 - 1), float64(i%3 - 1)})
	}
	return steps
}()

// maxKept is how many points of a cell are compared with those of the next.
const maxKept = 4

// joinNear joins all points that lie within a distance of each other, the first of
// them first. The time grows with their number alone, however many lie in one place:
// all of one cell count as near, which is right but for the cell's diagonal, and of a
// cell's points some stand for all where they are compared with those of another. Who
// has coordinates of which the distance is lost in rounding has only equal points joined.
// It returns how many pairs it has compared.
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

// joinPair joins one point of each that lie within a distance of each other, if any do,
// and returns how many pairs it has compared.
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

// apart says whether no point lies upon another in the plane.
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
