// Package proof holds proofs of life and death, their file form, and a checker
// that shares no code with the search but the board. docs/tsumego.md says what a
// proof is and why its leaves are right.
package proof

import (
	"errors"
	"fmt"
	"slices"

	"moyo/board"
	"moyo/game"
)

// The largest proof.
const (
	MaxRegion  = 192     // points
	MaxTargets = 64      // stones
	MaxMoves   = 1 << 28 // bytes
)

// Unlimited stands for threats that are not used up.
const Unlimited = 255

// Leaf stands for a claimed leaf among the moves.
const Leaf = 255

// ErrProof marks proofs that are not well formed or do not prove what they claim.
var ErrProof = errors.New("no proof")

func wrong(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrProof, fmt.Sprintf(format, args...))
}

// Proof claims which side wins one game of docs/tsumego.md.
type Proof struct {
	Board        *board.Board
	Stones       []game.Color // one for each point
	ToPlay       game.Color
	Ko           game.Point // banned at first, or board.None
	Defender     game.Color
	Targets      []game.Point // a stone of each; empty: clear the region
	Region       []game.Point // ascending
	Black, White uint8        // threats; 255 unlimited
	Captured     bool         // the claim: the attacker captures; else the defender never is
	Moves        []byte       // the winner's strategy, see docs/tsumego.md
}

// wellFormed returns an error that wraps ErrProof if the claim makes no sense.
func (p *Proof) wellFormed() error {
	switch {
	case p.Board == nil:
		return wrong("without a board")
	case len(p.Stones) != p.Board.Len():
		return wrong("%d colours on a board of %d points", len(p.Stones), p.Board.Len())
	case !side(p.ToPlay):
		return wrong("nobody is to move")
	case !side(p.Defender):
		return wrong("there is no defender")
	case p.Ko < board.None || int(p.Ko) >= p.Board.Len():
		return wrong("the ko is point %d, which the board has not", p.Ko)
	case p.Ko != board.None && p.Stones[p.Ko] != game.Empty:
		return wrong("the ko is not on an empty point")
	case len(p.Region) == 0 || len(p.Region) > MaxRegion:
		return wrong("a region of %d points: want 1 to %d", len(p.Region), MaxRegion)
	case len(p.Targets) > MaxTargets:
		return wrong("%d targets: %d are the most", len(p.Targets), MaxTargets)
	case len(p.Moves) > MaxMoves:
		return wrong("%d bytes of moves: %d are the most", len(p.Moves), MaxMoves)
	}
	if i := slices.IndexFunc(p.Stones, func(c game.Color) bool { return c > game.White }); i >= 0 {
		return wrong("colour %d on point %d", p.Stones[i], i)
	}
	return p.pointsWellFormed()
}

func (p *Proof) pointsWellFormed() error {
	last := board.None
	for _, q := range p.Region {
		if q <= last || int(q) >= p.Board.Len() {
			return wrong("point %d of the region is not on the board, or not behind the one before", q)
		}
		last = q
	}
	for _, q := range p.Targets {
		if _, inside := slices.BinarySearch(p.Region, q); !inside {
			return wrong("the target is point %d, which the region has not", q)
		}
		if p.Stones[q] != p.Defender {
			return wrong("no stone of the defender's on the target %s", p.Board.Name(q))
		}
	}
	return nil
}

func side(c game.Color) bool { return c == game.Black || c == game.White }
