package bench

import (
	"fmt"
	"math"
	"strings"
)

// The seconds in the document of 2015 by free points, starting at one: exhaustive alpha-beta and
// minimax in Java.
var (
	documentAlphaBeta = []float64{0.016, 0.031, 0.063, 0.219, 0.656, 2.17, 9.16, 36.4, 168, 1079, 6069}
	documentMinimax   = []float64{0.006, 0.027, 0.035, 1.167, 11.1, 149, 2455}
)

// curve is a line of the plot.
type curve struct {
	name, color string
	dashed      bool
	points      []curvePoint
}

// curvePoint is a time by the number of empty points; hollow if the problem was not solved in that
// time.
type curvePoint struct {
	empty int
	ms    float64
	open  bool
}

// methodColors are the colours of the methods in their order; the document's curves are grey.
var methodColors = []string{"#0072b2", "#d55e00", "#009e73"}

// curves returns the curves of the plot.
func (t *TsumegoSpeeds) curves() []curve {
	var list []curve
	color := -1
	for i := 0; i < len(t.Sizes); {
		method := t.Sizes[i].Method
		color++
		name := method
		if name == "auto" {
			name = "moyo"
		}
		half := curve{name: name + ", median", color: methodColors[color%len(methodColors)]}
		most := curve{name: name + ", 95th percentile", color: half.color, dashed: true}
		for ; i < len(t.Sizes) && t.Sizes[i].Method == method; i++ {
			s := t.Sizes[i]
			half.points = append(half.points, curvePoint{s.Empty, s.MedianMs, s.MedianMs >= t.LimitMs})
			most.points = append(most.points, curvePoint{s.Empty, s.P95Ms, s.P95Ms >= t.LimitMs})
		}
		list = append(list, half, most)
	}
	for _, d := range []struct {
		name    string
		seconds []float64
		color   string
	}{{"document of 2015, alpha-beta", documentAlphaBeta, "#555555"}, {"document of 2015, minimax", documentMinimax, "#999999"}} {
		c := curve{name: d.name, color: d.color}
		for i, s := range d.seconds {
			c.points = append(c.points, curvePoint{i + 1, s * 1000, false})
		}
		list = append(list, c)
	}
	return list
}

// The measures of the plot.
const (
	plotWidth  = 800.0
	plotHeight = 460.0
	plotLeft   = 70.0
	plotTop    = 20.0
	plotBottom = plotHeight - 50
	plotRight  = plotWidth - 280 // room for the names
)

// Plot draws the times by empty points as SVG, with a logarithmic time axis.
func (t *TsumegoSpeeds) Plot() string {
	list := t.curves()
	widest, low, high := 1, math.Inf(1), math.Inf(-1)
	for _, c := range list {
		for _, p := range c.points {
			widest, low, high = max(widest, p.empty), min(low, math.Log10(p.ms)), max(high, math.Log10(p.ms))
		}
	}
	low, high = math.Floor(low), math.Ceil(high)
	atX := func(empty int) float64 {
		return plotLeft + 10 + float64(empty-1)/float64(max(widest-1, 1))*(plotRight-plotLeft-20)
	}
	atY := func(ms float64) float64 {
		return plotBottom - (math.Log10(ms)-low)/max(high-low, 1)*(plotBottom-plotTop)
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %g %g" font-family="sans-serif" font-size="13" fill="#222">`+"\n",
		plotWidth, plotHeight)
	fmt.Fprintf(&b, `<title>Time of closed problems by empty points</title><rect width="%g" height="%g" fill="#fff"/>`+"\n",
		plotWidth, plotHeight)
	for e := low; e <= high; e++ {
		y := atY(math.Pow(10, e))
		fmt.Fprintf(&b, `<path d="M%g %.1fH%g" stroke="#ddd"/><text x="%g" y="%.1f" text-anchor="end">%s</text>`+"\n",
			plotLeft, y, plotRight, plotLeft-6, y+4, timeText(e))
	}
	for e := 1; e <= widest; e++ {
		fmt.Fprintf(&b, `<text x="%.1f" y="%g" text-anchor="middle">%d</text>`+"\n", atX(e), plotBottom+20, e)
	}
	fmt.Fprintf(&b, `<text x="%g" y="%g" text-anchor="middle">empty points (hollow: not solved within the limit)</text>`+"\n",
		(plotLeft+plotRight)/2, plotHeight-8)
	for i, c := range list {
		c.draw(&b, atX, atY)
		y := plotTop + 14 + 22*float64(i)
		fmt.Fprintf(&b, `<path d="M%g %gh26" stroke="%s" stroke-width="2"%s/><text x="%g" y="%g">%s</text>`+"\n",
			plotRight+14, y-4, c.color, c.dashes(), plotRight+46, y, c.name)
	}
	b.WriteString("</svg>\n")
	return b.String()
}

func (c *curve) dashes() string {
	if c.dashed {
		return ` stroke-dasharray="5 4"`
	}
	return ""
}

// draw writes the line and its points.
func (c *curve) draw(b *strings.Builder, atX func(int) float64, atY func(float64) float64) {
	var path strings.Builder
	for _, p := range c.points {
		fmt.Fprintf(&path, "%.1f,%.1f ", atX(p.empty), atY(p.ms))
	}
	fmt.Fprintf(b, `<polyline points="%s" fill="none" stroke="%s" stroke-width="2"%s/>`+"\n",
		strings.TrimSpace(path.String()), c.color, c.dashes())
	for _, p := range c.points {
		fill := c.color
		if p.open {
			fill = "#fff"
		}
		fmt.Fprintf(b, `<circle cx="%.1f" cy="%.1f" r="3.5" fill="%s" stroke="%s"/>`+"\n", atX(p.empty), atY(p.ms), fill, c.color)
	}
}

// timeText writes a power of ten of milliseconds.
func timeText(exponent float64) string {
	if exponent >= 3 {
		return fmt.Sprintf("%.0f s", math.Pow(10, exponent-3))
	}
	return fmt.Sprintf("%g ms", math.Pow(10, exponent))
}
