// Package mistakes uses solvers to prove the effect of a bad move, where possible: in Go, that a
// group could have lived or been captured; in n in a row, that a win by threats was missed or
// allowed. An engine only estimates this; these results are proven by the rules.
package mistakes

import (
	"context"
	"slices"

	"moyo/board"
	"moyo/game"
	"moyo/solve/gomoku"
	"moyo/solve/life"
	"moyo/solve/life/tsumego"
)

// Kind is the kind of a proof.
type Kind string

// The kinds of proofs.
const (
	Live    Kind = "live"    // Move makes Stones live, and after the move played they are captured
	Kill    Kind = "kill"    // Move captures Stones, and after the move played they live
	Missed  Kind = "missed"  // Move starts a win by threats
	Allowed Kind = "allowed" // after the move played the other side wins by threats, with Move first
)

// Proof is a proven fact about a bad move.
type Proof struct {
	Kind   Kind
	Move   game.Move
	Stones []game.Point // the chain of Live and Kill
}

// Most is the most groups to examine, the nearest first.
const Most = 4

// near is the largest distance of a group's stone from one of the moves, in steps.
const near = 2

// Groups returns problems about the chains near some moves in a position of Go: whether the side to
// move can save its own, and capture those of the other side.
func Groups(pos game.Position, moves ...game.Move) []tsumego.Problem {
	b, side := pos.Board(), pos.ToPlay()
	stones := make([]game.Color, b.Len())
	for p := range stones {
		stones[p] = pos.At(game.Point(p))
	}
	var found []tsumego.Problem
	asked := map[game.Point]bool{}
	for _, p := range around(b, moves) {
		if stones[p] == game.Empty || asked[p] || len(found) == Most {
			continue
		}
		for _, q := range chain(b, stones, p) {
			asked[q] = true
		}
		problem := tsumego.Problem{Board: b, Stones: stones, ToPlay: side, Ko: koOf(pos), Question: tsumego.Kill, Target: []game.Point{p}}
		if stones[p] == side {
			problem.Question = tsumego.Live
		}
		found = append(found, problem)
	}
	return found
}

// around returns the points near moves, the nearest first.
func around(b *board.Board, moves []game.Move) []game.Point {
	var all []game.Point
	for _, m := range moves {
		if m >= 0 && !slices.Contains(all, m.Point()) {
			all = append(all, m.Point())
		}
	}
	for from, step := 0, 0; step < near; step++ {
		to := len(all)
		for _, p := range all[from:to] {
			for _, q := range b.Neighbors(p) {
				if !slices.Contains(all, q) {
					all = append(all, q)
				}
			}
		}
		from = to
	}
	return all
}

// chain returns the stones that are connected to the one on p.
func chain(b *board.Board, stones []game.Color, p game.Point) []game.Point {
	all := []game.Point{p}
	for i := 0; i < len(all); i++ {
		for _, q := range b.Neighbors(all[i]) {
			if stones[q] == stones[p] && !slices.Contains(all, q) {
				all = append(all, q)
			}
		}
	}
	return all
}

// koOf returns the point that may not be recaptured now, or board.None.
func koOf(pos game.Position) game.Point {
	for p := range game.Point(pos.Board().Len()) {
		if pos.At(p) == game.Empty && game.WhyNot(pos, game.Place(p)) == game.Ko {
			return p
		}
	}
	return board.None
}

// Solver solves a problem, also after moves; a [life.Solver] does.
type Solver interface {
	Solve(ctx context.Context) (*life.Answer, error)
	After(ctx context.Context, moves []game.Move) (*life.Answer, error)
}

// Life reports whether a solver of one of the problems of Groups proves that played has lost its
// goal: a move reaches it, and after played the other side prevents it. A result that depends on the
// assumption that play stays in a region is not a proof. The error is the solver's; nothing is
// proven if ctx ends.
func Life(ctx context.Context, s Solver, p tsumego.Problem, played game.Move) (Proof, bool, error) {
	before, err := s.Solve(ctx)
	if before == nil || !shown(before) || len(before.FirstMoves) == 0 || slices.Contains(before.FirstMoves, game.Pass) {
		return Proof{}, false, err
	}
	if !slices.Contains(before.Region, played.Point()) {
		played = game.Pass // elsewhere, which changes nothing here
	}
	after, err := s.After(ctx, []game.Move{played})
	if after == nil || !shown(after) {
		return Proof{}, false, err
	}
	proof := Proof{Kind: Kill, Move: before.FirstMoves[0], Stones: chain(p.Board, p.Stones, p.Target[0])}
	if p.Question == tsumego.Live {
		proof.Kind = Live
	}
	return proof, true, nil
}

// shown reports whether the side to move certainly reaches its goal, whatever is beyond the region.
func shown(a *life.Answer) bool { return a.Verdict == life.Win && a.Assumes == life.AssumesNothing }

// Rows reports, in a game of n in a row, whether there was a win by threats before the move played in
// pos, by another move, or the other side has one after it. It proves nothing if the solver does not
// support the game, if the move ends the game, or if it is the winning move.
func Rows(ctx context.Context, pos game.Position, played game.Move, opt gomoku.Options) (Proof, bool) {
	after := pos.Clone()
	if after.Play(played) != nil || after.Outcome().Over {
		return Proof{}, false
	}
	if m, ok := win(ctx, pos, opt); ok {
		return Proof{Kind: Missed, Move: m}, m != played
	}
	m, ok := win(ctx, after, opt)
	return Proof{Kind: Allowed, Move: m}, ok
}

// win returns the first move of a win by threats whose proof was checked.
func win(ctx context.Context, pos game.Position, opt gomoku.Options) (game.Move, bool) {
	s, err := gomoku.Solve(ctx, gomoku.ProblemOf(pos), opt)
	if err != nil || !s.Won || len(s.Line) == 0 {
		return game.NoMove, false
	}
	return game.Place(s.Line[0]), true
}
