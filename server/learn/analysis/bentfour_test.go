package analysis

import (
	"testing"

	"moyo/board"
	"moyo/game"
	"moyo/game/rules/weiqi"
	"moyo/server/base/convert"
	"moyo/solve/life"
	"moyo/solve/life/tsumego"
)

// TestBentFour evaluates the position of the answer, not that of the problem.
func TestBentFour(t *testing.T) {
	b := board.Grid(6, 6)
	stones, err := convert.ParseColors("oo.xo.oxxx.o.xooo.xxo...ooo.........", b.Len())
	if err != nil {
		t.Fatal(err)
	}
	rules, err := weiqi.Parse(solveRules)
	if err != nil {
		t.Fatal(err)
	}
	pos, err := rules.New(b)
	if err != nil {
		t.Fatal(err)
	}
	if err := pos.(game.Setter).Set(convert.Placed(stones), game.White); err != nil {
		t.Fatal(err)
	}
	p := tsumego.Problem{
		Board: b, Stones: stones, ToPlay: game.White, Ko: board.None, Question: tsumego.Kill,
		Target: []game.Point{3}, Region: []game.Point{0, 1, 2, 3, 6, 7, 8, 9, 12, 13, 18, 19},
	}
	a := life.Answer{Verdict: life.InKo, Ko: &life.Ko{TakesFirst: game.White, Threats: 1}, FirstMoves: []game.Move{game.Place(2), game.Pass}}
	if isBentFour(pos, p, &a) {
		t.Error("claimed with a liberty outside")
	}
	if err := pos.Play(game.Place(10)); err != nil { // fills it
		t.Fatal(err)
	}
	if !isBentFour(pos, p, &a) || !solveAnswerOf(pos, p, &a).BentFour {
		t.Error("not found once the liberty outside is filled")
	}
}
