// Package engine is the contract of whatever chooses moves: search methods,
// baselines and programs behind a protocol. An [Engine] thinks about a position
// within [Limits], reports [Info] as it goes, and can be stopped at any time.
package engine

import (
	"context"
	"slices"
	"time"

	"moyo/game"
)

// Limits bound one search. A zero field does not bound. With none set an engine
// uses its own default.
type Limits struct {
	Time    time.Duration // wall clock
	Nodes   int64         // positions searched, or playouts
	Depth   int           // plies
	Threads int           // goroutines that search; 0 is one
	Seed    uint64        // of the random numbers; with one thread, a number of nodes and a seed a search is deterministic
	Best    int           // how many of the best moves to value one by one for Candidates, where the method can; 0 leaves it to the method
	// moves not to be considered at the root, nor for what the same player places with one in an opening, as long as others are left
	Exclude []game.Move
	Clock   Clock     // of the whole game; Time bounds the move beside it
	Avoid   []Avoided // moves not to be considered deeper down either, where the method can
	Owners  bool      // tell whose each point will be, where the method can
}

// Allowed returns the moves that are not excluded; all, if no others are left.
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

// Avoided are moves of one side that are left out in the first plies of a search,
// as long as others are left.
type Avoided struct {
	Side  game.Color
	Moves []game.Move
	Plies int
}

// Candidate is one of the moves considered, best first in Info.
type Candidate struct {
	Move   game.Move
	Visits int64
	Value  float64 // win chance of the side to move, 0 to 1
	Prior  float64 // 0 to 1, 0 where the method has none
	PV     []game.Move
	Seen   []int64   // visits of each move of PV, where the method counts them
	Mate   int       // as in Info
	Solved bool      // as in Info
	Lead   float64   // as in Info, after this move
	Known  bool      // Lead is known
	Owners []float64 // as in Info, after this move
}

// Info is what a search has found so far.
type Info struct {
	Move       game.Move // the move that would be played now
	Value      float64   // win chance of the side to move, 0 to 1
	Depth      int
	Nodes      int64 // positions searched, or playouts
	Elapsed    time.Duration
	PV         []game.Move // principal variation, beginning with Move
	Candidates []Candidate
	Resign     bool    // the engine would give up
	Mate       int     // plies until the side to move has won (positive) or lost (negative) for certain, 0 where that is not known
	Book       bool    // the move comes from the opening book
	Solved     bool    // Value is exact: 1 a win, 0.5 a draw, 0 a loss with best play of both sides
	Lead       float64 // points by which the side to move would win, as an estimate, where Counted
	Counted    bool    // Lead is known
	Rough      bool    // Value and Lead are rough: the engine has a network that does not judge this board or these rules
	// whose each point will be, from -1 (White) to 1 (Black), as an estimate; nil where that was not asked for or is not known
	Owners []float64
}

// PerSecond returns nodes a second.
func (i Info) PerSecond() float64 {
	if i.Elapsed <= 0 {
		return 0
	}
	return float64(i.Nodes) / i.Elapsed.Seconds()
}

// Engine chooses moves. One engine serves one game at a time: Search must not
// be called twice at once. It may keep what it learned for the next call.
type Engine interface {
	// Name returns a name for people, such as "mcts level 5".
	Name() string
	// Search thinks about pos, which it does not change, until a limit is
	// reached or ctx ends, and returns the best move found; a legal move
	// whenever there is one, also when ctx has ended before it began. report,
	// if not nil, is called about ten times a second from the goroutine that
	// called Search. The error is for what keeps the engine from playing (a
	// position it does not understand, a program that died).
	Search(ctx context.Context, pos game.Position, lim Limits, report func(Info)) (Info, error)
	// Close frees what the engine holds: memory, processes.
	Close() error
}

// DeadStones is implemented by engines that can tell which stones of a finished
// game would be captured if play went on.
type DeadStones interface {
	// Dead returns the points with dead stones in pos, whole chains, ascending.
	Dead(ctx context.Context, pos game.Position) ([]game.Point, error)
}

// SekiStones is implemented by engines that can tell which stones live in seki.
type SekiStones interface {
	// Seki returns the points with stones in seki in pos, whole chains, those on
	// the points of dead being dead.
	Seki(ctx context.Context, pos game.Position, dead []game.Point) ([]game.Point, error)
}

// Owner is implemented by engines that estimate whose each point will be.
type Owner interface {
	// Ownership returns for each point a value from -1 (White) to 1 (Black).
	Ownership(ctx context.Context, pos game.Position) ([]float64, error)
}

// Evaluation is what an engine's network says of a position, without a search.
type Evaluation struct {
	Policy []float64 // of each point the probability that it is the move, -1 for points that cannot be played; the pass is the last
	Value  float64   // win chance of the side to move, 0 to 1
	Lead   float64   // points by which the side to move leads
	Owners []float64 // whose each point will be, from -1 (White) to 1 (Black)
}

// Evaluator is implemented by engines that have a network.
type Evaluator interface {
	// Evaluate evaluates pos; false where the network is not asked, as on boards that it does not know.
	Evaluate(pos game.Position) (Evaluation, bool)
}

// Forgetter is implemented by engines that keep what they learned for the next
// search.
type Forgetter interface {
	// Forget makes the next search take no notice of earlier ones.
	Forget()
}

// Balancer is implemented by engines that can look for moves after which both
// sides stand equally well, as whoever proposes an opening wants them.
type Balancer interface {
	// Balance returns moves of both sides in turn after which pos is as even says,
	// as nearly as can be found within the limits; they are the Info's PV, the
	// first its Move. The error is as that of Search, as are report and ctx.
	Balance(ctx context.Context, pos game.Position, even Even, lim Limits, report func(Info)) (Info, error)
}

// Even says what Balance is to look for.
type Even struct {
	Moves  int     // 1 or more
	Chance float64 // of the side to move to win after them; 0.5 is even
}

// Preparer is implemented by engines that take time to get ready for a position
// which is no part of the search, as other programs do to start a game.
type Preparer interface {
	// Prepare readies the engine for a search of pos. The error is as that of
	// Search.
	Prepare(ctx context.Context, pos game.Position) error
}
