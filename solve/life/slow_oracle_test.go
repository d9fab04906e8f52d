package life_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"moyo/board"
	"moyo/game"
	"moyo/internal/testenv"
	"moyo/solve/life"
	"moyo/solve/life/internal/slow"
	"moyo/solve/life/proof"
	"moyo/solve/life/tsumego"
)

// patience ends a search that makes no progress. None takes a thousandth of it.
const patience = 2 * time.Minute

var searchOptions = life.Options{Memory: 1 << 20, Threads: 1, AllMoves: true}

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 8)) }

// fast converts a problem of package slow to one of package tsumego.
func fast(p *slow.Problem) tsumego.Problem {
	q := tsumego.Kill
	if p.ToPlay == p.Defender {
		q = tsumego.Live
	}
	return tsumego.Problem{Board: p.Board, Stones: p.Stones, ToPlay: p.ToPlay, Ko: p.Ko, Question: q, Target: p.Targets, Region: p.Region}
}

// summary is the comparable part of two answers.
type summary struct {
	Verdict, Fate, Ko string
	Moves             string
}

func (s summary) String() string {
	return fmt.Sprintf("%s, target %s, ko %q, first moves %s", s.Verdict, s.Fate, s.Ko, s.Moves)
}

func koText(first game.Color, threats int) string {
	return fmt.Sprintf("%s takes first, %d", first, threats)
}

func ofSlow(b *board.Board, a *slow.Answer) summary {
	s := summary{Verdict: a.Verdict, Fate: a.Fate, Moves: moveNames(b, a.FirstMoves)}
	if a.Verdict == "ko" {
		s.Ko = koText(a.TakesFirst, a.Threats)
	}
	return s
}

func ofFast(b *board.Board, a *life.Answer) summary {
	s := summary{Verdict: string(a.Verdict), Fate: string(a.Fate), Moves: moveNames(b, a.FirstMoves)}
	if a.Ko != nil {
		s.Ko = koText(a.Ko.TakesFirst, a.Ko.Threats)
	}
	return s
}

// slowly answers a problem with the slow solver. With given threats it omits the fate.
func slowly(p *slow.Problem, threats *tsumego.Threats, limit int) (summary, error) {
	ask := func() (*slow.Answer, error) { return slow.Classify(p, limit) }
	if threats != nil {
		ask = func() (*slow.Answer, error) { return slow.Given(p, threats.Black, threats.White, limit) }
	}
	a, err := ask()
	if err != nil {
		return summary{}, err
	}
	return ofSlow(p.Board, a), nil
}

// agrees reports whether s, which may lack the fate, and the other are the same.
func (s summary) agrees(other summary) bool {
	if s.Fate == "" {
		s.Fate = other.Fate
	}
	return s == other
}

// moveNames lists moves in order.
func moveNames(b *board.Board, moves []game.Move) string {
	moves = slices.Sorted(slices.Values(moves))
	var names []string
	for _, m := range moves {
		if m == game.Pass {
			names = append(names, "pass")
		} else {
			names = append(names, b.Name(m.Point()))
		}
	}
	return strings.Join(names, " ")
}

// drawn formats a problem for a failure report: capitals are targets, a point of the region is '.',
// an empty one outside '_'.
func drawn(p *slow.Problem) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %s to play, %s defends, targets", p.Board.Title(), p.ToPlay, p.Defender)
	for _, t := range p.Targets {
		b.WriteString(" " + p.Board.Name(t))
	}
	if p.Ko != board.None {
		b.WriteString(", ko at " + p.Board.Name(p.Ko))
	}
	width, _, grid := p.Board.Grid()
	for i := range p.Stones {
		if grid && i%width == 0 {
			b.WriteString("\n    ")
		} else if !grid {
			b.WriteString("\n    " + p.Board.Name(game.Point(i)) + fmt.Sprint(p.Board.Neighbors(game.Point(i))) + " ")
		}
		b.WriteByte(symbol(p, game.Point(i)))
	}
	return b.String()
}

// symbol returns X or O for black and white stones in the region, x and o outside.
func symbol(p *slow.Problem, q game.Point) byte {
	inside := slices.Contains(p.Region, q)
	return map[bool]string{true: ".XO", false: "_xo"}[inside][p.Stones[q]]
}

// TestSlow compares the answers to random problems with those of the slow solver, and checks the
// proofs.
func TestSlow(t *testing.T) {
	testenv.SkipUnderRace(t)
	compareRandom(t, 0, 100, 8, 6, 4000)
}

func TestSlowLong(t *testing.T) {
	testenv.Long(t)
	compareRandom(t, 1_000_000, 10_000, 11, 8, 60_000)
}

func compareRandom(t *testing.T, seed uint64, n, size, free, limit int) {
	boards := slow.Boards()
	kinds := map[string]int{}
	for done := 0; done < n; seed++ {
		p := slow.Random(newRand(seed), boards, size, free)
		want, err := slowly(p, nil, limit)
		if errors.Is(err, slow.ErrTooLarge) {
			continue
		} else if err != nil {
			t.Fatal(err)
		}
		done++
		kinds[want.Verdict+" "+want.Fate]++
		if got, err := solveAndCheck(p, nil); err != nil || !want.agrees(got) {
			report(t, seed, p, nil, want, got, err)
		}
		if want.Ko != "" || seed%8 == 0 {
			compareGiven(t, seed, p, limit)
		}
	}
	t.Log(kinds)
	for _, kind := range []string{"win alive", "win dead", "lose dead", "lose alive", "ko ko"} {
		if kinds[kind] == 0 {
			t.Errorf("no problem of the kind %q", kind)
		}
	}
}

// compareGiven does the same with given threats.
func compareGiven(t *testing.T, seed uint64, p *slow.Problem, limit int) {
	number := []uint8{0, 0, 1, 2, 3, tsumego.Unlimited}
	threats := &tsumego.Threats{Black: number[seed%6], White: number[seed/6%6]}
	want, err := slowly(p, threats, limit)
	if errors.Is(err, slow.ErrTooLarge) {
		return
	} else if err != nil {
		t.Fatal(err)
	}
	if got, err := solveAndCheck(p, threats); err != nil || !want.agrees(got) {
		report(t, seed, p, threats, want, got, err)
	}
}

// solveAndCheck answers a problem and checks the proofs of the answer.
func solveAndCheck(p *slow.Problem, threats *tsumego.Threats) (summary, error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	problem := fast(p)
	problem.Threats = threats
	s, err := life.NewSolver(problem, searchOptions)
	if err != nil {
		return summary{}, err
	}
	a, err := s.Solve(ctx)
	if err != nil {
		return summary{}, err
	}
	got := ofFast(p.Board, a)
	proved, err := s.Proof(ctx)
	if err != nil {
		return got, fmt.Errorf("no proof of %v: %w", got, err)
	}
	for i, c := range proved.Claims {
		if _, err := proof.Check(ctx, &proved.Statement, &c); err != nil {
			return got, fmt.Errorf("claim %d of %d (captured: %v, threats %d %d): %w", i+1, len(proved.Claims), c.Captured, c.Black, c.White, err)
		}
	}
	return got, nil
}

// report fails the test. With MOYO_DISAGREE set it also adds a line to that file.
func report(t *testing.T, seed uint64, p *slow.Problem, threats *tsumego.Threats, want, got summary, err error) {
	text := fmt.Sprintf("seed %d, threats %v: %s\nslow: %v\nfast: %v\n", seed, threats, drawn(p), want, got)
	if err != nil {
		text += fmt.Sprintf("error: %v\n", err)
	}
	t.Error(text)
	if name := os.Getenv("MOYO_DISAGREE"); name != "" {
		f, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintln(f, text)
		f.Close()
	}
}
