package alphabeta

import "sync/atomic"

// worker is one thread of a search. It has its own histories and shares the table.
type worker struct {
	opt        *Options
	num        *numbers // of opt
	game       Game
	table      *Table
	shared     *shared
	id         int
	nodes      int64
	counted    int64 // nodes already added to shared
	stop       bool
	root       []Move  // moves at the root
	skip       []int32 // of those, the ones left out at present
	restricted bool    // root lacks some of the position's moves
	depth      int
	killers    [MaxPly + 2][2]int32
	history    map2
	counter    []int32
	frames     [MaxPly + 4]frame
	pv         [MaxPly + 2][MaxPly + 2]int32
	pvLen      [MaxPly + 2]int
	buffers    [2][MaxPly + 2][]Move // the second for searches that exclude a move
	quiets     [2][MaxPly + 2][]int32
}

// map2 has a number for each side to move and point.
type map2 [2][]int16

// frame is the data of a node that its descendants use.
type frame struct {
	eval     int
	move     int32 // played in the node
	excluded int32
	null     bool
}

// shared is the state that the threads of a search share.
type shared struct {
	nodes    atomic.Int64
	limit    int64
	stopping atomic.Bool
	slots    int // points of the game, which bound moves
	num      *numbers
}

// count counts a node and reports whether the search has to end.
func (w *worker) count() bool {
	w.nodes++
	if w.nodes-w.counted >= 256 || w.shared.limit > 0 && w.nodes-w.counted >= 16 {
		w.share()
	}
	return w.stop
}

func (w *worker) share() {
	total := w.shared.nodes.Add(w.nodes - w.counted)
	w.counted = w.nodes
	if w.shared.limit > 0 && total >= w.shared.limit {
		w.shared.stopping.Store(true)
	}
	w.stop = w.shared.stopping.Load()
}

// search returns the score of the position for the side to move. A result in
// (alpha, beta) is exact within the depth; one of at most alpha is an upper
// bound and one of at least beta a lower bound. After a stop the result has no
// meaning. A depth of zero or less leaves the position to Quiesce.
func (w *worker) search(alpha, beta, depth, ply int, cut bool) int {
	pv := beta-alpha > 1
	w.pvLen[ply] = ply
	if depth <= 0 || ply >= MaxPly-1 {
		return w.quiesce(alpha, beta, ply)
	}
	if w.count() {
		return 0
	}
	f := &w.frames[ply]

	// 1. Positions that need no search.
	if ply > 0 {
		if score, ok := w.game.Decided(ply); ok {
			return score
		}
	}
	alpha, beta = max(alpha, ply-Win), min(beta, Win-ply-1)
	if alpha >= beta {
		return alpha
	}

	// 2. The transposition table.
	key := w.game.Key()
	var known found
	hit := false
	if w.opt.Table {
		known, hit = w.table.probe(key, ply)
	} else {
		known.move = noMove
	}
	if hit && !pv && ply > 0 && f.excluded == noMove && cuts(known, alpha, beta, depth) {
		return known.score
	}

	// 3. The static evaluation, and cuts that use it.
	threatened := w.game.Threatened()
	f.eval = w.estimate(known, hit)
	improving := ply >= 2 && f.eval > w.frames[ply-2].eval
	if !pv && ply > 0 && !threatened && f.excluded == noMove {
		if score, ok := w.prune(alpha, beta, depth, ply, cut, improving); ok {
			return score
		}
	}

	// 4. Without a hash move, search less deeply.
	if w.opt.Reduce && known.move == noMove && depth >= 4 && !threatened {
		depth--
	}
	return w.moves(alpha, beta, depth, ply, cut, node{key, known, improving})
}

// node is what is known about a position before its moves are tried.
type node struct {
	key       uint64
	known     found
	improving bool
}

// cuts reports whether the table's entry decides the window. Proved scores
// count at any depth.
func cuts(f found, alpha, beta, depth int) bool {
	if f.depth < depth && f.score < Proved && f.score > -Proved {
		return false
	}
	switch f.bound {
	case exact:
		return true
	case atLeast:
		return f.score >= beta
	case atMost:
		return f.score <= alpha
	}
	return false
}

// estimate returns the static evaluation, corrected by the table's entry.
func (w *worker) estimate(known found, hit bool) int {
	if !hit {
		return w.game.Eval()
	}
	eval := known.eval
	if known.bound == exact || known.bound == atLeast && known.score > eval || known.bound == atMost && known.score < eval {
		if known.score < Proved && known.score > -Proved {
			return known.score
		}
	}
	return eval
}

// prune cuts a position whose static evaluation is far outside the window.
func (w *worker) prune(alpha, beta, depth, ply int, cut, improving bool) (int, bool) {
	eval, at := w.frames[ply].eval, &w.num.at
	if w.opt.Razor && depth <= at[RazorDepth] && eval+at[RazorBase]+at[RazorScale]*depth <= alpha {
		if score := w.game.Quiesce(alpha, alpha+1, ply, &w.nodes); score <= alpha || score >= Proved {
			return score, true
		}
	}
	if w.opt.Futility && depth <= at[FutilityDepth] && beta > -Proved && eval < Proved {
		margin := at[FutilityScale] * depth
		if improving {
			margin -= at[FutilityScale] / 2
		}
		if eval-margin >= beta {
			return eval, true
		}
	}
	if w.opt.NullMove && cut && depth >= at[NullDepth] && eval >= beta+at[NullMargin] && beta > -Proved && !w.frames[max(ply-1, 0)].null {
		return w.nullMove(beta, depth, ply)
	}
	return 0, false
}

// nullMove passes: if the opponent, moving twice, does not get below beta, it
// will not by moving once.
func (w *worker) nullMove(beta, depth, ply int) (int, bool) {
	f := &w.frames[ply]
	f.null, f.move = true, noMove
	w.game.Pass()
	w.frames[ply+1].excluded = noMove
	score := -w.search(-beta, -beta+1, depth-4-depth/6, ply+1, false)
	w.game.UndoPass()
	f.null = false
	if score >= beta && !w.stop {
		return min(score, Proved-1), true
	}
	return 0, false
}

func (w *worker) quiesce(alpha, beta, ply int) int {
	if w.count() {
		return 0
	}
	return w.game.Quiesce(alpha, beta, ply, &w.nodes)
}
