package model

import (
	"fmt"
	"io"
	"text/tabwriter"
)

// sizes are the numbers of people in a table.
var sizes = []int{100, 1_000, 10_000, 100_000, 1_000_000}

// Print writes a table of what people need, how many people one machine can handle, and the
// assumptions.
func Print(out io.Writer, c Costs, h Habits, m Machine) error {
	fmt.Fprintf(out, "Computed, not tested: the needs of people online, on machines of %g processors and %s.\n\n",
		m.Processors, size(m.Memory))
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(table, "people\tgames\tmoves/s\tconnections\tprocessors\tmemory\tdisk a day\tmachines\t"+
		"searches\tEUR a month\truns out first\t\n")
	for _, people := range sizes {
		n := For(people, c, h, m)
		fmt.Fprintf(table, "%d\t%d\t%.0f\t%d\t%.2f\t%s\t%s\t%d\t%.1f\t%.0f\t%s\t\n",
			n.People, n.Games, n.Moves, n.Connections, n.Processors, size(n.Memory), size(n.Disk), n.Machines, n.Searches, n.Price, n.First)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(out, "\nOne such machine can handle %d people without searches. \"searches\" are processors of workers.\n", Bears(c, h, m))
	fmt.Fprint(out, "\nMeasured on two processors (docs/scale.md):\n")
	for _, r := range c.Moves {
		fmt.Fprintf(out, "  a move at %.0f a second takes %v of a processor\n", r.Moves, r.Cost)
	}
	fmt.Fprintf(out, "  one more message takes %v, a list %v; a player's connection takes %s, another %s, a move %d bytes of disk\n",
		c.Frame, c.Read, size(c.Seat), size(c.Socket), c.Event)
	_, err := fmt.Fprintf(out, `
Assumed:
  of 100 people %.0f play, %.0f watch and %.0f read lists, one each %v; each has two connections
  a game has a move every %v; %.0f %% of the games are against the computer, %.0f %% of these search %v of each %v
  %.0f %% of processors and memory may be in use; memory is %g times what is in use; a processor costs %g EUR a month
  the disk keeps up, moves are spread evenly over machines, and one database takes them all; the largest size was not tested
`,
		100*h.Playing, 100*h.Watching, 100*h.Reading, h.Looks, h.Pace, 100*h.Computer, 100*h.Strong, h.Search, h.Every,
		100*h.Busy, h.Heap, h.Price)
	return err
}

// size formats a size in the largest unit of which there is at least one.
func size(n int64) string {
	units := []string{"B", "KiB", "MiB", "GiB", "TiB"}
	value := float64(n)
	for len(units) > 1 && value >= 1024 {
		value, units = value/1024, units[1:]
	}
	return fmt.Sprintf("%.3g %s", value, units[0])
}
