package mcts

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sync"
	"time"

	"moyo/engine"
	"moyo/game"
)

// How often the search checks the clock and reports.
const (
	tick        = 10 * time.Millisecond
	reportEvery = 100 * time.Millisecond
	candidates  = 12 // reported, unless Limits.Best asks for more
	pvLength    = 16
)

// Search implements engine.Engine. A search bounded by time continues with the tree of the
// previous search if the game came out of that position. One bounded by playouts begins again.
// So does one for ownership or deviations, unless the position is the same and these are known:
// sums for whole subtrees would take too much memory.
// With one thread its result depends on position, playouts and seed alone, unless time cuts it
// short; where positions are evaluated also on the processor, as rounding differs.
func (e *Engine) Search(ctx context.Context, pos game.Position, lim engine.Limits, report func(engine.Info)) (engine.Info, error) {
	began := time.Now()
	if pos.ToPlay() == game.Empty {
		return engine.Info{Move: game.NoMove, Value: 0.5}, nil
	}
	opt := e.opt
	s := &search{opt: &opt, tree: &e.tree, biases: &e.biases, owned: e.owned}
	s.stop.Store(ctx.Err() != nil)
	defer context.AfterFunc(ctx, func() { s.stop.Store(true) })()
	root, err := e.model.Root(pos, &s.stop)
	if err != nil {
		return engine.Info{}, err
	}
	s.root = root
	if t, ok := root.(Tuned); ok {
		t.Tune(&opt)
	}
	s.ban(pos, lim)
	s.least, s.visited, s.rootTemper = max(candidates, lim.Best), lim.Full, lim.Temper
	opt.FullTime = opt.FullTime || lim.Full
	if m, value, ok := root.Shortcut(); ok && !lim.Full && pos.Check(m) == game.Legal && !s.banned(m, pos.ToPlay(), 0) {
		c := engine.Candidate{Move: m, Value: value, PV: []game.Move{m}}
		info := engine.Info{Move: m, Value: value, PV: c.PV, Candidates: []engine.Candidate{c}, Elapsed: time.Since(began)}
		info.Lead, info.HasLead = lead(root)
		info.Rough = rough(root)
		return info, nil
	}
	lim = opt.merge(lim, turns(root))
	s.limit, s.fixed = lim.Nodes, lim.Nodes > 0
	workers := s.workers(pos.Board().Len(), lim)
	if e.shape(s.evaluates) || s.fixed || s.alters() || !e.resume(ctx, pos, workers[0].owners) {
		s.reset()
		e.biases.forget()
	}
	workers[0].plantRoot(pos)
	if e.last = pos.Clone(); s.alters() {
		e.last = nil // other searches need other moves or priors
	}
	c := controller{search: s, side: pos.ToPlay(), workers: workers, began: began, deadline: deadline(began, lim.Time), report: report}
	c.drive(ctx)
	e.owned = c.owners().within(opt.Memory / ownersPart)
	return s.decide(pos, c.info(), &workers[0].rng), nil
}

func deadline(began time.Time, limit time.Duration) time.Time {
	if limit <= 0 {
		return time.Time{}
	}
	return began.Add(limit)
}

func (s *search) workers(points int, lim engine.Limits) []*worker {
	ws := make([]*worker, max(1, lim.Threads))
	s.shared = len(ws) > 1
	for i := range ws {
		ws[i] = newWorker(s, points, lim.Seed+uint64(i)*0x632be59bd9b4e019)
		s.evaluates = ws[i].evaluator != nil
		if ws[i].scorer == nil {
			continue
		}
		if lim.Ownership {
			ws[i].owners = newOwners(points)
		} else if lim.Full {
			ws[i].owners = newOwners(0) // only leads
		}
	}
	return ws
}

// plantRoot gives the root its children. All of them are legal by the rules
// themselves, whatever the model believes; if the model has none, any legal move.
func (w *worker) plantRoot(pos game.Position) {
	r := w.tree.at(firstNode)
	if w.whole(r) && w.rootLegal(pos, r) {
		blocks := w.tree.children(r)
		w.drawNoisy(len(blocks[0]), len(blocks[1]))
		return
	}
	w.reset()
	w.full.Store(false) // an old tree may have had no memory for all of the root's children
	w.children = slices.DeleteFunc(w.rootChildren(), func(c Child) bool { return pos.Check(c.Move) != game.Legal })
	if slices.ContainsFunc(w.children, func(c Child) bool { return w.plays(c.Move) }) {
		w.children = slices.DeleteFunc(w.children, func(c Child) bool { return !w.plays(c.Move) })
	}
	if len(w.children) == 0 {
		for _, m := range pos.LegalMoves(nil) {
			w.children = append(w.children, Child{Move: m, Visits: 1, Wins: 0.5})
		}
	}
	if w.evaluator != nil {
		w.temper(w.children, w.rootTemper)
	}
	if w.plant(r, w.children) {
		w.plantOthers(r, w.children)
	}
}

// plantOthers gives the root the rest of its children, which it needs immediately, and draws the ones that get noise.
func (w *worker) plantOthers(r *node, children []Child) {
	likely := min(len(children), int(w.tree.likely))
	if others := w.tree.others(r); others != nil {
		w.plantBlock(others, children[likely:])
	}
	w.drawNoisy(likely, len(children)-likely)
}

// rootChildren returns the moves worth trying at the root, and counts the root's evaluation.
func (w *worker) rootChildren() []Child {
	if w.evaluator == nil {
		return w.state.Expand(w.children[:0])
	}
	children, value := w.evaluator.Evaluate(w.children[:0])
	w.path = append(w.path[:0], step{node: firstNode, toPlay: w.state.ToPlay()})
	w.tree.at(firstNode).count.Add(oneVisit)
	w.credit(value)
	return children
}

// plays reports whether a legal move may be played from the root.
func (s *search) plays(m game.Move) bool {
	c, ok := s.root.(Selective)
	return (!ok || c.Plays(m)) && !s.banned(m, s.mover, 0)
}

// whole reports whether the root has all its children, after adding what an old tree lacks.
func (w *worker) whole(r *node) bool {
	blocks := w.tree.children(r)
	if len(blocks[0])+len(blocks[1]) == int(r.n) {
		return r.n > 0
	}
	w.path = append(w.path[:0], step{node: firstNode, toPlay: w.state.ToPlay()})
	return w.widen(r, blocks[0])
}

// rootLegal reports whether all of the root's children may be played.
func (w *worker) rootLegal(pos game.Position, r *node) bool {
	for _, block := range w.tree.children(r) {
		for k := range block {
			if pos.Check(block[k].move) != game.Legal || !w.plays(block[k].move) {
				return false
			}
		}
	}
	return true
}

// controller watches the clock while the workers search.
type controller struct {
	*search
	side     game.Color // to move
	workers  []*worker
	began    time.Time
	deadline time.Time
	report   func(engine.Info)
	sliding  sync.Mutex // held while the tree is compacted, and while goroutines other than workers read it
	running  time.Time  // start of the workers; earlier work, such as the root's evaluation, would distort their measured speed
}

// drive runs the workers until a limit is reached or ctx ends.
func (c *controller) drive(ctx context.Context) {
	if ctx.Err() != nil {
		return
	}
	c.running = time.Now()
	done := make(chan struct{})
	go func() {
		defer close(done)
		for c.work(); c.goesOn() && c.makeRoom(); {
			c.work()
		}
	}()
	c.watch(ctx, done)
	c.stop.Store(true)
	<-done
}

// work runs the workers until they are stopped, their evaluations are used up or the tree is full.
func (c *controller) work() {
	var wg sync.WaitGroup
	for i, w := range c.workers {
		wg.Go(func() { w.run(i == 0 && c.fixed && !c.opt.FullTime) })
	}
	wg.Wait()
}

func (c *controller) watch(ctx context.Context, done <-chan struct{}) {
	ticker := time.NewTicker(tick)
	defer ticker.Stop()
	var timeUp <-chan time.Time
	if !c.deadline.IsZero() {
		timer := time.NewTimer(time.Until(c.deadline))
		defer timer.Stop()
		timeUp = timer.C
	}
	reported := c.began
	for {
		select {
		case <-done:
			return
		case <-ctx.Done():
			return
		case <-timeUp:
			return
		case now := <-ticker.C:
			found, over := c.glance(now, c.report != nil && now.Sub(reported) >= reportEvery)
			if over {
				return
			}
			if found != nil {
				reported = now
				c.report(*found)
			}
		}
	}
}

// glance reports whether the search may end early, and returns what it has found if a report is due; nothing while room is made.
func (c *controller) glance(now time.Time, due bool) (found *engine.Info, over bool) {
	if !c.sliding.TryLock() {
		return nil, false
	}
	defer c.sliding.Unlock()
	if c.hopeless(now) {
		return nil, true
	}
	if due {
		info := c.info()
		found = &info
	}
	return found, false
}

// hopeless reports whether the time left is too short for another move to
// become the most visited.
func (c *controller) hopeless(now time.Time) bool {
	spent, done := now.Sub(c.running), c.done.Load()
	if c.fixed || c.deadline.IsZero() || c.opt.FullTime || spent < 5*tick || done == 0 { // a visit under way counts already
		return false
	}
	left := c.deadline.Sub(now)
	return c.settled(int64(math.Ceil(float64(done) * left.Seconds() / spent.Seconds())))
}

// settled reports whether the most visited move stays so through remaining more
// playouts. If lower bounds choose the move, that has to be the same one; that
// it stays so is likely, not certain.
func (s *search) settled(remaining int64) bool {
	blocks := s.tree.children(s.tree.at(firstNode))
	if blocks[0] == nil {
		return true
	}
	if done, believed := s.done.Load(), s.estimates.Load(); done > 0 { // playouts to come bring estimates, too
		remaining += remaining * believed / done
	}
	var best, second int64
	for _, block := range blocks {
		for k := range block {
			switch v := block[k].visits(); {
			case v > best:
				best, second = v, best
			case v > second:
				second = v
			}
		}
	}
	return len(blocks[0]) == 1 && best > 0 || best > 0 && best-second > remaining && s.mostIsSurest()
}

// info returns the results so far.
func (c *controller) info() engine.Info {
	for _, w := range c.workers {
		w.results.Lock()
		defer w.results.Unlock()
	}
	info := engine.Info{Move: game.NoMove, Value: 0.5, Nodes: c.done.Load(), Elapsed: time.Since(c.began)}
	info.Lead, info.HasLead = c.lead()
	info.Rough = rough(c.root)
	ranked := c.reported(c.tree.at(firstNode))
	c.surest(ranked)
	sums := c.owners()
	if sums != nil {
		all := sums.all()
		info.Ownership, info.OwnershipStdev, info.LeadStdev = all.mean(), all.stdev(), all.leadStdev()
	}
	for _, n := range ranked {
		cand := c.candidate(n, c.underWay(n))
		if cand.Visits > 0 && c.workers[0].scorer != nil {
			cand.Lead, cand.HasLead = c.forSide(n.lead.Load(), cand.Visits), true
		}
		if sums != nil {
			after := sums.after[n.move]
			cand.Ownership, cand.OwnershipStdev, cand.LeadStdev = after.mean(), after.stdev(), after.leadStdev()
		}
		info.Candidates = append(info.Candidates, cand)
	}
	if len(ranked) > 0 {
		top := info.Candidates[0]
		info.Move, info.Value, info.PV, info.Depth = top.Move, top.Value, top.PV, len(top.PV)
	}
	return info
}

// underWay returns how many visits of a child of the root have no result yet. The caller holds the results of all workers.
func (c *controller) underWay(n *node) (visits int64) {
	for _, w := range c.workers {
		if w.underWay != 0 && c.tree.at(w.underWay) == n {
			visits++
		}
	}
	return visits
}

// forSide returns the mean lead of the side to move from the sum of Black's leads over visits.
func (c *controller) forSide(sum, visits int64) float64 {
	lead := float64(sum) / leadUnit / float64(visits)
	if c.side == game.White {
		return -lead
	}
	return lead
}

// lead returns the mean lead of the side to move over the visits of the root's children, or what the root knows without them.
func (c *controller) lead() (points float64, ok bool) {
	if c.workers[0].scorer == nil {
		return lead(c.root)
	}
	sum, visits := int64(0), int64(0)
	for _, block := range c.tree.children(c.tree.at(firstNode)) {
		for k := range block {
			n := &block[k]
			if v := n.visits() - c.underWay(n); v > 0 {
				sum += n.lead.Load()
				visits += v
			}
		}
	}
	if visits == 0 {
		return lead(c.root)
	}
	return c.forSide(sum, visits), true
}

// owners returns the sums of ownership over all playouts in the tree; nil if they are not needed.
func (c *controller) owners() *owners {
	if c.workers[0].owners == nil {
		return nil
	}
	sum := newOwners(c.workers[0].owners.points)
	sum.plus(c.owned)
	for _, w := range c.workers {
		sum.plus(w.owners)
	}
	return sum
}

// reported returns the children of the root that become candidates, by their visits: the best ones, and in a search up to the
// limits all that were visited.
func (s *search) reported(r *node) []*node {
	if !s.visited {
		return s.tree.ranked(r, s.least)
	}
	all := s.tree.ranked(r, math.MaxInt)
	n := len(all)
	for n > s.least && all[n-1].visits() == 0 {
		n--
	}
	return all[:n]
}

// lead returns the lead of the side to move, if the game counts points.
func lead(r Root) (points float64, ok bool) {
	if l, counts := r.(Leading); counts {
		return l.Lead()
	}
	return 0, false
}

func rough(r Root) bool {
	u, ok := r.(Unfamiliar)
	return ok && u.Unfamiliar()
}

func prior(n *node) float64 {
	if n.pv == 0 {
		return 0
	}
	return float64(n.pw / n.pv)
}

// ranked returns the children of n, best first, at most limit of them.
func (t *tree) ranked(n *node, limit int) []*node {
	blocks := t.children(n)
	keys := make([]rank, 0, len(blocks[0])+len(blocks[1]))
	for _, block := range blocks {
		for k := range block {
			keys = append(keys, rank{&block[k], block[k].visits(), block[k].value()})
		}
	}
	slices.SortStableFunc(keys, func(a, b rank) int {
		return cmp.Or(cmp.Compare(b.visits, a.visits), cmp.Compare(b.value, a.value))
	})
	out := make([]*node, min(limit, len(keys)))
	for i := range out {
		out[i] = keys[i].node
	}
	return out
}

// rank is a node with its sort keys, read once: other threads continue to count.
type rank struct {
	node   *node
	visits int64
	value  float64
}

// line returns the most visited moves from n on, and their visits.
func (t *tree) line(n *node) (moves []game.Move, visits []int64) {
	moves, visits = []game.Move{n.move}, []int64{n.visits()}
	for len(moves) < pvLength {
		var best *node
		most := int64(0)
		for _, block := range t.children(n) {
			for k := range block {
				if v := block[k].visits(); v > most {
					best, most = &block[k], v
				}
			}
		}
		if best == nil {
			break
		}
		n = best
		moves, visits = append(moves, n.move), append(visits, most)
	}
	return moves, visits
}

// decide turns the results into the move to play, with the level's noise, and
// sets Resign.
func (s *search) decide(pos game.Position, info engine.Info, r *rng) engine.Info {
	if info.Move == game.NoMove {
		if legal := pos.LegalMoves(nil); len(legal) > 0 {
			info.Move = legal[0]
		}
		return info
	}
	info.Resign = s.resigns(pos, info)
	if c := s.noisy(info, r); c.Move != info.Move {
		info.Move, info.Value, info.PV = c.Move, c.Value, c.PV
	}
	return info
}

// resigns reports whether even the best move is hopeless: by enough playouts, or a few evaluations, and not before a quarter as
// many moves as the board has points. A level that hardly searches considers the lead, too: its one evaluation may be wrong.
func (s *search) resigns(pos game.Position, info engine.Info) bool {
	enough, points := int64(50), pos.Board().Len()
	if s.evaluates {
		enough = 5
	}
	if s.opt.Resign <= 0 || info.Value >= s.opt.Resign || 4*len(pos.Moves()) < points {
		return false
	}
	const least, part = 10, 20 // points behind that are hopeless: 14 on 9×9, 28 on 19×19
	return info.Candidates[0].Visits >= enough || s.evaluates && info.HasLead && info.Lead < -float64(least+points/part)
}

// noisy returns the candidate to play: the best one, unless the options ask for
// weaker play.
func (s *search) noisy(info engine.Info, r *rng) engine.Candidate {
	best := info.Candidates[0]
	if best.Move < 0 {
		return best // a pass is never random
	}
	if s.opt.Blunder > 0 && r.float() < s.opt.Blunder {
		if ranked := s.tree.ranked(s.tree.at(firstNode), 1<<20); len(ranked) > 0 {
			if n := ranked[r.below(len(ranked))]; n.move >= 0 {
				return s.candidate(n, 0)
			}
		}
	}
	if s.opt.PriorTemperature > 0 {
		return s.byPrior(best, r)
	}
	if s.opt.Temperature <= 0 {
		return best
	}
	total := 0.0
	weight := make([]float64, len(info.Candidates))
	for i, c := range info.Candidates {
		if c.Move >= 0 {
			weight[i] = math.Pow(float64(c.Visits), 1/s.opt.Temperature)
		}
		total += weight[i]
	}
	at := r.float() * total
	for i, c := range info.Candidates {
		if at -= weight[i]; at < 0 {
			return c
		}
	}
	return best
}

// candidate returns the results of a child of the root without the visits that are still under way.
func (s *search) candidate(n *node, underWay int64) engine.Candidate {
	pv, seen := s.tree.line(n)
	visits, won := unpack(n.count.Load())
	c := engine.Candidate{Move: n.move, Visits: int64(visits) - underWay, Prior: prior(n), PV: pv, PVVisits: seen}
	seen[0] = c.Visits
	switch {
	case c.Visits > 0:
		c.Value = won / float64(c.Visits)
	case s.evaluates:
		c.Value = 1 - s.tree.at(firstNode).value() // the value of the position; a prior is not a win probability
	case n.pv == 0:
		c.Value = 0.5
	default:
		c.Value = prior(n)
	}
	return c
}

// byPrior returns a move drawn by its prior, or best if the options do not ask for that.
func (s *search) byPrior(best engine.Candidate, r *rng) engine.Candidate {
	children := s.tree.ranked(s.tree.at(firstNode), 1<<20)
	most, total := 0.0, 0.0
	for _, n := range children {
		if n.move >= 0 {
			most = max(most, prior(n))
		}
	}
	weight := make([]float64, len(children))
	for i, n := range children {
		if p := prior(n); n.move >= 0 && p > 0 && p >= s.opt.PriorLeast*most {
			weight[i] = math.Pow(p/most, 1/s.opt.PriorTemperature)
			total += weight[i]
		}
	}
	at := r.float() * total
	for i, n := range children {
		if at -= weight[i]; at < 0 {
			return s.candidate(n, 0)
		}
	}
	return best
}
