// Package proof holds proofs of life and death, their file form, and a checker
// that shares no code with the search but the board. docs/tsumego.md says what a
// proof is and why its leaves are right.
package proof

import (
	"errors"
	"fmt"
)

// The largest proof.
const (
	MaxRegion  = 192     // points
	MaxTargets = 64      // stones
	MaxClaims  = 64      // of one proof
	MaxMoves   = 1 << 28 // bytes of a claim
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

// Proof claims which side wins games of docs/tsumego.md that differ in the threats
// alone.
type Proof struct {
	Statement
	Claims []Claim // one at least
}

// Claim says which side wins with so many threats, and how.
type Claim struct {
	Black, White uint8  // threats; 255 unlimited
	Captured     bool   // the attacker captures; else the defender never is
	Moves        []byte // the winner's strategy, see docs/tsumego.md
}

// wellFormed returns an error that wraps ErrProof if the proof makes no sense.
func (p *Proof) wellFormed() error {
	if err := p.Statement.wellFormed(); err != nil {
		return err
	}
	if n := len(p.Claims); n == 0 || n > MaxClaims {
		return wrong("%d claims: want 1 to %d", n, MaxClaims)
	}
	for i := range p.Claims {
		if err := p.Claims[i].wellFormed(); err != nil {
			return fmt.Errorf("claim %d: %w", i+1, err)
		}
	}
	return nil
}

func (c *Claim) wellFormed() error {
	if len(c.Moves) > MaxMoves {
		return wrong("%d bytes of moves: %d are the most", len(c.Moves), MaxMoves)
	}
	return nil
}
