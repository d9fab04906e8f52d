package tsumego

import (
	"context"
	"errors"
	"time"

	"moyo/game"
	"moyo/tsumego/proof"
)

// Options of a solver. The zero value means 256 MiB, all processors and no
// other limit than the context's.
type Options struct {
	Memory   int64 // bytes of the table
	Nodes    int64 // nodes after which the search ends with what it has, 0 for no limit
	Threads  int
	AllMoves bool // all winning first moves, not one
	Score    bool // the score of the winning moves
	// Report is called now and then with the progress.
	Report func(Progress)
}

// Progress is how far a search has come.
type Progress struct {
	Nodes           int64
	Elapsed         time.Duration
	Stage           string // what is being asked, in words
	Proof, Disproof uint32 // of the stage's root
	Done, Stages    int
	Fraction        float64 // an estimate of the way done, 0 to 1
}

// Solver answers one problem and questions about what follows in it. Its table
// stays from one call to the next. It is not for use by several goroutines.
type Solver struct{}

var errNotYet = errors.New("not built yet")

// NewSolver returns a solver of a problem, or an error that wraps ErrProblem.
func NewSolver(p Problem, opt Options) (*Solver, error) { return nil, errNotYet }

// Solve answers a problem.
func Solve(ctx context.Context, p Problem, opt Options) (*Answer, error) { return nil, errNotYet }

// Solve answers the problem; stopped by the context, with what is known.
func (s *Solver) Solve(ctx context.Context) (*Answer, error) { return nil, errNotYet }

// After answers for the position after moves of both sides in turn, legal ones,
// from the problem's position: the same target and region, and the question that the
// side then to move has (live if it defends, kill if it attacks). The verdict is
// for that side; its Line is the best play from there.
func (s *Solver) After(ctx context.Context, moves []game.Move) (*Answer, error) {
	return nil, errNotYet
}

// Proof returns a proof of the answer, or an error where there is none: a ko has
// several, see Proofs of the package proof.
func (s *Solver) Proof(ctx context.Context) ([]*proof.Proof, error) { return nil, errNotYet }
