package room

import (
	"fmt"
	"testing"
	"time"

	"moyo/board"
	"moyo/catalog"
	"moyo/game"
	"moyo/game/match"
)

// TestOffers: another game is offered after the end of one between people, all of whom have to want it, and
// what a player has offered lasts as long as they are here.
func TestOffers(t *testing.T) {
	rules, err := catalog.Rules("weiqi")
	if err != nil {
		t.Fatal(err)
	}
	setup := solo("grid:5")
	m, err := match.New(board.Grid(5, 5), rules, match.Event{Kind: match.Created, At: time.UnixMilli(1), Setup: &setup})
	if err != nil {
		t.Fatal(err)
	}
	n := rematch{seats: &seats{m: m}}
	if n.check(game.Black) == nil {
		t.Error("offered too early")
	}
	if _, err := m.Apply(match.Event{Kind: match.Resigned, At: time.UnixMilli(2), By: game.White}); err != nil {
		t.Fatal(err)
	}
	if err := n.check(game.Black); err != nil {
		t.Error(err)
	}
	black, white := chair{side: game.Black}, chair{side: game.White}
	first, all := n.with(white, true)
	if all || n.offer != (offer{}) || first.by != game.White || !first.bots[game.White][0] {
		t.Errorf("one wants it: %v %+v", all, first)
	}
	n.offer = first
	both, all := n.with(black, false)
	if !all || both.by != game.White || !both.wants[game.White][0] || both.bots[game.Black][0] {
		t.Errorf("both want it: %v %+v", all, both)
	}
	n.offer = both
	for _, c := range []struct {
		here    []chair
		changed bool
		want    string
	}{
		{[]chair{black, white}, false, "white true true"},
		{[]chair{black}, true, "black true false"},
		{nil, true, "empty false false"},
		{nil, false, "empty false false"},
	} {
		here := map[chair]bool{}
		for _, at := range c.here {
			here[at] = true
		}
		changed := n.keep(func(at chair) bool { return here[at] })
		got := fmt.Sprint(n.by, " ", n.wants[game.Black][0], " ", n.wants[game.White][0])
		if changed != c.changed || got != c.want || n.bots[game.White][0] != n.wants[game.White][0] {
			t.Errorf("%v are here: %v, %s, want %s", c.here, changed, got, c.want)
		}
	}
}
