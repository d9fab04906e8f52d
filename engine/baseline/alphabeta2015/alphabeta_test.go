package alphabeta2015

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"moyo/board"
	"moyo/game"
	"moyo/internal/testenv"
	"moyo/solve/life"
	"moyo/solve/life/format"
	"moyo/solve/life/tsumego"
	"moyo/study/generate"
)

// read makes a problem of the text form.
func read(t *testing.T, rows ...string) tsumego.Problem {
	t.Helper()
	for item, err := range format.Read("test", strings.NewReader(strings.Join(rows, "\n")+"\n"), nil) {
		if err != nil {
			t.Fatal(err)
		}
		return item.Problem
	}
	t.Fatal("no problem")
	return tsumego.Problem{}
}

func solve(t *testing.T, p tsumego.Problem, opt Options) *life.Answer {
	t.Helper()
	a, err := Solve(context.Background(), p, opt)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// summary formats an answer in one line.
func summary(p *tsumego.Problem, a *life.Answer) string {
	return strings.Join([]string{string(a.Verdict), string(a.Fate), format.MoveText(p.Board, a.Best)}, " ")
}

func TestSolve(t *testing.T) {
	for _, c := range []struct {
		name, want string
		rows       []string
	}{
		{"three in a row, to live", "win alive bd", []string{"*****", "ooooo", "xxxxo", "---xo", "xxxxo", "ooooo", "A2 x"}},
		{"three in a row, to kill", "win dead bd", []string{"*****", "ooooo", "xxxxo", "---xo", "xxxxo", "ooooo", "A2 o"}},
		{"two eyes", "lose alive pass", []string{"*****", "ooooo", "xxxxo", "-x-xo", "xxxxo", "ooooo", "A2 o"}},
		{"capture", "win dead ad", []string{"*****", "ooooo", "xxxxo", "-xxxo", "xxxxo", "ooooo", "A2 o"}},
		{"a liberty out of bounds", "lose alive pass", []string{"*****", "ox*oo", "xxxxo", "-xxxo", "xxxxo", "ooooo", "A2 o"}},
		{"a stone out of bounds", "lose alive pass", []string{"*****", "oboo*", "xxxxo", "-xxxo", "xxxxo", "ooooo", "A2 o"}},
		{"straight four", "lose alive pass", []string{"******", "oooooo", "xxxxxo", "----xo", "xxxxxo", "oooooo", "A2 o"}},
		{"square four", "lose dead pass", []string{"****", "oooo", "xxxo", "--xo", "--xo", "xxxo", "oooo", "A2 x"}},
		{"superko gives the ko to its taker", "win dead cd", []string{"******", "oooooo", "xxxooo", "-x-xoo", "xxxooo", "oooooo", "A2 o"}},
		{"a ban at first leaves the ko", "lose alive pass", []string{"******", "oooooo", "xxxooo", "-x-xoo", "xxxooo", "oooooo", "A2 o ko=C3"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := read(t, c.rows...)
			for _, opt := range []Options{{}, {Depth: 40}} {
				if got := summary(&p, solve(t, p, opt)); got != c.want {
					t.Errorf("%+v: %s, want %s", opt, got, c.want)
				}
			}
		})
	}
}

// closed returns random problems.
func closed(n, empty int) (list []tsumego.Problem) {
	r := rand.New(rand.NewPCG(uint64(empty), 2015))
	for b := board.Grid(9, 9); len(list) < n; {
		if p, ok := generate.Closed(r, b, empty); ok {
			list = append(list, p)
		}
	}
	return list
}

// TestMinimax compares alpha-beta with minimax, with limits and without: values
// are equal, and alpha-beta searches fewer positions.
func TestMinimax(t *testing.T) {
	testenv.SkipUnderRace(t)
	for _, opt := range []Options{{}, {Depth: 3}, {Depth: 6, Breadth: 2}} {
		var all, some int64
		for i, p := range slices.Concat(closed(12, 2), closed(12, 3), closed(6, 4)) {
			slow := opt
			slow.Minimax, slow.Nodes = true, 300_000
			want := solve(t, p, slow)
			if want.Nodes > slow.Nodes {
				continue
			}
			got := solve(t, p, opt)
			if got.Verdict != want.Verdict || got.Fate != want.Fate || got.Best != want.Best {
				t.Errorf("%+v, problem %d: %s, minimax has %s", opt, i, summary(&p, got), summary(&p, want))
			}
			all, some = all+want.Nodes, some+got.Nodes
		}
		if some*2 > all {
			t.Errorf("%+v: %d positions, minimax %d", opt, some, all)
		}
	}
}

// TestSolver compares with moyo's solver in problems without ko.
func TestSolver(t *testing.T) {
	compared := 0
	for _, p := range slices.Concat(closed(30, 3), closed(30, 4), closed(20, 5)) {
		s, err := life.NewSolver(p, life.Options{Threads: 1})
		if err != nil {
			t.Fatal(err)
		}
		want, err := s.Solve(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		got := solve(t, p, Options{Nodes: 100_000})
		if want.Verdict == life.InKo || got.Verdict == life.Unknown {
			continue
		}
		compared++
		if got.Verdict != want.Verdict {
			t.Errorf("%s, moyo has %s:\n%v", summary(&p, got), summary(&p, want), p.Stones)
		}
	}
	if compared < 60 {
		t.Errorf("%d compared", compared)
	}
}

// TestLine plays the lines of answers: they are legal and end with the capture,
// or with two passes without it.
func TestLine(t *testing.T) {
	for i, p := range slices.Concat(closed(20, 3), closed(20, 4)) {
		a := solve(t, p, Options{})
		f, side, passes := newField(&p), p.ToPlay, 0
		for _, m := range a.Line {
			switch {
			case passes == 2 || f.captured():
				t.Fatalf("problem %d: %v continues after the end", i, a.Line)
			case m == game.Pass:
				passes++
			case !f.inside[m.Point()] || f.stones[m.Point()] != game.Empty || !f.play(m.Point(), side):
				t.Fatalf("problem %d: %v is not a line", i, a.Line)
			default:
				passes = 0
			}
			side = side.Other()
		}
		if f.captured() != (a.Fate == life.Dead) || !f.captured() && passes < 2 {
			t.Errorf("problem %d: %v does not end in %s", i, a.Line, a.Fate)
		}
	}
}

// TestUndo takes back random moves, legal ones and not.
func TestUndo(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2015))
	for _, p := range closed(50, 5) {
		f := newField(&p)
		stones, hash, left := slices.Clone(f.stones), f.hash, f.left
		side, n := p.ToPlay, 0
		for range 40 {
			if q := f.points[r.IntN(len(f.points))]; f.stones[q] == game.Empty && f.play(q, side) {
				n++
			}
			side = side.Other()
		}
		for range n {
			f.undo()
		}
		if !slices.Equal(f.stones, stones) || f.hash != hash || f.left != left || len(f.seen) != 1 {
			t.Fatalf("not taken back: %v", f.stones)
		}
	}
}

func TestShape(t *testing.T) {
	for _, c := range []struct {
		name string
		want int
		rows []string
	}{
		{"contact", 30, []string{"-----", "--xo-", "-----"}},
		{"hane", 2*30 + 50, []string{"---o-", "--ox-", "-----"}},
		{"no hane around a crosscut", 4 * 30, []string{"--xo-", "--ox-", "-----"}},
		{"empty triangle", -75, []string{"-o--x", "-oo--", "-----"}},
		{"the defender's triangle", 0, []string{"-x---", "-xx--", "-----"}},
		{"mouth", 100, []string{"--o-x", "-o-o-", "-----"}},
		{"mouth on the side", 100, []string{"-----", "---o-", "x---o"}},
		{"the defender's mouth", -100, []string{"--x--", "-x-x-", "-----"}},
		{"an eye is not a mouth", 0, []string{"--x--", "-x-x-", "--x--"}},
	} {
		rows := append(slices.Repeat([]string{"-----"}, 2), c.rows...)
		rows = append(rows, strings.Repeat("-", 5))
		rows[0] = "x----"
		p := read(t, append(rows, "A6 o")...)
		if got := newField(&p).shape(); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
}

// TestLimits: limits leave the answer open, with the best move by evaluation.
func TestLimits(t *testing.T) {
	p := closed(1, 9)[0]
	for _, opt := range []Options{{Depth: 1}, {Depth: 2, Breadth: 3}} {
		a := solve(t, p, opt)
		if a.Verdict != life.Unknown || a.Best == game.Pass || len(a.Line) != opt.Depth {
			t.Errorf("%+v: %s after %v", opt, summary(&p, a), a.Line)
		}
	}
	if a := solve(t, p, Options{Depth: 2, Breadth: 3}); a.Nodes > 1+3+9 {
		t.Errorf("%d nodes of 3 children and theirs", a.Nodes)
	}
	if a := solve(t, p, Options{Nodes: 1000}); a.Verdict != life.Unknown || a.Nodes > 1001 || len(a.Line) > 0 {
		t.Errorf("%s after %d nodes", summary(&p, a), a.Nodes)
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if a, err := Solve(ended, p, Options{}); err != nil || a.Verdict != life.Unknown || a.Nodes > 2000 {
		t.Errorf("stopped: %+v, %v", a, err)
	}
}

func TestWrong(t *testing.T) {
	good := closed(1, 4)[0]
	for _, c := range []struct {
		name   string
		change func(*tsumego.Problem)
		want   error
	}{
		{"no target", func(p *tsumego.Problem) { p.Target = nil }, tsumego.ErrProblem},
		{"no board", func(p *tsumego.Problem) { p.Stones = nil }, tsumego.ErrProblem},
		{"threats", func(p *tsumego.Problem) { p.Threats = &tsumego.Threats{Black: 1} }, ErrThreats},
	} {
		p := good
		c.change(&p)
		if _, err := Solve(context.Background(), p, Options{}); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	good.Threats = &tsumego.Threats{}
	solve(t, good, Options{})
}
