package rungs

import (
	"slices"
	"time"
)

// Step is a player's place from a time on; 0 is outside the ladder.
type Step struct {
	At    time.Time
	Place int
}

// undo returns the order, as ids, as it was before an event.
func undo(order []string, e Event) []string {
	if e.From == e.To {
		return order
	}
	if e.To > 0 && e.To <= len(order) {
		order = slices.Delete(order, e.To-1, e.To)
	}
	if e.From > 0 {
		order = slices.Insert(order, min(e.From-1, len(order)), e.Player)
	}
	return order
}

func (l *Ladder) ids() []string {
	ids := make([]string, len(l.Order))
	for i, m := range l.Order {
		ids[i] = m.ID
	}
	return ids
}

// Before returns the places at a time, by id, as far as the last events reach.
func (l *Ladder) Before(events []Event, at time.Time) map[string]int {
	order := l.ids()
	for _, e := range slices.Backward(events) {
		if !e.At.After(at) {
			break
		}
		order = undo(order, e)
	}
	places := make(map[string]int, len(order))
	for i, id := range order {
		places[id] = i + 1
	}
	return places
}

// History returns a player's places, oldest first, as far as the last events reach.
func (l *Ladder) History(events []Event, id string) []Step {
	order, steps := l.ids(), []Step{}
	place := func() int { return 1 + slices.Index(order, id) }
	for _, e := range slices.Backward(events) {
		after := place()
		order = undo(order, e)
		if place() != after {
			steps = append(steps, Step{e.At, after})
		}
	}
	if first := place(); first > 0 && len(events) > 0 { // they were on the ladder before the first event
		steps = append(steps, Step{events[0].At, first})
	}
	slices.Reverse(steps)
	return steps
}
