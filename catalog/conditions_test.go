package catalog

import (
	"testing"

	"moyo/board"
)

func TestConditionsOf(t *testing.T) {
	for id, want := range map[string]Conditions{
		"weiqi":                               {Game: "weiqi", Usual: true, Komi: 7.5, Area: true},
		"weiqi:score=territory":               {Game: "weiqi", Usual: true, Komi: 6.5},
		"weiqi:komi=0.5,handicap=4,ko=simple": {Game: "weiqi", Usual: true, Komi: 0.5, Stones: 4, Area: true},
		"gomoku":                              {Game: "gomoku", Usual: true},
		"gomoku:rule=renju,opening=soosorv":   {Game: "gomoku", Usual: true},
		"gomoku:n=4":                          {Game: "gomoku"},
		"capturefive:n=4":                     {Game: "capturefive"},
		"capturefive:captures=no":             {Game: "capturefive"},
		"capturefive:n=5":                     {Game: "capturefive", Usual: true},
		"connect4:n=3":                        {Game: "connect4"},
		"nogo":                                {Game: "nogo", Usual: true},
	} {
		if got, err := ConditionsOf(id); err != nil || got != want {
			t.Errorf("%s: %+v %v, want %+v", id, got, err, want)
		}
	}
	for _, id := range []string{"chess", "weiqi:komi=x", ""} {
		if got, err := ConditionsOf(id); err == nil {
			t.Errorf("%q: %+v", id, got)
		}
	}
	for _, g := range Games() { // whatever is usual says so
		if got, err := ConditionsOf(g.ID); err != nil || !got.Usual {
			t.Errorf("%s: %+v %v", g.ID, got, err)
		}
	}
}

func TestOffered(t *testing.T) {
	parse := func(spec string) *board.Board {
		b, err := board.Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	for _, g := range Games() {
		for _, spec := range append(g.Boards, g.Board) {
			if !Offered(g.ID, parse(spec)) {
				t.Errorf("%s is not offered on %s", g.ID, spec)
			}
		}
	}
	for _, c := range []struct{ game, board string }{{"weiqi", "grid:3"}, {"weiqi", "star:60"}, {"chess", "grid:9"}, {"connect4", "grid:9"}} {
		if Offered(c.game, parse(c.board)) {
			t.Errorf("%s is offered on %s", c.game, c.board)
		}
	}
}
