package arena

import (
	"fmt"
	"html/template"
	"math"
	"strings"

	"moyo/contest/arena/chart"
)

// eloBars returns the bars of the rating chart; for two players only their difference, if it is
// finite.
func eloBars(r *Results) (bars []chart.Bar) {
	if len(r.Names) == 2 {
		elo, low, high := r.Between(0, 1).Pairs.Elo()
		if !math.IsInf(low, 0) && !math.IsInf(high, 0) && !math.IsInf(elo, 0) {
			return []chart.Bar{{Name: r.Names[0], Elo: elo, Low: low, High: high}}
		}
	}
	for _, rating := range r.Ratings() {
		bars = append(bars, chart.Bar{Name: rating.Name, Elo: rating.Elo, Low: rating.Elo - rating.Error, High: rating.Elo + rating.Error})
	}
	return bars
}

// llrChart shows the log-likelihood ratio of the test, pair by pair. It is empty without a test.
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
	d := chart.NewDrawing(chart.Width, 240)
	bottom := d.Height - chart.AxisHeight
	atY := func(v float64) float64 { return bottom - (v-low)/(high-low)*bottom }
	atX := func(i float64) float64 { return 50 + i/float64(max(len(values)-1, 1))*(chart.Width-70) }
	for _, v := range chart.Steps(low, high, 5) {
		d.Line("grid", 50, atY(v), chart.Width-20, atY(v))
		d.Text("axis", "end", 42, atY(v)+4, strings.Replace(fmt.Sprintf("%g", v), "-", "−", 1))
	}
	for _, v := range chart.Steps(0, float64(len(values)-1), 6) {
		if v == math.Floor(v) {
			d.Text("axis", "middle", atX(v), d.Height-6, fmt.Sprintf("%g", v))
		}
	}
	d.Line("bound", 50, atY(lower), chart.Width-20, atY(lower))
	d.Line("bound", 50, atY(upper), chart.Width-20, atY(upper))
	d.Text("axis", "start", 54, atY(upper)+16, fmt.Sprintf("H1: %g normalised Elo", r.SPRT.Elo1))
	d.Text("axis", "start", 54, atY(lower)-7, fmt.Sprintf("H0: %g normalised Elo", r.SPRT.Elo0))
	course := make([][2]float64, len(values))
	for i, v := range values {
		course[i] = [2]float64{atX(float64(i)), atY(v)}
	}
	d.Curve("curve", course, "")
	return d.Done("Log-likelihood ratio after each pair of games, with the bounds of the test")
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
	d := chart.NewDrawing(chart.Width, 220)
	bottom := d.Height - chart.AxisHeight
	atY := func(v float64) float64 { return bottom - v/float64(highest)*(bottom-12) }
	for _, v := range chart.Steps(0, float64(highest), 4) {
		if v == math.Floor(v) {
			d.Line("grid", 50, atY(v), chart.Width-20, atY(v))
			d.Text("axis", "end", 42, atY(v)+4, fmt.Sprintf("%g", v))
		}
	}
	wide := (chart.Width - 70) / float64(len(counts))
	for i, n := range counts {
		x := 50 + wide*float64(i)
		from, to := i*size, (i+1)*size-1
		d.Rect("bar", x+1, atY(float64(n)), wide-2, bottom-atY(float64(n)), fmt.Sprintf("%d to %d moves: %d games", from, to, n))
		if i%max(len(counts)/8, 1) == 0 {
			d.Text("axis", "middle", x+wide/2, d.Height-6, fmt.Sprint(from))
		}
	}
	return d.Done("Games by number of moves")
}

// timesChart shows the average and the longest time of a move for each player, with the limit if
// there is one.
func timesChart(r *Results, cfg *Config) template.HTML {
	most := 1e-3
	for i := range r.Names {
		most = max(most, r.Usage(i).Longest.Seconds(), cfg.Players[i].Control.Move.Seconds())
	}
	most *= 1.08
	d := chart.NewDrawing(chart.Width, chart.RowHeight*float64(len(r.Names))+chart.AxisHeight)
	bottom := d.Height - chart.AxisHeight
	at := func(seconds float64) float64 {
		return chart.LabelWidth + seconds/most*(chart.Width-chart.LabelWidth-20)
	}
	for _, v := range chart.Steps(0, most, 6) {
		d.Line("grid", at(v), 0, at(v), bottom)
		d.Text("axis", "middle", at(v), bottom+18, fmt.Sprintf("%g s", math.Round(v*1e4)/1e4))
	}
	for i, name := range r.Names {
		y := chart.RowHeight * (float64(i) + 0.5)
		use := r.Usage(i)
		d.Text("label", "end", chart.LabelWidth-14, y+5, chart.Shorten(name, 24))
		d.Rect("bar", at(0), y-8, at(use.PerMove().Seconds())-at(0), 16,
			fmt.Sprintf("%s: %s per move on average", name, milliseconds(use.PerMove())))
		d.Line("error", at(use.PerMove().Seconds()), y, at(use.Longest.Seconds()), y)
		d.Dot("mark", at(use.Longest.Seconds()), y, 4, fmt.Sprintf("%s: the longest move took %s", name, milliseconds(use.Longest)))
		if limit := cfg.Players[i].Control.Move.Seconds(); limit > 0 {
			d.Line("bound", at(limit), y-12, at(limit), y+12)
		}
	}
	return d.Done("Time per move of each engine: average, longest and limit")
}
