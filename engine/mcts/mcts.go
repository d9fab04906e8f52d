// Package mcts is Monte-Carlo tree search: UCT with rapid action value estimation
// (RAVE), move priors and playouts, or PUCT with an evaluation of each position.
// It searches any game whose [Model] defines states, moves, priors and playouts.
//
// All threads share the tree without locks. Nodes have packed atomic counters,
// a visit counted on the way down is the virtual loss, and a compare-and-swap
// decides which thread expands a node. The tree has a pool of bounded size and
// survives from one move of a game to the next. It is a tree, not a graph: a
// node represents exactly one path, and a model may decide legality (superko)
// by that path.
//
// Sources: L. Kocsis and C. Szepesvári, "Bandit based Monte-Carlo planning"
// (2006); S. Gelly and D. Silver, "Monte-Carlo tree search and rapid action
// value estimation in computer Go" (2011); G. Chaslot, M. Winands and J. van den
// Herik, "Parallel Monte-Carlo tree search" (2008); P. Baudis, michi (constants).
// docs/mcts.md has the measured gain of each idea.
package mcts

import (
	"sync/atomic"
	"time"

	"moyo/engine"
	"moyo/game"
	"moyo/game/clock"
)

// Model is a game as the search sees it.
type Model interface {
	// Root prepares a search of pos, which it does not change. The caller may use
	// pos again after the search. stop is set when time is up.
	Root(pos game.Position, stop *atomic.Bool) (Root, error)
}

// Root is a position being searched.
type Root interface {
	// State returns a new state at the root for one thread. seed determines its
	// random choices.
	State(seed uint64) State
	// Shortcut returns a move to play without search, if there is one, and its
	// value for the side to move.
	Shortcut() (m game.Move, value float64, ok bool)
}

// Selective is a Root with legal moves that must not be played from it, however
// good the search finds them.
type Selective interface {
	Root
	// Plays reports whether a legal move may be played. If none may, the search
	// considers all.
	Plays(m game.Move) bool
}

// Tuned is a Root that changes the options of its search.
type Tuned interface {
	Root
	// Tune changes opt, which is for this search alone.
	Tune(opt *Options)
}

// Unfamiliar is a Root that reports whether a network usually evaluates, but does not for this board or these rules.
type Unfamiliar interface {
	Root
	Unfamiliar() bool
}

// Paced is a Root that can estimate the length of the game, to spread the
// clock's time over it.
type Paced interface {
	Root
	// Turns returns how many more moves of its own the side to move expects, at
	// least one.
	Turns() int
}

// turns returns how many more moves the side to move expects.
func turns(r Root) int {
	if p, ok := r.(Paced); ok {
		return p.Turns()
	}
	return clock.Ahead
}

// Leading is a Root of a game in which points are counted.
type Leading interface {
	Root
	// Lead returns the mean lead of the side to move at the ends of playouts, in
	// points; false if there were none.
	Lead() (points float64, ok bool)
}

// Scorer is a State of a game in which points are counted.
type Scorer interface {
	State
	// EndScore returns Black's lead in points at the end of the last Rollout, or by the last evaluation.
	// If owner has room, it adds the ownership of each point, from -1 (White) to 1 (Black).
	EndScore(owner []float64) (lead float64)
}

// State is a position that a thread moves along the tree. The search calls it a
// few times per node, never once per point.
type State interface {
	// Reset returns to the root.
	Reset()
	// ToPlay returns the side to move.
	ToPlay() game.Color
	// Play plays a move that Expand returned for this position.
	Play(m game.Move)
	// Terminal reports whether the game has ended.
	Terminal() bool
	// Expand appends the moves worth trying, each legal after the whole path, in a
	// fixed order.
	Expand(buf []Child) []Child
	// Rollout plays to the end, or scores the end if Terminal, and returns the
	// value for Black from 0 to 1. For each point first played after this
	// position, it sets first to the side that played it, unless first has an
	// entry. ok is false if the stop flag cut it short.
	Rollout(first []game.Color) (value float64, ok bool)
}

// Child is a move with its prior, in terms of playouts: of Visits playouts, the
// side that moves won Wins.
type Child struct {
	Move   game.Move
	Visits float32
	Wins   float32
}

// Estimator is a State that can evaluate the position that Expand was called for.
type Estimator interface {
	State
	// Estimate returns the value for Black of the position of the last Expand, and
	// the number of playouts that it counts as; 0 for none.
	Estimate() (value float64, playouts int)
}

// Options tune a search. The zero value of a field means its default.
type Options struct {
	Name             string        // for display; "mcts"
	Memory           int64         // bytes of the tree and of Beside; 256 MiB
	Beside           int64         // bytes of it for the states of a search and for biases
	Threads          int           // if Limits set none; 1
	Playouts         int64         // most playouts a move; no bound
	Time             time.Duration // longest search; no bound, or one second if Limits set no bound either
	ExpandAt         int           // visits at which a node gets children; 3
	RAVE             float64       // equivalence: visits at which RAVE and playouts weigh the same; 3500. Negative: no RAVE
	Explore          float64       // c of UCB1; 0: priors and RAVE explore
	Resign           float64       // resigns when the value falls below; 0: never
	Temperature      float64       // chooses by visits^(1/temperature); 0: the most visited, or by PUCT.Bound
	Blunder          float64       // how often it chooses at random among the plausible moves
	PriorTemperature float64       // chooses by prior^(1/temperature) among all moves, without regard to the search; 0: off
	PriorLeast       float64       // of the largest prior, the least share that a move needs for that
	FullTime         bool          // search on although no other move can become the best
	PUCT             *PUCT         // for states that are Evaluators; DefaultPUCT
}

// DefaultMemory is the default of Options.Memory in bytes.
const DefaultMemory = 256 << 20

const (
	defaultTime     = time.Second
	defaultExpandAt = 3
	defaultRAVE     = 3500
)

func (o Options) withDefaults() Options {
	if o.Name == "" {
		o.Name = "mcts"
	}
	if o.Memory <= 0 {
		o.Memory = DefaultMemory
	}
	if o.Threads <= 0 {
		o.Threads = 1
	}
	if o.ExpandAt <= 0 {
		o.ExpandAt = defaultExpandAt
	}
	if o.RAVE == 0 {
		o.RAVE = defaultRAVE
	}
	if o.PUCT == nil {
		p := DefaultPUCT()
		o.PUCT = &p
	}
	return o
}

// Engine is a Monte-Carlo tree search of one game.
type Engine struct {
	model  Model
	opt    Options
	tree   tree
	likely int32         // children that a node gets first where positions are evaluated
	biases biases        // of the tree, and of earlier trees that it grew out of
	last   game.Position // at the root of the tree, or nil
	owned  *owners       // of all playouts in the tree; nil if unknown
}

var (
	_ engine.Engine    = (*Engine)(nil)
	_ engine.Forgetter = (*Engine)(nil)
)

// New returns an engine that searches the game of model.
func New(model Model, opt Options) *Engine {
	opt = opt.withDefaults()
	return &Engine{model: model, opt: opt, tree: newTree(opt.Memory - opt.Beside), likely: likelyChildren}
}

// Name returns the name given in the options.
func (e *Engine) Name() string { return e.opt.Name }

// Close frees the tree.
func (e *Engine) Close() error {
	e.Forget()
	return nil
}

// Forget implements engine.Forgetter. It frees the tree, too.
func (e *Engine) Forget() {
	e.tree = newTree(e.opt.Memory - e.opt.Beside)
	e.biases.of = nil
	e.last, e.owned = nil, nil
}

// Memory returns the bytes in use between searches, and the bound during one.
func (e *Engine) Memory() (held, bound int64) {
	return e.tree.held() + e.biases.held() + e.owned.bytes(), e.opt.Memory
}

// merge returns the limits of one search: the tighter of the caller's and the
// options'. turns is the expected number of further moves of each side.
func (o Options) merge(lim engine.Limits, turns int) engine.Limits {
	lim = lim.ForTurns(turns)
	if lim.Threads <= 0 {
		lim.Threads = o.Threads
	}
	if o.Playouts > 0 && (lim.Nodes <= 0 || lim.Nodes > o.Playouts) {
		lim.Nodes = o.Playouts
	}
	if o.Time > 0 && (lim.Time <= 0 || lim.Time > o.Time) {
		lim.Time = o.Time
	}
	if lim.Time <= 0 && lim.Nodes <= 0 {
		lim.Time = defaultTime
	}
	return lim
}
