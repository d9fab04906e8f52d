// Package alphabeta searches two-player games by principal variation search
// (NegaScout) with iterative deepening, a transposition table and the usual
// reductions, on any number of threads. A [Game] supplies the rules:
// evaluation, moves, and positions that need no search.
//
// Every idea beyond the bare algorithm is a switch in [Options], so that its gain
// can be measured. Plain alpha-beta, minimax and MTD(f) are for comparison.
// comparison.
package alphabeta

// Win is the score of a game won at the root. A win in n plies is Win-n, a loss
// in n plies n-Win. Scores beyond ±Proved are proved, all others are estimates.
// Draw is the score of a certain draw.
const (
	Win    = 30000
	Proved = Win - 2000
	Draw   = 0
	none   = -Win - 1
)

// MaxPly bounds the depth of a line.
const MaxPly = 240

// Kind is how much a move demands of the opponent.
type Kind uint8

// The kinds of moves, the quietest first.
const (
	Quiet  Kind = iota
	Threat      // threatens to win with the move after the next: reduced less
	Check       // has to be answered immediately
	Reply       // answers a threat
)

// Move is a move of a position with its place in the order: moves with larger
// scores are tried earlier.
type Move struct {
	Point int32
	Score int32
	Kind  Kind
	Lost  uint8 // if not 0: after the move, Decided would return a win for the opponent in this many plies
}

// Game is a position that a search moves about in. A search calls it from one
// goroutine. All scores are for the side to move.
type Game interface {
	// Key identifies the position, including the side to move.
	Key() uint64
	// Decided returns the score of a position that needs no search: the game has
	// ended, or is known to be won, lost or drawn. ply is the distance from the
	// root.
	Decided(ply int) (score int, ok bool)
	// Eval returns an estimate within ±Proved.
	Eval() int
	// Threatened reports whether the side to move has to answer a threat: Moves
	// returns only answers, and Eval is no lower bound.
	Threatened() bool
	// Moves appends the moves to search to buf. Leaving one out claims that it is
	// not better than the others.
	Moves(buf []Move) []Move
	// Quiesce returns the score of the position by the most forcing moves alone,
	// and adds the positions that it visits to nodes.
	Quiesce(alpha, beta, ply int, nodes *int64) int
	// Play plays a move, Undo takes it back.
	Play(point int32)
	Undo()
	// Pass passes the turn, UndoPass takes it back.
	Pass()
	UndoPass()
	// Clone returns an independent copy for another goroutine.
	Clone() Game
}
