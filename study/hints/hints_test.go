package hints_test

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"moyo/board"
	"moyo/game"
	"moyo/solve/life"
	"moyo/solve/life/tsumego"
	"moyo/study/bank"
	"moyo/study/hints"
)

// drawn makes a problem from rows of x (black), o (white) and . (empty) inside the region, and # (white)
// and - (empty) outside, with a line of moves. The target's colour and the question determine the side to
// move.
func drawn(t *testing.T, question tsumego.Question, target, line string, rows ...string) *bank.Problem {
	t.Helper()
	b := board.Grid(len(rows[0]), len(rows))
	p := &bank.Problem{Problem: tsumego.Problem{Board: b, Ko: board.None, Question: question}, Best: life.Win}
	for q, c := range []byte(strings.Join(rows, "")) {
		p.Stones = append(p.Stones, map[byte]game.Color{'x': game.Black, 'o': game.White, '#': game.White}[c])
		if c != '#' && c != '-' {
			p.Region = append(p.Region, game.Point(q))
		}
	}
	point := func(name string) game.Point {
		q, ok := b.Lookup(name)
		if !ok {
			t.Fatalf("no point %s", name)
		}
		return q
	}
	p.Target = []game.Point{point(target)}
	for name := range strings.FieldsSeq(line) {
		p.Line = append(p.Line, game.Place(point(name)))
	}
	p.ToPlay = p.Stones[p.Target[0]]
	if question == tsumego.Kill {
		p.ToPlay = p.ToPlay.Other()
	}
	if err := p.Check(); err != nil {
		t.Fatal(err)
	}
	return p
}

// TestOf gives hints for problems made by hand.
func TestOf(t *testing.T) {
	three := []string{"x...x#-", "xxxxx#-", "######-"}
	for _, c := range []struct {
		name string
		p    *bank.Problem
		want hints.Kind
		text string
	}{
		{"three in a row, to live", drawn(t, tsumego.Live, "A2", "C3", three...),
			hints.Divide, "Divide the eye space: the vital point is inside."},
		{"three in a row, to kill", drawn(t, tsumego.Kill, "A2", "C3", three...), hints.Inside, "The eye space is closed: play inside it."},
		{"nothing known", drawn(t, tsumego.Live, "A2", "", three...), hints.AskLive,
			"You need two eyes or a seki: find the point where White would prevent them."},
		{"nothing known, to kill", drawn(t, tsumego.Kill, "A2", "", three...), hints.AskKill,
			"If you passed, Black would save the stones: find the key move."},
		{"a stone to take", drawn(t, tsumego.Live, "A2", "C3", "xo..x#-", "xxxxx#-", "######-"), hints.Capture, "Start with a capture."},
		{"a stone in atari", drawn(t, tsumego.Live, "C2", "B3", "x....#-", "#.xxx#-", "##.###-"),
			hints.Rescue, "Some of your stones are in atari: start there."},
		{"from outside", drawn(t, tsumego.Kill, "C4", "B3", "xx.x##-", "..xx##-", "#...##-", "#.x###-", "######-"),
			hints.FromOutside, "Come in from the outside: make the eye space smaller."},
	} {
		if got := hints.Of(c.p); got != c.want {
			t.Errorf("%s: %d, want %d: %s", c.name, got, c.want, hints.Text(c.p).Text)
		}
		if got := hints.Text(c.p).Text; c.text != got {
			t.Errorf("%s: %q, want %q", c.name, got, c.text)
		}
	}
}

// TestBank checks every hint of the bank by a second implementation.
func TestBank(t *testing.T) {
	problems, err := bank.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	count := map[hints.Kind]int{}
	coordinate := regexp.MustCompile(`\b[A-T][0-9]+\b|[0-9]`)
	for i := range problems {
		p := &problems[i]
		k, text := hints.Of(p), hints.Text(p).Text
		count[k]++
		if coordinate.MatchString(text) || !strings.HasSuffix(text, ".") || strings.Contains(text, "%") {
			t.Errorf("%s: hint %q", p.ID, text)
		}
		if holds := claims[k]; holds == nil || !holds(replay(p)) {
			t.Errorf("%s on %s: %q is not so; line %v", p.ID, p.Board.Spec(), text, p.Line)
		}
		if count[k]%10 == 1 && (k == hints.Ko || k == hints.Seki) {
			solved(t, p, k)
		}
	}
	if asks := count[hints.AskLive] + count[hints.AskKill]; asks > len(problems)/4 {
		t.Errorf("%d of %d hints say nothing", asks, len(problems))
	}
	if kinds := len(slices.Collect(maps.Keys(count))); kinds < 12 {
		t.Errorf("%d kinds of hints: %v", kinds, count)
	}
}

// solved asks the solver whether the result is a ko or a seki.
func solved(t *testing.T, p *bank.Problem, k hints.Kind) {
	t.Helper()
	s, err := life.NewSolver(p.Problem, life.Options{Threads: 1, AllMoves: true})
	if err != nil {
		t.Fatal(err)
	}
	a, err := s.Solve(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	// The search may stop before it knows the fate of living stones.
	if k == hints.Ko && a.Verdict != life.InKo || k == hints.Seki && (a.Verdict != life.Win || a.Fate != life.Seki && a.Fate != life.NoFate) {
		t.Errorf("%s: the solver says %s, %s; the hint %q", p.ID, a.Verdict, a.Fate, hints.Text(p).Text)
	}
}
