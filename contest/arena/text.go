package arena

import (
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"moyo/engine"
)

// Standing shows the state of a match: on a terminal in one line that is overwritten, elsewhere as
// a line now and then.
type Standing struct {
	Out      io.Writer
	Terminal bool // whether Out is a terminal
	Total    int  // games of the match
	Now      func() time.Time

	last time.Time
}

// plainEvery is the time between lines if Out is not a terminal.
const plainEvery = 10 * time.Second

// Game shows the results after a game. It always reports faults.
func (p *Standing) Game(rec Record, r *Results) {
	if p.Terminal {
		fmt.Fprint(p.Out, "\r\x1b[K")
	}
	if rec.Fault != "" {
		fmt.Fprintf(p.Out, "game %d: %s\n", rec.Game+1, rec.Detail)
	}
	text := fmt.Sprintf("%d/%d  %s", len(r.Games), p.Total, r.Summary())
	switch {
	case p.Terminal:
		fmt.Fprint(p.Out, text)
	case p.Now().Sub(p.last) >= plainEvery:
		fmt.Fprintln(p.Out, text)
		p.last = p.Now()
	}
}

// End removes the line.
func (p *Standing) End() {
	if p.Terminal {
		fmt.Fprint(p.Out, "\r\x1b[K")
	}
}

// WriteText writes the results as a table.
func WriteText(out io.Writer, r *Results) {
	fmt.Fprintln(out, r.Summary())
	t := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "\nengine\tElo\t±\tpoints\tgames\tms/move\tlongest ms\tdepth\tk nodes/s\ton time\tfaults")
	faults := r.Faults()
	for _, rating := range r.Ratings() {
		use := usageOf(r, rating.Name)
		late, others := forfeits(faults[rating.Name])
		fmt.Fprintf(t, "%s\t%+.0f\t%.0f\t%g\t%d\t%d\t%d\t%.1f\t%.0f\t%d\t%d\n",
			rating.Name, rating.Elo, rating.Error, rating.Points, rating.Games,
			use.PerMove().Milliseconds(), use.Longest.Milliseconds(), use.MeanDepth(), use.PerSecond()/1000, late, others)
	}
	t.Flush()
	for name, kinds := range faults {
		for kind, n := range kinds {
			fmt.Fprintf(out, "%s lost %d by %s\n", name, n, kind)
		}
	}
	if n := r.Repeats(); n > 0 {
		fmt.Fprintf(out, "%d games repeat others and add no evidence: use more openings\n", n)
	}
}

// forfeits splits a player's faults into games lost on time and others.
func forfeits(faults map[string]int) (late, others int) {
	for fault, n := range faults {
		if fault == engine.Overtime.String() {
			late += n
		} else {
			others += n
		}
	}
	return late, others
}

func usageOf(r *Results, name string) Usage {
	for i, n := range r.Names {
		if n == name {
			return r.Usage(i)
		}
	}
	return Usage{}
}
