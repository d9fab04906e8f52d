package arena

import (
	"fmt"
	"html/template"
	"math"
	"strings"
)

// drawing is an SVG picture in the making. Colours are classes of the page, so
// that they follow its theme.
type drawing struct {
	strings.Builder
	width, height float64
}

func newDrawing(width, height float64) *drawing { return &drawing{width: width, height: height} }

func (d *drawing) line(class string, x1, y1, x2, y2 float64) {
	fmt.Fprintf(d, `<line class="%s" x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f"/>`, class, x1, y1, x2, y2)
}

func (d *drawing) rect(class string, x, y, w, h float64, title string) {
	fmt.Fprintf(d, `<rect class="%s" x="%.1f" y="%.1f" width="%.1f" height="%.1f">%s</rect>`, class, x, y, max(w, 0), max(h, 0), hint(title))
}

func (d *drawing) dot(class string, x, y, r float64, title string) {
	fmt.Fprintf(d, `<circle class="%s" cx="%.1f" cy="%.1f" r="%.1f">%s</circle>`, class, x, y, r, hint(title))
}

// text writes at x, y; anchor is start, middle or end.
func (d *drawing) text(class, anchor string, x, y float64, text string) {
	fmt.Fprintf(d, `<text class="%s" text-anchor="%s" x="%.1f" y="%.1f">%s</text>`, class, anchor, x, y, template.HTMLEscapeString(text))
}

func hint(title string) string {
	if title == "" {
		return ""
	}
	return "<title>" + template.HTMLEscapeString(title) + "</title>"
}

// done returns the picture. label says in words what it shows.
func (d *drawing) done(label string) template.HTML {
	return template.HTML(fmt.Sprintf(`<svg viewBox="0 0 %g %g" role="img" aria-label="%s">%s</svg>`,
		d.width, d.height, template.HTMLEscapeString(label), d.String())) // texts are escaped where they are written
}

// steps returns round values from low to high, about n of them.
func steps(low, high float64, n int) (list []float64) {
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

// The measures of the charts.
const (
	chartWidth = 720.0
	labelWidth = 200.0
	rowHeight  = 30.0
	axisHeight = 26.0
)

// shorten makes a name fit beside a chart.
func shorten(name string, most int) string {
	if r := []rune(name); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return name
}

// eloBar is a value in Elo with its interval.
type eloBar struct {
	name           string
	elo, low, high float64
}

// eloBars are what the chart of the ratings shows: of two players the difference
// alone, where it is finite.
func eloBars(r *Results) (bars []eloBar) {
	if len(r.Names) == 2 {
		elo, low, high := r.Between(0, 1).Pairs.Elo()
		if !math.IsInf(low, 0) && !math.IsInf(high, 0) && !math.IsInf(elo, 0) {
			return []eloBar{{r.Names[0], elo, low, high}}
		}
	}
	for _, rating := range r.Ratings() {
		bars = append(bars, eloBar{rating.Name, rating.Elo, rating.Elo - rating.Error, rating.Elo + rating.Error})
	}
	return bars
}

// ratingsChart shows Elo with its 95 % interval.
func ratingsChart(bars []eloBar) template.HTML {
	low, high := 0.0, 0.0
	for _, b := range bars {
		low, high = min(low, b.low), max(high, b.high)
	}
	pad := max((high-low)*0.05, 5)
	low, high = low-pad, high+pad
	d := newDrawing(chartWidth, rowHeight*float64(len(bars))+axisHeight)
	at := func(v float64) float64 { return labelWidth + (v-low)/(high-low)*(chartWidth-labelWidth-20) }
	bottom := d.height - axisHeight
	for _, v := range steps(low, high, 7) {
		d.line("grid", at(v), 0, at(v), bottom)
		d.text("axis", "middle", at(v), bottom+18, signed(v))
	}
	for i, b := range bars {
		y := rowHeight * (float64(i) + 0.5)
		d.text("label", "end", labelWidth-14, y+5, shorten(b.name, 24))
		d.line("error", at(b.low), y, at(b.high), y)
		d.line("error", at(b.low), y-6, at(b.low), y+6)
		d.line("error", at(b.high), y-6, at(b.high), y+6)
		d.dot("mark", at(b.elo), y, 6, fmt.Sprintf("%s: %s (%s to %s)", b.name, signed(b.elo), signed(b.low), signed(b.high)))
	}
	return d.done("Elo of each engine with its 95 % interval")
}

// llrChart shows how the test has gone, pair by pair. It is empty without one.
func llrChart(r *Results) template.HTML {
	if r.SPRT == nil || len(r.Games) == 0 {
		return ""
	}
	values := []float64{0}
	so := newResults(r.Names, r.SPRT)
	pairs := 0
	for _, g := range r.Games {
		so.add(g)
		if n := so.finished; n > pairs {
			pairs = n
			values = append(values, so.LLR())
		}
	}
	lower, upper := r.SPRT.Bounds()
	low, high := lower, upper
	for _, v := range values {
		low, high = min(low, v), max(high, v)
	}
	pad := (high - low) * 0.08
	low, high = low-pad, high+pad
	d := newDrawing(chartWidth, 240)
	bottom := d.height - axisHeight
	atY := func(v float64) float64 { return bottom - (v-low)/(high-low)*bottom }
	atX := func(i float64) float64 { return 50 + i/float64(max(len(values)-1, 1))*(chartWidth-70) }
	for _, v := range steps(low, high, 5) {
		d.line("grid", 50, atY(v), chartWidth-20, atY(v))
		d.text("axis", "end", 42, atY(v)+4, strings.Replace(fmt.Sprintf("%g", v), "-", "−", 1))
	}
	for _, v := range steps(0, float64(len(values)-1), 6) {
		if v == math.Floor(v) {
			d.text("axis", "middle", atX(v), d.height-6, fmt.Sprintf("%g", v))
		}
	}
	d.line("bound", 50, atY(lower), chartWidth-20, atY(lower))
	d.line("bound", 50, atY(upper), chartWidth-20, atY(upper))
	d.text("axis", "start", 54, atY(upper)+16, fmt.Sprintf("H1: %g normalised Elo", r.SPRT.Elo1))
	d.text("axis", "start", 54, atY(lower)-7, fmt.Sprintf("H0: %g normalised Elo", r.SPRT.Elo0))
	var path strings.Builder
	for i, v := range values {
		fmt.Fprintf(&path, "%.1f,%.1f ", atX(float64(i)), atY(v))
	}
	fmt.Fprintf(d, `<polyline class="curve" points="%s"/>`, path.String())
	return d.done("Log-likelihood ratio after each pair of games, with the bounds of the test")
}

// lengthsChart is a histogram of the games' lengths.
func lengthsChart(r *Results) template.HTML {
	if len(r.Games) == 0 {
		return ""
	}
	most := 1
	for _, g := range r.Games {
		most = max(most, len(g.Moves))
	}
	size := max((most+23)/24, 1)
	counts := make([]int, most/size+1)
	highest := 0
	for _, g := range r.Games {
		i := len(g.Moves) / size
		counts[i]++
		highest = max(highest, counts[i])
	}
	d := newDrawing(chartWidth, 220)
	bottom := d.height - axisHeight
	atY := func(v float64) float64 { return bottom - v/float64(highest)*(bottom-12) }
	for _, v := range steps(0, float64(highest), 4) {
		if v == math.Floor(v) {
			d.line("grid", 50, atY(v), chartWidth-20, atY(v))
			d.text("axis", "end", 42, atY(v)+4, fmt.Sprintf("%g", v))
		}
	}
	wide := (chartWidth - 70) / float64(len(counts))
	for i, n := range counts {
		x := 50 + wide*float64(i)
		from, to := i*size, (i+1)*size-1
		d.rect("bar", x+1, atY(float64(n)), wide-2, bottom-atY(float64(n)), fmt.Sprintf("%d to %d moves: %d games", from, to, n))
		if i%max(len(counts)/8, 1) == 0 {
			d.text("axis", "middle", x+wide/2, d.height-6, fmt.Sprint(from))
		}
	}
	return d.done("How many games have had how many moves")
}

// timesChart shows for each player the time of a move on average and the longest
// of all, with the limit where there is one.
func timesChart(r *Results, cfg *Config) template.HTML {
	most := 1e-3
	for i := range r.Names {
		most = max(most, r.Usage(i).Longest.Seconds(), cfg.Players[i].Control.Move.Seconds())
	}
	most *= 1.08
	d := newDrawing(chartWidth, rowHeight*float64(len(r.Names))+axisHeight)
	bottom := d.height - axisHeight
	at := func(seconds float64) float64 { return labelWidth + seconds/most*(chartWidth-labelWidth-20) }
	for _, v := range steps(0, most, 6) {
		d.line("grid", at(v), 0, at(v), bottom)
		d.text("axis", "middle", at(v), bottom+18, fmt.Sprintf("%g s", math.Round(v*1e4)/1e4))
	}
	for i, name := range r.Names {
		y := rowHeight * (float64(i) + 0.5)
		use := r.Usage(i)
		d.text("label", "end", labelWidth-14, y+5, shorten(name, 24))
		d.rect("bar", at(0), y-8, at(use.PerMove().Seconds())-at(0), 16, fmt.Sprintf("%s: %s a move on average", name, milliseconds(use.PerMove())))
		d.line("error", at(use.PerMove().Seconds()), y, at(use.Longest.Seconds()), y)
		d.dot("mark", at(use.Longest.Seconds()), y, 4, fmt.Sprintf("%s: the longest move took %s", name, milliseconds(use.Longest)))
		if limit := cfg.Players[i].Control.Move.Seconds(); limit > 0 {
			d.line("bound", at(limit), y-12, at(limit), y+12)
		}
	}
	return d.done("Time of a move of each engine: average, longest and limit")
}

// shares is a bar of the shares of Black's wins, draws and White's wins.
func shares(black, draw, white int) template.HTML {
	const width, height = 160.0, 14.0
	n := float64(black + draw + white)
	d := newDrawing(width, height)
	x := 0.0
	for _, part := range []struct {
		class, what string
		count       int
	}{{"black", "won by Black", black}, {"draw", "drawn", draw}, {"white", "won by White", white}} {
		w := float64(part.count) / n * width
		if w > 0 {
			d.rect(part.class, x+0.5, 0.5, w-1, height-1, fmt.Sprintf("%d %s", part.count, part.what))
		}
		x += w
	}
	return d.done(fmt.Sprintf("%d won by Black, %d drawn, %d won by White", black, draw, white))
}
