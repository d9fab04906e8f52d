package life_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"moyo/board"
	"moyo/game"
	"moyo/internal/testenv"
	"moyo/solve/life"
	"moyo/solve/life/format"
	"moyo/solve/life/proof"
	"moyo/solve/life/tsumego"
)

// publicProblems reads the problems of public collections. A missing question is guessed.
func publicProblems(t testing.TB) []format.Item {
	t.Helper()
	f, err := os.Open(filepath.Join(testenv.SharedData(t), "tsumego", "public.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var items []format.Item
	for item, err := range format.Read("public", f, board.Parse) {
		if err != nil {
			t.Fatal(err)
		}
		if !item.Asked {
			item.Question = format.GuessQuestion(&item.Problem)
		}
		items = append(items, item)
	}
	return items
}

// claimed returns the verdicts that a status of the collections allows, or none.
func claimed(status string) []life.Verdict {
	switch {
	case strings.HasPrefix(status, "win"):
		return []life.Verdict{life.Win}
	case strings.HasPrefix(status, "ko"):
		return []life.Verdict{life.InKo}
	case status == "fail":
		return []life.Verdict{life.Lose}
	case status == "not-fail":
		return []life.Verdict{life.Win, life.InKo}
	}
	return nil
}

// reply is the answer of moyo or another program to a problem: a verdict, and the first move unless
// it is lost.
type reply struct {
	verdict life.Verdict
	first   game.Move
}

func replyOf(a *life.Answer) reply { return reply{a.Verdict, a.Best} }

// agrees reports whether the collection allows the verdict.
func (r reply) agrees(e *format.Expect) bool {
	return slices.Contains(claimed(e.Status), r.verdict)
}

// accepted reports whether the collection lists the first move.
func (r reply) accepted(e *format.Expect) bool {
	return r.verdict != life.Lose && r.verdict != life.Unknown && slices.Contains(e.Answers, r.first)
}

// proofs is the result of checking the proofs of an answer.
type proofs struct {
	done  bool  // all were written, and the checker accepted them
	moves int   // of all together
	flaw  error // the checker's error about one of them
	open  error // why there are no proofs, or no result for them
}

// maxPublicProof limits the moves of a checked proof.
const maxPublicProof = 20_000_000

// proveAndCheck writes the proofs of the last answer, within a time limit, and checks them.
func proveAndCheck(t testing.TB, s *life.Solver, limit time.Duration) (r proofs) {
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	p, err := s.Proof(ctx)
	if err != nil {
		return proofs{open: err}
	}
	for _, c := range p.Claims {
		r.moves += len(c.Moves)
	}
	if r.moves > maxPublicProof {
		r.open = errors.New("too long to check")
		return r
	}
	r.flaw = proof.CheckAll(t.Context(), p)
	r.done = r.flaw == nil
	return r
}

// TestPublicProblems solves every tenth problem of the collections as far as possible with a few
// nodes, on the whole board. moyo's region is an assumption, so answers may differ from the
// collection's; if more differ than before, moyo got worse at finding regions. No proof may be
// refused. The sample is easier than the rest: TestPublicLong measures.
func TestPublicProblems(t *testing.T) {
	testenv.SkipUnderRace(t)
	const step, nodes = 10, 10_000
	var solved, proved, compared, agreeing, listed int
	items := publicProblems(t)
	for i := 0; i < len(items); i += step {
		item := &items[i]
		s, err := life.NewSolver(item.Problem, life.Options{Threads: 1, Nodes: nodes})
		if errors.Is(err, tsumego.ErrProblem) {
			continue // too open, or nothing enclosed
		}
		if err != nil {
			t.Fatalf("%s: %v", item.ID, err)
		}
		a, err := s.Solve(t.Context())
		if err != nil {
			t.Fatalf("%s: %v", item.ID, err)
		}
		if a.Verdict == life.Unknown {
			continue
		}
		solved++
		r := proveAndCheck(t, s, patience)
		if r.flaw != nil {
			t.Errorf("%s: %v", item.ID, r.flaw)
		}
		if r.done {
			proved++
		}
		if len(claimed(item.Expect.Status)) > 0 {
			compared++
		}
		if replyOf(a).agrees(&item.Expect) {
			agreeing++
		}
		if replyOf(a).accepted(&item.Expect) {
			listed++
		}
	}
	t.Logf("solved %d, proved %d, compared %d, agreeing %d, first moves listed %d", solved, proved, compared, agreeing, listed)
	if solved < 10 || proved < solved-1 || agreeing*4 < compared*3 || listed < 5 {
		t.Error("fewer than before")
	}
}
