// Package chart draws the results of matches as SVG: ratings with their intervals, rating histories
// and shares. Pages need its style sheet.
package chart

import (
	_ "embed"
	"fmt"
	"html/template"
	"math"
	"strings"
)

// Style is the style sheet of pages with charts and tables, light and dark.
//
//go:embed style.css
var Style string

// Drawing is an SVG picture under construction. Colours are classes of the page, so they follow its
// theme; see [Style].
type Drawing struct {
	strings.Builder
	width  float64
	Height float64
}

// NewDrawing begins a picture of this size.
func NewDrawing(width, height float64) *Drawing { return &Drawing{width: width, Height: height} }

// Line draws a line.
func (d *Drawing) Line(class string, x1, y1, x2, y2 float64) {
	fmt.Fprintf(d, `<line class="%s" x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f"/>`, class, x1, y1, x2, y2)
}

// Rect draws a rectangle. title is its tooltip, "" for none.
func (d *Drawing) Rect(class string, x, y, w, h float64, title string) {
	fmt.Fprintf(d, `<rect class="%s" x="%.1f" y="%.1f" width="%.1f" height="%.1f">%s</rect>`, class, x, y, max(w, 0), max(h, 0), hint(title))
}

// Dot draws a disc; title is as for Rect.
func (d *Drawing) Dot(class string, x, y, r float64, title string) {
	fmt.Fprintf(d, `<circle class="%s" cx="%.1f" cy="%.1f" r="%.1f">%s</circle>`, class, x, y, r, hint(title))
}

// Curve draws a line through points; title is as for Rect.
func (d *Drawing) Curve(class string, points [][2]float64, title string) {
	fmt.Fprintf(d, `<polyline class="%s" points="`, class)
	for _, p := range points {
		fmt.Fprintf(d, "%.1f,%.1f ", p[0], p[1])
	}
	fmt.Fprintf(d, `">%s</polyline>`, hint(title))
}

// Text writes at x, y; anchor is start, middle or end.
func (d *Drawing) Text(class, anchor string, x, y float64, text string) {
	fmt.Fprintf(d, `<text class="%s" text-anchor="%s" x="%.1f" y="%.1f">%s</text>`, class, anchor, x, y, template.HTMLEscapeString(text))
}

func hint(title string) string {
	if title == "" {
		return ""
	}
	return "<title>" + template.HTMLEscapeString(title) + "</title>"
}

// Done returns the picture. label describes it in words.
func (d *Drawing) Done(label string) template.HTML {
	return template.HTML(fmt.Sprintf(`<svg viewBox="0 0 %g %g" role="img" aria-label="%s">%s</svg>`,
		d.width, d.Height, template.HTMLEscapeString(label), d.String())) // texts are escaped when they are written
}

// Steps returns round values from low to high, about n of them.
func Steps(low, high float64, n int) (list []float64) {
	if !(high > low) || math.IsInf(high-low, 0) {
		return []float64{low}
	}
	raw := (high - low) / float64(n)
	size := math.Pow(10, math.Floor(math.Log10(raw)))
	for _, f := range []float64{1, 2, 5, 10} {
		if size*f >= raw {
			size *= f
			break
		}
	}
	for v := math.Ceil(low/size) * size; v <= high+size/1e6; v += size {
		list = append(list, v)
	}
	return list
}

// The measures of charts.
const (
	Width      = 720.0
	LabelWidth = 200.0
	RowHeight  = 30.0
	AxisHeight = 26.0
)

// Shorten makes a name fit beside a chart.
func Shorten(name string, most int) string {
	if r := []rune(name); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return name
}
