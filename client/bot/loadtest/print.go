package loadtest

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"moyo/client/terminal/words"
)

// barWidth is the length of the longest bar, in characters.
const barWidth = 50

// Print formats a report for people.
func (r *Report) Print(out io.Writer) {
	c := r.Load
	fmt.Fprintf(out, "%s, %s on %s", count(c.Games, "game"), c.Rules, c.Board)
	if c.Moves > 0 {
		fmt.Fprintf(out, ", %.0f moves a second", c.Moves)
	} else {
		fmt.Fprint(out, ", each move as soon as the previous one is acknowledged")
	}
	if r.Stopped {
		fmt.Fprint(out, "; stopped before its time")
	}
	fmt.Fprintf(out, "\n%s open, measured for %.1f s\n\n", count(r.Sockets, "connection"), r.Seconds)
	fmt.Fprintf(out, "  %s moves acknowledged, %.1f a second", thousands(r.Moves), r.Rate)
	switch {
	case r.Unsent > 0:
		fmt.Fprintf(out, "; %s more were due but never sent: the server does not keep up\n", thousands(r.Unsent))
	case c.Moves > 0:
		fmt.Fprint(out, ", all that were due\n")
	default:
		fmt.Fprintln(out)
	}
	r.printErrors(out)
	r.printWaits(out)
	r.printMachine(out)
}

func (r *Report) printErrors(out io.Writer) {
	if len(r.Errors) == 0 {
		fmt.Fprintf(out, "  no errors; the records of %s hold exactly what was acknowledged\n\n", count(r.Checked, "game"))
		return
	}
	fmt.Fprint(out, "  errors:\n")
	for _, kind := range slices.SortedFunc(maps.Keys(r.Errors), func(a, b string) int { return r.Errors[b] - r.Errors[a] }) {
		fmt.Fprintf(out, "%10s  %s\n", thousands(r.Errors[kind]), kind)
	}
	fmt.Fprintf(out, "  the records of %s were compared with what was acknowledged\n\n", count(r.Checked, "game"))
}

// printWaits prints how long clients waited, with a chart for moves.
func (r *Report) printWaits(out io.Writer) {
	if len(r.Waits) == 0 {
		return
	}
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(table, "after a move was due\t\ttimes\tp50\tp90\tp99\tp99.9\tmax\t\n")
	for _, w := range r.Waits {
		fmt.Fprintf(table, "%s\t\t%s\t%s\t%s\t%s\t%s\t%s\t\n",
			w.What, thousands(int(w.Count)), short(w.P50), short(w.P90), short(w.P99), short(w.P999), short(w.Max))
	}
	_ = table.Flush() // errors of the terminal are ignored here
	first, most := r.Waits[0], uint64(1)
	for _, b := range first.Bars {
		most = max(most, b.Count)
	}
	fmt.Fprintf(out, "\n  %s within\n", first.What)
	for _, b := range first.Bars {
		fmt.Fprintf(out, "%10s  %s %s\n", short(b.UpTo), bar(b.Count, most), thousands(int(b.Count)))
	}
	fmt.Fprintln(out)
}

func (r *Report) printMachine(out io.Writer) {
	if r.Lobby.Messages > 0 {
		fmt.Fprintf(out, "  lists of games: %s sent, %s KiB\n", count(int(r.Lobby.Messages), "message"), thousands(int(r.Lobby.Bytes>>10)))
	}
	if r.Own > 0 {
		fmt.Fprintf(out, "  this generator used %.1f of the machine's processors\n", r.Own/r.Seconds)
	}
	if s := r.Server; s != nil {
		fmt.Fprintf(out, "  the server used %.1f processors, %.0f µs a move; it has %.0f MiB, %.0f connections, %.0f goroutines;\n"+
			"  a connection needs %.1f KiB, including its share of a game\n",
			s.Busy, s.PerMove, s.Resident/(1<<20), s.Sockets, s.Goroutine, s.PerSocket/1024)
	}
	m := r.Machine
	if m == nil {
		return
	}
	fmt.Fprintf(out, "\n  this machine alone, with %s:\n", count(m.Processors, "processor"))
	fmt.Fprintf(out, "%10s  moves a second committed to the disk, 64 at a time, %.0f µs of processor each; %s syncs a second\n",
		thousands(int(m.Commits)), m.CommitCost, thousands(int(m.Syncs)))
	fmt.Fprintf(out, "%10s  echoes a second over bare WebSockets, %.0f µs of processor each; a move needs two\n",
		thousands(int(m.Echoes)), m.EchoCost)
	fmt.Fprintf(out, "%10s  of memory for a bare idle WebSocket\n", fmt.Sprintf("%.1f KiB", float64(m.Socket)/1024))
	fmt.Fprintf(out, "  %.0f moves a second are %.0f %% of the smaller limit, %s\n", r.Rate, 100*r.OfLimits, thousands(int(m.Moves())))
}

// bar draws a number as its share of the largest one, to an eighth of a character.
func bar(n, most uint64) string {
	eighths := int(n * barWidth * 8 / most)
	if n > 0 {
		eighths = max(eighths, 1)
	}
	text := strings.Repeat("█", eighths/8)
	if rest := eighths % 8; rest > 0 {
		text += string(rune('█' + 8 - rest))
	}
	return text
}

// short formats a time with three digits.
func short(d time.Duration) string {
	switch {
	case d >= 10*time.Second:
		return fmt.Sprintf("%.1fs", d.Seconds())
	case d >= time.Second:
		return fmt.Sprintf("%.2fs", d.Seconds())
	case d >= 100*time.Millisecond:
		return fmt.Sprintf("%.0fms", d.Seconds()*1e3)
	case d >= 10*time.Millisecond:
		return fmt.Sprintf("%.1fms", d.Seconds()*1e3)
	default:
		return fmt.Sprintf("%.2fms", d.Seconds()*1e3)
	}
}

func thousands(n int) string { return words.Thousands(float64(n)) }

func count(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return thousands(n) + " " + noun
}
