package life_test

import (
	"slices"
	"testing"

	"moyo/board"
	"moyo/game"
	"moyo/internal/testenv"
	"moyo/solve/life"
	"moyo/solve/life/internal/slow"
)

// bentFours are bent fours in the corner before the fourth stone is played.
var bentFours = [][]string{
	{
		"OO.Xo_",
		"OXXXo_",
		".Xooo_",
		"XXo___",
		"ooo___",
		"______"},
	{
		"OOO.Xo",
		".XXXXo",
		"XXoooo",
		"ooo___",
		"______",
		"______"},
}

// nearMisses are similar kos and other shapes.
var nearMisses = []struct {
	name string
	rows []string
}{
	{"the corner itself is empty", []string{
		".OO.Xo",
		"OXXXXo",
		"XXoooo",
		"ooo___",
		"______"}},
	{"away from the corner", []string{
		"ooooooo_",
		"oXXXXXo_",
		"oXOO.Xo_",
		"oXOXXXo_",
		"oX.Xooo_",
		"oXXXo___",
		"ooooo___"}},
	{"four in a row with two free points", []string{
		".OOO.Xo",
		"XXXXXXo",
		"ooooooo",
		"_______"}},
	{"two of the four stones", []string{
		"OO.Xo_",
		".XXXo_",
		"XXooo_",
		"ooo___"}},
	{"an eye beside it", []string{
		"OO.X.Xo",
		"OXXXXXo",
		".Xooooo",
		"XXo____",
		"ooo____"}},
	{"a liberty outside", []string{
		"OO.Xo_",
		"OXXX._",
		".Xooo_",
		"XXo___",
		"ooo___"}},
}

func saysBentFour(t *testing.T, p *slow.Problem) (bool, *life.Answer) {
	t.Helper()
	q := fast(p)
	a, err := life.Solve(t.Context(), q, searchOptions)
	if err != nil {
		t.Fatalf("%v\n%s", err, drawn(p))
	}
	return life.BentFour(&q, a), a
}

// TestBentFour finds the shape in every corner, in both colours, with either side to move.
func TestBentFour(t *testing.T) {
	testenv.SkipUnderRace(t)
	for _, rows := range bentFours {
		p := scene(t, rows...)
		for i, image := range board.Grid(6, 6).Symmetries(8) {
			for _, side := range []game.Color{game.Black, game.White} {
				q := turned(p, image, i%2 == 1)
				q.ToPlay = side
				if yes, a := saysBentFour(t, q); !yes {
					t.Errorf("not found in\n%s%+v", drawn(q), a)
				}
				q.Targets = nil
				if yes, a := saysBentFour(t, q); !yes {
					t.Errorf("not found without a target in\n%s%+v", drawn(q), a)
				}
			}
		}
	}
}

// TestNoBentFour: no other shape and no other answer is reported as one.
func TestNoBentFour(t *testing.T) {
	for _, c := range nearMisses {
		for _, side := range []game.Color{game.Black, game.White} {
			p := scene(t, c.rows...)
			p.ToPlay = side
			if yes, a := saysBentFour(t, p); yes {
				t.Errorf("%s: claimed of\n%s%+v", c.name, drawn(p), a)
			}
		}
	}
	for _, rows := range [][]string{ // eyes of another shape, whatever the verdict
		{".OOO.Xo", "XXXXXXo", "ooooooo", "_______"},
		{"OO.Xo_", ".XXXo_", "XXooo_", "ooo___"},
		{"OOOOXo", ".XXXXo", "XXoooo", "ooo___"},
		{"OO..Xo", "OXXXXo", ".Xoooo", "XXo___", "ooo___"},
		{"OO.OXo", "OXXXXo", ".Xoooo", "XXo___", "ooo___"},
	} {
		p := scene(t, rows...)
		p.ToPlay = game.White
		q := fast(p)
		if life.BentFour(&q, &life.Answer{
			Verdict: life.InKo, Ko: &life.Ko{TakesFirst: game.White, Threats: 1}, FirstMoves: []game.Move{game.Pass},
		}) {
			t.Errorf("the eye is one in %q", rows)
		}
	}
	p := scene(t, bentFours[0]...)
	p.ToPlay = game.White
	_, a := saysBentFour(t, p)
	q := fast(p)
	for name, change := range map[string]func(a *life.Answer){
		"a win":                        func(a *life.Answer) { a.Verdict = life.Win },
		"no count":                     func(a *life.Answer) { a.Ko = nil },
		"two steps":                    func(a *life.Answer) { a.Ko.Threats = 2 },
		"the defender takes first":     func(a *life.Answer) { a.Ko.TakesFirst = game.Black },
		"no time to choose the moment": func(a *life.Answer) { a.FirstMoves = a.FirstMoves[:1] },
	} {
		b := *a
		ko := *a.Ko
		b.Ko, b.FirstMoves = &ko, slices.Clone(a.FirstMoves)
		if change(&b); life.BentFour(&q, &b) {
			t.Errorf("%s is a bent four", name)
		}
	}
	q.Target = append(q.Target, 35)
	q.Stones[35] = game.Black
	if life.BentFour(&q, a) {
		t.Error("another target is dead with it")
	}
	torus, err := board.Parse("torus:6x6")
	if err != nil {
		t.Fatal(err)
	}
	q = fast(p)
	q.Board = torus
	if life.BentFour(&q, a) {
		t.Error("a torus has corners")
	}
}
