package board

import (
	"fmt"
	"strconv"
)

// boxAxes are the thirteen axes of a box: three along its edges, then the
// diagonals of faces and of cells.
var boxAxes = func() [][3]int {
	var straight, slanting [][3]int
	for dz := -1; dz <= 1; dz++ {
		for dy := -1; dy <= 1; dy++ {
			for dx := -1; dx <= 1; dx++ {
				switch first := 9*dz + 3*dy + dx; {
				case first <= 0: // the opposite direction of an axis, or no step
				case dx*dx+dy*dy+dz*dz == 1:
					straight = append(straight, [3]int{dx, dy, dz})
				default:
					slanting = append(slanting, [3]int{dx, dy, dz})
				}
			}
		}
	}
	return append(straight, slanting...)
}()

// box is a solid of w x h x d points, with point (x, y, z) counted from the left, the top and the
// front. A name is the column, the row from the bottom, a dot and the layer from the front, as in
// "A1.2".
func box(w, h, d int) *Plan {
	p := &Plan{
		Spec: fmt.Sprintf("box:%dx%dx%d", w, h, d), Title: fmt.Sprintf("Box %d×%d×%d", w, h, d),
		Flat: d == 1, Lines: newLines(w*h*d, 2*len(boxAxes)),
	}
	for i := range w * h * d {
		x, y, z := i%w, i/w%h, i/(w*h)
		p.Coords = append(p.Coords, Vec{
			float64(x) - float64(w-1)/2, float64(h-1)/2 - float64(y), float64(d-1)/2 - float64(z),
		})
		p.Names = append(p.Names, cellName(x, y, h)+"."+strconv.Itoa(z+1))
		for axis, s := range boxAxes {
			nx, ny, nz := x+s[0], y+s[1], z+s[2]
			if nx < 0 || nx >= w || ny < 0 || ny >= h || nz < 0 || nz >= d {
				continue
			}
			q := Point((nz*h+ny)*w + nx)
			kind := Diagonal
			if axis < 3 {
				kind = Orthogonal
				p.Edges = append(p.Edges, [2]Point{Point(i), q})
			}
			p.Lines.join(Point(i), 2*axis, q, 2*axis, kind)
		}
	}
	return p
}
