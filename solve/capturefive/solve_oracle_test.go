package capturefive_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"moyo/board"
	"moyo/game"
	"moyo/game/rules/capturefive"
	"moyo/internal/testenv"
	solve "moyo/solve/capturefive"
	"moyo/solve/capturefive/internal/slow"
	"moyo/solve/capturefive/proof"
)

// tiny are boards and rules that the oracle solves exhaustively.
var tiny = []struct {
	spec, options string
	long          bool
}{
	{"grid:3", "n=3,ko=simple", false},
	{"grid:3", "n=3,ko=simple,lines=all", true},
	{"grid:3", "n=3,captures=no", true},
	{"grid:3", "n=3,captures=no,lines=all", true},
	{"grid:3x2", "n=3,ko=simple,pass=yes", false},
	{"grid:4x2", "n=3,ko=simple", false},
	{"grid:4x2", "n=4,ko=simple,pass=yes", true},
	{"torus:3x3", "n=3,ko=simple", false},
	{"torus:3x3", "n=3,captures=no,lines=all", false},
	{"hex:2", "n=3,ko=simple", false},
	{"cylinder:3x3", "n=3,ko=simple", true},
	{"mobius:3x2", "n=3,ko=simple,lines=all", false},
	{"lattice:4x3-A1-B1-D3", "n=3,ko=simple", false},
	{"lattice:4x3-A1-B1-D3", "n=4,captures=no", true},
	{"grid:5x2", "n=3,ko=simple", true},
	{"grid:5x2", "n=4,ko=simple,pass=yes", true},
	{"grid:3", "n=3,ko=simple,pass=yes", true},
	{"grid:4x3", "n=3,ko=simple", true},
	{"grid:4x3", "n=4,ko=simple", true},
	{"grid:4x3", "n=3,captures=no,lines=all", true},
}

// exam is a game that the oracle has solved.
type exam struct {
	r      *slow.Rules
	pos    game.Position // the empty board
	solved slow.Solution
	states []slow.State
}

func newExam(t *testing.T, spec, options string) *exam {
	t.Helper()
	pos := empty(t, options, spec)
	opt := pos.Rules().(*capturefive.Rules).Options()
	r := &slow.Rules{Board: pos.Board(), N: opt.N, Diagonals: opt.Lines == capturefive.AllLines, Pass: opt.Pass, Captures: opt.Captures}
	e := &exam{r: r, pos: pos, solved: r.Solve(slow.Empty())}
	for s := range e.solved {
		e.states = append(e.states, s)
	}
	slices.SortFunc(e.states, func(a, b slow.State) int { return bytes.Compare(nameOf(a), nameOf(b)) })
	return e
}

// nameOf returns a name that identifies a state.
func nameOf(s slow.State) []byte {
	name := fmt.Appendf(nil, "%d %s %v ", s.Ko, s.ToPlay, s.Passed)
	for _, c := range s.Stones {
		name = append(name, byte('0'+c))
	}
	return name
}

// problem converts a state of the oracle to a problem.
func (e *exam) problem(s slow.State) solve.Problem {
	p := solve.Problem{
		Board: e.pos.Board(), Rules: e.pos.Rules(), Start: proof.State{Ko: board.Point(s.Ko), ToPlay: s.ToPlay, Passed: s.Passed},
	}
	for i, c := range s.Stones {
		switch c {
		case game.Black:
			p.Start.Black |= 1 << i
		case game.White:
			p.Start.White |= 1 << i
		}
	}
	return p
}

// best returns the moves that keep the value: the fastest wins, the slowest losses.
func (e *exam) best(s slow.State) (best []game.Move) {
	v := e.solved[s]
	for _, m := range e.r.Moves(s) {
		then := slow.Value{}
		switch m.End {
		case slow.Wins:
			then = slow.Value{Winner: s.ToPlay}
		case slow.GoesOn:
			then = e.solved[m.Then]
		}
		if then.Winner == v.Winner && (v.Winner == game.Empty || then.Plies == v.Plies-1) {
			best = append(best, game.Move(m.Point))
		}
	}
	return best
}

// compare compares the solver's answer for a state with the oracle's.
func (e *exam) compare(t *testing.T, s slow.State, a solve.Answer) {
	t.Helper()
	v := e.solved[s]
	want := solve.Loss
	switch v.Winner {
	case game.Empty:
		want = solve.Draw
	case s.ToPlay:
		want = solve.Win
	}
	if a.Value != want || a.Plies != v.Plies || !a.Proved {
		t.Fatalf("%s %s: %v in %d, proved %v; want %v in %d", e.pos.Rules().ID(), nameOf(s), a.Value, a.Plies, a.Proved, want, v.Plies)
	}
	got, best := slices.Clone(a.Best), e.best(s)
	for i, m := range got {
		if m == game.Pass {
			got[i] = game.Move(board.None)
		}
	}
	slices.Sort(got)
	slices.Sort(best)
	if want != solve.Draw && !slices.Equal(got, best) {
		t.Errorf("%s %s: best %v, want %v", e.pos.Rules().ID(), nameOf(s), got, best)
	}
	for _, m := range got {
		if !slices.Contains(best, m) {
			t.Errorf("%s %s: %v among the best, want %v", e.pos.Rules().ID(), nameOf(s), m, best)
		}
	}
}

// TestOracle compares random states of tiny boards with the oracle: value, plies, best moves. It
// checks the proofs of some.
func TestOracle(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, c := range tiny {
		t.Run(c.spec+" "+c.options, func(t *testing.T) {
			count := testenv.Rounds(12, 4)
			if c.long {
				testenv.Long(t)
				count = 400
			}
			e := newExam(t, c.spec, c.options)
			values := map[solve.Value]int{}
			for i := range count {
				s := e.states[r.IntN(len(e.states))]
				opt := solve.Options{Threads: 1 + i%2, Memory: 1 << 22, Prove: i%4 == 0 && e.solved[s].Plies != 1}
				a, err := solve.Solve(context.Background(), e.problem(s), opt)
				if err != nil {
					t.Fatalf("%s: %v", nameOf(s), err)
				}
				e.compare(t, s, a)
				values[a.Value]++
				for _, p := range a.Proofs {
					checkClaim(t, p, e.solved[s])
				}
			}
			t.Logf("%d states: %v", len(e.states), values)
		})
	}
}

// checkClaim checks a proof, and its claim with the oracle.
func checkClaim(t *testing.T, p *solve.Proof, v slow.Value) {
	t.Helper()
	var file bytes.Buffer
	if err := p.Write(&file); err != nil {
		t.Fatal(err)
	}
	report, err := proof.Check(context.Background(), &file, proof.Options{})
	if err != nil || !report.Verified {
		t.Errorf("%+v: %v", report, err)
	}
	c := p.Claim
	holds := v.Winner != c.Side.Other() || c.Plies > 0 && v.Plies > c.Plies
	if c.Win {
		holds = v.Winner == c.Side && (c.Plies == 0 || v.Plies <= c.Plies)
	}
	if !holds {
		t.Errorf("claim %+v, but %+v", c, v)
	}
}

// TestOracleSuperko compares wins proved under superko with a search that tries everything and
// remembers every position.
func TestOracleSuperko(t *testing.T) {
	testenv.SkipUnderRace(t)
	r := rand.New(rand.NewPCG(3, 4))
	proved, other := 0, 0
	for i, c := range []struct{ spec, options string }{
		{"grid:4x2", "n=3"}, {"hex:2", "n=3"}, {"lattice:4x3-A1-B1-D3", "n=3"}, {"torus:3x3", "n=3"},
	} {
		ko := []slow.Ko{slow.Positional, slow.Situational}[i%2]
		e := newExam(t, c.spec, c.options+[]string{",ko=positional", ",ko=situational"}[i%2])
		for range 30 {
			s := e.states[r.IntN(len(e.states))]
			v := e.solved[s]
			if v.Plies < 2 || v.Plies > 7 || s.Ko >= 0 {
				continue // the past of a ko is unknown
			}
			a, err := solve.Solve(context.Background(), e.problem(s), solve.Options{Threads: 1, Memory: 1 << 22})
			if err != nil {
				t.Fatal(err)
			}
			if !a.Proved {
				other++
				continue
			}
			proved++
			if a.Plies < 1 || !e.r.WinsAfter(ko, nil, s, v.Winner, a.Plies) || e.r.WinsAfter(ko, nil, s, v.Winner, a.Plies-1) {
				t.Errorf("%s %s: %v in %d is wrong under superko", e.pos.Rules().ID(), nameOf(s), a.Value, a.Plies)
			}
		}
	}
	t.Logf("%d proved, %d not", proved, other)
	if proved < 30 {
		t.Error("too few to tell")
	}
}
