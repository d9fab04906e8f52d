package review

import "moyo/game"

// even replaces estimates that contradict each other by their means. For the side to move a position is worth at least as much as the
// next one, and just as much where it plays the engine's own move. So no move gains, and a graph of the values turns only where
// a move loses something. Means are weighted by nodes (pool adjacent violators: M. Ayer et al., "An empirical distribution function
// for sampling with incomplete information", 1955). What is proven, the end and what was not looked at stay as they are.
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

// pool is a run of positions with one value.
type pool struct {
	from, to      int
	value, weight float64
}

// evenOf evens out one of the numbers of part, which begins with the position first.
func (r *Review) evenOf(first int, part []Worth, number func(*Worth) *float64) {
	var pools []pool
	for i := range part {
		pools = append(pools, pool{i, i + 1, *number(&part[i]), float64(max(part[i].Nodes, 1))})
		for n := len(pools); n > 1 && r.breaks(first, part, pools[n-2], pools[n-1]); n = len(pools) {
			a, b := pools[n-2], pools[n-1]
			weight := a.weight + b.weight
			pools = append(pools[:n-2], pool{a.from, b.to, (a.value*a.weight + b.value*b.weight) / weight, weight})
		}
	}
	for _, p := range pools {
		if p.to == p.from+1 {
			continue
		}
		for i := p.from; i < p.to; i++ {
			*number(&part[i]) = p.value
		}
	}
}

// breaks says whether two neighbouring pools contradict each other.
func (r *Review) breaks(first int, part []Worth, a, b pool) bool {
	move := first + b.from - 1
	if part[b.from-1].Best == r.moves[move] {
		return true
	}
	if r.turns[move].Color == game.White {
		return b.value < a.value
	}
	return b.value > a.value
}
