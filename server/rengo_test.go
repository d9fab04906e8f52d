package server

import (
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"moyo/server/base/wire"
	"moyo/server/people/account"
	"moyo/server/people/admin"
	"moyo/server/people/profile"
	"moyo/server/play/chat"
	"moyo/server/play/correspondence"
	"moyo/server/store"
)

// rengo is a game of two against two.
func rengo(opponent string) wire.NewGame {
	return wire.NewGame{
		Board: "grid:9", Rules: "weiqi:komi=6.5", Color: "black", Opponent: opponent, Name: "Ada", Clock: "fischer=5m+3s", Partners: 2,
	}
}

// four are people with accounts, in playing order: the first and the third are Black.
type four struct {
	people [4]*person
	tables [4]*table
	id     string
}

var fourNames = [4]string{"Ada", "Bo", "Cy", "Di"}

func newFour(t *testing.T, s *Server, url string) *four {
	f := &four{}
	for i, name := range fourNames {
		f.people[i] = member(t, s, url, name)
	}
	return f
}

// begin starts a game of the four.
func (f *four) begin(in wire.NewGame) {
	f.id = f.people[0].newGame(in).ID
	f.open()
	for i, tb := range f.tables[1:] {
		tb.must(wire.ClientMessage{Type: "join", Color: []string{"black", "white"}[(i+1)%2]})
	}
	for _, tb := range f.tables {
		tb.untilState("all", func(s wire.State) bool { return s.Phase == "playing" })
	}
}

func (f *four) open() {
	for i, p := range f.people {
		f.tables[i] = p.open(f.id)
	}
}

// play plays moves alternately from the current position on.
func (f *four) play(moves ...string) {
	for _, move := range moves {
		ply := max(len(f.tables[0].moves), len(f.tables[1].moves), len(f.tables[2].moves), len(f.tables[3].moves))
		tb := f.tables[ply%4]
		tb.untilState("the turn", func(s wire.State) bool { return s.Ply == ply })
		tb.play(move)
	}
}

// all waits until all four see a state.
func (f *four) all(what string, done func(wire.State) bool) {
	for _, tb := range f.tables {
		tb.untilState(what, done)
	}
}

// team returns the players of a side, by place; "-" for an empty place.
func team(p wire.Player) string {
	var names []string
	for _, one := range p.Team {
		name := one.Name
		if one.Kind == "open" {
			name = "-"
		}
		if one.Registered {
			name += "*"
		}
		names = append(names, name)
	}
	return strings.Join(names, " ")
}

// TestRengo plays a game of two against two from the list of open games to the end, and then another:
// permissions are checked, and everything is shown and stored.
func TestRengo(t *testing.T) {
	t.Parallel()
	s := New(testConfig(newStore(t)))
	url := serveFor(t, s)
	f := newFour(t, s, url)
	eve := member(t, s, url, "Eve")
	g := f.people[0].newGame(rengo("anyone"))
	f.id = g.ID
	if g.Partners != 2 || g.Private || g.Phase != "waiting" || team(g.Black) != "Ada* -" || team(g.White) != "- -" ||
		g.Black.Name != "Ada" || g.Black.Registered || g.White.Kind != "open" || g.White.Name != "" {
		t.Fatalf("%+v", g)
	}
	if l := eve.lobby(); len(l.Open) != 1 || l.Open[0].ID != f.id || len(l.Challenges) != 0 {
		t.Errorf("the lobby: %+v", l)
	}
	f.open()
	ada, bo, cy, di := f.tables[0], f.tables[1], f.tables[2], f.tables[3]
	f.sitDown(t, eve)
	cy.refused("not-now", wire.ClientMessage{Type: "leave"})
	if l := eve.lobby(); len(l.Open) != 0 || len(l.Running) != 1 {
		t.Errorf("the lobby: %+v", l)
	}

	for i := range 6 {
		ply, next := i, i%4
		f.all("the move", func(s wire.State) bool { return s.Ply == ply })
		for at, tb := range f.tables {
			if at != next {
				tb.refused("not-your-turn", wire.ClientMessage{Type: "play", Ply: ply, Move: "pass"})
			}
		}
		f.tables[next].play(fmt.Sprintf("%c5", "ABCDEF"[i]))
		var g wire.GameInfo
		eve.must(200, "GET", "/api/games/"+f.id, nil, &g)
		if black, white := 1+(i+2)/2%2, 1+(i+1)/2%2; g.Black.Next != black || g.White.Next != white || g.Turn != []string{"white", "black"}[i%2] {
			t.Errorf("after move %d: %s, %d and %d", i+1, g.Turn, g.Black.Next, g.White.Next)
		}
	}
	again := f.people[3].open(f.id)
	if again.you != "white" || again.place != 2 || again.state.Places.Black != 2 || again.state.Places.White != 2 {
		t.Errorf("Di comes back as %s %d, next %+v", again.you, again.place, again.state.Places)
	}
	bo.must(wire.ClientMessage{Type: "undo"}) // for the side: back to Bo's second move
	di.refused("not-now", wire.ClientMessage{Type: "grant"})
	cy.must(wire.ClientMessage{Type: "grant"})
	f.all("one back", func(s wire.State) bool { return s.Ply == 5 })
	di.refused("not-your-turn", wire.ClientMessage{Type: "play", Ply: 5, Move: "J1"})
	bo.play("J1")

	f.talks(t, eve)
	if status, record := eve.call("GET", "/api/games/"+f.id+"/sgf", nil, nil); status != 200 ||
		!strings.Contains(record, "PB[Ada & Cy]") || !strings.Contains(record, "PW[Bo & Di]") {
		t.Errorf("%d %s", status, record)
	}
	for _, tb := range []*table{cy, di, ada, bo} {
		tb.untilState("the turn", func(s wire.State) bool { return s.Ply >= 6 })
	}
	cy.play("pass")
	di.untilState("the pass", func(s wire.State) bool { return s.Ply == 7 })
	di.play("pass")
	f.all("the count", func(s wire.State) bool { return s.Phase == "scoring" && s.Score != nil })
	di.must(wire.ClientMessage{Type: "accept"})
	ada.must(wire.ClientMessage{Type: "accept"})
	f.all("the end", func(s wire.State) bool { return s.Phase == "finished" })
	f.isOver(t, eve)

	f.playAgain(t, eve)
}

// playAgain makes all four accept another game, in which they have different sides and places.
func (f *four) playAgain(t *testing.T, eve *person) {
	var g wire.GameInfo
	for i, tb := range f.tables {
		tb.must(wire.ClientMessage{Type: "rematch"})
		m := tb.until("who wants it", func(m wire.ServerMessage) bool { return m.Rematch != nil })
		for i < 3 && m.Rematch.Wants != nil && !slices.Concat(m.Rematch.Wants.Black, m.Rematch.Wants.White)[i%2*2+i/2] {
			m = tb.until("their own wish", func(m wire.ServerMessage) bool { return m.Rematch != nil })
		}
		if (m.Rematch.Game != "") != (i == 3) || i < 3 && m.Rematch.By != "black" {
			t.Errorf("after %s: %+v", fourNames[i], m.Rematch)
		}
		g.ID = m.Rematch.Game
	}
	eve.must(200, "GET", "/api/games/"+g.ID, nil, &g)
	if team(g.Black) != "Di* Bo*" || team(g.White) != "Cy* Ada*" || g.Phase != "playing" {
		t.Errorf("another game of %q against %q: %s", team(g.Black), team(g.White), g.Phase)
	}
}

// sitDown makes the four take seats, and some of them leave again.
func (f *four) sitDown(t *testing.T, eve *person) {
	ada, bo, cy, di := f.tables[0], f.tables[1], f.tables[2], f.tables[3]
	bo.refused("bad-request", wire.ClientMessage{Type: "join", Color: "white", Place: 3})
	bo.refused("bad-request", wire.ClientMessage{Type: "join", Place: 1})
	bo.refused("seat-taken", wire.ClientMessage{Type: "join", Color: "black", Place: 1})
	bo.refused("not-a-player", wire.ClientMessage{Type: "leave"})
	if ack := bo.must(wire.ClientMessage{Type: "join", Color: "white", Place: 2}); ack.You != "white" || ack.Place != 2 {
		t.Errorf("%+v", ack)
	}
	bo.refused("seat-taken", wire.ClientMessage{Type: "join", Color: "black"})
	bo.refused("waiting", wire.ClientMessage{Type: "play", Move: "C3"})
	bo.refused("not-allowed", wire.ClientMessage{Type: "abort"})
	if mine := f.people[1].lobby().Mine; len(mine) != 1 || team(mine[0].White) != "- Bo*" {
		t.Errorf("Bo's games: %+v", mine)
	}
	bo.must(wire.ClientMessage{Type: "leave"})
	if mine := f.people[1].lobby().Mine; len(mine) != 0 {
		t.Errorf("Bo has left, and has %+v", mine)
	}
	ada.refused("not-allowed", wire.ClientMessage{Type: "leave"})
	if ack := bo.must(wire.ClientMessage{Type: "join"}); ack.You != "white" || ack.Place != 1 {
		t.Errorf("the first free place: %+v", ack)
	}
	di.must(wire.ClientMessage{Type: "join", Color: "white"})
	eve.open(f.id).refused("seat-taken", wire.ClientMessage{Type: "join", Color: "white"})
	cy.must(wire.ClientMessage{Type: "join"})
	f.all("all", func(s wire.State) bool { return s.Phase == "playing" })
	if team(ada.game.Black) != "Ada* Cy*" || team(ada.game.White) != "Bo* Di*" ||
		ada.game.White.Name != "Bo & Di" || *ada.state.Places != (wire.Next{Black: 1, White: 1}) {
		t.Errorf("%+v %+v", ada.game, ada.state.Places)
	}
}

// talks checks that partners can only talk where their opponents can read it.
func (f *four) talks(t *testing.T, eve *person) {
	t.Helper()
	cy := f.people[2].talk(f.id)
	if _, code := cy.say("players", "I go left"); code != "" {
		t.Error(code)
	}
	if _, code := cy.say("watchers", "between us"); code == "" {
		t.Error("a partner talks where opponents do not read")
	}
	for i, p := range f.people {
		var h chat.ChatHistory
		if p.must(200, "GET", "/api/games/"+f.id+"/chat?room=players", nil, &h); len(h.Lines) != 1 ||
			h.Lines[0].Name != "Cy" || h.Lines[0].Seat != "black" || h.Lines[0].Mine != (i == 2) {
			t.Errorf("%s reads %+v", fourNames[i], h)
		}
		p.must(403, "GET", "/api/games/"+f.id+"/chat?room=watchers", nil, nil)
	}
	eve.must(403, "GET", "/api/games/"+f.id+"/chat?room=players", nil, nil)
}

// isOver checks where a finished game is shown, and where it is not.
func (f *four) isOver(t *testing.T, eve *person) {
	t.Helper()
	for _, name := range fourNames {
		if games := eve.page("/api/people/" + name + "/games").Games; len(games) != 1 || games[0].ID != f.id {
			t.Errorf("%s has the games %+v", name, games)
		}
		var p profile.Profile
		if eve.must(200, "GET", "/api/people/"+name, nil, &p); p.Games != (profile.Tally{}) || len(p.Form) != 0 || len(p.Opponents) != 0 {
			t.Errorf("%s: %+v", name, p)
		}
	}
	won := len(eve.page("/api/people/Ada/games?result=won").Games)
	for i, name := range fourNames {
		if n := len(eve.page("/api/people/" + name + "/games?result=won").Games); (n == won) != (i%2 == 0) {
			t.Errorf("%s has won %d, Ada %d", name, n, won)
		}
	}
	var met profile.Meetings
	if eve.must(200, "GET", "/api/people/Ada/against/Bo", nil, &met); met.Games != (profile.Tally{}) || len(met.Last) != 0 {
		t.Errorf("between two: %+v", met)
	}
	if games := eve.page("/api/games/search?names=di").Games; len(games) != 1 {
		t.Errorf("found by a name: %+v", games)
	}
}

// TestRengoIsRefused tries setups that are invalid with several people on a side.
func TestRengoIsRefused(t *testing.T) {
	t.Parallel()
	url := startMemory(t)
	ada := newPerson(t, url)
	for want, change := range map[string]func(*wire.NewGame){
		"rengo.people":   func(g *wire.NewGame) { g.Partners = 5 },
		"rengo.people ":  func(g *wire.NewGame) { g.Partners = -1 },
		"rengo.rated":    func(g *wire.NewGame) { g.Rated = true },
		"rengo.colors":   func(g *wire.NewGame) { g.Color = "random" },
		"rengo.opponent": func(g *wire.NewGame) { g.Opponent = "level:1" },
		"rengo.opening":  func(g *wire.NewGame) { g.Board, g.Rules = "grid:15", "gomoku:opening=swap2" },
	} {
		in := rengo("human")
		change(&in)
		if status, body := ada.call("POST", "/api/games", in, nil); status != http.StatusBadRequest ||
			!strings.Contains(body, strings.TrimSpace(want)+`"`) {
			t.Errorf("%s: %d %s", want, status, body)
		}
	}
	for _, game := range []wire.NewGame{
		{Board: "grid:15", Rules: "gomoku:n=5"}, {Board: "grid:7x6", Rules: "connect4:n=4"}, {Board: "grid:9", Rules: "capturefive:n=5"},
	} {
		in := rengo("human")
		in.Board, in.Rules, in.Partners = game.Board, game.Rules, 4
		if g := ada.newGame(in); !g.Private || len(g.Black.Team) != 4 {
			t.Errorf("%+v", g)
		}
	}
}

// TestRengoPeople: a player with a block to or from any player at the table cannot join. A suspended
// player leaves their place, or cancels the game if they made it. A person can have only one
// place in the game.
func TestRengoPeople(t *testing.T) {
	t.Parallel()
	s := New(testConfig(newStore(t)))
	url := serveFor(t, s)
	f := newFour(t, s, url)
	f.id = f.people[0].newGame(rengo("human")).ID
	f.open()
	f.people[3].must(http.StatusNoContent, "PUT", "/api/relations/block/Bo", nil, nil)
	f.tables[1].must(wire.ClientMessage{Type: "join", Color: "white"})
	f.tables[3].refused("not-for-you", wire.ClientMessage{Type: "join", Color: "white"})
	f.people[3].must(http.StatusNoContent, "DELETE", "/api/relations/block/Bo", nil, nil)
	f.tables[2].must(wire.ClientMessage{Type: "join", Color: "black"})

	operate(s, admin.Request{Do: "suspend", Name: "Cy", Hours: 1, Why: "rude"})
	f.tables[0].until("Cy's place", func(m wire.ServerMessage) bool { return m.Event != nil && m.Event.Kind == "freed" })
	if g := f.tables[0].game; team(g.Black) != "Ada* -" || team(g.White) != "Bo* -" {
		t.Errorf("%q against %q", team(g.Black), team(g.White))
	}
	operate(s, admin.Request{Do: "suspend", Name: "Ada", Hours: 1, Why: "rude"})
	f.tables[1].untilState("the end", func(s wire.State) bool { return s.Result == "Void" })
}

// TestRengoErased: a deleted account leaves a waiting place, and resigns for its side in a running
// game. Its name disappears everywhere, also from a place that it left before.
func TestRengoErased(t *testing.T) {
	t.Parallel()
	st := newStore(t)
	s := New(testConfig(st))
	url := serveFor(t, s)
	f := &four{}
	for i, name := range fourNames {
		f.people[i] = newPerson(t, url).signUp(name)
	}
	di := f.people[3]
	given := f.people[0].newGame(rengo("human")).ID
	di.open(given).must(wire.ClientMessage{Type: "join"})
	di.open(given).must(wire.ClientMessage{Type: "leave"})
	waits := f.people[0].newGame(rengo("human")).ID
	di.open(waits).must(wire.ClientMessage{Type: "join", Color: "black"})
	f.begin(rengo("human"))
	f.play("A1", "B1", "C1")
	di.must(http.StatusNoContent, "DELETE", "/api/account", account.DeleteAccount{Name: "Di"}, nil)
	for id, want := range map[string]string{given: "", waits: "", f.id: "B+R"} {
		g, log, err := st.Load(t.Context(), id)
		if err != nil || g.Result != want {
			t.Errorf("%s: %q %v, want %q", id, g.Result, err, want)
		}
		if text := fmt.Sprintf("%+v", g); strings.Contains(text, "Name:Di") {
			t.Error(text)
		}
		for _, e := range log {
			if text := fmt.Sprintf("%+v %+v %+v", e.Event, e.Event.Seat, e.Event.Setup); strings.Contains(text, "Name:Di") {
				t.Errorf("the log of %s: %s", id, text)
			}
		}
	}
	if g, err := st.Game(t.Context(), f.id); err != nil || g.White.Team[1].Name != store.Gone || g.White.Team[0].Name != "Bo" {
		t.Errorf("%+v %v", g.White, err)
	}
	if g, err := st.Game(t.Context(), waits); err != nil || g.Phase != "waiting" || g.Black.Team[1].Player != "" {
		t.Errorf("%+v %v", g, err)
	}
}

// TestRengoRenamed: a guest who creates an account has its name as a partner, in running and other games,
// whether or not it is their turn.
func TestRengoRenamed(t *testing.T) {
	t.Parallel()
	s := New(testConfig(newStore(t)))
	url := serveFor(t, s)
	f := newFour(t, s, url)
	f.people[3] = newPerson(t, url)
	f.begin(rengo("human"))
	f.play("A1")
	f.people[3].signUp("Diana")
	f.tables[0].until("the name", func(wire.ServerMessage) bool { return team(f.tables[0].game.White) == "Bo* Diana*" })
	if f.tables[0].game.White.Name != "Bo & Diana" {
		t.Error(f.tables[0].game.White.Name)
	}
	f.tables[3] = f.people[3].open(f.id) // whose session has ended
	f.play("B1", "C1", "D1")             // and the store keeps the new name
	var g wire.GameInfo
	if f.people[3].must(200, "GET", "/api/games/"+f.id, nil, &g); team(g.White) != "Bo* Diana*" {
		t.Errorf("%+v", g.White)
	}
}

// TestRengoClaims: only the partner to move can be absent. Each player of the other side can
// claim.
func TestRengoClaims(t *testing.T) {
	t.Parallel()
	url, clock, s := startAt(t, nil)
	f := newFour(t, s, url)
	f.begin(rengo("human"))
	f.play("A1", "B1")
	_ = f.tables[0].conn.CloseNow() // Ada is not to move
	f.tables[3].until("Ada's absence", func(m wire.ServerMessage) bool {
		return m.Presence != nil && m.Presence.Partners != nil && !m.Presence.Partners.Black[0] && m.Presence.Black && m.Presence.Claim == nil
	})
	f.tables[3].refused("not-now", wire.ClientMessage{Type: "claim"})
	f.tables[2].untilState("the turn", func(s wire.State) bool { return s.Ply == 2 })
	f.tables[2].play("C1")
	f.tables[3].untilState("the turn", func(s wire.State) bool { return s.Ply == 3 })
	f.tables[3].play("D1")
	f.tables[1].until("a claim", func(m wire.ServerMessage) bool {
		return m.Presence != nil && m.Presence.Claim != nil && m.Presence.Claim.By == "white"
	})
	f.tables[1].refused("not-now", wire.ClientMessage{Type: "claim"}) // too early
	clock.pass(4 * time.Minute)
	f.tables[2].refused("not-now", wire.ClientMessage{Type: "claim"}) // the partner of the absent player
	f.tables[1].must(wire.ClientMessage{Type: "claim"})
	f.tables[2].untilState("the end", func(s wire.State) bool { return s.Result == "W+F" })
}

// TestRengoKilled continues a team game at the same turn after a kill -9, also while
// places are still free.
func TestRengoKilled(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	url, kill := startChild(t, dir)
	f := &four{}
	for i := range f.people {
		f.people[i] = newPerson(t, url)
	}
	again := func() {
		kill()
		url, kill = startChild(t, dir)
		for _, p := range f.people {
			p.move(url)
		}
		f.open()
	}
	f.id = f.people[0].newGame(rengo("human")).ID
	f.open()
	f.tables[2].must(wire.ClientMessage{Type: "join", Color: "black", Name: "Cy"})
	again()
	if g := f.tables[1].game; team(g.Black) != "Ada Cy" || team(g.White) != "- -" || f.tables[2].place != 2 {
		t.Fatalf("%q against %q, Cy at %d", team(g.Black), team(g.White), f.tables[2].place)
	}
	f.tables[1].must(wire.ClientMessage{Type: "join", Name: "Bo"})
	f.tables[3].must(wire.ClientMessage{Type: "join"})
	f.all("all", func(s wire.State) bool { return s.Phase == "playing" })
	for round := range 3 {
		f.play(fmt.Sprintf("A%d", round+1))
		again()
		for i, tb := range f.tables {
			if tb.state.Ply != round+1 {
				t.Fatalf("after %d moves there are %d", round+1, tb.state.Ply)
			}
			if i != (round+1)%4 {
				tb.refused("not-your-turn", wire.ClientMessage{Type: "play", Ply: round + 1, Move: "pass"})
			}
		}
	}
}

// TestRengoByCorrespondence: the player to move has the game in their week and is notified; a vacation
// stops no clock; there are no plans; the flag falls for the side.
func TestRengoByCorrespondence(t *testing.T) {
	t.Parallel()
	url, clock, s := startAt(t, nil)
	f := newFour(t, s, url)
	in := rengo("human")
	in.Clock = "correspondence=3d"
	f.begin(in)
	awaits := func(want int) {
		t.Helper()
		for i, p := range f.people {
			var w correspondence.Week
			p.must(200, "GET", "/api/me/correspondence", nil, &w)
			if len(w.Games) != 1 || w.Games[0].Mine != (i == want) ||
				w.Games[0].You != []string{"black", "white"}[i%2] || w.Games[0].Deadline == "" {
				t.Errorf("%s: %+v", fourNames[i], w.Games)
			}
			var note correspondence.Note
			p.must(200, "PUT", "/api/games/"+f.id+"/note", correspondence.NewNote{Text: "mine"}, &note)
		}
	}
	awaits(0)
	f.play("A1")
	awaits(1)
	f.play("B1")
	awaits(2)
	f.tables[1].refused("not-allowed", wire.ClientMessage{Type: "plan", Ply: 2, Lines: [][]string{{"C1", "D1"}}})
	var v correspondence.Vacation
	f.people[2].must(200, "POST", "/api/me/vacation", correspondence.NewVacation{Days: 7}, &v)
	clock.pass(4 * 24 * time.Hour)
	f.tables[0].refused("time-up", wire.ClientMessage{Type: "time"}) // timers use another clock in tests
	f.tables[0].untilState("the flag", func(s wire.State) bool { return s.Result == "W+T" })
}

// TestRengoFlood: repeatedly taking and leaving a place is slowed down.
func TestRengoFlood(t *testing.T) {
	t.Parallel()
	cfg := testConfig(newStore(t))
	cfg.Limits.NewGames = 0.1
	now := time.Now()
	cfg.Now = func() time.Time { return now }
	url := start(t, cfg)
	g := newPerson(t, url).newGame(rengo("anyone"))
	eve := newPerson(t, url).open(g.ID)
	for range 2 {
		eve.must(wire.ClientMessage{Type: "join"})
		eve.must(wire.ClientMessage{Type: "leave"})
	}
	eve.refused("too-often", wire.ClientMessage{Type: "join"})
}

// TestRengoCalledOff: a game that was called off before all had joined has no rematch, which would wait
// outside of the limits for waiting games, and without its maker.
func TestRengoCalledOff(t *testing.T) {
	t.Parallel()
	s := New(testConfig(newStore(t)))
	f := newFour(t, s, serveFor(t, s))
	f.id = f.people[0].newGame(rengo("anyone")).ID
	f.open()
	f.tables[1].must(wire.ClientMessage{Type: "join", Color: "white"})
	f.tables[0].must(wire.ClientMessage{Type: "abort"})
	for _, tb := range f.tables[:2] {
		tb.untilState("the end", func(s wire.State) bool { return s.Result == "Void" })
		tb.refused("not-allowed", wire.ClientMessage{Type: "rematch"})
	}
}

// TestRengoOfOthers: places in others' games do not count as a player's own games.
func TestRengoOfOthers(t *testing.T) {
	t.Parallel()
	s := New(testConfig(newStore(t)))
	url := serveFor(t, s)
	ada, bo := member(t, s, url, "Ada"), member(t, s, url, "Bo")
	for range 5 {
		bo.open(ada.newGame(rengo("anyone")).ID).must(wire.ClientMessage{Type: "join", Color: "white", Place: 1})
	}
	if status, body := ada.call("POST", "/api/games", rengo("anyone"), nil); status != http.StatusTooManyRequests ||
		!strings.Contains(body, "lobby.open") {
		t.Errorf("a sixth open game of one: %d %s", status, body)
	}
	bo.newGame(rengo("anyone"))
}

// TestRengoPlacesFlood bounds the open requests for places from one address; seats of other games count separately.
func TestRengoPlacesFlood(t *testing.T) {
	t.Parallel()
	cfg := testConfig(newStore(t))
	cfg.Limits.NewGames = 1000
	now := time.Now()
	cfg.Now = func() time.Time { return now }
	url := start(t, cfg)
	ada := newPerson(t, url)
	hers := ada.open(ada.newGame(rengo("anyone")).ID)
	for range 60 {
		hers.refused("seat-taken", wire.ClientMessage{Type: "join"})
	}
	hers.refused("too-often", wire.ClientMessage{Type: "join"})
	newPerson(t, url).open(ada.newGame(goGame("anyone")).ID).must(wire.ClientMessage{Type: "join"})
}
