// Package alphabeta searches games of two sides by principal variation search
// (NegaScout) with iterative deepening, a transposition table and the usual
// reductions, on any number of threads. It knows no game: what a position is
// worth, which moves there are and what needs no search comes from a [Game].
//
// Every idea beyond the bare algorithm is a switch in [Options], so that its
// worth can be measured. Plain alpha-beta, minimax and MTD(f) are there for
// comparison.
package alphabeta

// Win is the score of a game won at the root. A win n plies away is Win-n, a
// loss n plies away n-Win; scores beyond Proved either way are proved, all
// others are estimates. Draw is a game known to end in one.
const (
	Win    = 30000
	Proved = Win - 2000
	Draw   = 0
	none   = -Win - 1
)

// MaxPly bounds the depth of a line.
const MaxPly = 240

// Kind says how much a move demands of the opponent.
type Kind uint8

// The kinds of moves, the quietest first.
const (
	Quiet  Kind = iota
	Threat      // threatens to win with the next move but one: is not reduced as much
	Check       // has to be answered at once
	Reply       // answers a threat
)

// Move is a move of a position with its place in the order: larger scores are
// tried earlier.
type Move struct {
	Point int32
	Score int32
	Kind  Kind
	Lost  uint8 // not 0: Decided would call the position after it won for the opponent in so many plies
}

// Game is a position that a search plays about in. Calls come from one
// goroutine. All scores are for the side to move.
type Game interface {
	// Key identifies the position, side to move included.
	Key() uint64
	// Decided returns the score of a position that needs no search: the game
	// has ended, or is known to be won, lost or drawn. ply is the distance from
	// the root.
	Decided(ply int) (score int, ok bool)
	// Eval returns an estimate within Proved either way.
	Eval() int
	// Threatened says whether the side to move has to answer a threat: Moves
	// holds the answers only, and standing still is no option.
	Threatened() bool
	// Moves appends the moves to be searched to buf. Leaving one out is a claim
	// that it is not better than the others.
	Moves(buf []Move) []Move
	// Quiesce returns the score of the position when only the most forcing
	// moves are searched; nodes counts the positions visited.
	Quiesce(alpha, beta, ply int, nodes *int64) int
	// Play plays a move, Undo takes it back.
	Play(point int32)
	Undo()
	// Pass gives the turn away, UndoPass takes it back.
	Pass()
	UndoPass()
	// Clone returns an independent copy for another goroutine.
	Clone() Game
}
