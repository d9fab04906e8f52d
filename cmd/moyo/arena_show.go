package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"text/tabwriter"
	"time"

	"moyo/arena"
)

// arenaProgress shows how a match stands: on a terminal in one line that is
// written over, elsewhere in a line now and then.
type arenaProgress struct {
	total    int
	terminal bool
	last     time.Time
}

func newArenaProgress(total int) *arenaProgress {
	info, err := os.Stderr.Stat()
	return &arenaProgress{total: total, terminal: err == nil && info.Mode()&os.ModeCharDevice != 0}
}

// plainEvery is how often a line is written where nobody watches a terminal.
const plainEvery = 10 * time.Second

// game shows the results after a game. Faults are always told.
func (p *arenaProgress) game(rec arena.Record, r *arena.Results) {
	if p.terminal {
		fmt.Fprint(os.Stderr, "\r\x1b[K")
	}
	if rec.Fault != "" {
		fmt.Fprintf(os.Stderr, "game %d: %s\n", rec.Game+1, rec.Detail)
	}
	text := fmt.Sprintf("%d/%d  %s", len(r.Games), p.total, r.Summary())
	switch {
	case p.terminal:
		fmt.Fprint(os.Stderr, text)
	case time.Since(p.last) >= plainEvery:
		fmt.Fprintln(os.Stderr, text)
		p.last = time.Now()
	}
}

func (p *arenaProgress) end() {
	if p.terminal {
		fmt.Fprint(os.Stderr, "\r\x1b[K")
	}
}

func writeJSONLine(w io.Writer, v any) {
	if text, err := json.Marshal(v); err == nil {
		fmt.Fprintf(w, "%s\n", text)
	}
}

// print writes the table of a match.
func (c *arenaCmd) print(out io.Writer, r *arena.Results, cfg arena.Config, stopped bool) {
	if stopped {
		fmt.Fprintf(out, "stopped after %d of %d games\n", len(r.Games), cfg.Games())
	}
	if len(r.Games) == 0 {
		return
	}
	fmt.Fprintln(out, r.Summary())
	t := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "\nengine\tElo\t±\tpoints\tgames\tms/move\tlongest ms\tdepth\tk nodes/s\tfaults")
	faults := r.Faults()
	for _, rating := range r.Ratings() {
		use := usageOf(r, rating.Name)
		sum := 0
		for _, n := range faults[rating.Name] {
			sum += n
		}
		fmt.Fprintf(t, "%s\t%+.0f\t%.0f\t%g\t%d\t%d\t%d\t%.1f\t%.0f\t%d\n", rating.Name, rating.Elo, rating.Error, rating.Points, rating.Games,
			use.PerMove().Milliseconds(), use.Longest.Milliseconds(), use.MeanDepth(), use.PerSecond()/1000, sum)
	}
	t.Flush()
	for name, kinds := range faults {
		for kind, n := range kinds {
			fmt.Fprintf(out, "%s lost %d by %s\n", name, n, kind)
		}
	}
	if n := r.Repeats(); n > 0 {
		fmt.Fprintf(out, "%d games are repeats of others and no further evidence: use more openings\n", n)
	}
	if c.Out != "" {
		fmt.Fprintf(out, "\n%s\n", filepath.Join(c.Out, "report.html"))
	}
}

func usageOf(r *arena.Results, name string) arena.Usage {
	for i, n := range r.Names {
		if n == name {
			return r.Usage(i)
		}
	}
	return arena.Usage{}
}
