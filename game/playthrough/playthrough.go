// Package playthrough records a random game as text: the board, the legal moves, the hash and the
// outcome at each step according to the rules. Tests compare the recorded texts, so any change of
// any rule shows; the texts are also a way to inspect a game. The idea is that of OpenSpiel's
// playthroughs (M. Lanctot et al., "OpenSpiel: a framework for reinforcement learning in games",
// 2019).
//
// A text starts with its recipe:
//
//	moyo playthrough 1
//	rules capturefive:n=4,lines=orthogonal,ko=positional,pass=no,captures=yes
//	board grid:5
//	seed 1
//	plies 30
package playthrough

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"moyo/game"
)

// header is the first line of a text.
const header = "moyo playthrough 1"

// MaxPlies limits the moves of a text.
const MaxPlies = 10_000

// Recipe contains the parameters of a text.
type Recipe struct {
	Rules, Board string // ids as in game.Opener
	Seed         uint64
	Plies        int // moves at most, up to MaxPlies
}

// Again reads the recipe at the start of a text and records the game again. It returns an error if
// the text does not start with a recipe, or if open does not know its rules or board.
func Again(text string, open game.Opener) (string, error) {
	var r Recipe
	n, err := fmt.Sscanf(text, header+"\nrules %s\nboard %s\nseed %d\nplies %d\n", &r.Rules, &r.Board, &r.Seed, &r.Plies)
	if err != nil {
		return "", fmt.Errorf("playthrough: no recipe after %d of its 4 lines: %w", n, err)
	}
	return Record(r, open)
}

// Record plays the game of r and returns its text.
func Record(r Recipe, open game.Opener) (string, error) {
	if r.Plies < 0 || r.Plies > MaxPlies {
		return "", fmt.Errorf("playthrough: %d plies: want 0 to %d", r.Plies, MaxPlies)
	}
	rules, err := open.Rules(r.Rules)
	if err != nil {
		return "", err
	}
	b, err := open.Board(r.Board)
	if err != nil {
		return "", err
	}
	pos, err := rules.New(b)
	if err != nil {
		return "", err
	}
	var s strings.Builder
	fmt.Fprintf(&s, "%s\nrules %s\nboard %s\nseed %d\nplies %d\n", header, rules.ID(), b.Spec(), r.Seed, r.Plies)
	random := rand.NewPCG(r.Seed, 0x6d6f796f)
	for ply := range r.Plies {
		moves := pos.LegalMoves(nil)
		write(&s, pos, ply, moves)
		if len(moves) == 0 {
			break
		}
		m := choose(random, moves)
		fmt.Fprintf(&s, "play %s\n", game.Format(pos, m))
		if err := pos.Play(m); err != nil {
			return "", fmt.Errorf("playthrough: move %d: %w", ply+1, err)
		}
	}
	if len(pos.Moves()) == r.Plies {
		write(&s, pos, r.Plies, pos.LegalMoves(nil))
	}
	fmt.Fprintf(&s, "\nmoyo game 1\nrules %s\nboard %s\nmoves", rules.ID(), b.Spec())
	for _, m := range pos.Moves() {
		s.WriteString(" " + game.Format(pos, m))
	}
	s.WriteByte('\n')
	return s.String(), nil
}

// choose chooses among moves, passes less often than others: otherwise most games of Go would end
// soon.
func choose(random *rand.PCG, moves []game.Move) game.Move {
	m := moves[random.Uint64()%uint64(len(moves))]
	if m == game.Pass {
		m = moves[random.Uint64()%uint64(len(moves))]
	}
	return m
}
