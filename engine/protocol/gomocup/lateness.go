package gomocup

import (
	"slices"
	"time"
)

// lateness remembers by how much the last searches were out later than planned.
// On a machine with other work the program gets its processor late, and the
// engine has to be asked to end that much earlier.
type lateness struct {
	last [12]time.Duration // the newest searches that used up their time
	next int
}

// add notes how late the answer of a search was; it is none that ended by itself
// before its time.
func (l *lateness) add(over time.Duration) {
	if over < 0 {
		return
	}
	l.last[l.next] = over
	l.next = (l.next + 1) % len(l.last)
}

// reserve is how much earlier a search is to end whose time is limit: as much as
// half of the last answers were late, and no more than a quarter. The latest of
// them would cost more time than it saves.
func (l *lateness) reserve(limit time.Duration) time.Duration {
	sorted := l.last
	slices.Sort(sorted[:])
	return min(sorted[len(sorted)/2], limit/4)
}
