package life

// connected returns the stones of a side that can never be captured: its safe ones, and chains with two liberties on which a stone would
// also be connected; the side needs one of them. If the other side plays on one, it answers on the other. No point is used by two chains.
// spare are all candidate points for the pairs: as long as none of them is taken the result stays valid, whatever else is played.
// docs/tsumego.md describes the order of the assignment.
func (a *area) connected(s *state, side uint8) (strong, spare set) {
	own, free := s.stones[side], a.free(s)
	strong = a.spread(a.safe[side].and(own), own)
	var taken set
	ways := a.around(strong).or(a.safe[side]).and(free)
	for near := a.around(ways).and(own.without(strong)); !near.empty(); {
		chain, touched := a.chain(near.first(), own)
		near = near.without(chain)
		common := touched.and(ways)
		if common.empty() || common.one() {
			continue
		}
		spare = spare.or(common)
		taken = taken.or(single(common.pop()))
		taken = taken.or(single(common.first()))
		strong = strong.or(chain)
		ways = ways.or(touched.and(free)).without(taken)
		near = a.around(ways).and(own.without(strong))
	}
	return strong, spare
}
