package server

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"moyo/server/base/wire"
	"moyo/server/club/simuls"
	"moyo/server/play/lobby"
	"moyo/server/store"
)

// friday is a quick exhibition.
func friday() simuls.SimulSetup {
	return simuls.SimulSetup{
		Title: "Friday", Most: 9, Board: "grid:5", Rules: "gomoku:n=4", Clock: "absolute=10m", Extra: 60, ExtraEach: 10, Color: "alternate",
	}
}

// simulUntil polls an exhibition until it is in a state.
func (p *person) simulUntil(id string, is func(simuls.Simul) bool) (v simuls.Simul) {
	p.t.Helper()
	until(p.t, "the exhibition", func() bool {
		v = simuls.Simul{}
		p.must(200, "GET", "/api/simuls/"+id, nil, &v)
		return is(v)
	})
	return v
}

// haveBegun reports whether all games of an exhibition exist.
func haveBegun(games int) func(simuls.Simul) bool {
	return func(v simuls.Simul) bool {
		there := 0
		for _, g := range v.Games {
			if g.Turn != "" {
				there++
			}
		}
		return there == games
	}
}

// TestSimul lets a host play three guests, who ask, are accepted, play, and resign or win.
func TestSimul(t *testing.T) {
	t.Parallel()
	url := startMemory(t)
	ada, guest := newPerson(t, url).signUp("Ada"), newPerson(t, url)
	guest.must(401, "POST", "/api/simuls", friday(), nil)
	for name, change := range map[string]func(*simuls.SimulSetup){
		"no name":  func(s *simuls.SimulSetup) { s.Title = " " },
		"no board": func(s *simuls.SimulSetup) { s.Board = "cheese" },
		"no rules": func(s *simuls.SimulSetup) { s.Rules = "cheese" },
		"no clock": func(s *simuls.SimulSetup) { s.Clock = "" },
		"no side":  func(s *simuls.SimulSetup) { s.Color = "" },
	} {
		bad := friday()
		change(&bad)
		if status, _ := ada.call("POST", "/api/simuls", bad, nil); status != 400 {
			t.Errorf("%s: %d", name, status)
		}
	}
	var all [3]simuls.Simul
	for i := range all {
		ada.must(201, "POST", "/api/simuls", friday(), &all[i])
	}
	ada.must(503, "POST", "/api/simuls", friday(), nil)
	id := all[0].Head.ID
	act := func(p *person, status int, a simuls.SimulAct) (v simuls.Simul) {
		t.Helper()
		p.must(status, "POST", "/api/simuls/"+id+"/acts", a, &v)
		return v
	}
	act(guest, 401, simuls.SimulAct{Do: "ask"})
	act(ada, 400, simuls.SimulAct{Do: "dance"})
	var guests []*person
	for _, name := range []string{"Bo", "Cy", "Di"} {
		p := newPerson(t, url).signUp(name)
		act(p, 403, simuls.SimulAct{Do: "start"})
		act(p, 200, simuls.SimulAct{Do: "ask"})
		act(ada, 200, simuls.SimulAct{Do: "accept", Player: name})
		guests = append(guests, p)
	}
	v := act(ada, 200, simuls.SimulAct{Do: "start"})
	act(guests[0], 400, simuls.SimulAct{Do: "withdraw"})
	act(ada, 400, simuls.SimulAct{Do: "cancel"})
	v = ada.simulUntil(id, haveBegun(3))
	var lists simuls.SimulLists
	guests[2].must(200, "GET", "/api/simuls", nil, &lists)
	var own simuls.SimulLists
	ada.must(200, "GET", "/api/simuls", nil, &own)
	if len(own.Mine) != 3 || lists.Running[0].BoardTitle != "Grid 5×5" || lists.Running[0].Guests != 3 {
		t.Errorf("the host's: %+v", own)
	}
	if len(lists.Running) != 1 || len(lists.Open) != 2 || len(lists.Mine) != 1 {
		t.Errorf("%+v", lists)
	}
	for i, p := range guests {
		playGuest(t, ada, p, v.Games[i], i)
	}
	v = ada.simulUntil(id, func(v simuls.Simul) bool { return v.Head.Phase == "over" })
	if v.Head.Score != (simuls.SimulScore{Won: 2, Lost: 1}) || v.Games[1].Result != "lost" {
		t.Errorf("%+v", v)
	}
	guest.must(404, "GET", "/api/simuls/nothing", nil, nil)
	id = all[1].Head.ID
	if v := act(ada, 200, simuls.SimulAct{Do: "cancel"}); !v.Head.Cancelled {
		t.Errorf("%+v", v.Head)
	}
	ada.must(201, "POST", "/api/simuls", friday(), nil) // a place is free again
	guests[0].must(201, "POST", "/api/simuls", friday(), nil)
	guests[1].must(429, "POST", "/api/simuls", friday(), nil) // the limit of one address is reached
}

// playGuest makes a guest play the host of an exhibition, who wins against the first and the third.
func playGuest(t *testing.T, ada, p *person, g simuls.SimulGame, i int) {
	host, other := ada.open(g.ID), p.open(g.ID)
	if want := []string{"black", "white", "black"}[i]; host.you != want || g.Host != want {
		t.Errorf("game %d: the host is %s, %s", i+1, host.you, g.Host)
	}
	if clock := host.state.Clocks; clock == nil {
		t.Errorf("game %d has no clock", i+1)
	} else if more, less := clock.Black.Main, clock.White.Main; (host.you == "black") != (more > less) || more+less < (2*600+90-20)*1000 {
		t.Errorf("game %d: %d and %d", i+1, more, less)
	}
	first, second := host, other
	if host.you == "white" {
		first, second = other, host
	}
	first.must(wire.ClientMessage{Type: "play", ID: "1", Ply: 0, Move: "A1"})
	second.untilState("a move", func(wire.State) bool { return len(second.moves) > 0 })
	second.must(wire.ClientMessage{Type: "play", ID: "2", Ply: 1, Move: "B2"})
	[]*table{other, host, other}[i].must(wire.ClientMessage{Type: "resign", ID: "3"})
	if i == 0 {
		againWithout(t, host, other, p)
	}
	_ = host.conn.CloseNow()
	_ = other.conn.CloseNow()
}

// againWithout makes two players play again after an exhibition, without extra time or handicap stones of the
// exhibition.
func againWithout(t *testing.T, host, other *table, p *person) {
	t.Helper()
	host.must(wire.ClientMessage{Type: "rematch", ID: "4"})
	other.must(wire.ClientMessage{Type: "rematch", ID: "4"})
	var mine lobby.GamePage
	p.must(200, "GET", "/api/me/games", nil, &mine)
	i := slices.IndexFunc(mine.Games, func(g wire.GameInfo) bool { return !strings.HasPrefix(g.ID, "simul-") })
	if i < 0 || len(mine.Games) != 2 {
		t.Fatalf("the guest's games: %+v", mine.Games)
	}
	next := p.open(mine.Games[i].ID)
	if c := next.state.Clocks; c.Black.Main != c.White.Main {
		t.Errorf("once more: %+v", c)
	}
	if next.you != other.you {
		t.Errorf("the guest is %s once more, and was %s", next.you, other.you)
	}
	_ = next.conn.CloseNow()
}

// TestSimulsInArchive checks a host's archive, without an unreadable exhibition.
func TestSimulsInArchive(t *testing.T) {
	t.Parallel()
	kept := newStore(t)
	ada := newPerson(t, start(t, testConfig(kept))).signUp("Ada")
	var good, torn simuls.Simul
	ada.must(201, "POST", "/api/simuls", friday(), &good)
	ada.must(201, "POST", "/api/simuls", friday(), &torn)
	if err := kept.Write(t.Context(), 1, func(ctx context.Context, tx store.Tx) error {
		_, err := tx.Run(ctx, `UPDATE simuls SET body = ? WHERE id = ?`, []byte("{"), torn.Head.ID)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	text := ada.archive()["simuls.json"]
	for _, want := range []string{good.Head.ID, `"Friday"`, `"grid:5"`} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in %s", want, text)
		}
	}
	if strings.Contains(text, torn.Head.ID) {
		t.Errorf("the one that cannot be read: %s", text)
	}
}

// TestSimulKilled kills the server right after the start of an exhibition: the next server begins all
// games, each once.
func TestSimulKilled(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	url, kill := startChild(t, dir)
	ada := newPerson(t, url).signUp("Ada")
	var v simuls.Simul
	ada.must(201, "POST", "/api/simuls", friday(), &v)
	const guests = 6
	var all []*person
	for i := range guests {
		name := fmt.Sprint("Sitter", i)
		p := newPerson(t, url).signUp(name)
		p.must(200, "POST", "/api/simuls/"+v.Head.ID+"/acts", simuls.SimulAct{Do: "ask"}, nil)
		ada.must(200, "POST", "/api/simuls/"+v.Head.ID+"/acts", simuls.SimulAct{Do: "accept", Player: name}, nil)
		all = append(all, p)
	}
	ada.must(200, "POST", "/api/simuls/"+v.Head.ID+"/acts", simuls.SimulAct{Do: "start"}, &v)
	kill()
	url, _ = startChild(t, dir)
	for _, p := range append(all, ada) {
		p.move(url)
	}
	v = ada.simulUntil(v.Head.ID, haveBegun(guests))
	for i, p := range append(all, ada) {
		var mine lobby.GamePage
		p.must(200, "GET", "/api/me/games", nil, &mine)
		if want := map[bool]int{true: guests, false: 1}[i == guests]; len(mine.Games) != want {
			t.Errorf("person %d has %d games, want %d", i, len(mine.Games), want)
		}
	}
}
