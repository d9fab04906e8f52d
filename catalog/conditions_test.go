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
	for _, g := range Games() { // rules with usual options report that they are usual
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

func TestHandicaps(t *testing.T) {
	for _, c := range []struct {
		rules  string
		stones int
		komi   float64
		want   string
	}{
		{"weiqi", 3, 0.5, "weiqi:komi=0.5,handicap=3"},
		{"weiqi:komi=7.5,score=territory,handicap=2", 0, 0.5, "weiqi:score=territory,komi=0.5"},
	} {
		got := WithHandicap(c.rules, c.stones, c.komi)
		if got != c.want {
			t.Errorf("%s with %d stones: %s", c.rules, c.stones, got)
		}
		if d, err := ConditionsOf(got); err != nil || d.Stones != c.stones || d.Komi != c.komi {
			t.Errorf("%s: %+v %v", got, d, err)
		}
	}
	for _, c := range []struct {
		rules, board string
		want         int
	}{{"weiqi:komi=7.5", "grid:19", 9}, {"weiqi", "grid:5", 0}, {"weiqi", "hex:6", 0}, {"gomoku", "grid:15", 0}} {
		b, err := board.Parse(c.board)
		if err != nil {
			t.Fatal(err)
		}
		if got := MostStones(c.rules, b); got != c.want {
			t.Errorf("%s on %s: %d stones", c.rules, c.board, got)
		}
	}
}
