package board

import (
	"fmt"
	"strconv"
)

// columnLetters leaves out I, as Go boards do.
const columnLetters = "ABCDEFGHJKLMNOPQRSTUVWXYZ"

// ColumnName returns the letters of column x counted from 0: A..Z without I,
// then AA, AB and so on.
func ColumnName(x int) string {
	n := len(columnLetters)
	if x < n {
		return columnLetters[x : x+1]
	}
	return ColumnName(x/n-1) + columnLetters[x%n:x%n+1]
}

// Grid returns the plain rectangular board, point y*width+x at column x from
// the left and row y from the top. Sides from 1 to 100 points.
func Grid(width, height int) *Board {
	p := plan{
		spec: fmt.Sprintf("grid:%dx%d", width, height), title: fmt.Sprintf("%d×%d", width, height),
		width: width, height: height, flat: true,
	}
	if width == height {
		p.spec = fmt.Sprintf("grid:%d", width)
	}
	for y := range height {
		for x := range width {
			i := Point(y*width + x)
			p.coords = append(p.coords, Vec{float64(x) - float64(width-1)/2, float64(height-1)/2 - float64(y), 0})
			p.names = append(p.names, ColumnName(x)+strconv.Itoa(height-y))
			if x > 0 {
				p.edges = append(p.edges, [2]Point{i - 1, i})
			}
			if y > 0 {
				p.edges = append(p.edges, [2]Point{i - Point(width), i})
			}
		}
	}
	return p.build()
}
