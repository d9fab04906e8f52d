// Package player is what engines that search one game with package alphabeta have
// in common: options and settings, levels that play below their strength, the
// opening book, the limits and the reports of a search. A [Kind] says what the
// engines of a game are like, and a [Game] knows their positions.
package player

import (
	"math"

	"moyo/board"
	"moyo/engine"
	"moyo/engine/alphabeta"
	"moyo/engine/internal/book"
	"moyo/game"
)

// Kind is what the engines of one game are like.
type Kind struct {
	Name   string                 // of the engines, for people
	Memory int64                  // bytes, where the options say nothing
	Table  float64                // share of the memory for the transposition table; the rest is for threads, the game and garbage
	Search alphabeta.Options      // where the options say nothing
	Extra  string                 // setting that Options.Plain switches off, such as "fours"; "" if there is none
	Levels [Levels]Level          // how each level plays
	Unit   float64                // difference of order that makes a move e times likelier to be drawn at a temperature of 1
	Book   int                    // the lowest level that plays from the book
	Scale  float64                // score that is worth a win chance of 73 %
	Game   func(opt Options) Game // makes the game of a new engine
}

// Game is what an engine knows of its game. Calls come from one goroutine.
type Game interface {
	// Prepare makes what is needed for the rules and the board of pos, and says
	// whether they are others than at the last call. The error is for positions
	// that the engine does not play.
	Prepare(pos game.Position) (changed bool, err error)
	// Book returns the opening book for a prepared position, nil if there is none.
	Book(pos game.Position) *book.Book
	// Root returns a prepared position as a search begins with it.
	Root(pos game.Position) Root
	// Forget drops what earlier searches have left behind.
	Forget()
}

// Root is a position that a search begins with. The search's moves are points,
// or the number of the board's points for a pass.
type Root struct {
	State alphabeta.Game
	// Moves are lists of moves, the best known first: of the first list of which
	// some are legal and not excluded, those are searched. The last holds every
	// move.
	Moves    [][]alphabeta.Move
	Turns    int    // for how many more moves of each side the time of the game should last
	Hash     uint64 // of the position: what a level draws follows from it
	Unproved bool   // a win that the search finds is not proved
	Vague    bool   // what the search takes for an end may be none: neither mates nor exact values are told
}

// Chooser is a Game that finds some moves in other ways than by a search from
// the root.
type Chooser interface {
	// Choose returns the move for a prepared position; ok is false where it is to
	// be found as usual.
	Choose(e *Engine, t Turn) (info engine.Info, ok bool)
}

// Balancer is a Game that finds even positions: see engine.Balancer.
type Balancer interface {
	// Balance returns what engine.Balancer does, for a prepared position that is
	// not over.
	Balance(e *Engine, t Turn, even engine.Even) engine.Info
}

// New returns an engine.
func (k *Kind) New(opt Options) *Engine {
	if opt.Memory == 0 {
		opt.Memory = k.Memory
	}
	if opt.Search == nil {
		opt.Search = &k.Search
	}
	return &Engine{kind: k, opt: opt, game: k.Game(opt)}
}

// Central returns the point nearest to the middle of the board, on boards
// without an edge any.
func Central(b *board.Board) board.Point {
	best, least := board.None, math.Inf(1)
	for q := range board.Point(b.Len()) {
		c := b.Coord(q)
		if d := c[0]*c[0] + c[1]*c[1] + c[2]*c[2]; d < least-1e-9 {
			best, least = q, d
		}
	}
	return best
}
