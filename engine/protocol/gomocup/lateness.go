package gomocup

import (
	"slices"
	"time"
)

// lateness records by how much the last searches answered later than planned.
// On a busy machine the program gets its processor late, so the engine has to
// end that much earlier.
type lateness struct {
	last [12]time.Duration // the newest searches that used up their time
	next int
}

// add records how late a search answered; over is negative if the search ended
// by itself before its time.
func (l *lateness) add(over time.Duration) {
	if over < 0 {
		return
	}
	l.last[l.next] = over
	l.next = (l.next + 1) % len(l.last)
}

// reserve returns how much earlier a search of the given limit must end: by the
// median lateness of the last answers, but at most a quarter. The maximum would
// cost more time than it saves.
func (l *lateness) reserve(limit time.Duration) time.Duration {
	sorted := l.last
	slices.Sort(sorted[:])
	return min(sorted[len(sorted)/2], limit/4)
}
