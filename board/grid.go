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

// columnIn returns column x of those that are named by so many letters, then by
// two of them, and so on.
func columnIn(letters string, x int) string {
	n := len(letters)
	if x < n {
		return letters[x : x+1]
	}
	return columnIn(letters, x/n-1) + letters[x%n:x%n+1]
}

// Grid returns the plain rectangular board, point y*width+x at column x from
// the left and row y from the top. The sides are at least 1 and the points at
// most MaxPoints; other sizes panic.
func Grid(width, height int) *Board {
	if width < 1 || height < 1 || width > MaxPoints || height > MaxPoints || width*height > MaxPoints {
		panic(fmt.Sprintf("board.Grid(%d, %d): no such size", width, height))
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

// plane is where the points of a flat sheet lie.
func (g *sheet) plane(x, y int) Vec {
	return Vec{float64(x) - float64(g.width-1)/2, float64(g.height-1)/2 - float64(y), 0}
}

// Stars returns the star points (hoshi) of a plain grid in ascending order: on
// sides from 7 on the corner points, three lines from the edge on sides below
// 13 and four from there on, the middles of the sides where both are odd and
// large enough (13 and 15, the board of gomoku and renju, have the centre alone,
// 17 and more the sides too), and the centre of odd sides. Custom boards have those
// that their makers gave, all others none.
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

// starLines returns the lines of a side that star points lie on, ascending.
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
