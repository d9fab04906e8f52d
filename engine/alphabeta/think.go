package alphabeta

import (
	"context"
	"slices"
	"sync"
	"time"
)

// Limits bound a search; a zero field does not. The context bounds it as well.
type Limits struct {
	Depth   int
	Nodes   int64
	Soft    time.Duration // no new iteration begins after this
	Threads int           // 0 is 1
	Best    int           // how many of the best moves get a value; 0 is 1
	Part    bool          // root lacks some of the position's moves
}

// Line is a move with its score and continuation.
type Line struct {
	Move  int32
	Score int
	PV    []int32 // beginning with Move
}

// Result is what a search has found.
type Result struct {
	Line
	Depth   int   // of the last full iteration
	Nodes   int64 // by all threads
	Elapsed time.Duration
	Lines   []Line // the Limits.Best best moves, best first
}

// Think searches g for the best of the moves in root, which must not be empty.
// It deepens until a limit is reached, ctx ends or the result is proved. The
// result always has a move. report, if not nil, is called after each iteration
// from the calling goroutine.
func Think(ctx context.Context, g Game, root []Move, points int, table *Table, opt Options, lim Limits, report func(Result)) Result {
	begin := time.Now()
	sh := &shared{limit: lim.Nodes, slots: points, num: opt.numbers()}
	release := context.AfterFunc(ctx, func() { sh.stopping.Store(true) })
	defer release()
	table.next()
	var wg sync.WaitGroup
	for i := 1; i < max(lim.Threads, 1); i++ {
		helper := newWorker(g.Clone(), root, table, &opt, sh, i)
		helper.restricted = lim.Part
		wg.Add(1)
		go func() {
			defer wg.Done()
			helper.help(lim)
		}()
	}
	main := newWorker(g, root, table, &opt, sh, 0)
	main.restricted = lim.Part
	result := main.deepen(lim, begin, report)
	sh.stopping.Store(true)
	wg.Wait()
	main.share()
	result.Nodes = sh.nodes.Load()
	result.Elapsed = time.Since(begin)
	return result
}

func newWorker(g Game, root []Move, table *Table, opt *Options, sh *shared, id int) *worker {
	w := &worker{opt: opt, num: sh.num, game: g, table: table, shared: sh, id: id, root: slices.Clone(root)}
	for side := range w.history {
		w.history[side] = make([]int16, sh.slots)
	}
	w.counter = make([]int32, 2*sh.slots)
	for i := range w.counter {
		w.counter[i] = noMove
	}
	for i := range w.killers {
		w.killers[i] = [2]int32{noMove, noMove}
	}
	for i := range w.frames {
		w.frames[i] = frame{move: noMove, excluded: noMove}
	}
	slices.SortStableFunc(w.root, func(a, b Move) int { return int(b.Score) - int(a.Score) })
	return w
}

// deepen runs the iterations of the first thread.
func (w *worker) deepen(lim Limits, begin time.Time, report func(Result)) Result {
	result := Result{Line: Line{Move: w.root[0].Point, Score: 0, PV: []int32{w.root[0].Point}}}
	result.Lines = []Line{result.Line}
	if report != nil { // a busy machine may leave no time for more
		report(result)
	}
	last := MaxPly / 2
	if lim.Depth > 0 {
		last = min(lim.Depth, last)
	}
	for d := 1; d <= last; d++ {
		w.depth = d
		lines := w.iterate(d, max(lim.Best, 1), result.Lines)
		if len(lines) > 0 { // the best so far of an interrupted iteration is no worse than that of the one before
			result.Line, result.Lines = lines[0], lines
			w.promote(lines)
		}
		if w.stop {
			break
		}
		result.Depth = d
		result.Nodes, result.Elapsed = w.shared.nodes.Load(), time.Since(begin)
		if report != nil {
			report(result)
		}
		if settled(result, d, max(lim.Best, 1), len(w.root)) || lim.Soft > 0 && result.Elapsed > lim.Soft {
			break
		}
	}
	return result
}

// promote moves the best moves of an iteration to the front at the root.
func (w *worker) promote(lines []Line) {
	const first = 1 << 20
	for i := range w.root {
		for rank, l := range lines {
			if w.root[i].Point == l.Move {
				w.root[i].Score = first - int32(rank)
			}
		}
	}
}

// settled reports whether further iterations would not change the result.
func settled(r Result, depth, best, moves int) bool {
	if best == 1 && moves == 1 && depth >= 6 {
		return true
	}
	for _, l := range r.Lines {
		if l.Score < Proved && l.Score > -Proved {
			return false
		}
	}
	return len(r.Lines) >= min(best, moves) && (r.Score >= Proved || depth >= min(Win+r.Score, 30))
}

// iterate evaluates the best moves at one depth. If the search stops before the
// first has a score, it returns what it has, perhaps nothing.
func (w *worker) iterate(d, best int, before []Line) []Line {
	var lines []Line
	w.skip = w.skip[:0]
	for i := range min(best, len(w.root)) {
		guess := 0
		if i < len(before) {
			guess = before[i].Score
		}
		score := w.aspire(d, guess)
		if w.pvLen[0] > 0 {
			line := Line{Move: w.pv[0][0], Score: score, PV: slices.Clone(w.pv[0][:w.pvLen[0]])}
			if w.stop && i < len(before) {
				line.Score = before[i].Score
			}
			lines = append(lines, line)
			w.skip = append(w.skip, line.Move)
		}
		if w.stop {
			break
		}
	}
	if w.stop && len(lines) < len(before) {
		lines = merge(lines, before)
	}
	slices.SortStableFunc(lines, func(a, b Line) int { return b.Score - a.Score })
	return lines
}

// merge adds lines of an earlier iteration for moves without a line in now.
func merge(now, before []Line) []Line {
	for _, l := range before {
		if len(now) < len(before) && !slices.ContainsFunc(now, func(n Line) bool { return n.Move == l.Move }) {
			now = append(now, l)
		}
	}
	return now
}

// aspire searches the root with a window around the guess, and widens it until
// the score is inside.
func (w *worker) aspire(d, guess int) int {
	w.pvLen[0] = 0
	if w.opt.Method == MTDF {
		return w.mtdf(d, guess)
	}
	width := 40
	alpha, beta := -Win, Win
	if w.opt.Window && d >= 5 && guess < Proved && guess > -Proved && w.opt.Method == PVS {
		alpha, beta = guess-width, guess+width
	}
	for {
		score := w.rootSearch(alpha, beta, d)
		switch {
		case w.stop:
			return score
		case score <= alpha && alpha > -Win:
			beta = (alpha + beta) / 2
			alpha = max(score-width, -Win)
		case score >= beta && beta < Win:
			beta = min(score+width, Win)
		default:
			return score
		}
		if width *= 3; width > 1000 {
			alpha, beta = -Win, Win
		}
	}
}

// rootSearch keeps the line so far if a search ends without one.
func (w *worker) rootSearch(alpha, beta, d int) int {
	kept := slices.Clone(w.pv[0][:w.pvLen[0]])
	score := w.search(alpha, beta, d, 0, false)
	if w.pvLen[0] == 0 && len(kept) > 0 {
		w.pvLen[0] = copy(w.pv[0][:], kept)
	}
	return score
}

// mtdf converges on the score by null windows alone (A. Plaat et al.,
// "Best-first fixed-depth minimax algorithms", Artificial Intelligence 87,
// 1996).
func (w *worker) mtdf(d, guess int) int {
	low, high, score := -Win, Win, guess
	for low < high {
		beta := score
		if score == low {
			beta++
		}
		score = w.rootSearch(beta-1, beta, d)
		if w.stop {
			return score
		}
		if score < beta {
			high = score
		} else {
			low = score
		}
	}
	return score
}

// help searches to fill the table, every other thread one ply ahead.
func (w *worker) help(lim Limits) {
	guess := 0
	last := MaxPly / 2
	if lim.Depth > 0 {
		last = min(last, lim.Depth+1)
	}
	for d := 1 + w.id&1; d <= last && !w.stop; d++ {
		w.depth = d
		guess = w.aspire(d, guess)
		w.share()
	}
	w.share()
}
