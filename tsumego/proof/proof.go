// Package proof holds proofs of life and death, their file form, and a checker
// that shares no code with the search but the board.
package proof

import (
	"moyo/board"
	"moyo/game"
)

// Proof claims who gets their way in one game of docs/tsumego.md.
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

// Leaf stands for a claimed leaf among the moves.
const Leaf = 255
