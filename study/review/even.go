package review

import "moyo/game"

// even replaces estimates that contradict each other. For the side to move a position is worth at least as much as the next one, and
// just as much where it plays the engine's own move. The values that obey this and lie nearest to the estimates, by squares weighted
// by nodes, take their place. So no move between them gains, and a graph of the values turns only where a move loses something. What
// is proven, the end and what was not looked at stay as they are.
func (r *Review) even(known []Worth) {
	for from := 0; from < len(known); {
		to := from + 1
		for to < len(known) && r.judge[to-1] && isEstimate(known[to-1]) && isEstimate(known[to]) {
			to++
		}
		part := known[from:to]
		r.evenOf(from, part, func(w *Worth) *float64 { return &w.Black })
		if counted(part) {
			r.evenOf(from, part, func(w *Worth) *float64 { return &w.Lead })
		}
		from = to
	}
}

func isEstimate(w Worth) bool { return w.Level > 0 && !w.Solved && !w.Over }

func counted(part []Worth) bool {
	for _, w := range part {
		if !w.Counted {
			return false
		}
	}
	return true
}

// evenOf evens out one of the numbers of part, which begins with the position first.
func (r *Review) evenOf(first int, part []Worth, number func(*Worth) *float64) {
	values, weights, order := make([]float64, len(part)), make([]float64, len(part)), make([]ordering, len(part))
	for i := range part {
		values[i], weights[i] = *number(&part[i]), float64(max(part[i].Nodes, 1))
		if i+1 == len(part) {
			break
		}
		switch move := first + i; {
		case part[i].Best == r.moves[move]:
			order[i] = equal
		case r.turns[move].Color == game.Black:
			order[i] = falling
		default:
			order[i] = rising
		}
	}
	for i, v := range nearest(values, weights, order) {
		*number(&part[i]) = v
	}
}
