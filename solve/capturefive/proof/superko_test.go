package proof_test

import (
	"errors"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"testing"

	"moyo/game"
	"moyo/solve/capturefive/internal/slow"
	"moyo/solve/capturefive/proof"
)

var errTooMany = errors.New("too many paths")

// paths walks along every path with all its states, and reports whether a table also works under
// superko.
type paths struct {
	*verdict
	ko    slow.Ko
	past  []slow.State
	steps int
}

func (p *paths) work(s slow.State, left int) (bool, error) {
	if p.steps++; p.steps > 300_000 {
		return false, errTooMany
	}
	if left <= 0 || left == 1 && s.ToPlay == p.claim.Side && !p.claim.Win {
		return true, nil
	}
	moves := p.o.r.MovesAfter(p.ko, p.past, s)
	if s.ToPlay == p.claim.Side {
		m, ok := p.move(s, moves)
		if ok && m.Point == -2 {
			return false, nil
		}
		if !ok {
			return p.alone(s, moves), nil
		}
		moves = []slow.Move{m}
	} else if len(moves) == 0 {
		return !p.claim.Win, nil
	}
	p.past = append(p.past, s)
	defer func() { p.past = p.past[:len(p.past)-1] }()
	for _, m := range moves {
		if p.claim.Win && m.End == slow.Draw {
			return false, nil
		}
		if m.End == slow.GoesOn {
			if ok, err := p.work(m.Then, p.less(left)); !ok || err != nil {
				return ok, err
			}
		}
	}
	return true, nil
}

// alone reports whether the side needs no entry.
func (p *paths) alone(s slow.State, moves []slow.Move) bool {
	if p.winsAtOnce(moves) || p.claim.Win {
		return p.winsAtOnce(moves)
	}
	return s.Passed || len(moves) == 0 || slices.ContainsFunc(moves, func(m slow.Move) bool {
		return m.End == slow.Draw || !p.winsAtOnce(p.o.r.Moves(m.Then))
	})
}

// TestSuperko compares the checker's result for superko with a walk along all paths, for strategies
// that are right under simple ko.
func TestSuperko(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	var verdicts [4]int
	unknown := 0
	for _, c := range []struct{ spec, rules string }{
		{"lattice:4x2-A1", "n=3"}, {"lattice:4x2-A1", "n=4"}, {"lattice:4x2-A1", "n=3,pass=yes"},
	} {
		whole := solve(t, c.spec, c.rules, slow.Empty())
		for i := range 8 {
			o := *whole
			o.rules += ",ko=" + []string{"positional", "situational"}[i%2]
			o.start = o.somewhere(r)
			for _, side := range []game.Color{game.Black, game.White} {
				if best := o.solved[o.start]; best.Plies == 1 && best.Winner != side {
					continue // nothing to claim
				}
				v := &verdict{&o, o.claim(side), o.table(side), map[slow.State]int{}}
				v.shuffle(r)
				report, err := check(o.file(t, v.claim, v.table))
				if err != nil {
					t.Fatalf("%s: %v", c.rules, err)
				}
				verdicts[report.Superko]++
				p := &paths{verdict: v, ko: []slow.Ko{slow.Positional, slow.Situational}[i%2]}
				left := v.claim.Plies
				if left == 0 {
					left = 1 << 30
				}
				works, err := p.work(o.start, left)
				if err != nil {
					unknown++
					continue
				}
				if want := map[bool]proof.Superko{true: proof.Holds, false: proof.MoveLocked}[works]; report.Superko != want {
					t.Errorf("%s %s %v: %q, want %q: %+v", c.spec, o.rules, o.start, report.Superko, want, report)
				}
			}
		}
	}
	t.Logf("verdicts %v, %d not known", verdicts, unknown)
	if verdicts[proof.Holds] < 10 || verdicts[proof.MoveLocked] < 10 || unknown > 50 {
		t.Error("too few to tell")
	}
}

// somewhere returns a state reached by random moves.
func (o *truth) somewhere(r *rand.Rand) slow.State {
	s := o.start
	for range r.IntN(8) {
		moves := slices.DeleteFunc(o.r.Moves(s), func(m slow.Move) bool { return m.End != slow.GoesOn })
		if len(moves) == 0 {
			break
		}
		s = moves[r.IntN(len(moves))].Then
	}
	return s
}

// shuffle replaces moves by equally good ones, so that strategies differ.
func (v *verdict) shuffle(r *rand.Rand) {
	if v.claim.Plies > 0 {
		return
	}
	seed := r.Uint64()
	for s := range v.o.solved {
		r := rand.New(rand.NewPCG(seed, hashOf(s))) // maps have no order
		if s.ToPlay != v.claim.Side {
			continue
		}
		moves := slices.DeleteFunc(v.o.r.Moves(s), func(m slow.Move) bool {
			return m.End == slow.GoesOn && v.o.solved[m.Then].Winner == v.claim.Side.Other()
		})
		if len(moves) > 0 && v.o.solved[s].Winner != v.claim.Side.Other() {
			v.table[s] = moves[r.IntN(len(moves))].Point
		}
	}
}

func hashOf(s slow.State) uint64 {
	h := fnv.New64()
	h.Write(bytesOf(s))
	return h.Sum64()
}
