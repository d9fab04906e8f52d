package alphabeta

import "slices"

// moves tries the moves of a position, the most promising first.
func (w *worker) moves(alpha, beta, depth, ply int, cut bool, n node) int {
	f := &w.frames[ply]
	pv := beta-alpha > 1
	list := w.listed(ply, n.known.move, f.excluded != noMove)
	if len(list) == 0 {
		return f.eval
	}
	best, bestMove, startAlpha := none, noMove, alpha
	without := 0
	if f.excluded != noMove {
		without = 1
	}
	quiets := w.quiets[without][ply][:0]
	tried := 0
	for i := 0; i < len(list); i++ {
		m := pick(list, i)
		if m.Point == f.excluded {
			continue
		}
		tried++
		if best > -Proved && !pv && ply > 0 && w.skips(m, tried, depth, alpha, ply, n) {
			list = loud(list, i) // what is true of this quiet move is true of all later ones
			continue
		}
		score, done := w.try(alpha, beta, depth, ply, cut, tried, len(list) == 1, m, n)
		if done {
			return score
		}
		if score > best {
			best = score
			if score > alpha {
				bestMove = m.Point
				if pv || ply == 0 {
					w.extendPV(ply, m.Point)
				}
				if score >= beta {
					w.refuted(ply, depth, m, quiets)
					break
				}
				alpha = score
			}
		}
		if m.Kind == Quiet {
			quiets = append(quiets, m.Point)
		}
	}
	w.quiets[without][ply] = quiets
	if tried == 0 { // the excluded move is the only one
		return alpha
	}
	if f.excluded == noMove && w.opt.Table && !(ply == 0 && w.partial()) {
		w.table.store(n.key, ply, found{
			score: best, eval: clampEval(f.eval), move: bestMove, depth: min(depth, 120), bound: boundOf(best, startAlpha, beta),
		})
	}
	return best
}

// try returns the score of a move; only reports that the position has no other. done
// reports that the score is that of the position, or that the search has ended.
func (w *worker) try(alpha, beta, depth, ply int, cut bool, tried int, only bool, m Move, n node) (score int, done bool) {
	if m.Lost > 0 {
		w.pvLen[ply+1] = ply + 1
		return ply + 1 + int(m.Lost) - Win, false
	}
	extension := 0
	if w.opt.Forced && only {
		extension = 1
	}
	if m.Point == n.known.move {
		e, score, done := w.singular(n, depth, beta, ply, cut)
		if done {
			return score, true
		}
		extension = max(extension, e)
	}
	w.frames[ply].move = m.Point
	w.game.Play(m.Point)
	w.frames[ply+1].excluded = noMove
	score = w.child(alpha, beta, depth-1+extension, ply, cut, tried, m, n)
	w.game.Undo()
	if w.stop {
		return 0, true
	}
	return score, false
}

func clampEval(e int) int { return max(min(e, Proved-1), 1-Proved) }

func boundOf(best, alpha, beta int) bound {
	switch {
	case best >= beta:
		return atLeast
	case best > alpha:
		return exact
	}
	return atMost
}

// listed returns the moves of the position with their scores for the order.
func (w *worker) listed(ply int, first int32, without bool) []Move {
	buffer := &w.buffers[0][ply]
	if without {
		buffer = &w.buffers[1][ply]
	}
	list := w.generate((*buffer)[:0], ply)
	*buffer = list
	side := ply & 1
	reply := noMove
	if w.opt.Counter && ply > 0 && w.frames[ply-1].move >= 0 {
		reply = w.counter[side*w.shared.slots+int(w.frames[ply-1].move)]
	}
	killers, share := w.killers[ply], int32(w.num.at[HistoryShare])
	for i := range list {
		m := &list[i]
		switch {
		case m.Point == first:
			m.Score = 1 << 30
			continue
		case w.opt.Killers && m.Point == killers[0]:
			m.Score += int32(w.num.at[KillerBonus])
		case w.opt.Killers && m.Point == killers[1]:
			m.Score += int32(w.num.at[KillerBonus] / 2)
		}
		if m.Point == reply {
			m.Score += int32(w.num.at[CounterBonus])
		}
		if w.opt.History {
			m.Score += int32(w.history[side][m.Point]) / share
		}
	}
	return list
}

// generate appends the moves of the position to buf; at the root the allowed ones.
func (w *worker) generate(buf []Move, ply int) []Move {
	if ply > 0 {
		return w.game.Moves(buf)
	}
	for _, m := range w.root {
		if !slices.Contains(w.skip, m.Point) {
			buf = append(buf, m)
		}
	}
	return buf
}

// partial reports whether the root lacks some of the position's moves, so that
// its score is not that of the position.
func (w *worker) partial() bool { return w.restricted || len(w.skip) > 0 }

// historyMax is the largest absolute value of a history.
const historyMax = 8192

// pick moves the best of list[i:] to i and returns it.
func pick(list []Move, i int) Move {
	best := i
	for j := i + 1; j < len(list); j++ {
		if list[j].Score > list[best].Score {
			best = j
		}
	}
	list[i], list[best] = list[best], list[i]
	return list[i]
}

// loud drops the quiet moves of list[i:] except the first.
func loud(list []Move, i int) []Move {
	kept := list[:i+1]
	for _, m := range list[i+1:] {
		if m.Kind != Quiet {
			kept = append(kept, m)
		}
	}
	return kept
}

// skips reports whether a quiet move is so late or so far below alpha that it
// is not worth a search.
func (w *worker) skips(m Move, tried, depth, alpha, ply int, n node) bool {
	if m.Kind != Quiet {
		return false
	}
	at := &w.num.at
	if w.opt.LMP && depth <= at[LMPDepth] {
		most := &w.num.most[depth]
		if tried > most[0] && (!n.improving || tried > most[1]) {
			return true
		}
	}
	return w.opt.Futility && depth <= at[ChildDepth] && tried > 2 && alpha > -Proved &&
		w.frames[ply].eval+at[ChildBase]+at[ChildScale]*depth <= alpha
}

// child searches the position after a move: in full if it is the first,
// otherwise first with a null window at a reduced depth.
func (w *worker) child(alpha, beta, depth, ply int, cut bool, tried int, m Move, n node) int {
	pv := beta-alpha > 1
	if w.opt.Method == Minimax {
		return -w.search(-Win, Win, depth, ply+1, false)
	}
	if w.opt.Method == AlphaBeta {
		return -w.search(-beta, -alpha, depth, ply+1, false)
	}
	if tried == 1 {
		return -w.search(-beta, -alpha, depth, ply+1, !pv && !cut)
	}
	r := w.reduction(depth, ply, cut, pv, tried, m, n)
	score := -w.search(-alpha-1, -alpha, depth-r, ply+1, true)
	if score > alpha && r > 0 && !w.stop {
		score = -w.search(-alpha-1, -alpha, depth, ply+1, !cut)
	}
	if score > alpha && score < beta && !w.stop {
		score = -w.search(-beta, -alpha, depth, ply+1, false)
	}
	return score
}

// reduction returns by how many plies the first search of a late move is shallower.
func (w *worker) reduction(depth, ply int, cut, pv bool, tried int, m Move, n node) int {
	if !w.opt.LMR || depth < 2 || m.Kind >= Check || tried <= 2 && pv {
		return 0
	}
	r := w.num.lower[min(depth, 63)][min(tried, 127)]
	if pv {
		r--
	}
	if cut {
		r++
	}
	if !n.improving {
		r++
	}
	if m.Kind == Threat {
		r -= 2
	}
	if m.Point == w.killers[ply][0] || m.Point == w.killers[ply][1] {
		r--
	}
	r -= int(w.history[ply&1][m.Point]) / 4096
	return max(0, min(r, depth-1))
}

// singular reports by how many plies to extend the table's move: one if a
// search of all others fails far below it. done reports that the others exceed
// beta, too.
func (w *worker) singular(n node, depth, beta, ply int, cut bool) (extension, score int, done bool) {
	f := &w.frames[ply]
	if !w.opt.Singular || ply == 0 || depth < w.num.at[SingularDepth] ||
		f.excluded != noMove || n.known.depth < depth-3 || n.known.bound == atMost ||
		n.known.score >= Proved || n.known.score <= -Proved || ply > 2*w.depth {
		return 0, 0, false
	}
	margin := n.known.score - w.num.at[SingularScale]*depth/10
	f.excluded = n.known.move
	score = w.search(margin-1, margin, (depth-1)/2, ply, cut)
	f.excluded = noMove
	switch {
	case w.stop:
		return 0, 0, true
	case score < margin:
		return 1, 0, false
	case margin >= beta:
		return 0, margin, true
	}
	return 0, 0, false
}

// refuted updates the orders of moves after a move that exceeded beta.
func (w *worker) refuted(ply, depth int, m Move, before []int32) {
	if m.Kind != Quiet && m.Kind != Threat {
		return
	}
	if k := &w.killers[ply]; k[0] != m.Point {
		k[0], k[1] = m.Point, k[0]
	}
	side := ply & 1
	if ply > 0 && w.frames[ply-1].move >= 0 {
		w.counter[side*w.shared.slots+int(w.frames[ply-1].move)] = m.Point
	}
	bonus := min(depth*depth*4, 400)
	w.addHistory(side, m.Point, bonus)
	for _, p := range before {
		w.addHistory(side, p, -bonus)
	}
}

// addHistory moves a history towards ±historyMax, in smaller steps the nearer it is.
func (w *worker) addHistory(side int, p int32, bonus int) {
	h := &w.history[side][p]
	size := bonus
	if size < 0 {
		size = -size
	}
	*h += int16(bonus - int(*h)*size/historyMax)
}

// extendPV puts m before the line found after it.
func (w *worker) extendPV(ply int, m int32) {
	w.pv[ply][ply] = m
	n := w.pvLen[ply+1]
	copy(w.pv[ply][ply+1:n], w.pv[ply+1][ply+1:n])
	w.pvLen[ply] = max(n, ply+1)
}
