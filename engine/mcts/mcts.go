// Package mcts is Monte-Carlo tree search: UCT with rapid action value
// estimation (RAVE), move priors and playouts, for any game whose [Model] says
// how states move, which moves deserve a prior and how a playout ends.
//
// The tree is shared by all threads without locks: nodes carry packed atomic
// counters, a visit counted on the way down is the virtual loss, and a node is
// expanded by whoever wins a compare-and-swap. It lives in a pool of bounded
// size, survives from one move of a game to the next, and is a tree rather than
// a graph, so that a node stands for exactly one path and a model may decide
// legality (superko) by that path.
//
// Sources: L. Kocsis and C. Szepesvári, "Bandit based Monte-Carlo planning"
// (2006); S. Gelly and D. Silver, "Monte-Carlo tree search and rapid action
// value estimation in computer Go" (2011); G. Chaslot, M. Winands and J. van den
// Herik, "Parallel Monte-Carlo tree search" (2008); P. Baudis, michi (constants).
// docs/mcts.md says what each idea was measured to be worth.
package mcts

import (
	"sync/atomic"
	"time"

	"moyo/engine"
	"moyo/game"
	"moyo/game/clock"
)

// Model is what the search knows of a game.
type Model interface {
	// Root prepares a search of pos, which is not changed and may be used by the
	// caller again only after the search. stop is set when time is up.
	Root(pos game.Position, stop *atomic.Bool) (Root, error)
}

// Root is a position being searched.
type Root interface {
	// State returns a new state at the root for one thread. Its random choices
	// follow from seed alone.
	State(seed uint64) State
	// Shortcut returns a move to be played without search, where there is one,
	// and its value for the side to move.
	Shortcut() (m game.Move, value float64, ok bool)
}

// Choosy is a Root with legal moves that are not to be played from it, whatever the
// search would make of them.
type Choosy interface {
	Root
	// Plays says whether a legal move may be played. One that may not is, where there is
	// nothing else to search.
	Plays(m game.Move) bool
}

// Tuned is a Root that is searched otherwise than the options of the engine say.
type Tuned interface {
	Root
	// Tune changes opt, which is for this search alone.
	Tune(opt *Options)
}

// Unfamiliar is a Root that says whether a network usually judges, and does not for this board or these rules.
type Unfamiliar interface {
	Root
	Unfamiliar() bool
}

// Paced is a Root that can tell how long the game will go on, so that the time
// of the game lasts and is used.
type Paced interface {
	Root
	// Turns returns how many more moves of its own the side to move expects, one
	// at least.
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
	// Lead returns by how many points the side to move led at the end of what has been
	// played out, on average; false where nothing was.
	Lead() (points float64, ok bool)
}

// Counting is a State of a game in which points are counted.
type Counting interface {
	State
	// Ended returns by how many points Black led at the end of the last Rollout, or leads by what was
	// last judged, and adds to owner, if it has room, whose each point was: from -1 (White) to 1 (Black).
	Ended(owner []float64) (lead float64)
}

// State is a position that a thread moves along the tree. The search crosses
// this interface a few times a node, never once a point.
type State interface {
	// Reset returns to the root.
	Reset()
	// ToPlay returns the side to move.
	ToPlay() game.Color
	// Play plays a move that Expand gave for this very position.
	Play(m game.Move)
	// Terminal says whether the game has ended here.
	Terminal() bool
	// Expand appends the moves worth trying here, each legal with regard to the
	// whole path, in a fixed order.
	Expand(buf []Child) []Child
	// Rollout plays on to the end, or values the end if Terminal, and returns
	// the value for Black from 0 to 1. For each point that is first played by a
	// side after this position it notes that side in first, where nothing is
	// noted yet. ok is false if the stop flag cut it short.
	Rollout(first []game.Color) (value float64, ok bool)
}

// Child is a move with its prior: as if Visits playouts had been seen of which
// Wins were won by the side that moves.
type Child struct {
	Move   game.Move
	Visits float32
	Wins   float32
}

// Judging is a State that, when it gives children, can say too how the position stands.
type Judging interface {
	State
	// Verdict returns the value for Black of the position that Expand was last called for, and as how
	// many playouts it counts; 0 for none.
	Verdict() (value float64, playouts int)
}

// Options tune a search. The zero value of a field means its default.
type Options struct {
	Name        string        // for people; "mcts"
	Memory      int64         // bytes of the tree, and of what is beside it; 256 MiB
	Beside      int64         // of them, those that are kept for the states of a search and for lessons
	Threads     int           // where Limits give none; 1
	Playouts    int64         // most playouts a move; no bound
	Time        time.Duration // longest search; no bound, and one second where Limits give no bound either
	ExpandAt    int           // visits at which a node gets children; 3
	RAVE        float64       // equivalence: visits at which RAVE and playouts weigh the same; 3500. Negative: no RAVE
	Explore     float64       // c of UCB1; 0: priors and RAVE explore
	Resign      float64       // gives up when the value falls below; 0: never
	Temperature float64       // chooses by visits^(1/temperature); 0: the most visited, or the surest where PUCT says so
	Blunder     float64       // how often a move is chosen at random among the plausible ones
	Taste       float64       // chooses by prior^(1/taste) among all moves, whatever was found of them; 0: not
	TasteLeast  float64       // but none with a prior of less than so much of the best one's
	FullTime    bool          // search on although the best move cannot be caught any more
	PUCT        *PUCT         // where states are Led; DefaultPUCT
}

// DefaultMemory is the Memory of searches where nothing is said of it.
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
	model   Model
	opt     Options
	tree    tree
	likely  int32         // children that a node gets at once where positions are judged
	lessons lessons       // of the tree, and of what it grew out of
	last    game.Position // at the root of the tree, nil where there is none
}

var (
	_ engine.Engine    = (*Engine)(nil)
	_ engine.Forgetter = (*Engine)(nil)
)

// New returns an engine that searches with what model knows.
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
	e.lessons.of = nil
	e.last = nil
}

// Memory returns the bytes that are held now, between searches, and those that may be, in one.
func (e *Engine) Memory() (held, bound int64) { return e.tree.held() + e.lessons.held(), e.opt.Memory }

// merge returns the limits of one search: the tighter of what the caller and
// the options say. turns is how many more moves of each side are to be expected.
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
