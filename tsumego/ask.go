package tsumego

import (
	"sync"
	"sync/atomic"

	"moyo/engine/dfpn"
)

// claim is who gets their way with so many threats: the attacker, who captures,
// or the defender, who is never captured.
type claim struct {
	threats  [2]uint8
	captured bool
}

// way returns the claim that side gets its way with its threats and the other's.
func way(side uint8, own, other uint8) claim {
	c := claim{captured: side == attacker}
	c.threats[side], c.threats[side^1] = own, other
	return c
}

// want is the value of the attacker's question if the claim holds.
func (c claim) want() dfpn.Value {
	if c.captured {
		return dfpn.Won
	}
	return dfpn.Lost
}

// of says what a value of the attacker's question says of the claim: Won that it holds, Lost that
// it does not.
func (c claim) of(v dfpn.Value) dfpn.Value {
	switch v {
	case dfpn.Open:
		return v
	case c.want():
		return dfpn.Won
	}
	return dfpn.Lost
}

// ask is a search that goes on where it was broken off.
type ask struct {
	reading *reading
	search  *dfpn.ReachSearch
	table   *dfpn.Table
	value   dfpn.Value
}

// newAsk returns the question whether the prover reaches its goal from a state.
func (s *Solver) newAsk(at state, prover uint8) *ask {
	r := newReading(s.area, at, prover)
	return &ask{reading: r, value: r.value(&at)}
}

// run goes on for so many nodes, 0 for no limit.
func (s *Solver) run(a *ask, nodes int64) dfpn.Value {
	if a.value != dfpn.Open {
		return a.value
	}
	if a.search == nil || a.table != s.table {
		a.table = s.table
		a.search = dfpn.NewReach(a.reading, s.table, dfpn.ReachOptions{Stop: &s.stop, Count: &s.nodes})
	}
	if most := s.opt.Nodes; most > 0 {
		rest := max(most-s.nodes.Load(), 1)
		if nodes == 0 || nodes > rest {
			nodes = rest
		}
	}
	a.value = a.search.Run(nodes)
	if s.opt.Nodes > 0 && s.nodes.Load() >= s.opt.Nodes {
		s.stop.Store(true)
	}
	return a.value
}

// grow gives the search a larger table once the problem has shown to be large. What the
// old one held is lost.
func (s *Solver) grow() {
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

// untilGrowth returns the nodes after which the table has to grow, 0 for never.
func (s *Solver) untilGrowth() int64 {
	if s.size == len(sizes) {
		return 0
	}
	return max(sizes[s.size].nodes-s.nodes.Load(), 0) + 1
}

// decide answers a question, or returns Open if it is stopped or nodes, if not 0,
// run out.
func (s *Solver) decide(at state, prover uint8, nodes int64) dfpn.Value {
	a := s.newAsk(at, prover)
	for end := s.nodes.Load() + nodes; ; {
		step := s.untilGrowth()
		if left := max(end-s.nodes.Load(), 1); nodes > 0 && (step == 0 || step > left) {
			step = left
		}
		v := s.run(a, step)
		if v != dfpn.Open || s.stop.Load() || nodes > 0 && s.nodes.Load() >= end {
			return v
		}
		s.grow()
	}
}

// holds asks whether a claim holds in a state; Won for yes, Lost for no.
func (s *Solver) holds(at state, c claim, nodes int64) dfpn.Value {
	return c.of(s.decide(s.area.with(at, c.threats), attacker, nodes))
}

// either asks two claims about one state until the first is found to hold, or the
// second not to; that decides the problem without a ko. If both turn out the
// other way it is a ko. The values are Won, Lost or Open for each claim.
func (s *Solver) either(at state, first, second claim) (dfpn.Value, dfpn.Value) {
	asks := [2]*ask{s.newAsk(s.area.with(at, first.threats), attacker), s.newAsk(s.area.with(at, second.threats), attacker)}
	claims := [2]claim{first, second}
	verdict := func(i int) dfpn.Value { return claims[i].of(asks[i].value) }
	settled := func() bool {
		a, b := verdict(0), verdict(1)
		return a == dfpn.Won || b == dfpn.Lost || a != dfpn.Open && b != dfpn.Open
	}
	for nodes := int64(500); !settled() && !s.stop.Load(); nodes *= 2 {
		if s.opt.Threads > 1 && s.size == len(sizes) {
			s.race(asks, settled)
			break
		}
		for i := 0; i < 2 && !settled(); i++ {
			s.stage.root(asks[i])
			s.run(asks[i], nodes)
		}
		s.grow()
	}
	return verdict(0), verdict(1)
}

// race runs two questions at once until what they say settles the matter.
func (s *Solver) race(asks [2]*ask, settled func() bool) {
	var mu sync.Mutex
	var enough atomic.Bool
	var wg sync.WaitGroup
	for _, a := range asks {
		if a.value != dfpn.Open {
			continue
		}
		other := &ask{reading: a.reading}
		wg.Go(func() {
			for !enough.Load() && !s.stop.Load() && other.value == dfpn.Open {
				s.run(other, 1<<14)
			}
			mu.Lock()
			defer mu.Unlock()
			a.value = other.value
			if settled() {
				enough.Store(true)
			}
		})
	}
	wg.Wait()
}
