package mcts

import "moyo/game"

// owners sums the ownership at the ends of games, by the move at the root that they began with.
type owners struct {
	points int
	after  map[game.Move]*owned
}

// owned sums the ownership at the ends of games after one move.
type owned struct {
	games int64
	black []float64 // for each point, how much more often it was Black's
}

func newOwners(points int) *owners { return &owners{points: points, after: map[game.Move]*owned{}} }

// of returns the sums after m.
func (o *owners) of(m game.Move) *owned {
	s := o.after[m]
	if s == nil {
		s = &owned{black: make([]float64, o.points)}
		o.after[m] = s
	}
	return s
}

// add counts the end at which the state is, of a game that began with m, a number of times.
func (o *owners) add(state Scorer, m game.Move, times int64) {
	s := o.of(m)
	for range times {
		state.EndScore(s.black)
	}
	s.games += times
}

// plus adds other sums, which may be nil.
func (o *owners) plus(other *owners) {
	if other == nil {
		return
	}
	for m, s := range other.after {
		o.of(m).plus(s)
	}
}

func (o *owned) plus(other *owned) {
	o.games += other.games
	for p, n := range other.black {
		o.black[p] += n
	}
}

// mean returns the mean ownership; nil without games.
func (o *owned) mean() []float64 {
	if o == nil || o.games == 0 {
		return nil
	}
	own := make([]float64, len(o.black))
	for p, n := range o.black {
		own[p] = n / float64(o.games)
	}
	return own
}

// all returns the sums over all moves.
func (o *owners) all() *owned {
	sum := &owned{black: make([]float64, o.points)}
	for _, s := range o.after {
		sum.plus(s)
	}
	return sum
}

// bytes returns about the memory of the sums.
func (o *owners) bytes() int64 {
	if o == nil {
		return 0
	}
	return int64(len(o.after)) * int64(8*o.points)
}

// ownersPart is the part of a search's memory that the sums may keep until the next search.
const ownersPart = 64

// within returns the sums, or nil if they take more than that many bytes.
func (o *owners) within(bytes int64) *owners {
	if o.bytes() > bytes {
		return nil
	}
	return o
}
