package mcts

import (
	"math"
	"sync"
	"sync/atomic"

	"moyo/game"
	"moyo/internal/splitmix"
)

// search is what the threads of one search share. The fields that they write at
// every playout are on other cache lines than the fields that they only read.
type search struct {
	opt        *Options
	tree       *tree
	biases     *biases
	owned      *owners // of the playouts in the tree at the start; nil for none
	root       Root
	limit      int64       // playouts allowed; 0: no bound
	fixed      bool        // playouts bound the search: thread 0 checks whether it is settled
	shared     bool        // several threads search
	evaluates  bool        // states are Evaluators
	mover      game.Color  // the side to move at the root
	bans       [][3]int32  // by banIndex: the plies in which each side must not play the move; nil if nothing is banned
	least      int         // root moves reported, at least
	visited    bool        // all visited moves are reported
	rootTemper float64     // of the root's priors, in addition to PUCT.Temper
	noised     [2]int      // how many of the root's likely children, and of the others, get noise
	stop       atomic.Bool // written once
	full       atomic.Bool // where positions are evaluated: the tree has no room

	_         [64]byte
	taken     atomic.Int64 // playouts started
	done      atomic.Int64 // playouts counted
	estimates atomic.Int64 // visits that estimates were counted as
	_         [64]byte
}

// worker is one thread: its own state, buffers and random numbers.
type worker struct {
	*search
	state     State
	scorer    Scorer // state, if it is one
	rng       rng
	orders    rng       // of the order of later children, so that the search is the same as if all had come together
	estimator Estimator // state, if it is one
	evaluator Evaluator // state, if it is one
	keyer     BiasKeyer // state, if it is one and biases are used
	path      []step
	first     []game.Color // by point: the side that plays it first
	children  []Child
	others    []Child   // scratch
	top       []float32 // scratch
	owners    *owners   // of this search; nil if ownership is not needed

	// results is held while the results of the root's children change, so that a report sees each of them whole.
	results  sync.Mutex
	underWay uint32 // index of the root's child whose visit counts already, but not its result; 0 for none
}

// step is a node on the path, the side that moves after it, and the visits and
// values that estimates add to the node when the playout has ended.
type step struct {
	node      uint32
	toPlay    game.Color
	estimates uint64
}

// times returns how often the result of the path counts for the node.
func (s *step) times() int64 { return 1 + int64(s.estimates>>visitShift) }

func newWorker(s *search, points int, seed uint64) *worker {
	state := s.root.State(seed)
	scorer, _ := state.(Scorer)
	estimator, _ := state.(Estimator)
	evaluator, _ := state.(Evaluator)
	var keyer BiasKeyer
	if s.opt.PUCT.Bias > 0 {
		keyer, _ = state.(BiasKeyer)
	}
	return &worker{
		search: s, state: state, scorer: scorer, estimator: estimator, evaluator: evaluator, keyer: keyer,
		rng: rng(seed ^ 0x9e3779b97f4a7c15), orders: rng(seed ^ 0x7f4a7c159e3779b9),
		first: make([]game.Color, points), path: make([]step, 0, 64),
	}
}

// pause is how many playouts fewer pass between checks whether the search is
// settled: evaluations take longer than playouts.
func (w *worker) pause() int64 {
	if w.evaluator != nil {
		return 7
	}
	return 63
}

// run searches until it is stopped or the playouts are used up.
func (w *worker) run(early bool) {
	for !w.stop.Load() && !w.full.Load() {
		n := w.taken.Add(1)
		if w.limit > 0 && n > w.limit || n&1023 == 0 && w.tree.at(firstNode).visits() > maxVisits {
			return
		}
		if early && n&w.pause() == 0 && w.settled(w.limit-n) {
			w.stop.Store(true)
			return
		}
		if w.evaluator != nil {
			w.evaluate()
		} else {
			w.playout()
		}
	}
}

// playout descends to a leaf, plays to the end and counts the result along the
// path.
func (w *worker) playout() {
	w.state.Reset()
	w.path = append(w.path[:0], step{node: firstNode, toPlay: w.state.ToPlay()})
	w.tree.at(firstNode).count.Add(oneVisit)
	for !w.state.Terminal() {
		last := &w.path[len(w.path)-1]
		n := w.tree.at(last.node)
		if n.first.Load() < firstNode && !w.expand(last.node, n, len(w.path) == 1) {
			break
		}
		w.descend(w.pick(n))
	}
	clear(w.first)
	value, ok := w.state.Rollout(w.first)
	if !ok {
		w.takeBack()
		return
	}
	w.update(value)
	w.done.Add(1)
}

// descend counts a visit of the child at index next and plays its move.
func (w *worker) descend(next uint32) {
	child := w.tree.at(next)
	if len(w.path) == 1 {
		w.results.Lock()
		child.count.Add(oneVisit)
		w.underWay = next
		w.results.Unlock()
	} else {
		child.count.Add(oneVisit)
	}
	w.state.Play(child.move)
	w.path = append(w.path, step{node: next, toPlay: w.state.ToPlay()})
}

// takeBack removes the visits of a playout that was cut short.
func (w *worker) takeBack() {
	w.results.Lock()
	defer w.results.Unlock()
	w.underWay = 0
	for _, s := range w.path {
		w.tree.at(s.node).count.Add(^uint64(oneVisit - 1))
	}
}

// expand gives n its children if it is due and this thread is the one to do it.
// It reports whether n has children now.
func (w *worker) expand(i uint32, n *node, isRoot bool) bool {
	if !isRoot && n.visits() < int64(w.opt.ExpandAt) || !n.first.CompareAndSwap(leaf, expanding) {
		return false
	}
	w.children = w.allowed(w.state.Expand(w.children[:0]))
	if !w.plant(n, w.children) {
		return false
	}
	w.addEstimate()
	return true
}

// plant gives n, which this thread is expanding, its likely children, in random order, and leaves
// them in front of the others. It returns false without children, or without room for them.
func (w *worker) plant(n *node, children []Child) bool {
	if len(children) == 0 {
		n.first.Store(closed)
		return false
	}
	w.rng.shuffle(children)
	n.n = int32(len(children))
	return w.plantBlock(&n.first, w.likeliest(children))
}

// plantBlock makes nodes of children, and sets first to their index; false if there is no room for them.
func (w *worker) plantBlock(first *atomic.Uint32, children []Child) bool {
	at, ok := w.tree.alloc(len(children))
	if !ok {
		first.Store(closed)
		w.full.Store(w.evaluator != nil)
		return false
	}
	block := w.tree.block(at, int32(len(children)))
	for k := range block {
		block[k].set(children[k])
	}
	first.Store(at)
	return true
}

// addEstimate notes along the path the state's estimate of the position that has just got children.
// It counts when the playout from there has ended, whose lead counts as often.
func (w *worker) addEstimate() {
	if w.estimator == nil {
		return
	}
	value, playouts := w.estimator.Estimate()
	if playouts == 0 {
		return
	}
	w.estimates.Add(int64(playouts))
	times := uint64(playouts)
	sums := [3]uint64{game.Black: pack(value), game.White: pack(1 - value)}
	w.path[0].estimates += times * oneVisit
	for k := 1; k < len(w.path); k++ {
		w.path[k].estimates += times * (oneVisit + sums[w.path[k-1].toPlay])
	}
}

// pick returns the child to descend to: the most urgent. The order of children
// is random, so the first of equals will do.
func (w *worker) pick(n *node) uint32 {
	first := n.first.Load()
	best, bestAt := math.Inf(-1), 0
	explore := 0.0
	if w.opt.Explore > 0 {
		explore = w.opt.Explore * math.Sqrt(math.Log(float64(n.visits()+1)))
	}
	block := w.tree.block(first, n.n)
	for k := range block {
		if u := w.urgency(&block[k], explore); u > best {
			best, bestAt = u, k
		}
	}
	return first + uint32(bestAt)
}

// urgency returns the value of n for the side that would play it. It mixes playouts
// and priors together with RAVE, by the schedule of michi and of Gelly and Silver's
// equation 14. It adds a bonus for exploration if explore is not zero.
func (w *worker) urgency(n *node, explore float64) float64 {
	visits, sum := unpack(n.count.Load())
	v := visits + float64(n.pv)
	u := 0.5
	if v > 0 {
		u = (sum + float64(n.pw)) / v
	}
	if rv, rsum := unpack(n.rave.Load()); rv > 0 && w.opt.RAVE > 0 {
		beta := rv / (rv + v + v*rv/w.opt.RAVE)
		u += beta * (rsum/rv - u)
	}
	if explore > 0 {
		u += explore / math.Sqrt(v+1)
	}
	return u
}

// update counts a value for Black along the path, from the leaf up. It also
// counts it for the children of each node that are points played later in the
// playout by the side to move there.
func (w *worker) update(value float64) {
	sums := [3]uint64{game.Black: pack(value), game.White: pack(1 - value)}
	lead := w.lead()
	w.results.Lock()
	defer w.results.Unlock()
	w.noteOwners()
	for k := len(w.path) - 1; k >= 0; k-- {
		s := &w.path[k]
		n, side := w.tree.at(s.node), s.toPlay
		if k+1 < len(w.path) {
			if m := w.tree.at(w.path[k+1].node).move; m >= 0 {
				w.first[m] = side
			}
		}
		if weight := w.raveWeight(n); weight > 0 {
			w.updateRAVE(n, side, weight*(oneVisit+sums[side]))
		}
		n.lead.Add(lead * s.times())
		switch {
		case k > 0:
			n.count.Add(sums[w.path[k-1].toPlay] + s.estimates)
		case s.estimates > 0:
			n.count.Add(s.estimates)
		}
	}
}

// lead returns Black's lead at the end that the state is at, in parts of a point, 1/leadUnit; 0 if no points are counted.
func (w *worker) lead() int64 {
	if w.scorer == nil {
		return 0
	}
	return int64(math.Round(w.scorer.EndScore(nil) * leadUnit))
}

// noteOwners counts the ownership at the end that the state is at, if it is needed. No result is under way afterwards.
func (w *worker) noteOwners() {
	w.underWay = 0
	if w.owners != nil && len(w.path) > 1 {
		w.owners.add(w.scorer, w.tree.at(w.path[1].node).move, w.path[1].times())
	}
}

// Where threads share the tree, one playout in raveEvery writes the RAVE counts
// of a node with many visits, with that weight: these writes cause most of the
// contention between threads.
const (
	raveHot   = 128
	raveEvery = 8
)

// raveWeight returns how often a playout counts in the RAVE of n's children; 0
// if it does not.
func (w *worker) raveWeight(n *node) uint64 {
	switch {
	case w.opt.RAVE <= 0:
		return 0
	case !w.shared || n.visits() < raveHot:
		return 1
	case w.rng.below(raveEvery) == 0:
		return raveEvery
	}
	return 0
}

func (w *worker) updateRAVE(n *node, side game.Color, add uint64) {
	first := n.first.Load()
	if first < firstNode || side == game.Empty {
		return
	}
	block := w.tree.block(first, n.n)
	for k := range block {
		if m := block[k].move; m >= 0 && w.first[m] == side {
			block[k].rave.Add(add)
		}
	}
}

// rng makes the random choices of a worker.
type rng splitmix.Rand

func (r *rng) next() uint64 { return (*splitmix.Rand)(r).Next() }

// below returns a number from 0 to n-1.
func (r *rng) below(n int) int { return int(r.next() >> 32 * uint64(n) >> 32) }

// float returns a number from 0 up to, not including, 1.
func (r *rng) float() float64 { return float64(r.next()>>11) / (1 << 53) }

func (r *rng) shuffle(c []Child) {
	for i := len(c) - 1; i > 0; i-- {
		j := r.below(i + 1)
		c[i], c[j] = c[j], c[i]
	}
}
