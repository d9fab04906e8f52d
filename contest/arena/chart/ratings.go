package chart

import (
	"cmp"
	"fmt"
	"html/template"
	"math"
	"slices"
)

// Bar is a value in Elo with its interval.
type Bar struct {
	Name           string
	Elo, Low, High float64
}

// Ratings shows Elo with its 95 % interval.
func Ratings(bars []Bar) template.HTML {
	low, high := 0.0, 0.0
	for _, b := range bars {
		low, high = min(low, b.Low), max(high, b.High)
	}
	pad := max((high-low)*0.05, 5)
	low, high = low-pad, high+pad
	d := NewDrawing(Width, RowHeight*float64(len(bars))+AxisHeight)
	at := func(v float64) float64 { return LabelWidth + (v-low)/(high-low)*(Width-LabelWidth-20) }
	bottom := d.Height - AxisHeight
	for _, v := range Steps(low, high, 7) {
		d.Line("grid", at(v), 0, at(v), bottom)
		d.Text("axis", "middle", at(v), bottom+18, Signed(v))
	}
	for i, b := range bars {
		y := RowHeight * (float64(i) + 0.5)
		d.Text("label", "end", LabelWidth-14, y+5, Shorten(b.Name, 24))
		d.Line("error", at(b.Low), y, at(b.High), y)
		d.Line("error", at(b.Low), y-6, at(b.Low), y+6)
		d.Line("error", at(b.High), y-6, at(b.High), y+6)
		d.Dot("mark", at(b.Elo), y, 6, fmt.Sprintf("%s: %s (%s to %s)", b.Name, Signed(b.Elo), Signed(b.Low), Signed(b.High)))
	}
	return d.Done("Elo of each engine with its 95 % interval")
}

// Shares is a bar of the shares of Black's wins, draws and White's wins.
func Shares(black, draw, white int) template.HTML {
	const width, height = 160.0, 14.0
	n := float64(black + draw + white)
	d := NewDrawing(width, height)
	x := 0.0
	for _, part := range []struct {
		class, what string
		count       int
	}{{"black", "won by Black", black}, {"draw", "drawn", draw}, {"white", "won by White", white}} {
		w := float64(part.count) / n * width
		if w > 0 {
			d.Rect(part.class, x+0.5, 0.5, w-1, height-1, fmt.Sprintf("%d %s", part.count, part.what))
		}
		x += w
	}
	return d.Done(fmt.Sprintf("%d won by Black, %d drawn, %d won by White", black, draw, white))
}

// Signed writes a number with its sign, without decimals, ∞ too.
func Signed(v float64) string {
	switch {
	case math.IsInf(v, 1):
		return "+∞"
	case math.IsInf(v, -1):
		return "−∞"
	case math.Round(v) == 0:
		return "0"
	case math.Round(v) < 0:
		return fmt.Sprintf("−%.0f", -v)
	}
	return fmt.Sprintf("+%.0f", v)
}

// Course is the history of a rating: Elo by number of games.
type Course struct {
	Name string
	Elo  [][2]float64 // games, Elo
}

// MostCourses is the number of histories that a chart can tell apart.
const MostCourses = 8

// Courses shows rating histories, at most [MostCourses].
func Courses(list []Course) template.HTML {
	list = list[:min(len(list), MostCourses)]
	first, last, low, high := math.Inf(1), math.Inf(-1), 0.0, 0.0
	for _, c := range list {
		for _, p := range c.Elo {
			first, last = min(first, p[0]), max(last, p[0])
			low, high = min(low, p[1]), max(high, p[1])
		}
	}
	if !(last > first) {
		return "" // one point is no curve
	}
	pad := max((high-low)*0.06, 5)
	low, high = low-pad, high+pad
	d := NewDrawing(Width, 320)
	bottom, right := d.Height-AxisHeight, Width-LabelWidth+20
	atX := func(v float64) float64 { return 50 + (v-first)/(last-first)*(right-50) }
	atY := func(v float64) float64 { return bottom - (v-low)/(high-low)*(bottom-12) } // room for the number of the topmost line
	for _, v := range Steps(low, high, 6) {
		d.Line("grid", 50, atY(v), right, atY(v))
		d.Text("axis", "end", 42, atY(v)+4, Signed(v))
	}
	for _, v := range Steps(first, last, 5) {
		d.Text("axis", "middle", atX(v), d.Height-6, fmt.Sprintf("%g", v))
	}
	type label struct {
		name, class string
		x, y        float64
	}
	var labels []label
	for i, c := range list {
		class := fmt.Sprintf("course c%d", i)
		points := make([][2]float64, len(c.Elo))
		for k, p := range c.Elo {
			points[k] = [2]float64{atX(p[0]), atY(p[1])}
		}
		if n := len(points); n > 0 {
			d.Curve(class, points, c.Name)
			d.Dot(class, points[n-1][0], points[n-1][1], 3.5, fmt.Sprintf("%s: %s", c.Name, Signed(c.Elo[n-1][1])))
			labels = append(labels, label{c.Name, class, points[n-1][0], points[n-1][1]})
		}
	}
	const least = 16 // between two labels
	slices.SortStableFunc(labels, func(a, b label) int { return cmp.Compare(a.y, b.y) })
	y := math.Inf(-1)
	for i, l := range labels {
		y = max(l.y, y+least)
		y = min(y, bottom-least*float64(len(labels)-1-i)) // room for the labels below
		d.Line(l.class, l.x, l.y, right+8, y)
		d.Text("label", "start", right+12, y+4, Shorten(l.name, 22))
	}
	return d.Done("Ratings by number of games")
}
