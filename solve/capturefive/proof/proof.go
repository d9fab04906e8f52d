// Package proof holds proofs about positions of Capture Five's family (n in a
// row with Go's captures, or without them) as files, and a checker that knows
// the rules and nothing of any search. It shares only [moyo/board] and
// [moyo/game] with whatever made the proof.
//
// A proof is a claim, a start and a table from states with one side to move to
// that side's move. [Check] plays the table against every legal reply, which is
// exact under simple ko: there a [State] says all that matters. Under superko
// it walks the paths as well, see [Report.Superko].
//
// # Canonical states
//
// One entry serves all images of a state under the symmetries of the board. The
// maps are board.Symmetries(Maps), each of which takes point p to m[p]. The
// canonical form of a state is the smallest of its images, compared by
//
//	Black, White, Ko+1, Passed (false before true)
//
// in this order, where Black and White are taken as numbers (bit p, of value
// 1<<p, is point p) and the image of Ko is m[Ko]. [Write] makes its entries
// canonical itself, so they may be given as any image.
//
// # Entries that may be missing
//
// A table needs no entry where the checker sees by itself what to do:
//
//   - the side wins with one move, in any claim;
//   - it has no legal move and may not pass, or may end the game by a second
//     pass, and the claim is not that it wins;
//   - nothing is ever captured and each row holds a stone of the side, and the
//     claim is not that it wins;
//   - the claim ends within three plies, and one of the side's moves leaves the
//     other without a move that wins at once; or it ends within one ply.
package proof

import (
	"errors"

	"moyo/game"
)

// Maps is the most symmetries that are used; a torus of 8x8 has 512.
const Maps = 1024

// MaxPoints is the number of points of the largest board.
const MaxPoints = 64

// Claim is what a proof is to show.
type Claim struct {
	Rules string     // id, such as "capturefive:n=4,lines=orthogonal,ko=simple,pass=no,captures=yes"
	Board string     // spec
	First game.Color // to move at the start
	Side  game.Color // of whose moves the table is
	// Win: Side wins whatever the other does. Else the other never does.
	Win bool
	// Plies is the last ply, counted from the start, with which Side wins; or
	// until which the other does not. 0: some ply; or never at all.
	Plies int
}

// State is a position as far as simple ko and passing need it.
type State struct {
	Black, White uint64 // stones, bit p for point p
	// Ko is the empty point that simple ko forbids, or board.None: the last
	// move took just the stone there, and is a chain of one stone whose only
	// liberty it is. Also set where the rules have superko, never without
	// captures.
	Ko     game.Point
	ToPlay game.Color
	Passed bool // the last move was a pass; Ko is board.None then
}

// Options of a check. Zero values stand for the defaults.
type Options struct {
	// States is the most entries read, DefaultStates by default; each takes
	// about 40 bytes.
	States int
	// Steps bounds the walk along paths under superko, in moves;
	// DefaultSteps by default, none where negative.
	Steps int64
	// Progress, if not nil, is called now and then with the entries visited.
	Progress func(visited, entries int)
}

// What Options of zero mean.
const (
	DefaultStates = 1 << 25
	DefaultSteps  = 100_000_000
)

// Superko says whether a claim holds where no earlier picture may come back.
type Superko uint8

// The verdicts on superko.
const (
	NotAsked   Superko = iota // the rules have simple ko, or no captures
	Undecided                 // the walk grew beyond Options.Steps: shown for simple ko only
	Holds                     // the table does as claimed under superko as well
	MoveLocked                // a move of the table is forbidden on some path: shown for simple ko only
)

var superkoText = [...]string{"", "not decided", "verified", "a move of the table may be forbidden"}

// String returns words for a report, "" for NotAsked.
func (s Superko) String() string { return superkoText[s] }

// Report says what a check saw.
type Report struct {
	Claim    Claim
	Start    State
	Verified bool // the claim holds, with simple ko in the place of superko
	Superko  Superko
	Entries  int   // in the table
	Visited  int   // of them reached
	Replies  int64 // moves of the other side that were played
	// Longest is the number of plies of the longest line from the start: until
	// the win, or to the last state that was reached.
	Longest int
	// Refutation is the line of moves from the start after which a proof is
	// wrong, that of a move forbidden by superko, or nil.
	Refutation []game.Move
}

// Errors that Check's wrap.
var (
	ErrFormat  = errors.New("proof file")    // cut, altered or not well formed
	ErrRefuted = errors.New("proof refuted") // a right file that does not show its claim
	ErrLimit   = errors.New("proof limit")   // beyond what Options allow
)
