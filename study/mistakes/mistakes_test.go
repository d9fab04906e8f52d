package mistakes_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"moyo/board"
	"moyo/game"
	"moyo/game/rules/gomoku"
	"moyo/game/rules/weiqi"
	solve "moyo/solve/gomoku"
	"moyo/solve/life"
	"moyo/solve/life/tsumego"
	"moyo/study/mistakes"
)

// goPosition sets up rows of stones, the top row first: X is Black's.
func goPosition(t *testing.T, toPlay game.Color, rows ...string) game.Position {
	t.Helper()
	r, err := weiqi.Parse("weiqi:komi=0.5")
	if err != nil {
		t.Fatal(err)
	}
	b := board.Grid(len(rows[0]), len(rows))
	pos, err := r.New(b)
	if err != nil {
		t.Fatal(err)
	}
	var stones []game.Placed
	for i, c := range strings.Join(rows, "") {
		if c != '.' {
			stones = append(stones, game.Placed{Point: game.Point(i), Color: map[rune]game.Color{'X': game.Black, 'O': game.White}[c]})
		}
	}
	if err := pos.(game.Setter).Set(stones, toPlay); err != nil {
		t.Fatal(err)
	}
	return pos
}

func move(t *testing.T, pos game.Position, name string) game.Move {
	t.Helper()
	m, err := game.ParseMove(pos, name)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// three is a Black group with a row of three points for eyes; White lives.
var three = []string{
	"OOOOO",
	"O.O.O",
	"OOOOO",
	"XXXXX",
	"...XX",
}

// TestLife proves the effect of a move in the corner, and nothing that depends on what is beyond.
func TestLife(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for _, c := range []struct {
		name   string
		toPlay game.Color
		rows   []string
		played string
		kind   mistakes.Kind // "" for none
		move   string
	}{
		{"the group dies", game.Black, three, "A1", mistakes.Live, "B1"},
		{"elsewhere", game.Black, three, "pass", mistakes.Live, "B1"},
		{"the vital point was played", game.Black, three, "B1", "", ""},
		{"the group lives", game.White, three, "pass", mistakes.Kill, "B1"},
		{"four in a row live without a move", game.Black, []string{"OOOOO", "O.O.O", "OOOOO", "XXXXX", "....X"}, "pass", "", ""},
		{"what surrounds it may die itself", game.Black,
			[]string{".......", ".......", ".......", "OOOO...", "XXXO...", "..XO..."}, "G6", "", ""},
	} {
		pos := goPosition(t, c.toPlay, c.rows...)
		played := move(t, pos, c.played)
		var got []mistakes.Proof
		for _, p := range mistakes.Groups(pos, move(t, pos, "B1"), played) {
			s, err := life.NewSolver(p, life.Options{Threads: 1, Memory: 1 << 20, Nodes: 20_000})
			if err != nil {
				continue // such as that it is too open
			}
			if proof, ok, err := mistakes.Life(ctx, s, p, played); err != nil {
				t.Errorf("%s: %v", c.name, err)
			} else if ok {
				got = append(got, proof)
			}
		}
		switch {
		case c.kind == "" && len(got) == 0:
		case len(got) != 1 || got[0].Kind != c.kind || got[0].Move != move(t, pos, c.move) || len(got[0].Stones) != 7:
			t.Errorf("%s: %+v, want %q by %s", c.name, got, c.kind, c.move)
		}
	}
}

// TestGroups returns the nearby chains, once each, with the right question.
func TestGroups(t *testing.T) {
	pos := goPosition(t, game.White, three...)
	got := mistakes.Groups(pos, move(t, pos, "B1"), game.Pass)
	if len(got) != 2 {
		t.Fatalf("%d groups", len(got))
	}
	for i, want := range []tsumego.Question{tsumego.Kill, tsumego.Live} {
		if got[i].Question != want || len(got[i].Target) != 1 || got[i].ToPlay != game.White || got[i].Ko != board.None {
			t.Errorf("group %d: %+v", i, got[i])
		}
	}
	many := mistakes.Groups(goPosition(t, game.Black, "X.X.X", ".O.O.", "X.X.X", ".O.O.", "X.X.X"), 1, 7, 12, 13)
	if len(many) != mistakes.Most {
		t.Errorf("%d groups of many", len(many))
	}
	if none := mistakes.Groups(pos, game.Pass); len(none) != 0 {
		t.Errorf("%d groups near a pass", len(none))
	}
}

// TestGroupsKo: a forbidden ko stays forbidden.
func TestGroupsKo(t *testing.T) {
	pos := goPosition(t, game.Black, ".XO..", "XO.O.", ".XO..", ".....", ".....")
	if err := pos.Play(move(t, pos, "C4")); err != nil {
		t.Fatal(err)
	}
	for _, p := range mistakes.Groups(pos, move(t, pos, "B4")) {
		if p.Ko != move(t, pos, "B4").Point() {
			t.Errorf("the ko is %d", p.Ko)
		}
	}
}

func TestRows(t *testing.T) {
	r, err := gomoku.Parse("gomoku")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, moves, played string
		kind                mistakes.Kind
	}{
		{"an open three was left", "H8 A1 J8 A3 K8 A5", "A15", mistakes.Missed},
		{"an open three was allowed", "H8 A1 J8 A3 K8", "A5", mistakes.Allowed},
		{"nothing yet", "H8 A1", "A15", ""},
		{"it ends the game", "A1 H8 A3 J8 A5 K8 A7 L8 A9", "M8", ""},
		{"it begins the win", "H8 A1 J8 A3 K8 A5", "G8", ""},
	} {
		pos, err := r.New(board.Grid(15, 15))
		if err != nil {
			t.Fatal(err)
		}
		for name := range strings.FieldsSeq(c.moves) {
			if err := pos.Play(move(t, pos, name)); err != nil {
				t.Fatal(err)
			}
		}
		got, ok := mistakes.Rows(t.Context(), pos, move(t, pos, c.played), solve.Options{Method: solve.VCF, Memory: 1 << 20})
		if ok != (c.kind != "") || ok && (got.Kind != c.kind || got.Move < 0) {
			t.Errorf("%s: %+v %v, want %q", c.name, got, ok, c.kind)
		}
	}
}

// told is a solver with fixed answers.
type told struct{ before, after *life.Answer }

func (s told) Solve(context.Context) (*life.Answer, error) { return s.before, nil }

func (s told) After(context.Context, []game.Move) (*life.Answer, error) { return s.after, nil }

// TestLifeProvesOnly: nothing is proven for a problem that a pass solves as well, or no move, or if
// either answer is not a win or depends on an assumption.
func TestLifeProvesOnly(t *testing.T) {
	pos := goPosition(t, game.White, three...)
	problem := mistakes.Groups(pos, move(t, pos, "B1"))[0]
	win := life.Answer{Verdict: life.Win, Assumes: life.AssumesNothing, FirstMoves: []game.Move{move(t, pos, "B1")}}
	with := func(change func(*life.Answer)) *life.Answer {
		a := win
		change(&a)
		return &a
	}
	for name, c := range map[string]struct {
		s    told
		want bool
	}{
		"a mistake":            {told{&win, &win}, true},
		"a pass does it, too":  {told{with(func(a *life.Answer) { a.FirstMoves = append(a.FirstMoves[:1:1], game.Pass) }), &win}, false},
		"no move does it":      {told{with(func(a *life.Answer) { a.FirstMoves = nil }), &win}, false},
		"it could not be done": {told{with(func(a *life.Answer) { a.Verdict = life.Lose }), &win}, false},
		"it is still done":     {told{&win, with(func(a *life.Answer) { a.Verdict = life.Lose })}, false},
		"assumed before":       {told{with(func(a *life.Answer) { a.Assumes = life.AssumesRegion }), &win}, false},
		"assumed after":        {told{&win, with(func(a *life.Answer) { a.Assumes = life.AssumesRegion })}, false},
		"no answer":            {told{nil, &win}, false},
		"no answer after":      {told{&win, nil}, false},
	} {
		if _, ok, err := mistakes.Life(t.Context(), c.s, problem, game.Pass); ok != c.want || err != nil {
			t.Errorf("%s: proven %v, %v, want %v", name, ok, err, c.want)
		}
	}
}
