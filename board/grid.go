package board

import (
	"fmt"
	"strconv"
)

// columnLetters leaves out I, as Go boards do.
const columnLetters = "ABCDEFGHJKLMNOPQRSTUVWXYZ"

// ColumnName returns the letters of column x counted from 0: A..Z without I,
// then AA, AB and so on.
func ColumnName(x int) string { return columnIn(columnLetters, x) }

// columnIn returns column x of those named by the given number of letters, then by one more, and so
// on.
func columnIn(letters string, x int) string {
	n := len(letters)
	if x < n {
		return letters[x : x+1]
	}
	return columnIn(letters, x/n-1) + letters[x%n:x%n+1]
}

// Grid returns the plain rectangular board, with point y*width+x at column x from the left and row
// y from the top. It panics on other sizes than 1 or more a side and MaxPoints in all.
func Grid(width, height int) *Board {
	if width < 1 || height < 1 || width > MaxPoints || height > MaxPoints || width*height > MaxPoints {
		panic(fmt.Sprintf("board.Grid(%d, %d): invalid size", width, height))
	}
	return grid(width, height).build()
}

func grid(width, height int) *Plan {
	g := sheet{width: width, height: height}
	p := &Plan{
		Spec: fmt.Sprintf("grid:%dx%d", width, height), Title: fmt.Sprintf("Grid %d×%d", width, height),
		width: width, height: height, Flat: true,
	}
	if width == height {
		p.Spec = fmt.Sprintf("grid:%d", width)
	}
	g.fill(p, g.plane)
	return p
}

// plane places the points of a flat sheet.
func (g *sheet) plane(x, y int) Vec {
	return Vec{float64(x) - float64(g.width-1)/2, float64(g.height-1)/2 - float64(y), 0}
}

// Stars returns the star points (hoshi) of a plain grid of at least 5x5, in ascending order. Sides from
// 7 have corner points: three lines from the edge on sides below 13, four on larger ones. Grids with odd
// sides have the centre. If both sides are at least 17, the middles of odd sides are star points too.
// Custom boards have those of their files; other boards have none.
func (b *Board) Stars() []Point {
	if b.custom {
		return b.stars
	}
	if b.width < 5 || b.height < 5 {
		return nil
	}
	var stars []Point
	for _, y := range starLines(b.height) {
		for _, x := range starLines(b.width) {
			midX, midY := 2*x == b.width-1, 2*y == b.height-1
			if midX != midY && (b.width < 17 || b.height < 17) {
				continue
			}
			stars = append(stars, Point(y*b.width+x))
		}
	}
	return stars
}

// starLines returns the lines of a side with star points, ascending.
func starLines(side int) []int {
	var lines []int
	edge := 3
	if side < 13 {
		edge = 2
	}
	if side >= 7 {
		lines = append(lines, edge, side-1-edge)
	}
	if side%2 == 1 {
		lines = append(lines, side/2)
	}
	if len(lines) == 3 {
		lines[1], lines[2] = lines[2], lines[1]
	}
	return lines
}

// cellName is the name of column x and row y from the top of rows rows.
func cellName(x, y, rows int) string { return ColumnName(x) + strconv.Itoa(rows-y) }
