package proof_test

import (
	"bytes"
	"context"
	"iter"
	"maps"
	"strings"
	"testing"

	"moyo/board"
	"moyo/game"
	"moyo/solve/capturefive/internal/slow"
	"moyo/solve/capturefive/proof"
)

// truth is a start that the slow oracle has solved, and the id of its rules.
type truth struct {
	spec, rules string
	r           *slow.Rules
	start       slow.State
	solved      slow.Solution
}

// solve solves a start. rules contain only options that differ from the defaults, and the ko.
func solve(t testing.TB, spec, rules string, start slow.State) *truth {
	t.Helper()
	r := &slow.Rules{
		N: 3, Captures: !strings.Contains(rules, "captures=no"),
		Diagonals: strings.Contains(rules, "lines=all"), Pass: strings.Contains(rules, "pass=yes"),
	}
	if _, n, ok := strings.Cut(rules, "n="); ok {
		r.N = int(n[0] - '0')
	}
	var err error
	if r.Board, err = board.Parse(spec); err != nil {
		t.Fatal(err)
	}
	return &truth{spec, rules, r, start, r.Solve(start)}
}

// claim returns a true claim about the start for side.
func (o *truth) claim(side game.Color) proof.Claim {
	c := proof.Claim{Rules: "capturefive:" + o.rules, Board: o.spec, First: o.start.ToPlay, Side: side}
	if v := o.solved[o.start]; v.Winner == side {
		c.Win, c.Plies = true, v.Plies
	} else if v.Winner != game.Empty {
		c.Plies = v.Plies - 1
	}
	return c
}

func stateOf(s slow.State) proof.State {
	to := proof.State{Ko: game.Point(s.Ko), ToPlay: s.ToPlay, Passed: s.Passed}
	for p, c := range s.Stones {
		switch c {
		case game.Black:
			to.Black |= 1 << p
		case game.White:
			to.White |= 1 << p
		}
	}
	return to
}

// table returns side's best moves in all states that they and any replies lead to.
func (o *truth) table(side game.Color) map[slow.State]game.Point {
	table := map[slow.State]game.Point{}
	seen := map[slow.State]bool{}
	for todo := []slow.State{o.start}; len(todo) > 0; {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[s] {
			continue
		}
		seen[s] = true
		moves := o.r.Moves(s)
		if s.ToPlay == side {
			if len(moves) == 0 {
				continue
			}
			best := o.best(moves, side)
			table[s] = best.Point
			moves = []slow.Move{best}
		}
		for _, m := range moves {
			if m.End == slow.GoesOn {
				todo = append(todo, m.Then)
			}
		}
	}
	return table
}

// best returns the move that wins soonest or, failing that, loses latest or never.
func (o *truth) best(moves []slow.Move, side game.Color) slow.Move {
	best, of := moves[0], -1<<30
	for _, m := range moves {
		worth := 0
		switch v := o.solved[m.Then]; {
		case m.End == slow.Wins:
			worth = 1 << 20
		case m.End == slow.GoesOn && v.Winner == side:
			worth = 1<<20 - v.Plies
		case m.End == slow.GoesOn && v.Winner == side.Other():
			worth = v.Plies - 1<<20
		}
		if worth > of {
			best, of = m, worth
		}
	}
	return best
}

func entries(table map[slow.State]game.Point) iter.Seq2[proof.State, game.Point] {
	return func(yield func(proof.State, game.Point) bool) {
		for s, p := range maps.All(table) {
			if !yield(stateOf(s), p) {
				return
			}
		}
	}
}

// file writes a proof.
func (o *truth) file(t testing.TB, c proof.Claim, table map[slow.State]game.Point) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := proof.Write(&out, c, stateOf(o.start), entries(table)); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func check(file []byte) (proof.Report, error) {
	return proof.Check(context.Background(), bytes.NewReader(file), proof.Options{})
}
