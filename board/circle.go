package board

import (
	"fmt"
	"math"
)

// circle has rings around an empty centre, crossed by spokes. Ring 1 is the innermost.
func circle(rings, spokes int) *Plan {
	g := sheet{width: spokes, height: rings, leftRight: joined}
	inner := max(1, 0.62*float64(spokes)/(2*math.Pi))
	p := gluedSheet("circle", "Circle", g, func(x, y int) Vec {
		u, r := turn(x, spokes), inner+float64(rings-1-y)
		return Vec{r * math.Sin(u), r * math.Cos(u), 0}
	})
	p.Spec = fmt.Sprintf("circle:%dx%d", rings, spokes)
	p.Title = fmt.Sprintf("Circle %d×%d", rings, spokes)
	p.Flat = true
	return p
}
