// Package player is what the engines on package alphabeta have in common:
// options and settings, levels, the opening book, limits and reports. A [Kind]
// describes the engines of a game, and a [Game] knows their positions.
package player

import (
	"math"

	"moyo/board"
	"moyo/engine"
	"moyo/engine/alphabeta"
	"moyo/engine/internal/book"
	"moyo/game"
)

// Kind describes the engines of one game.
type Kind struct {
	Name   string                 // of the engines, for display
	Memory int64                  // bytes, if the options set none
	Table  float64                // share of the memory for the transposition table; the rest is for threads, the game and garbage
	Search alphabeta.Options      // if the options set none
	Extra  string                 // setting that Options.Plain switches off, such as "fours"; "" for none
	Levels [Levels]Level          // how each level plays
	Unit   float64                // difference of order that makes a move e times likelier to be drawn at a temperature of 1
	Book   int                    // the lowest level that plays from the book
	Scale  float64                // score of a win probability of 73 %
	Game   func(opt Options) Game // makes the game of a new engine
}

// Game is an engine's knowledge of its game. Calls come from one goroutine.
type Game interface {
	// Prepare prepares for the rules and the board of pos, and reports whether
	// they differ from the last call's. The error is for positions that the engine
	// does not play.
	Prepare(pos game.Position) (changed bool, err error)
	// Book returns the opening book for a prepared position, or nil.
	Book(pos game.Position) *book.Book
	// Root returns a prepared position for a search.
	Root(pos game.Position) Root
	// Forget drops the results of earlier searches.
	Forget()
}

// Root is the position of a search. The search's moves are points, or the
// number of the board's points for a pass.
type Root struct {
	State alphabeta.Game
	// Moves are lists of moves, best known first. The search takes the first list
	// with legal moves that are not excluded. The last contains every move.
	Moves    [][]alphabeta.Move
	Turns    int    // further moves of each side that the time of the game has to cover
	Hash     uint64 // of the position; a level's random draw depends on it
	Unproved bool   // a win that the search finds is not proved
	Vague    bool   // ends in the search may be wrong: results include neither mates nor exact values
}

// Chooser is a Game that finds some moves in other ways than by a search from
// the root.
type Chooser interface {
	// Choose returns the move for a prepared position; ok is false if the engine
	// has to search as usual.
	Choose(e *Engine, t Turn) (info engine.Info, ok bool)
}

// Balancer is a Game that finds even positions: see engine.Balancer.
type Balancer interface {
	// Balance does what engine.Balancer does, for a prepared position that is not
	// over.
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

// Central returns the point nearest to the middle of the board, or any point of
// a board without an edge.
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
