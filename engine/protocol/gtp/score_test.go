package gtp

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"moyo/board"
	"moyo/engine"
	engineweiqi "moyo/engine/weiqi"
	"moyo/game"
)

// TestTrompTaylor counts stones as alive although the engine knows that they are dead.
func TestTrompTaylor(t *testing.T) {
	const moves = "boardsize 5\nkomi 0.5\nplay b C1\nplay w E3\nplay b C2\nplay w A1\nplay b C3\nplay w pass\nplay b C4\nplay w pass\n" +
		"play b C5\nplay w pass\nplay b B2\nplay w pass\nplay b D3\nplay w pass\nplay b pass\n"
	for rules, want := range map[string]string{"tromp-taylor": "B+4.5", "chinese": "B+24.5", "new-zealand": "B+24.5"} {
		got := serve(t, testConfig(engineweiqi.New(engineweiqi.Options{Memory: 8 << 20})),
			"kata-set-rules "+rules+"\n"+moves+"final_score\ngogui-rules_final_result\n")
		if !strings.HasSuffix(got, strings.Repeat("= "+want+"\n\n", 2)) {
			t.Errorf("%s: %q, want %s", rules, got, want)
		}
	}
}

// deadKnown is an engine that knows which stones are dead and in seki.
type deadKnown struct {
	engine.Engine
	dead, seki []game.Point
}

func (j deadKnown) Dead(context.Context, game.Position) ([]game.Point, error) { return j.dead, nil }

func (j deadKnown) Seki(context.Context, game.Position, []game.Point) ([]game.Point, error) {
	return j.seki, nil
}

// TestSekiTax counts a board on which White's corner is in seki with a dead
// stone in its eye, and Black's corner is not:
//
//	5 X . X O .
//	4 X X X O O
//	3 O O O O O
//	2 O O X X X
//	1 X . O X .
func TestSekiTax(t *testing.T) {
	setup := "kata-set-rules %s\nboardsize 5\nkomi 0.5\nset_position"
	for row, colors := range []string{"X.OX.", "OOXXX", "OOOOO", "XXXOO", "X.XO."} {
		for column, c := range colors {
			if c != '.' {
				setup += fmt.Sprintf(" %s %c%d", map[rune]string{'X': "black", 'O': "white"}[c], 'A'+column, row+1)
			}
		}
	}
	e := deadKnown{Engine: engineweiqi.New(engineweiqi.Options{Memory: 8 << 20})}
	at := func(name string) game.Point {
		p, ok := board.Grid(5, 5).Lookup(name)
		if !ok {
			t.Fatal(name)
		}
		return p
	}
	e.dead, e.seki = []game.Point{at("A1")}, []game.Point{at("A2"), at("B2"), at("C1")}
	for _, c := range []struct{ rules, score, black, white, stated string }{
		// White: A1 with its prisoner, B1, and E5; Black: B5 and E1
		{`{"scoring":"TERRITORY","tax":"NONE","friendlyPassOk":true}`, "W+2.5", "B5 E1", "E5 A1 B1", "NONE"},
		{`{"scoring":"TERRITORY","friendlyPassOk":true}`, "W+0.5", "B5 E1", "E5", "SEKI"}, // the usual tax
		{"japanese", "W+0.5", "B5 E1", "E5", "SEKI"},
		{`{"scoring":"AREA","tax":"SEKI","friendlyPassOk":true}`, "W+1.5", "B5 E1", "E5", "SEKI"},
	} {
		got := serve(t, testConfig(e),
			fmt.Sprintf(setup, c.rules)+
				"\nfinal_score\nfinal_status_list black_territory\nfinal_status_list white_territory\nkata-get-rules\nmoyo-rules\n")
		want := "= " + c.score + "\n\n= " + c.black + "\n\n= " + c.white + "\n\n"
		if !strings.Contains(got, want) || !strings.Contains(got, `"tax":"`+c.stated+`"`) {
			t.Errorf("%s: %q, want %q", c.rules, got, want)
		}
	}
	got := serve(t, testConfig(e), fmt.Sprintf(setup, "japanese")+"\nkata-set-rule tax NONE\nfinal_score\nkata-set-rule tax ALL\n")
	if !strings.Contains(got, "= W+2.5\n") || !strings.Contains(got, `? tax "ALL" is not supported`) {
		t.Errorf("%q", got)
	}
}

// TestFalseEyeSeki asks for the status of black chains that are connected by false eyes, around two white stones. The
// statuses are those that the life-and-death solver proves. They depend neither on threads nor on earlier commands.
func TestFalseEyeSeki(t *testing.T) {
	rows := []string{
		".....OX..", ".....OX..", ".....OX..", ".....OX..", "OOOO.OX..", "XXXOOOX..", ".X.XOOX..", "XOXXOOX..", ".O.XOOX..",
	}
	setup := "boardsize 9\nkomi 6.5\nkata-set-rules japanese\nset_position"
	for y, row := range rows {
		for x, c := range row {
			if c != '.' {
				setup += fmt.Sprintf(" %s %c%d", map[rune]string{'X': "black", 'O': "white"}[c], "ABCDEFGHJ"[x], 9-y)
			}
		}
	}
	const lists = "\nfinal_status_list seki\nfinal_status_list dead\nfinal_status_list black_territory\nfinal_score\n"
	const want = "= A4 B4 C4 B3\nD3 C2 D2 D1\nA2\nB2 B1\n\n=\n\n= H9 J9 H8 J8 H7 J7 H6 J6 H5 J5 H4 J4 H3 J3 H2 J2 H1 J1\n\n= W+9.5\n\n"
	for _, threads := range []int{1, 4} {
		got := serve(t, testConfig(engineweiqi.New(engineweiqi.Options{Memory: 8 << 20, Threads: threads})), setup+lists+"genmove b\nundo"+lists)
		if strings.Count(got, want) != 2 {
			t.Errorf("%d threads: %s, want twice %s", threads, got, want)
		}
	}
}
