package analysis

import (
	"context"
	"math"
	"slices"
	"strconv"
	"time"

	"moyo/engine"
	"moyo/engine/protocol/gtp"
	"moyo/game"
)

// work analyzes positions with one engine until no more come.
func (s *server) work(e engine.Engine) {
	forgotten := int64(0)
	for {
		j, ok := s.queue.next()
		if !ok {
			return
		}
		if n := s.cleared.Load(); n != forgotten {
			forgotten = n
			if f, ok := e.(engine.Forgetter); ok {
				f.Forget()
			}
		}
		s.analyze(e, j)
		s.queue.finish(j)
	}
}

// analyze searches the position of a job and sends its answers. It always sends exactly one final answer.
func (s *server) analyze(e engine.Engine, j *job) {
	pos, err := j.position(j.turn)
	if err != nil {
		s.fail(j, err)
		return
	}
	if j.ctx.Err() != nil {
		s.sendNothing(j)
		return
	}
	game.Resume(pos) // after two passes the next move is analyzed nevertheless
	a := &analyst{server: s, engine: e, job: j, pos: pos, next: j.firstAfter, forbidden: j.avoided()}
	a.evaluateRoot()
	switch {
	case pos.ToPlay() == game.Empty:
		a.sendOver()
		return
	case a.known && j.settings.visits() == 1: // the root's own
		a.send(engine.Info{Value: a.net.Value, Lead: a.net.Lead, HasLead: true, Ownership: a.net.Ownership}, false)
		return
	}
	info, err := e.Search(j.ctx, pos, a.limits(), a.report)
	if err != nil {
		s.fail(j, err)
		return
	}
	if info.Nodes == 0 && j.ctx.Err() != nil {
		s.sendNothing(j)
		return
	}
	a.send(info, false)
}

// fail sends an error as the final answer of a job.
func (s *server) fail(j *job, err error) {
	s.send(struct {
		Error string `json:"error"`
		Field string `json:"field"`
		ID    string `json:"id"`
		Turn  int64  `json:"turnNumber"`
	}{clip(err.Error()), "game", j.id, j.turn})
}

// analyst answers one job.
type analyst struct {
	*server
	*job
	engine engine.Engine
	pos    game.Position
	next   time.Duration // of the search: the time of the next report during it
	root   rootInfo      // what does not change during the search
	net    engine.Evaluation
	known  bool // net is known, which counts as the first visit

	forbidden []engine.Avoided // by the query
}

// bestMoves is how many moves get a value where each needs a search of its own.
const bestMoves = 12

// visitsPerThread is the number of visits from which on another thread helps.
const visitsPerThread = 32

// limits returns the limits of the search.
func (a *analyst) limits() engine.Limits {
	set := a.settings
	lim := engine.Limits{
		Time: set.Time, Nodes: set.visits(), Seed: a.cfg.Seed, Best: bestMoves, Full: true, Temper: set.temper(),
		Ownership: a.ownership || a.ownershipStdev || a.movesOwnership || a.movesOwnershipStdev, Avoid: a.forbidden,
	}
	if a.known && lim.Nodes > 0 {
		lim.Nodes--
	}
	lim.Threads = a.threads
	if n := set.visits(); n > 0 {
		lim.Threads = int(min(int64(a.threads), max(1, n/visitsPerThread)))
	}
	if set.Threads > 0 {
		lim.Threads = min(lim.Threads, set.Threads)
	}
	for _, avoid := range a.forbidden {
		if avoid.Side == a.pos.ToPlay() {
			lim.Exclude = append(lim.Exclude, avoid.Moves...)
		}
	}
	return lim
}

// report sends a partial answer when it is due and the client reads.
func (a *analyst) report(info engine.Info) {
	if a.next <= 0 || info.Elapsed < a.next || info.Nodes == 0 || a.outbox.slow() {
		return
	}
	a.next = info.Elapsed + a.every
	if a.every <= 0 {
		a.next = math.MaxInt64
	}
	a.send(info, true)
}

// answer is the analysis of a turn. Its fields are in alphabetical order, as KataGo writes them: some clients search in the text.
type answer struct {
	ID             string     `json:"id"`
	During         bool       `json:"isDuringSearch"`
	Moves          []moveInfo `json:"moveInfos"`
	Ownership      []number   `json:"ownership,omitempty"`
	OwnershipStdev []number   `json:"ownershipStdev,omitempty"`
	Policy         []number   `json:"policy,omitempty"`
	Root           rootInfo   `json:"rootInfo"`
	Turn           int64      `json:"turnNumber"`
}

// moveInfo is the analysis of a move.
type moveInfo struct {
	EdgeVisits     int64    `json:"edgeVisits"`
	EdgeWeight     number   `json:"edgeWeight"`
	LCB            number   `json:"lcb"`
	Move           string   `json:"move"`
	NoResult       *number  `json:"noResultValue,omitempty"`
	Order          int      `json:"order"`
	Ownership      []number `json:"ownership,omitempty"`
	OwnershipStdev []number `json:"ownershipStdev,omitempty"`
	PlayValue      number   `json:"playSelectionValue"`
	Prior          number   `json:"prior"`
	PV             []string `json:"pv"`
	PVEdgeVisits   []int64  `json:"pvEdgeVisits,omitempty"`
	PVVisits       []int64  `json:"pvVisits,omitempty"`
	*points
	Utility    number `json:"utility"`
	UtilityLCB number `json:"utilityLcb"`
	Visits     int64  `json:"visits"`
	Weight     number `json:"weight"`
	Winrate    number `json:"winrate"`
}

// points are the fields of games that count points.
type points struct {
	Lead     number  `json:"scoreLead"`
	Mean     *number `json:"scoreMean,omitempty"` // of moves only
	Selfplay number  `json:"scoreSelfplay"`
	Stdev    number  `json:"scoreStdev"`
}

// rootInfo is the analysis of the position itself.
type rootInfo struct {
	Player      string  `json:"currentPlayer"`
	RawLead     *number `json:"rawLead,omitempty"`
	RawNoResult *number `json:"rawNoResultProb,omitempty"`
	RawSelfplay *number `json:"rawScoreSelfplay,omitempty"`
	RawWinrate  *number `json:"rawWinrate,omitempty"`
	Rough       bool    `json:"rough,omitempty"` // moyo's own: no network evaluates this board or these rules
	*points
	SymHash  string `json:"symHash"`
	ThisHash string `json:"thisHash"`
	Utility  number `json:"utility"`
	Visits   int64  `json:"visits"`
	Weight   number `json:"weight"`
	Winrate  number `json:"winrate"`
}

// number is a number with eight digits.
type number float64

// MarshalJSON implements json.Marshaler.
func (n number) MarshalJSON() ([]byte, error) {
	v := float64(n)
	if math.IsNaN(v) || math.IsInf(v, 0) {
		v = 0 // JSON has no such numbers
	}
	return strconv.AppendFloat(nil, v+0, 'g', 8, 64), nil
}

// send sends the results of the search so far.
func (a *analyst) send(info engine.Info, during bool) {
	out := answer{ID: a.id, During: during, Moves: []moveInfo{}, Root: a.root, Turn: a.turn}
	visits, won := int64(0), 0.0
	if a.known {
		visits, won = 1, a.net.Value
		if a.query.policy {
			out.Policy = numbers(a.net.Policy, len(a.net.Policy))
		}
	}
	searched := visits
	for _, c := range candidates(info) {
		searched += c.Visits
		if a.forbids(c.Move) { // if all moves are forbidden, engines search all
			continue
		}
		out.Moves = append(out.Moves, a.moveInfo(c, info, len(out.Moves)))
		visits += c.Visits
		won += float64(c.Visits) * c.Value
	}
	value := info.Value
	if visits > 0 {
		value = won / float64(visits)
	}
	out.Root.fill(a, value, max(visits, info.Nodes))
	out.Root.Rough = info.Rough
	lead := info.Lead
	if a.known && searched > 0 {
		lead += (a.net.Lead - lead) / float64(searched)
	}
	out.Root.points = a.pointsOf(lead, info.LeadStdev, info.HasLead)
	owned := info.Ownership
	if owner, ok := a.engine.(engine.OwnershipEstimator); ok && owned == nil && !during && (a.ownership || a.ownershipStdev) {
		owned, _ = owner.Ownership(context.WithoutCancel(a.ctx), a.pos)
	}
	if a.ownership {
		out.Ownership = a.owned(owned)
	}
	if a.ownershipStdev && owned != nil {
		out.OwnershipStdev = numbers(info.OwnershipStdev, len(owned))
	}
	a.server.send(out)
}

// forbids reports whether the query forbids the side to move a move.
func (a *analyst) forbids(m game.Move) bool {
	return slices.ContainsFunc(a.forbidden, func(v engine.Avoided) bool {
		return v.Side == a.pos.ToPlay() && v.Plies > 0 && slices.Contains(v.Moves, m)
	})
}

// sendOver sends the answer for a game that is over.
func (a *analyst) sendOver() {
	out := answer{ID: a.id, Moves: []moveInfo{}, Root: a.root, Turn: a.turn}
	value := 0.5
	switch a.pos.Outcome().Winner {
	case game.Black:
		value = 1
	case game.White:
		value = 0
	}
	if a.side() == game.White {
		value = 1 - value
	}
	out.Root.fill(a, value, 0)
	a.server.send(out)
}

// side is the side to move, also when the game is over.
func (a *analyst) side() game.Color {
	if c := a.pos.ToPlay(); c != game.Empty {
		return c
	}
	if n := a.turn; n > 0 {
		return a.moves[n-1].side.Other()
	}
	return game.Black
}

// flipped reports whether answers are for the opponent of the side to move.
func (a *analyst) flipped() bool { return a.settings.As == a.side().Other() }

// winrate turns a value for the side to move into the client's.
func (a *analyst) winrate(value float64) number {
	if a.flipped() {
		value = 1 - value
	}
	return number(value)
}

// signed turns a number for the side to move into the client's.
func (a *analyst) signed(v float64) number {
	if a.flipped() {
		v = 0 - v // never minus zero
	}
	return number(v)
}

// owned turns ownership by Black into the client's.
func (a *analyst) owned(black []float64) []number {
	list := numbers(black, len(black))
	if (a.side() == game.White) != a.flipped() {
		for p := range list {
			list[p] = 0 - list[p]
		}
	}
	return list
}

// numbers converts a list to one of n numbers; missing ones are 0.
func numbers(from []float64, n int) []number {
	list := make([]number, n)
	for i, v := range from {
		list[i] = number(v)
	}
	return list
}

// pointsOf returns the fields about points, or nil if the lead is not known.
func (a *analyst) pointsOf(lead, stdev float64, known bool) *points {
	if !known {
		return nil
	}
	return &points{Lead: a.signed(lead), Selfplay: a.signed(lead), Stdev: number(stdev)}
}

// evaluateRoot sets what does not change during the search: hashes, and the network's output without search.
func (a *analyst) evaluateRoot() {
	this, symmetric := a.at.hashes(a.pos)
	a.root = rootInfo{Player: sideName(a.side()), ThisHash: this.String(), SymHash: symmetric.String()}
	e, ok := a.engine.(engine.Evaluator)
	if !ok || a.pos.ToPlay() == game.Empty {
		return
	}
	if a.net, a.known = e.Evaluate(a.pos); a.known {
		win, lead, none := a.winrate(a.net.Value), a.signed(a.net.Lead), number(0)
		a.root.RawWinrate, a.root.RawLead, a.root.RawSelfplay, a.root.RawNoResult = &win, &lead, &lead, &none
	}
}

func sideName(c game.Color) string {
	if c == game.White {
		return "W"
	}
	return "B"
}

// fill sets the totals of the position.
func (r *rootInfo) fill(a *analyst, value float64, visits int64) {
	r.Winrate, r.Utility = a.winrate(value), a.signed(2*value-1)
	r.Visits, r.Weight = visits, number(visits)
}

// candidates returns the moves to report, best first: those that were visited, or all if the engine counts no visits.
func candidates(info engine.Info) []engine.Candidate {
	if len(info.Candidates) == 0 && info.Nodes > 0 {
		return []engine.Candidate{{Move: info.Move, Visits: info.Nodes, Value: info.Value, PV: info.PV}}
	}
	var visited []engine.Candidate
	for _, c := range info.Candidates {
		if c.Visits > 0 {
			visited = append(visited, c)
		}
	}
	if visited == nil {
		return info.Candidates
	}
	return visited
}

// moveInfo returns the analysis of a candidate.
func (a *analyst) moveInfo(c engine.Candidate, info engine.Info, order int) moveInfo {
	lcb := gtp.LowerBound(c)
	if c.Visits == 0 {
		lcb = c.Value // of an engine that counts no visits of moves
	}
	m := moveInfo{
		Move: a.format(c.Move), Order: order, Prior: number(c.Prior), Winrate: a.winrate(c.Value), LCB: a.winrate(lcb),
		Utility: a.signed(2*c.Value - 1), UtilityLCB: a.signed(2*lcb - 1),
		Visits: c.Visits, EdgeVisits: c.Visits, Weight: number(c.Visits), EdgeWeight: number(c.Visits), PlayValue: number(c.Visits),
	}
	if c.HasLead {
		m.points = a.pointsOf(c.Lead, c.LeadStdev, true)
	} else {
		m.points = a.pointsOf(info.Lead, info.LeadStdev, info.HasLead)
	}
	if m.points != nil {
		m.Mean = &m.Lead
	}
	pv := c.PV
	if len(pv) == 0 {
		pv = []game.Move{c.Move}
	}
	for _, move := range pv[:min(len(pv), a.settings.PV+1)] {
		m.PV = append(m.PV, a.format(move))
	}
	if a.pvVisits {
		m.PVVisits = c.PVVisits[:min(len(c.PVVisits), len(m.PV))]
		m.PVEdgeVisits = m.PVVisits
	}
	if a.noResult {
		m.NoResult = new(number)
	}
	if a.movesOwnership && c.Ownership != nil {
		m.Ownership = a.owned(c.Ownership)
	}
	if a.movesOwnershipStdev && c.OwnershipStdev != nil {
		m.OwnershipStdev = numbers(c.OwnershipStdev, len(c.OwnershipStdev))
	}
	return m
}

// format returns a move as a vertex, a pass or the name of a choice.
func (a *analyst) format(m game.Move) string {
	if m >= 0 || m == game.Pass {
		return a.at.verts.Format(m)
	}
	return game.Format(a.pos, m)
}
