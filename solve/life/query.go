package life

import (
	"sync"
	"sync/atomic"

	"moyo/solve/dfpn"
)

// claim states the winner for given threats of each side: the attacker by capturing the targets, or
// the defender by never losing them all.
type claim struct {
	threats  [2]uint8
	captured bool
}

// claimOf returns the claim that side wins, with its own threats and the other side's.
func claimOf(side uint8, own, other uint8) claim {
	c := claim{captured: side == attacker}
	c.threats[side], c.threats[side^1] = own, other
	return c
}

// provedBy is the result of the attacker's search that proves the claim.
func (c claim) provedBy() dfpn.Value {
	if c.captured {
		return dfpn.Won
	}
	return dfpn.Lost
}

// truth converts a result of the attacker's search: Won if it proves the claim, Lost if it refutes
// it.
func (c claim) truth(v dfpn.Value) dfpn.Value {
	switch v {
	case dfpn.Open:
		return v
	case c.provedBy():
		return dfpn.Won
	}
	return dfpn.Lost
}

// query is a search that can be resumed.
type query struct {
	reading *reading
	search  *dfpn.ReachSearch
	table   *dfpn.Table
	value   dfpn.Value
}

// newQuery returns a search for whether the prover reaches its goal from a state.
func (s *Solver) newQuery(at state, prover uint8) *query {
	r := newReading(s.area, at, prover)
	return &query{reading: r, value: r.value(&at)}
}

// run resumes a search for at most that many nodes, 0 for no limit.
func (s *Solver) run(q *query, nodes int64) dfpn.Value {
	if q.value != dfpn.Open {
		return q.value
	}
	if q.search == nil || q.table != s.table {
		q.table = s.table
		q.search = dfpn.NewReach(q.reading, s.table, dfpn.ReachOptions{Stop: &s.stop, Count: &s.nodes})
	}
	if most := s.opt.Nodes; most > 0 {
		rest := max(most-s.nodes.Load(), 1)
		if nodes == 0 || nodes > rest {
			nodes = rest
		}
	}
	q.value = q.search.Run(nodes)
	if s.opt.Nodes > 0 && s.nodes.Load() >= s.opt.Nodes {
		s.stop.Store(true)
	}
	return q.value
}

// move returns the number of the winning move of the side to move, if known; else -1.
func (q *query) move() int {
	if q.search == nil {
		return -1
	}
	return int(q.search.Deciding())
}

// growTable gives the search a larger table when the problem turns out to be large. The contents of
// the old one are lost.
func (s *Solver) growTable() {
	before := s.size
	for s.size < len(sizes) && s.nodes.Load() > sizes[s.size].nodes {
		s.size++
	}
	if s.size == before {
		return
	}
	memory := s.opt.Memory
	if s.size < len(sizes) {
		memory = min(memory, sizes[s.size].memory)
	}
	if memory > 2*s.table.Bytes() {
		s.table = dfpn.NewTable(memory, s.opt.Threads > 1)
	}
}

// nodesUntilGrowth returns the nodes after which the table must grow, 0 for never.
func (s *Solver) nodesUntilGrowth() int64 {
	if s.size == len(sizes) {
		return 0
	}
	return max(sizes[s.size].nodes-s.nodes.Load(), 0) + 1
}

// decide answers a question. It returns Open if it is stopped or exceeds nodes, if not 0.
func (s *Solver) decide(at state, prover uint8, nodes int64) dfpn.Value {
	q := s.newQuery(at, prover)
	for end := s.nodes.Load() + nodes; ; {
		step := s.nodesUntilGrowth()
		if left := max(end-s.nodes.Load(), 1); nodes > 0 && (step == 0 || step > left) {
			step = left
		}
		v := s.run(q, step)
		if v != dfpn.Open || s.stop.Load() || nodes > 0 && s.nodes.Load() >= end {
			return v
		}
		s.growTable()
	}
}

// holds determines whether a claim holds in a state: Won for yes, Lost for no.
func (s *Solver) holds(at state, c claim, nodes int64) dfpn.Value {
	return c.truth(s.decide(s.area.withThreats(at, c.threats), attacker, nodes))
}

// complete searches the open questions of the evidence in turn, with limits that double, or two at the
// same time with several threads, until it needs no more or is stopped.
func (s *Solver) complete(e *evidence, at state) {
	queries := map[given]*query{}
	nodes := int64(500)
	for open := e.next(); len(open) > 0 && !s.stop.Load(); open = e.next() {
		for _, g := range open {
			if queries[g] == nil {
				c := claimOf(e.me, g.own, g.other)
				queries[g] = s.newQuery(s.area.withThreats(at, c.threats), attacker)
			}
		}
		atOnce := len(open) > 1 && s.opt.Threads > 1 && s.size == len(sizes)
		if atOnce {
			s.race(queries[open[0]], queries[open[1]])
		}
		for _, g := range open {
			q := queries[g]
			if !atOnce {
				s.stage.root(q)
				s.run(q, nodes)
			}
			e.enter(g, claimOf(e.me, g.own, g.other).truth(q.value), q.move())
			if len(e.next()) == 0 {
				return
			}
		}
		nodes *= 2
		s.growTable()
	}
}

// race runs two searches at the same time until one of them is decided.
func (s *Solver) race(queries ...*query) {
	var enough atomic.Bool
	var wg sync.WaitGroup
	for _, q := range queries {
		wg.Go(func() {
			for !enough.Load() && !s.stop.Load() && q.value == dfpn.Open {
				s.run(q, 1<<14)
			}
			enough.Store(true)
		})
	}
	wg.Wait()
}
