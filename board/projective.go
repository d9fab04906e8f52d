package board

import "math"

// projective is the projective plane: a sheet whose opposite sides are joined with a twist. The
// sheet covers a ball except for a wide hole below, and the edges that join its sides cross the
// hole straight through its middle. The surfaces that the plane makes in space (Boy's and others)
// show less of it. The points next to the sheet's four corners have three neighbours.
func projective(w, h int) *Plan {
	g := sheet{width: w, height: h, leftRight: flipped, topBottom: flipped}
	const rim = 125 * math.Pi / 180 // of the hole, from the top
	p := gluedSheet("projective", "Projective plane", g, func(x, y int) Vec {
		a := (2*float64(x)+1)/float64(w) - 1
		b := (2*float64(y)+1)/float64(h) - 1
		// Map the square to a disc, and the disc to the ball.
		u, v := a*math.Sqrt(1-b*b/2), b*math.Sqrt(1-a*a/2)
		s, c := math.Sincos(rim * math.Hypot(u, v))
		if r := math.Hypot(u, v); r > 0 {
			u, v = u/r, v/r
		}
		return Vec{s * u, c, s * v}
	})
	p.Faces = sheetFaces(w, h)
	return p
}

// sheetFaces returns the squares of a sheet, except those across its seams.
func sheetFaces(w, h int) [][]Point {
	flat := Plan{}
	g := sheet{width: w, height: h}
	g.fill(&flat, g.plane)
	return flat.Faces
}
