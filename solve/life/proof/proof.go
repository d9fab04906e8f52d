// Package proof contains proofs of life and death, their file format, and a checker that shares
// only the board with the search. docs/tsumego.md defines proofs and explains why their leaves are
// right.
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

// Unlimited represents threats that are not used up.
const Unlimited = 255

// Leaf marks a claimed leaf among the moves.
const Leaf = 255

// ErrProof marks proofs that are malformed or do not prove their claims.
var ErrProof = errors.New("no proof")

func wrong(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrProof, fmt.Sprintf(format, args...))
}

// Proof claims the winners of games of docs/tsumego.md that differ only in the threats.
type Proof struct {
	Statement
	Claims []Claim // at least one
}

// Claim is the winner with the given threats, with its strategy.
type Claim struct {
	Black, White uint8  // threats; 255 unlimited
	Captured     bool   // the attacker captures; otherwise the defender is never captured
	Moves        []byte // the winner's strategy, see docs/tsumego.md
}

// wellFormed returns an error that wraps ErrProof if the proof is malformed.
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
		return wrong("%d bytes of moves: the maximum is %d", len(c.Moves), MaxMoves)
	}
	return nil
}
