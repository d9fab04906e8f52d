// Package proof contains proofs about positions of Capture Five and its variants (n in a row with
// Go's captures, or without them) as files, and a checker that knows only the rules. It shares only
// [moyo/board] and [moyo/game] with the programs that make proofs.
//
// A proof is a claim, a start and a table that maps states with one side to move to that side's
// moves. [Check] plays the table against every legal reply. That is exact under simple ko, where a
// [State] contains everything that matters. Under superko it also walks the paths, see
// [Report.Superko].
//
// # Canonical states
//
// One entry represents all images of a state under the symmetries of the board. The maps are
// board.Symmetries(Maps), each of which maps point p to m[p]. The canonical form of a state is the
// smallest of its images, compared by
//
//	Black, White, Ko+1, Passed (false before true)
//
// in this order, with Black and White as numbers (bit p, of value 1<<p, is point p) and m[Ko] as
// the image of Ko. [Write] makes its entries canonical, so any image may be given.
//
// # Entries that may be missing
//
// A table needs no entry if the checker can find the move itself:
//
//   - the side wins with one move, in any claim;
//   - it has no legal move and may not pass, or may end the game by a second
//     pass, and the claim is not that it wins;
//   - captures are impossible and each row contains a stone of the side, and the
//     claim is not that it wins;
//   - the claim ends within three plies, and one of the side's moves prevents an
//     immediate win of the other; or it ends within one ply.
package proof

import (
	"errors"

	"moyo/game"
)

// Maps is the largest number of symmetries used; a torus of 8x8 has 512.
const Maps = 1024

// MaxPoints is the size of the largest board.
const MaxPoints = 64

// Claim is the claim of a proof.
type Claim struct {
	Rules string     // id, such as "capturefive:n=4,lines=orthogonal,ko=simple,pass=no,captures=yes"
	Board string     // spec
	First game.Color // to move at the start
	Side  game.Color // the side whose moves the table contains
	// Win claims that Side wins against every defence. Otherwise the claim is that the other side never wins.
	Win bool
	// Plies is the last ply, counted from the start, at which Side wins, or until which the other side
	// does not win. 0 means any ply, or never.
	Plies int
}

// State is a position with all that simple ko and passing need.
type State struct {
	Black, White uint64 // stones, bit p for point p
	// Ko is the empty point that simple ko forbids, or board.None: the last move captured a single
	// stone on it, and is itself a single stone whose only liberty it is. It is also set under
	// superko, but never without captures.
	Ko     game.Point
	ToPlay game.Color
	Passed bool // the last move was a pass; Ko is board.None then
}

// Options of a check. Zero values stand for the defaults.
type Options struct {
	// States limits the entries of a table, DefaultStates by default. Each takes about 40 bytes.
	States int
	// Steps limits the moves of the walk along paths under superko. The default is DefaultSteps; there
	// is no walk if it is negative.
	Steps int64
	// Progress, if not nil, is called now and then with the visited entries.
	Progress func(visited, entries int)
}

// The defaults of Options.
const (
	DefaultStates = 1 << 25
	DefaultSteps  = 100_000_000
)

// Superko is whether a claim holds if no earlier position of the stones may recur.
type Superko uint8

// The verdicts on superko.
const (
	NotAsked   Superko = iota // the rules have simple ko, or no captures
	Undecided                 // the walk exceeded Options.Steps: proved for simple ko only
	Holds                     // the table also proves the claim under superko
	MoveLocked                // a move of the table is forbidden on some path: proved for simple ko only
)

var superkoText = [...]string{"", "not decided", "verified", "a move of the table may be forbidden"}

// String returns a description for reports, "" for NotAsked.
func (s Superko) String() string { return superkoText[s] }

// Report is the result of a check.
type Report struct {
	Claim    Claim
	Start    State
	Verified bool // the claim holds, with simple ko instead of superko
	Superko  Superko
	Entries  int   // in the table
	Visited  int   // of them visited
	Replies  int64 // moves of the other side that were tried
	// Longest is the number of plies of the longest line from the start: until the win, or to the last
	// state reached.
	Longest int
	// Refutation is the line of moves from the start that refutes a proof, the line to a move
	// forbidden by superko, or nil.
	Refutation []game.Move
}

// Errors that Check's errors wrap.
var (
	ErrFormat  = errors.New("proof file")    // cut, altered or malformed
	ErrRefuted = errors.New("proof refuted") // a valid file that does not prove its claim
	ErrLimit   = errors.New("proof limit")   // beyond the limits of Options
)
