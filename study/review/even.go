package review

import "moyo/game"

// even replaces estimates that contradict each other. For the side to move a position is worth at least as much as the
// next one, and exactly as much if it plays the engine's move. even takes the values that satisfy this and are nearest
// to the estimates, by squares weighted by nodes. So no move gains, and a graph of the values turns only where a move
// loses something. Proven values, the end and positions without evaluation stay unchanged.
func (r *Review) even(known []Evaluation) {
	for from := 0; from < len(known); {
		to := from + 1
		for to < len(known) && r.judge[to-1] && isEstimate(known[to-1]) && isEstimate(known[to]) {
			to++
		}
		part := known[from:to]
		r.evenOf(from, part, func(w *Evaluation) *float64 { return &w.Black })
		if counted(part) {
			r.evenOf(from, part, func(w *Evaluation) *float64 { return &w.Lead })
		}
		from = to
	}
}

func isEstimate(w Evaluation) bool { return w.Level > 0 && !w.Solved && !w.Over }

func counted(part []Evaluation) bool {
	for _, w := range part {
		if !w.Counted {
			return false
		}
	}
	return true
}

// evenOf adjusts one of the numbers of part, which begins with position first.
func (r *Review) evenOf(first int, part []Evaluation, number func(*Evaluation) *float64) {
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
