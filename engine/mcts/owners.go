package mcts

import (
	"math"

	"moyo/game"
)

// owners sums the ownership and the lead at the ends of games, by the move at the root that they began with.
type owners struct {
	points int // 0 if only the lead is needed
	after  map[game.Move]*owned
	owner  []float64 // scratch: the ownership at one end
}

// owned sums the ownership and the lead at the ends of games after one move.
type owned struct {
	games   int64
	black   []float64 // for each point, how much more often it was Black's
	squares []float64 // the same of the squares
	lead    float64   // Black's
	square  float64   // of the squares of Black's leads
}

func newOwners(points int) *owners {
	return &owners{points: points, after: map[game.Move]*owned{}, owner: make([]float64, points)}
}

func newOwned(points int) *owned {
	return &owned{black: make([]float64, points), squares: make([]float64, points)}
}

// of returns the sums after m.
func (o *owners) of(m game.Move) *owned {
	s := o.after[m]
	if s == nil {
		s = newOwned(o.points)
		o.after[m] = s
	}
	return s
}

// add counts the end at which the state is, of a game that began with m, a number of times.
func (o *owners) add(state Scorer, m game.Move, times int64) {
	s := o.of(m)
	clear(o.owner)
	lead, n := state.EndScore(o.owner), float64(times)
	for p, v := range o.owner {
		s.black[p] += n * v
		s.squares[p] += n * v * v
	}
	s.lead += n * lead
	s.square += n * lead * lead
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
	o.lead += other.lead
	o.square += other.square
	for p := range o.black { // which has no points if only leads are needed
		o.black[p] += other.black[p]
		o.squares[p] += other.squares[p]
	}
}

// mean returns the mean ownership; nil without games, or if only leads are known.
func (o *owned) mean() []float64 {
	if o == nil || o.games == 0 || len(o.black) == 0 {
		return nil
	}
	own := make([]float64, len(o.black))
	for p, n := range o.black {
		own[p] = n / float64(o.games)
	}
	return own
}

// stdev returns the standard deviation of the ownership of each point; nil where mean is.
func (o *owned) stdev() []float64 {
	own := o.mean()
	for p := range own {
		own[p] = o.deviation(o.black[p], o.squares[p])
	}
	return own
}

// leadStdev returns the standard deviation of the lead; 0 without games.
func (o *owned) leadStdev() float64 {
	if o == nil || o.games == 0 {
		return 0
	}
	return o.deviation(o.lead, o.square)
}

// deviation returns the standard deviation over the games, from the sum of the values and the sum of their squares.
func (o *owned) deviation(sum, squares float64) float64 {
	n := float64(o.games)
	return math.Sqrt(max(squares/n-sum/n*(sum/n), 0))
}

// all returns the sums over all moves.
func (o *owners) all() *owned {
	sum := newOwned(o.points)
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
	return int64(len(o.after)) * int64(2*8*o.points)
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
