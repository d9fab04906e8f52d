package server

import (
	"strings"
	"testing"

	"moyo/server/base/wire"
	"moyo/server/people/account"
	"moyo/server/people/moderation"
	"moyo/server/play/lobby"
	"moyo/server/store"
)

// namesIn returns the names of a game's players, Black first, and which of
// them are marked as accounts.
func namesIn(g wire.GameInfo) string {
	text := ""
	for _, p := range []wire.Player{g.Black, g.White} {
		text += " " + p.Name
		if p.Registered {
			text += "*"
		}
	}
	return strings.TrimSpace(text)
}

// called waits until a table shows these names.
func (tb *table) called(want string) {
	tb.t.Helper()
	for namesIn(tb.game) != want {
		if _, err := tb.receive(); err != nil {
			tb.t.Fatalf("the players are called %q, want %q: %v", namesIn(tb.game), want, err)
		}
	}
}

// wantNames checks the names in everything that the server shows of a game: lists, the
// person's history, and the record.
func (p *person) wantNames(what, id, want string) {
	p.t.Helper()
	var g wire.GameInfo
	p.must(200, "GET", "/api/games/"+id, nil, &g)
	l := p.lobby()
	found := append(append(append(append([]wire.GameInfo{g}, l.Mine...), l.Running...), l.Finished...), p.page("/api/me/games").Games...)
	for _, m := range l.Live {
		found = append(found, m.Game)
	}
	seen := 0
	for _, g := range found {
		if g.ID != id {
			continue
		}
		seen++
		if got := namesIn(g); got != want {
			p.t.Errorf("%s: %q, want %q", what, got, want)
		}
	}
	if seen < 2 {
		p.t.Errorf("%s: in %d lists", what, seen)
	}
	black, white, _ := strings.Cut(strings.ReplaceAll(want, "*", ""), " ")
	_, record := p.call("GET", "/api/games/"+id+"/sgf", nil, nil)
	if !strings.Contains(record, "PB["+black+"]") || !strings.Contains(record, "PW["+white+"]") {
		p.t.Errorf("%s: the record %q", what, record)
	}
}

// TestNamesOfGuests: when a guest creates an account, its name replaces the guest's in running and
// old games, immediately for all spectators; and the game continues.
func TestNamesOfGuests(t *testing.T) {
	t.Parallel()
	url, _, s := startAt(t, nil)
	ada, bo, cy := newPerson(t, url), newPerson(t, url), newPerson(t, url)
	in := goGame("human")
	in.Name, in.Clock = "Lovelace", "fischer=5m+3s"
	game := func() [2]*table {
		a := ada.open(ada.newGame(in).ID)
		b := bo.open(a.game.ID)
		b.must(wire.ClientMessage{Type: "join", Name: "Bob"})
		return [2]*table{a, b}
	}
	old := game()
	old[0].untilState("Bo", func(s wire.State) bool { return s.Phase == "playing" })
	old[0].play("A1")
	old[1].untilState("a move", func(s wire.State) bool { return s.Ply == 1 })
	old[1].play("B1")
	old[1].must(wire.ClientMessage{Type: "resign"})
	now := game()
	now[0].untilState("Bo", func(s wire.State) bool { return s.Phase == "playing" })
	now[0].play("A1")
	watcher := cy.open(now[0].game.ID)
	bo.wantNames("before", now[0].game.ID, "Lovelace Bob")

	ada.signUp("Ada")
	watcher.called("Ada* Bob")
	now[1].called("Ada* Bob")
	old[1].called("Ada* Bob")
	if now[1].you != "white" || now[1].version != watcher.version || len(now[1].moves) != 1 || now[1].state.Clocks == nil {
		t.Errorf("Bo's table: %+v", now[1])
	}
	now[1].play("B1")
	back := ada.open(now[0].game.ID)
	back.play("C1")
	for _, p := range []*person{ada, bo} {
		p.wantNames("running", now[0].game.ID, "Ada* Bob")
		p.wantNames("old", old[0].game.ID, "Ada* Bob")
	}
	if archive := strings.Join(values(ada.archive()), "\n"); strings.Contains(archive, "Lovelace") || !strings.Contains(archive, "PB[Ada]") {
		t.Error("the archive has the guest's name")
	}
	if g, log, err := s.cfg.Store.Load(t.Context(), now[0].game.ID); err != nil ||
		log[0].Event.Setup.Black.Name != "Lovelace" || g.Version != 5 {
		t.Errorf("the log: %+v %v", log, err)
	}
	if found := bo.page("/api/me/games?names=ada").Games; len(found) != 2 {
		t.Errorf("%d games of a player called Ada", len(found))
	}
	bo.signUp("Robert")
	watcher.called("Ada* Robert*")
	bo.must(204, "DELETE", "/api/account", account.DeleteAccount{Name: "Robert"}, nil)
	ada.wantNames("deleted", old[0].game.ID, "Ada* deleted")
}

func values(m map[string]string) (list []string) {
	for _, v := range m {
		list = append(list, v)
	}
	return list
}

// TestNamesByModerators: a name that a moderator changes disappears from running and old games,
// records and histories, and immediately from the pages of spectators. A page that reconnects
// without missing an event sees it, too.
func TestNamesByModerators(t *testing.T) {
	t.Parallel()
	s := New(testConfig(newStore(t)))
	url := serveFor(t, s)
	mo := withRole(t, s, url, store.Moderator, false)
	ada, bo := newPerson(t, url).signUp("Rudeword"), newPerson(t, url).signUp("Bo")
	old := seats(ada, bo, goGame("anyone"))
	old[0].play("A1")
	old[0].must(wire.ClientMessage{Type: "resign"})
	now := seats(ada, bo, goGame("anyone"))
	watcher := mo.open(now[0].game.ID)
	var before lobby.GamePage
	bo.must(200, "GET", "/api/people/Rudeword/games", nil, &before)
	if len(before.Games) == 0 {
		t.Fatal("no history")
	}

	mo.must(201, "POST", "/api/moderation/deeds", moderation.NewDeed{Kind: "rename", Name: "Rudeword", Why: "That is rude."}, nil)
	name := ada.me().Name
	if !strings.HasPrefix(name, "player-") {
		t.Fatalf("called %q", name)
	}
	watcher.called(name + "* Bo*")
	now[1].called(name + "* Bo*")
	version := watcher.version
	again := mo.dial(now[0].game.ID)
	tb := &table{t: t, conn: again}
	tb.send(wire.ClientMessage{Type: "hello", Version: version})
	tb.called(name + "* Bo*")
	for what, id := range map[string]string{"running": now[0].game.ID, "old": old[0].game.ID} {
		bo.wantNames(what, id, name+"* Bo*")
	}
	var history lobby.GamePage
	bo.must(200, "GET", "/api/people/"+name+"/games", nil, &history)
	if len(history.Games) != len(before.Games) {
		t.Errorf("the history has %d games, and had %d", len(history.Games), len(before.Games))
	}
	if _, all := bo.call("GET", "/api/me/games/records", nil, nil); strings.Contains(all, "Rudeword") {
		t.Error("all records: the old name")
	}
	back := ada.open(now[0].game.ID)
	back.play("C3")
	now[1].untilState("the move", func(s wire.State) bool { return s.Ply == 1 })
	now[1].play("D3")
	bo.wantNames("going on", now[0].game.ID, name+"* Bo*")
}
