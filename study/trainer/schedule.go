package trainer

import (
	"cmp"
	"slices"
	"time"
)

// Card is a problem that a person failed and should see again. Cards move up a step when solved and
// down to the first when failed; above the last step they are done (Leitner's boxes).
type Card struct {
	Problem string
	Step    int
	Lapses  int       // number of failures
	Due     time.Time // when it comes next; zero when it is done
}

// steps are the times until a card comes again, by step.
var steps = [...]time.Duration{
	10 * time.Minute, day, 3 * day, 8 * day, 21 * day,
}

const day = 24 * time.Hour

// Failed returns the card of a problem after a failure; for the first failure, call it on a card
// with only its Problem.
func (c Card) Failed(now time.Time) Card {
	return Card{Problem: c.Problem, Lapses: c.Lapses + 1, Due: now.Add(steps[0])}
}

// Solved returns a card after its problem was solved. A card that was not due keeps its step, since
// that was no test of memory.
func (c Card) Solved(now time.Time) Card {
	if c.Done() || now.Before(c.Due) {
		return c
	}
	c.Step++
	if c.Step >= len(steps) {
		c.Due = time.Time{}
		return c
	}
	c.Due = now.Add(steps[c.Step])
	return c
}

// Done reports that a card need not come again.
func (c Card) Done() bool { return c.Due.IsZero() }

// Due returns the cards that are due, longest overdue first.
func Due(cards []Card, now time.Time) []Card {
	var due []Card
	for _, c := range cards {
		if !c.Done() && !now.Before(c.Due) {
			due = append(due, c)
		}
	}
	slices.SortFunc(due, func(a, b Card) int {
		return cmp.Or(a.Due.Compare(b.Due), cmp.Compare(a.Problem, b.Problem))
	})
	return due
}

// NextDue returns when the next card becomes due, or the zero time.
func NextDue(cards []Card, now time.Time) time.Time {
	var next time.Time
	for _, c := range cards {
		if now.Before(c.Due) && (next.IsZero() || c.Due.Before(next)) {
			next = c.Due
		}
	}
	return next
}
