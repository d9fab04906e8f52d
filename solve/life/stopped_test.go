package life_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"moyo/board"
	"moyo/game"
	"moyo/internal/testenv"
	"moyo/solve/life"
	"moyo/solve/life/format"
	"moyo/solve/life/internal/slow"
	"moyo/solve/life/tsumego"
)

// smallProblems returns problems of every kind: random ones on all kinds of boards, closed ones like those of
// books with the given numbers of empty points from 4, and shapes with names.
func smallProblems(t testing.TB, random, closed int) map[string]tsumego.Problem {
	t.Helper()
	list := map[string]tsumego.Problem{}
	boards := slow.Boards()
	for seed := range uint64(random) {
		p := fast(slow.Random(newRand(seed), boards, 9, 6))
		if p.Check() != nil {
			continue // its region is useless
		}
		list[fmt.Sprintf("random %d", seed)] = p
		if len(p.Target) > 0 && seed%3 == 0 {
			p.Question = tsumego.Status
			list[fmt.Sprintf("status of random %d", seed)] = p
		}
	}
	for empty := 4; empty < 4+closed; empty++ {
		for i, p := range closedProblems(4, empty) {
			list[fmt.Sprintf("closed %d.%d", empty, i)] = p
		}
	}
	for name, p := range namedProblems(t) {
		list[name] = p
	}
	return list
}

// falseWord returns the part of a stopped answer that differs from the final one, or "".
func falseWord(early, late *life.Answer) string {
	moves := func(a *life.Answer) []game.Move { return slices.Sorted(slices.Values(a.FirstMoves)) }
	inLate := func(m game.Move) bool { return slices.Contains(late.FirstMoves, m) }
	switch {
	case early.Verdict == life.Unknown:
		if early.Fate != life.NoFate || early.Ko != nil || len(early.FirstMoves) > 0 ||
			early.Tenuki != "" || early.Score != nil || len(early.Line) > 0 || early.All {
			return "something although the verdict is unknown"
		}
		return ""
	case early.Verdict != late.Verdict || early.Against != late.Against:
		return fmt.Sprintf("verdict %s against %d", early.Verdict, early.Against)
	case early.Fate != life.NoFate && early.Fate != late.Fate:
		return fmt.Sprintf("fate %s", early.Fate)
	case early.Ko != nil && *early.Ko != *late.Ko:
		return fmt.Sprintf("ko %+v", *early.Ko)
	case early.Tenuki != "" && early.Tenuki != late.Tenuki:
		return fmt.Sprintf("elsewhere %q", early.Tenuki)
	case !slices.ContainsFunc(early.FirstMoves, inLate) && len(early.FirstMoves) > 0, early.Best != game.Pass && !inLate(early.Best):
		return fmt.Sprintf("best move %d", early.Best)
	case early.All && !slices.Equal(moves(early), moves(late)):
		return fmt.Sprintf("all first moves %v", early.FirstMoves)
	case early.Score != nil && (late.Score == nil || *early.Score != *late.Score):
		return fmt.Sprintf("score %d", *early.Score)
	case len(early.Line) > 0 && early.Best != game.Pass && early.Line[0] != early.Best:
		return "a line that does not begin with the best move"
	case early.Verdict == life.Win && early.Best == game.Pass && !inLate(game.Pass):
		return "a win without a first move"
	}
	return ""
}

// testStopped solves each problem with each limit of nodes from 1 to all that it takes; from most on only
// with some of them.
func testStopped(t *testing.T, list map[string]tsumego.Problem, most int64) {
	searched, steps := 0, 0
	said := map[life.Verdict]int{}
	for name, p := range list {
		for _, opt := range []life.Options{{}, {AllMoves: true}, {Score: true}} {
			if opt.Score && len(p.Region) > 8 {
				continue // points are played out to the end, at every step
			}
			opt.Threads, opt.Memory = 1, 1<<18 // allocating a larger table takes longer than solving most of these
			opt.Nodes = 10*most + 1
			late, err := life.Solve(t.Context(), p, opt)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if late.Nodes > 10*most { // it was stopped itself
				continue
			}
			searched++
			for limit := int64(1); limit <= late.Nodes; limit += max(1, limit/most) {
				opt.Nodes = limit
				early, err := life.Solve(t.Context(), p, opt)
				if err != nil {
					t.Fatalf("%s after %d nodes: %v", name, limit, err)
				}
				steps++
				said[early.Verdict]++
				if word := falseWord(early, late); word != "" {
					t.Fatalf("%s, %+v\nsays after %d of %d nodes %s:\n%+v\nat the end:\n%+v\n%s",
						name, opt, limit, late.Nodes, word, early, late, publicPicture(&p))
				}
			}
		}
	}
	t.Logf("%d searches stopped %d times: %v", searched, steps, said)
	for _, v := range []life.Verdict{life.Win, life.Lose, life.InKo, life.Unknown} {
		if said[v] < 50 {
			t.Errorf("%s was said %d times, too seldom to tell", v, said[v])
		}
	}
}

// TestStopped: the answer of a search that is stopped at any step equals the final one, or is unknown.
func TestStopped(t *testing.T) {
	testenv.SkipUnderRace(t)
	testStopped(t, smallProblems(t, 50, 2), 40)
}

func TestStoppedLong(t *testing.T) {
	testenv.Long(t)
	testStopped(t, smallProblems(t, 3000, 7), 2000)
}

// TestCarpenterStopped: the carpenter's square with a liberty is a ko, however early the search for the
// number of its threats is stopped.
func TestCarpenterStopped(t *testing.T) {
	testenv.SkipUnderRace(t)
	p := carpenterWithLiberty(t)
	said := map[life.Verdict]int{}
	for limit := int64(1000); limit <= 40_000; limit += 500 {
		a, err := life.Solve(t.Context(), p, life.Options{Nodes: limit, Threads: 1})
		if err != nil {
			t.Fatal(err)
		}
		said[a.Verdict]++
	}
	t.Log(said)
	if said[life.Win]+said[life.Lose] > 0 || said[life.InKo] == 0 || said[life.Unknown] == 0 {
		t.Errorf("%v: want a ko, and nothing before", said)
	}
}

// carpenterWithLiberty returns a carpenter's square on a full board, whose region moyo must find.
func carpenterWithLiberty(t *testing.T) tsumego.Problem {
	t.Helper()
	text := `{"id":"carpenter8","size":19,"black":["da","db","cc","dc","ad","bd","cd"],` +
		`"white":["ea","eb","ec","dd","ed","ae","be","ce"],"to_move":"w","target":["da"],"question":"kill"}`
	for item, err := range format.Read("carpenter", strings.NewReader(text), board.Parse) {
		if err != nil {
			t.Fatal(err)
		}
		return item.Problem
	}
	t.Fatal("no problem")
	return tsumego.Problem{}
}
