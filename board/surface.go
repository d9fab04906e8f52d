package board

import "slices"

// surfaceLines returns the straight lines of a closed surface. The edges at a point are ordered
// around it; if their number is even, each continues straight into the opposite one. If it is odd,
// as at the corners of a cube, all lines end. With diagonals, all faces have four corners, and the
// faces around a point continue each other in the same way.
func surfaceLines(n int, faces [][]Point, diagonals bool) *Lines {
	around := wheels(n, faces)
	spokes := 0 // the largest number of axes at a point
	for _, w := range around {
		spokes = max(spokes, axesOf(len(w)))
	}
	dirs := 2 * spokes
	if diagonals {
		dirs *= 2
	}
	l := newLines(n, dirs)
	for p, wheel := range around {
		for i, s := range wheel {
			d := wheelDir(i, len(wheel))
			back := slices.IndexFunc(around[s.to], func(t spoke) bool { return t.to == Point(p) })
			e := wheelDir(back, len(around[s.to])) ^ 1
			l.set(Point(p), d, Step{s.to, int8(e)}, Orthogonal)
			if !diagonals {
				continue
			}
			face := faces[s.face]
			across := face[(slices.Index(face, Point(p))+2)%len(face)]
			back = slices.IndexFunc(around[across], func(t spoke) bool { return t.face == s.face })
			e = wheelDir(back, len(around[across])) ^ 1
			l.set(Point(p), 2*spokes+d, Step{across, int8(2*spokes + e)}, Diagonal)
		}
	}
	return l
}

// spoke is an edge at a point, and the face between it and the next spoke.
type spoke struct {
	to   Point
	face int
}

// wheels returns the spokes of each point in their order around it. Every edge belongs to exactly
// two faces.
func wheels(n int, faces [][]Point) [][]spoke {
	// A wedge is the corner of a face between two edges of a point.
	type wedge struct {
		a, b Point
		face int
	}
	wedges := make([][]wedge, n)
	for p := range wedges {
		wedges[p] = make([]wedge, 0, 6) // usually no more than 6 meet
	}
	for f, face := range faces {
		for i, p := range face {
			k := len(face)
			wedges[p] = append(wedges[p], wedge{face[(i+k-1)%k], face[(i+1)%k], f})
		}
	}
	around := make([][]spoke, n)
	for p, ws := range wedges {
		around[p] = make([]spoke, 0, len(ws))
		at := ws[0].a
		for len(ws) > 0 {
			i := slices.IndexFunc(ws, func(w wedge) bool { return w.a == at || w.b == at })
			around[p] = append(around[p], spoke{at, ws[i].face})
			at = ws[i].a + ws[i].b - at
			ws = slices.Delete(ws, i, i+1)
		}
	}
	return around
}

// axesOf returns the number of axes for k spokes: half as many if they pair up, or one each if all
// of them end.
func axesOf(k int) int {
	if k%2 == 0 {
		return k / 2
	}
	return k
}

// wheelDir returns the direction of spoke i of k.
func wheelDir(i, k int) int {
	switch {
	case k%2 != 0:
		return 2 * i
	case i < k/2:
		return 2 * i
	}
	return 2*(i-k/2) + 1
}

// faceEdges returns the sides of all faces.
func faceEdges(faces [][]Point) [][2]Point {
	var edges [][2]Point
	for _, face := range faces {
		for i, p := range face {
			q := face[(i+1)%len(face)]
			edges = append(edges, [2]Point{min(p, q), max(p, q)})
		}
	}
	slices.SortFunc(edges, func(a, b [2]Point) int { return slices.Compare(a[:], b[:]) })
	return slices.Compact(edges)
}
