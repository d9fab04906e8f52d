package life_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"moyo/board"
	"moyo/internal/testenv"
	"moyo/solve/life"
	"moyo/solve/life/format"
)

// openProblems reads moyo's own problems on the open board: shapes of textbooks on 19x19 without a region, with
// the textbook's verdict as status. The list of first moves is complete if all solutions are known.
func openProblems(t testing.TB) []format.Item {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", "open.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var items []format.Item
	for item, err := range format.Read("open.jsonl", f, board.Parse) {
		if err != nil {
			t.Fatal(err)
		}
		items = append(items, item)
	}
	return items
}

// checkOpen solves a problem. A decided answer must agree with the textbook, and have proofs.
func checkOpen(t *testing.T, item *format.Item, limit time.Duration, opt life.Options) (*life.Answer, proofs) {
	t.Helper()
	s, err := life.NewSolver(item.Problem, opt)
	if err != nil {
		t.Fatalf("%s: %v", item.ID, err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	a, err := s.Solve(ctx)
	if err != nil {
		t.Fatalf("%s: %v", item.ID, err)
	}
	if a.Verdict == life.Unknown {
		return a, proofs{}
	}
	right := string(a.Verdict) == item.Expect.Status
	if !right {
		t.Errorf("%s: %s, the textbook says %s\n%s", item.ID, a.Verdict, item.Expect.Status, publicPicture(&item.Problem))
	}
	if right && item.Expect.Complete && !slices.Contains(item.Expect.Answers, a.Best) {
		t.Errorf("%s: first move %s is not a solution", item.ID, format.MoveText(item.Board, a.Best))
	}
	p := proveAndCheck(t, s, limit)
	if p.flaw != nil {
		t.Errorf("%s: the proof is refused: %v", item.ID, p.flaw)
	}
	return a, p
}

// TestOpenProblems solves the shapes as far as possible with a few nodes. If fewer are decided than before, the
// search or the found regions got worse. TestOpenProblemsLong measures.
func TestOpenProblems(t *testing.T) {
	testenv.SkipUnderRace(t)
	const nodes, floor = 200_000, 25
	items := openProblems(t)
	var decided, proved int
	for i := range items {
		a, p := checkOpen(t, &items[i], patience, life.Options{Threads: 1, Nodes: nodes})
		if a.Verdict != life.Unknown {
			decided++
		}
		if p.done {
			proved++
		}
	}
	t.Logf("%d of %d decided, %d proved", decided, len(items), proved)
	if len(items) < 40 || decided < floor || proved < decided {
		t.Errorf("fewer than before: %d, and %d of them proved", floor, decided)
	}
}

// TestOpenProblemsLong solves each in a minute, or MOYO_OPEN_TIME, and reports the cost.
func TestOpenProblemsLong(t *testing.T) {
	testenv.Long(t)
	limit := time.Minute
	setting(t, "MOYO_OPEN_TIME", &limit, time.ParseDuration)
	items := openProblems(t)
	decided := 0
	for i := range items {
		item := &items[i]
		a, p := checkOpen(t, item, limit, life.Options{Threads: 1})
		if a.Verdict != life.Unknown {
			decided++
		}
		t.Logf("%-34s %-4s moyo %-7s %-4s assumes %-7s region %3d %11d nodes %6d ms, proof of %d moves", item.ID, item.Expect.Status,
			a.Verdict, format.MoveText(item.Board, a.Best), a.Assumes, len(a.Region), a.Nodes, a.Elapsed.Milliseconds(), p.moves)
	}
	t.Logf("%d of %d decided in %s each", decided, len(items), limit)
}
