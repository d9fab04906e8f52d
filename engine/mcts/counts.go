package mcts

import (
	"sync"

	"moyo/game"
)

// counts is what one thread has seen of the ends of games, by the move at the
// root that they began with.
type counts struct {
	mu    sync.Mutex // reports read the counts while the thread runs
	state Scorer
	after map[game.Move]*ending
	owned int // points; 0 if ownership is not needed
}

// newCounts returns the counts of a thread, or nil if the game counts no points.
func newCounts(state State, owners bool, points int) *counts {
	counting, ok := state.(Scorer)
	if !ok {
		return nil
	}
	c := &counts{state: counting, after: map[game.Move]*ending{}}
	if owners {
		c.owned = points
	}
	return c
}

// add counts the end at which the state is, of a game that began with m.
func (c *counts) add(m game.Move) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.after[m]
	if e == nil {
		e = &ending{black: make([]float64, c.owned)}
		c.after[m] = e
	}
	e.games++
	e.sum += c.state.EndScore(e.black)
}

// ending sums results of games.
type ending struct {
	games int64
	sum   float64   // of Black's leads
	black []float64 // for each point, how much more often it was Black's; empty if not needed
}

// plus adds another sum.
func (e *ending) plus(o *ending) {
	e.games += o.games
	e.sum += o.sum
	if e.black == nil {
		e.black = make([]float64, len(o.black))
	}
	for p, n := range o.black {
		e.black[p] += n
	}
}

// lead returns side's mean lead in points, over one game or more.
func (e *ending) lead(side game.Color) float64 {
	lead := e.sum / float64(e.games)
	if side == game.White {
		return -lead
	}
	return lead
}

// ownership returns the mean ownership, nil if not needed.
func (e *ending) ownership() []float64 {
	if len(e.black) == 0 {
		return nil
	}
	own := make([]float64, len(e.black))
	for p, n := range e.black {
		own[p] = n / float64(e.games)
	}
	return own
}

// endings is the sum over all threads.
type endings struct {
	all   ending
	after map[game.Move]*ending
}

// ends sums up the threads' counts so far.
func (c *controller) ends() endings {
	sum := endings{after: map[game.Move]*ending{}}
	for _, w := range c.workers {
		if w.counts == nil {
			continue
		}
		w.counts.mu.Lock()
		for m, e := range w.counts.after {
			if sum.after[m] == nil {
				sum.after[m] = &ending{}
			}
			sum.after[m].plus(e)
			sum.all.plus(e)
		}
		w.counts.mu.Unlock()
	}
	return sum
}
