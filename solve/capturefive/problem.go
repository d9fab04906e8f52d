package capturefive

import (
	"errors"
	"fmt"

	"moyo/board"
	"moyo/game"
	"moyo/solve/capturefive/proof"
)

// ErrProblem is wrapped by the errors for problems that cannot be solved: another game, a board
// that is too large, a finished game.
var ErrProblem = errors.New("nothing to solve")

// Problem is a position to solve.
type Problem struct {
	Board *board.Board
	Rules game.Rules
	Start proof.State   // the game is not over
	Past  []proof.State // the positions before it, for superko
}

// ProblemOf returns the position of a game as a problem. The errors wrap
// ErrProblem.
func ProblemOf(pos game.Position) (Problem, error) {
	r, err := rulesOf(pos.Rules())
	if err != nil {
		return Problem{}, err
	}
	g, err := newGeometry(pos.Board(), r)
	if err != nil {
		return Problem{}, fmt.Errorf("%w: %w", ErrProblem, err)
	}
	if pos.Outcome().Over {
		return Problem{}, fmt.Errorf("%w: the game is over (%s)", ErrProblem, pos.Outcome().How)
	}
	p := Problem{Board: pos.Board(), Rules: pos.Rules(), Start: stateOf(game.Start(pos))}
	inTurn := true
	for _, t := range pos.Turns() {
		inTurn = inTurn && t.Color == p.Start.ToPlay
		p.Past = append(p.Past, p.Start)
		p.Start = play(g, r, p.Start, t.Move)
	}
	if !inTurn || p.Start.ToPlay != pos.ToPlay() {
		return Problem{}, fmt.Errorf("%w: the sides did not move in turn", ErrProblem)
	}
	return p, nil
}

// stateOf returns a position without moves.
func stateOf(stones []game.Color, toPlay game.Color) proof.State {
	s := proof.State{Ko: board.None, ToPlay: toPlay}
	for p, c := range stones {
		switch c {
		case game.Black:
			s.Black |= 1 << p
		case game.White:
			s.White |= 1 << p
		}
	}
	return s
}

// play returns the position after a legal move.
func play(g *geometry, r rules, s proof.State, m game.Move) proof.State {
	from := relative(s, s.ToPlay)
	if m == game.Pass {
		return absolute(from.passTurn(), s.ToPlay)
	}
	to, _, _ := from.play(g, &r, int(m.Point()))
	return absolute(to, s.ToPlay)
}

// relative returns a position in terms of an attacker and a defender.
func relative(s proof.State, attacks game.Color) state {
	to := state{stones: [2]uint64{s.Black, s.White}, ko: int8(s.Ko), passed: s.Passed}
	if attacks == game.White {
		to.stones[0], to.stones[1] = s.White, s.Black
	}
	if s.ToPlay != attacks {
		to.turn = defender
	}
	return to
}

// absolute is the inverse of relative.
func absolute(s state, attacks game.Color) proof.State {
	to := proof.State{Black: s.stones[0], White: s.stones[1], Ko: game.Point(s.ko), ToPlay: attacks, Passed: s.passed}
	if attacks == game.White {
		to.Black, to.White = to.White, to.Black
	}
	if s.turn == defender {
		to.ToPlay = attacks.Other()
	}
	return to
}
