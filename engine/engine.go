// Package engine is the contract of everything that chooses moves: search methods,
// baselines and programs behind a protocol. An [Engine] searches a position within
// [Limits], reports [Info] meanwhile, and can be stopped at any time.
package engine

import (
	"context"
	"slices"
	"time"

	"moyo/game"
)

// Limits bound one search. A zero field does not bound. If all are zero, an
// engine uses its own default.
type Limits struct {
	Time    time.Duration // wall clock
	Nodes   int64         // positions searched, or playouts
	Depth   int           // plies
	Threads int           // goroutines that search; 0 is one
	Seed    uint64        // of the random numbers; a search with one thread, a seed and a limit of nodes is deterministic
	Best    int           // how many of the best moves get a value of their own in Candidates, where possible; 0 leaves it to the method
	// moves to leave out at the root, and among the player's other stones of an
	// opening, as long as others are left
	Exclude   []game.Move
	Clock     Clock     // of the whole game; Time bounds the move as well
	Avoid     []Avoided // moves to leave out deeper in the tree, where the method can do that
	Ownership bool      // estimate the ownership of each point, where the method can do that
	// search up to the limits, even if no other move can become the best or the method knows a move without search; where the
	// method counts visits, Candidates has all visited moves
	Full bool
	// priors of the moves at the root are raised to 1/Temper, where the method has a policy: above 1 it searches
	// more moves. 0 is 1
	Temper float64
}

// Allowed returns the moves that are not excluded, or all if every move is excluded.
func (l Limits) Allowed(moves []game.Move) []game.Move {
	if len(l.Exclude) == 0 {
		return moves
	}
	var list []game.Move
	for _, m := range moves {
		if !slices.Contains(l.Exclude, m) {
			list = append(list, m)
		}
	}
	if len(list) == 0 {
		return moves
	}
	return list
}

// Avoided are moves of one side that a search leaves out in the first plies, as
// long as others are left.
type Avoided struct {
	Side  game.Color
	Moves []game.Move
	Plies int
}

// Candidate is one of the moves considered. Info lists them best first.
type Candidate struct {
	Move      game.Move
	Visits    int64
	Value     float64 // win probability of the side to move, 0 to 1
	Prior     float64 // 0 to 1, 0 if the method has no prior
	PV        []game.Move
	PVVisits  []int64   // visits of each move of PV, where the method counts them
	Mate      int       // as in Info
	Solved    bool      // as in Info
	Lead      float64   // as in Info, after this move
	HasLead   bool      // Lead is known
	Ownership []float64 // as in Info, after this move

	LeadStdev      float64   // as in Info, after this move
	OwnershipStdev []float64 // as in Info, after this move
}

// Info is what a search has found so far.
type Info struct {
	Move       game.Move // the best move so far
	Value      float64   // win probability of the side to move, 0 to 1
	Depth      int
	Nodes      int64 // positions searched, or playouts
	Elapsed    time.Duration
	PV         []game.Move // principal variation, beginning with Move
	Candidates []Candidate
	Resign     bool    // the engine would resign
	Mate       int     // plies until the side to move has certainly won (positive) or lost (negative), 0 if unknown
	Book       bool    // the move comes from the opening book
	Solved     bool    // Value is exact: 1 a win, 0.5 a draw, 0 a loss, with best play of both sides
	Lead       float64 // estimate of the points by which the side to move will win, valid if HasLead
	HasLead    bool    // Lead is known
	Rough      bool    // Value and Lead are rough: the engine's network does not evaluate this board or these rules
	// estimate for each point from -1 (White) to 1 (Black); nil if Limits.Ownership was not set or the engine cannot tell
	Ownership []float64
	// standard deviations of the lead and of the ownership of each point over the searched positions, where these are known
	LeadStdev      float64
	OwnershipStdev []float64
}

// PerSecond returns nodes per second.
func (i Info) PerSecond() float64 {
	if i.Elapsed <= 0 {
		return 0
	}
	return float64(i.Nodes) / i.Elapsed.Seconds()
}

// Engine chooses moves. One engine serves one game at a time: callers must not run
// two Searches concurrently. An engine may keep what it found for the next call.
type Engine interface {
	// Name returns a name for display, such as "mcts level 5".
	Name() string
	// Search searches pos, which it does not change, until a limit is reached or
	// ctx ends. It returns the best move found: a legal move whenever one exists,
	// even if ctx had ended before the call. If report is not nil, Search calls it
	// about ten times a second from its own goroutine. The error says why the
	// engine cannot play, such as a position that it does not support or a program
	// that died.
	Search(ctx context.Context, pos game.Position, lim Limits, report func(Info)) (Info, error)
	// Close frees what the engine holds: memory, processes.
	Close() error
}

// DeadStones is implemented by engines that can find the stones of a finished
// game that would be captured if play continued.
type DeadStones interface {
	// Dead returns the points of the dead stones in pos, whole chains, ascending.
	Dead(ctx context.Context, pos game.Position) ([]game.Point, error)
}

// SekiStones is implemented by engines that can find the stones that live in seki.
type SekiStones interface {
	// Seki returns the points of the stones in seki in pos, whole chains. It takes
	// the stones on the points of dead as dead.
	Seki(ctx context.Context, pos game.Position, dead []game.Point) ([]game.Point, error)
}

// OwnershipEstimator is implemented by engines that estimate the ownership of points.
type OwnershipEstimator interface {
	// Ownership returns a value for each point, from -1 (White) to 1 (Black).
	Ownership(ctx context.Context, pos game.Position) ([]float64, error)
}

// Evaluation is what an engine's network answers for a position, without search.
type Evaluation struct {
	Policy    []float64 // the probability of each point as the move, -1 for points that cannot be played; the pass is last
	Value     float64   // win probability of the side to move, 0 to 1
	Lead      float64   // points by which the side to move leads
	Ownership []float64 // for each point from -1 (White) to 1 (Black)
}

// Evaluator is implemented by engines that have a network.
type Evaluator interface {
	// Evaluate evaluates pos. It returns false if the network does not apply, as on boards that it does not know.
	Evaluate(pos game.Position) (Evaluation, bool)
}

// Forgetter is implemented by engines that keep what they found for the next
// search.
type Forgetter interface {
	// Forget makes the next search independent of earlier ones.
	Forget()
}

// Balancer is implemented by engines that can search for moves after which both
// sides have equal chances, as an opening proposal needs.
type Balancer interface {
	// Balance returns moves of both sides in turn after which pos is as even asks,
	// as nearly as it finds within the limits. They are the Info's PV; the first
	// is its Move. ctx, report and the error are as in Search.
	Balance(ctx context.Context, pos game.Position, even Even, lim Limits, report func(Info)) (Info, error)
}

// Even is the goal of Balance.
type Even struct {
	Moves int     // 1 or more
	Value float64 // win probability of the side to move after them; 0.5 is even
}

// Preparer is implemented by engines that need time before a search, as
// programs do that have to start a game.
type Preparer interface {
	// Prepare readies the engine for a search of pos. The error is as in Search.
	Prepare(ctx context.Context, pos game.Position) error
}
