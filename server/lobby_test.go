package server

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"moyo/game/record/sgf"
	"moyo/server/base/identity"
	"moyo/server/base/wire"
	"moyo/server/play/lobby"
	"moyo/server/store"
)

// goGame is a small game for tests.
func goGame(opponent string) wire.NewGame {
	return wire.NewGame{Board: "grid:9", Rules: "weiqi:komi=6.5", Color: "black", Opponent: opponent, Name: "Ada"}
}

// lobby returns the lists as a person sees them.
func (p *person) lobby() (l lobby.Lobby) {
	p.t.Helper()
	if status, body := p.call("GET", "/api/games", nil, &l); status != 200 {
		p.t.Fatal(status, body)
	}
	return l
}

// page returns a part of a list.
func (p *person) page(path string) (page lobby.GamePage) {
	p.t.Helper()
	if status, body := p.call("GET", path, nil, &page); status != 200 {
		p.t.Fatalf("%s: %d %s", path, status, body)
	}
	return page
}

func gameIDs(games []wire.GameInfo) []string {
	ids := []string{}
	for _, g := range games {
		ids = append(ids, g.ID)
	}
	return ids
}

// member returns a person with an account of that name.
func member(t *testing.T, s *Server, url, name string) *person {
	t.Helper()
	p := newPerson(t, url)
	id := identity.GuestID(identity.Hash("account of " + name))
	if err := s.cfg.Store.SavePlayer(t.Context(), store.Player{ID: id, Role: store.Member, Name: name, Skeleton: skeleton(name)}); err != nil {
		t.Fatal(err)
	}
	token, err := s.sessions.Start(t.Context(), id, "test")
	if err != nil {
		t.Fatal(err)
	}
	p.setToken(token)
	return p
}

// TestPrivateGames creates a game for a friend: it is in no list, before, during and after,
// except for its players and people with the link.
func TestPrivateGames(t *testing.T) {
	t.Parallel()
	s := New(testConfig(newStore(t)))
	url := serveFor(t, s)
	ada, bo, eve := member(t, s, url, "Ada"), newPerson(t, url), newPerson(t, url)
	g := ada.newGame(goGame("human"))
	if !g.Private {
		t.Fatalf("%+v", g)
	}
	hidden := func(when string) {
		t.Helper()
		l := eve.lobby()
		var all []wire.GameInfo
		all = slices.Concat(all, l.Mine, l.Challenges, l.Open, l.Running, l.Finished)
		for _, m := range l.Live {
			all = append(all, m.Game)
		}
		for _, path := range []string{"/api/games/search", "/api/games/search?names=ada", "/api/me/games", "/api/people/ada/games"} {
			all = append(all, eve.page(path).Games...)
		}
		_, sgf := eve.call("GET", "/api/people/ada/games/records", nil, nil)
		if slices.Contains(gameIDs(all), g.ID) || strings.Contains(sgf, "(;") {
			t.Errorf("%s Eve finds the game", when)
		}
		if own := ada.page("/api/me/games").Games; len(own) != 1 || own[0].ID != g.ID {
			t.Errorf("%s Ada's games: %+v", when, own)
		}
		if own := ada.page("/api/people/Ada/games").Games; len(own) != 1 {
			t.Errorf("%s Ada's games by her name: %+v", when, own)
		}
	}
	hidden("waiting:")
	a, b := ada.open(g.ID), bo.open(g.ID)
	b.must(wire.ClientMessage{Type: "join", Name: "Bo"})
	a.untilState("Bo", func(s wire.State) bool { return s.Phase == "playing" })
	a.play("C3")
	hidden("running:")
	if l := bo.lobby(); len(l.Mine) != 1 || len(l.Running) != 0 {
		t.Errorf("Bo's lobby: %+v", l)
	}
	b.must(wire.ClientMessage{Type: "resign"})
	hidden("finished:")
	if status, _ := eve.call("GET", "/api/games/"+g.ID, nil, nil); status != 200 {
		t.Errorf("with the link: %d", status)
	}
}

// TestOpenChallenges lists open challenges, until the maker of a live game disconnects, or no
// opponent joined for a long time.
func TestOpenChallenges(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T) {
		disk := newStore(t)
		now := &clock{now: time.Now()}
		cfg := testConfig(disk)
		cfg.Now = now.Now
		s := New(cfg)
		url := serveFor(t, s)
		ada, bo := newPerson(t, url), newPerson(t, url)
		slow, live, letter := goGame("anyone"), goGame("anyone"), goGame("anyone")
		live.Clock, letter.Clock = "fischer=5m+3s", "correspondence=3d"
		ids := []string{ada.newGame(slow).ID, ada.newGame(live).ID, ada.newGame(letter).ID}
		open := func() []string { return gameIDs(bo.lobby().Open) }
		sorted := func(ids ...string) []string { return slices.Sorted(slices.Values(ids)) }
		if got := open(); !slices.Equal(sorted(got...), sorted(ids...)) {
			t.Errorf("open: %v, want %v", got, ids)
		}
		if got := gameIDs(bo.page("/api/games/search?phase=waiting&speed=blitz").Games); !slices.Equal(got, ids[1:2]) {
			t.Errorf("blitz: %v", got)
		}
		tb := ada.open(ids[1])
		now.pass(3 * time.Minute)
		if got := open(); !slices.Contains(got, ids[1]) {
			t.Error("the maker is present, but the game is not listed")
		}
		_ = tb.conn.CloseNow()
		synctest.Wait()
		now.pass(3 * time.Minute)
		if got := open(); slices.Contains(got, ids[1]) || len(got) != 2 {
			t.Errorf("the maker has left: %v", got)
		}
		if got := bo.page("/api/games/search?phase=waiting&speed=blitz").Games; len(got) != 0 {
			t.Errorf("the maker has left, but it is found: %v", got)
		}
		// A player with the id cannot join until the maker is back.
		late := bo.open(ids[1])
		late.refused("not-now", wire.ClientMessage{Type: "join"})
		back := ada.open(ids[1])
		late.must(wire.ClientMessage{Type: "join"})
		_, _ = back.conn.CloseNow(), late.conn.CloseNow()
		now.pass(15 * 24 * time.Hour)
		if got := open(); !slices.Equal(got, ids[2:]) {
			t.Errorf("after 15 days: %v, want the one by correspondence", got)
		}
		// The live one may have been lost on time by now.
		if mine := gameIDs(ada.lobby().Mine); !slices.Contains(mine, ids[0]) || !slices.Contains(mine, ids[2]) {
			t.Errorf("Ada has %v, want %s and %s among them", mine, ids[0], ids[2])
		}
	})
}

// TestAbandonedGames lists games without recent moves only for their players; ended games are
// listed for everyone.
func TestAbandonedGames(t *testing.T) {
	t.Parallel()
	url, now, _ := startAt(t, nil)
	ada, bo := newPerson(t, url), newPerson(t, url)
	b := bo.open(ada.newGame(goGame("anyone")).ID)
	b.must(wire.ClientMessage{Type: "join"})
	for _, c := range []struct {
		after time.Duration
		want  int
	}{{0, 1}, {13 * 24 * time.Hour, 1}, {25 * time.Hour, 0}} {
		now.pass(c.after)
		if l := bo.lobby(); len(l.Running) != c.want || len(l.Mine) != 1 {
			t.Errorf("%v later %d games run, want %d, and %d are Bo's", c.after, len(l.Running), c.want, len(l.Mine))
		}
		if got := len(ada.page("/api/games/search?phase=running").Games); got != c.want {
			t.Errorf("%v later %d are found, want %d", c.after, got, c.want)
		}
	}
	b.must(wire.ClientMessage{Type: "resign"})
	now.pass(30 * 24 * time.Hour)
	if got := len(ada.page("/api/games/search?phase=finished").Games); got != 1 {
		t.Errorf("%d that have ended are found, want 1", got)
	}
}

// TestGamesLeft does not list a game against the computer whose player has left, which only
// time reveals; games between people stay listed.
func TestGamesLeft(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T) {
		url, now, _ := startAt(t, nil)
		ada, bo := newPerson(t, url), newPerson(t, url)
		bo.open(ada.newGame(goGame("anyone")).ID).must(wire.ClientMessage{Type: "join"})
		alone := ada.newGame(goGame("level:1"))
		for _, want := range []int{2, 1} {
			l := bo.lobby()
			if len(l.Running) != want || want == 1 && l.Running[0].ID == alone.ID {
				t.Errorf("%+v run, want %d", l.Running, want)
			}
			if n := len(ada.lobby().Mine); n != 2 {
				t.Errorf("Ada has %d games", n)
			}
			now.pass(3 * time.Minute)
		}
		bo.open(alone.ID)
		if l := bo.lobby(); len(l.Running) != 1 {
			t.Errorf("a stranger has put the game that was left back on the list: %+v", l.Running)
		}
		ada.open(alone.ID)
		time.Sleep(5 * time.Second) // the lobby checks again
		settled(t, "the game whose player is back", func() bool { return len(bo.lobby().Running) == 2 })
	})
}

// TestColoursByChance chooses colours at random when the second player joins. Everyone sees
// the same colours, and each plays their own.
func TestColoursByChance(t *testing.T) {
	t.Parallel()
	for seed, want := range []string{"white", "black"} {
		cfg := testConfig(newStore(t))
		cfg.Seed = func() uint64 { return uint64(seed) }
		url := start(t, cfg)
		ada, bo, eve := newPerson(t, url), newPerson(t, url), newPerson(t, url)
		in := goGame("anyone")
		in.Color = "random"
		g := ada.newGame(in)
		if g.Colors != "chance" {
			t.Errorf("while it waits: %+v", g)
		}
		a, b, e := ada.open(g.ID), bo.open(g.ID), eve.open(g.ID)
		b.must(wire.ClientMessage{Type: "join", Color: "white", Name: "Bo"}) // an old page requests the seat that it saw
		for _, tb := range []*table{a, e} {
			tb.untilState("Bo", func(s wire.State) bool { return s.Phase == "playing" })
		}
		other := map[string]string{"black": "white", "white": "black"}[want]
		if a.you != want || b.you != other || e.you != "" {
			t.Errorf("Ada plays %q, want %q; Bo %q; Eve %q", a.you, want, b.you, e.you)
		}
		first, second := a, b
		if want == "white" {
			first, second = b, a
		}
		first.play("C3")
		second.untilState("the move", func(s wire.State) bool { return s.Ply == 1 })
		second.play("D3")
		again := bo.open(g.ID) // by the log
		if again.you != other || len(again.moves) != 0 && again.game.Black.Name != a.game.Black.Name {
			t.Errorf("after coming back: %q in %+v", again.you, again.game)
		}
	}
}

// TestHandicapByRank settles rules, stones and colours when the second player joins.
func TestHandicapByRank(t *testing.T) {
	t.Parallel()
	disk := newStore(t)
	s := New(testConfig(disk))
	url := serveFor(t, s)
	ada, bo := member(t, s, url, "Ada"), member(t, s, url, "Bo")
	boID := identity.GuestID(identity.Hash("account of Bo"))
	s.terms.Ratings = ranks{black: boID, rules: "weiqi:komi=0.5,handicap=3"}
	in := goGame("anyone")
	in.Color = "handicap"
	g := ada.newGame(in)
	a, b := ada.open(g.ID), bo.open(g.ID)
	b.must(wire.ClientMessage{Type: "join"})
	a.untilState("Bo", func(s wire.State) bool { return s.Phase == "playing" })
	for _, tb := range []*table{a, b} {
		if strings.Count(string(tb.stones), "x") != 3 || tb.state.ToPlay != "white" ||
			tb.game.Black.Name != "Bo" || !strings.Contains(tb.game.Rules, "komi=0.5") {
			t.Fatalf("%s %+v %+v", tb.stones, tb.state, tb.game)
		}
	}
	if a.you != "white" || b.you != "black" {
		t.Errorf("Ada plays %s, Bo %s", a.you, b.you)
	}
	a.play("E5")
	games, err := disk.List(t.Context(), store.Query{})
	if err != nil || len(games) != 1 || !strings.Contains(games[0].Rules, "handicap=3") {
		t.Errorf("the store has %+v %v", games, err)
	}
	s2 := New(testConfig(disk)) // from the log alone
	again := newPerson(t, serveFor(t, s2)).open(g.ID)
	if strings.Count(string(again.stones), "x") != 3 || strings.Count(string(again.stones), "o") != 1 {
		t.Errorf("after a restart: %s", again.stones)
	}
}

// TestDirectChallenges challenges a player, who alone may accept or decline.
func TestDirectChallenges(t *testing.T) {
	t.Parallel()
	url, now, s := startAt(t, nil)
	ada, bo, eve := member(t, s, url, "Ada"), member(t, s, url, "Bo"), member(t, s, url, "Eve")
	in := goGame("player")
	in.To = "BO"
	g := ada.newGame(in)
	if l := bo.lobby(); len(l.Challenges) != 1 || l.Challenges[0].ID != g.ID || len(l.Mine) != 0 || l.Challenges[0].White.Name != "Bo" {
		t.Errorf("Bo's lobby: %+v", l)
	}
	if l := eve.lobby(); len(l.Challenges)+len(l.Open)+len(l.Mine) != 0 {
		t.Errorf("Eve's lobby: %+v", l)
	}
	if l := ada.lobby(); len(l.Mine) != 1 || len(l.Challenges) != 0 {
		t.Errorf("Ada's lobby: %+v", l)
	}
	e := eve.open(g.ID)
	e.refused("seat-taken", wire.ClientMessage{Type: "join"})
	e.refused("not-a-player", wire.ClientMessage{Type: "decline"})
	b := bo.open(g.ID)
	b.must(wire.ClientMessage{Type: "decline"})
	if b.state.Phase != "finished" || b.state.ResultHow != "declined" {
		t.Errorf("declined: %+v", b.state)
	}

	g = ada.newGame(in)
	for _, c := range []struct {
		to     string
		status int
		words  string
	}{{"Bo", 400, "already"}, {"Stranger", 404, "no player"}, {"ada", 400, "yourself"}} {
		again := in
		again.To = c.to
		if status, body := ada.call("POST", "/api/games", again, nil); status != c.status || !strings.Contains(body, c.words) {
			t.Errorf("challenging %s: %d %s", c.to, status, body)
		}
	}
	bo.open(g.ID).must(wire.ClientMessage{Type: "join"})
	if l := bo.lobby(); len(l.Mine) != 1 || len(l.Challenges) != 0 {
		t.Errorf("after accepting: %+v", l)
	}

	in.Clock = "fischer=5m+3s"
	g = ada.newGame(in)
	now.pass(time.Hour)
	if l := bo.lobby(); len(l.Challenges) != 0 {
		t.Errorf("an hour later: %+v", l.Challenges)
	}
	bo.open(g.ID).refused("not-now", wire.ClientMessage{Type: "join"})
	for i := range 10 {
		name := fmt.Sprint("Player", i)
		member(t, s, url, name)
		in.To = name
		ada.newGame(in)
	}
	member(t, s, url, "Last")
	in.To = "Last"
	if status, body := ada.call("POST", "/api/games", in, nil); status != http.StatusTooManyRequests {
		t.Errorf("the eleventh at once: %d %s", status, body)
	}
}

// TestChallengedAgainAndAgain: the number of challenges from one address to a person is limited;
// a program may be challenged more often.
func TestChallengedAgainAndAgain(t *testing.T) {
	t.Parallel()
	url, _, s := startAt(t, nil)
	ada, bo := member(t, s, url, "Ada"), member(t, s, url, "Bo")
	robo := keepAccount(t, s, "Robo", store.Bot)
	program := programWith(t, s, url, robo, identity.Play)
	in := goGame("player")
	for name, c := range map[string]struct {
		who  *person
		most int
	}{"Bo": {bo, 5}, "Robo": {program, 20}} {
		in.To = name
		for range c.most {
			c.who.open(ada.newGame(in).ID).must(wire.ClientMessage{Type: "decline"})
		}
	}
	in.To = "Bo"
	if status, body := ada.call("POST", "/api/games", in, nil); status != http.StatusTooManyRequests ||
		!strings.Contains(body, "lobby.often") {
		t.Errorf("once more: %d %s", status, body)
	}
}

// TestRematch lets either player offer another game; when the other accepts,
// both receive its id. Sides are swapped, and the rest stays.
func TestRematch(t *testing.T) {
	t.Parallel()
	url := startMemory(t)
	in := goGame("human")
	in.Clock = "fischer=5m+3s"
	ada, bo, eve := newPerson(t, url), newPerson(t, url), newPerson(t, url)
	g := ada.newGame(in)
	a, b, e := ada.open(g.ID), bo.open(g.ID), eve.open(g.ID)
	b.must(wire.ClientMessage{Type: "join", Name: "Bo"})
	b.refused("not-now", wire.ClientMessage{Type: "rematch"})
	b.must(wire.ClientMessage{Type: "resign"})
	e.refused("not-a-player", wire.ClientMessage{Type: "rematch"})
	offered := func(tb *table, by string) wire.Rematch {
		t.Helper()
		return *tb.until("the rematch", func(m wire.ServerMessage) bool {
			return m.Rematch != nil && (m.Rematch.By == by || by == "" && m.Rematch.Game != "")
		}).Rematch
	}
	b.must(wire.ClientMessage{Type: "rematch"})
	offered(a, "white")
	late := eve.open(g.ID)
	offered(late, "white")
	a.must(wire.ClientMessage{Type: "decline"})
	b.until("no", func(m wire.ServerMessage) bool { return m.Rematch != nil && m.Rematch.By == "" })
	a.refused("not-now", wire.ClientMessage{Type: "decline"})
	b.must(wire.ClientMessage{Type: "rematch"})
	b.must(wire.ClientMessage{Type: "rematch"})
	if l := bo.lobby(); len(l.Mine) != 0 {
		t.Errorf("to ask twice was to agree: %+v", l.Mine)
	}
	offered(a, "white")
	a.must(wire.ClientMessage{Type: "rematch"})
	next := offered(b, "").Game
	if next == "" || next == g.ID {
		t.Fatalf("the next game: %q", next)
	}
	again := ada.open(next)
	if again.you != "white" || again.game.Black.Name != "Bo" || again.game.Clock != g.Clock ||
		again.game.Rules != g.Rules || !again.game.Private || again.state.Phase != "playing" {
		t.Errorf("the next game: %q %+v", again.you, again.game)
	}
	a.must(wire.ClientMessage{Type: "rematch"})
	if third := offered(a, "").Game; third != next {
		t.Errorf("asking again makes %q", third)
	}
}

// TestRematchOfTheGone withdraws the offer of a player who has left.
func TestRematchOfTheGone(t *testing.T) {
	t.Parallel()
	_, _, _, a, b := pair(t, startMemory(t))
	a.must(wire.ClientMessage{Type: "resign"})
	a.must(wire.ClientMessage{Type: "rematch"})
	b.until("the offer", func(m wire.ServerMessage) bool { return m.Rematch != nil && m.Rematch.By == "black" })
	_ = a.conn.CloseNow()
	b.until("no offer", func(m wire.ServerMessage) bool { return m.Rematch != nil && m.Rematch.By == "" })
}

// TestMiniatures lists running public games with their stones, those with both
// players present first.
func TestMiniatures(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T) {
		url := startMemory(t)
		ada, bo := newPerson(t, url), newPerson(t, url)
		alone := ada.newGame(goGame("random"))
		x := ada.open(alone.ID)
		g := ada.newGame(goGame("anyone"))
		hidden := ada.newGame(goGame("human"))
		ada.open(hidden.ID)
		bo.open(hidden.ID).must(wire.ClientMessage{Type: "join"})
		a, b := ada.open(g.ID), bo.open(g.ID)
		b.must(wire.ClientMessage{Type: "join"})
		a.untilState("Bo", func(s wire.State) bool { return s.Phase == "playing" })
		a.play("C3")
		var live []wire.Miniature
		time.Sleep(time.Second) // the lobby checks again
		settled(t, "both games", func() bool {
			bo.call("GET", "/api/games/live", nil, &live)
			return len(live) == 2 && live[0].Game.Ply == 1
		})
		if live[0].Game.ID != g.ID || live[1].Game.ID != alone.ID {
			t.Fatalf("%+v", live)
		}
		if m := live[0]; strings.Count(m.Stones, "x") != 1 || m.Stones[m.Last] != 'x' || m.Game.Ply != 1 {
			t.Errorf("%+v", m)
		}
		_ = x.conn.CloseNow()
		b.must(wire.ClientMessage{Type: "resign"})
		time.Sleep(time.Second) // the lobby checks again
		settled(t, "no game", func() bool {
			bo.call("GET", "/api/games/live", nil, &live)
			return len(live) == 0
		})
	})
}

// TestHistory pages through a player's games and downloads them.
func TestHistory(t *testing.T) {
	t.Parallel()
	s := New(testConfig(newStore(t)))
	url := serveFor(t, s)
	ada, bo := member(t, s, url, "Ada"), member(t, s, url, "Bo")
	var ids []string
	for i := range 7 {
		g := ada.newGame(goGame("anyone"))
		a, b := ada.open(g.ID), bo.open(g.ID)
		b.must(wire.ClientMessage{Type: "join"})
		a.untilState("Bo", func(s wire.State) bool { return s.Phase == "playing" })
		for ply, move := range []string{"C3", "G7", "C7", "G3"} { // fewer would be leaving
			tb := []*table{a, b}[ply%2]
			tb.untilState("the move before", func(s wire.State) bool { return s.Ply == ply })
			tb.play(move)
		}
		[]*table{a, b}[i%2].must(wire.ClientMessage{Type: "resign"})
		ids = append([]string{g.ID}, ids...)
	}
	var got []string
	for path := "/api/people/ada/games?limit=3"; path != ""; {
		page := bo.page(path)
		got = append(got, gameIDs(page.Games)...)
		if path = ""; page.Next != "" {
			path = "/api/people/ada/games?limit=3&cursor=" + page.Next
		}
	}
	if !slices.Equal(got, ids) {
		t.Errorf("pages: %v, want %v", got, ids)
	}
	for query, want := range map[string]int{
		"result=lost": 4, "result=won&opponent=bo": 3, "result=drawn": 0, "game=gomoku": 0, "board=grid:9&phase=finished": 7, "rated=no": 7,
	} {
		if page := bo.page("/api/people/ada/games?" + query); len(page.Games) != want {
			t.Errorf("%s: %d games, want %d", query, len(page.Games), want)
		}
	}
	status, text := ada.call("GET", "/api/me/games/records?result=won", nil, nil)
	if games, err := sgf.Parse(text); status != 200 || err != nil || len(games) != 3 {
		t.Errorf("the collection: %d, %d games, %v", status, len(games), err)
	}
	status, body := bo.call("GET", "/api/people/Ada/games/records?format=zip", nil, nil)
	archive, err := zip.NewReader(bytes.NewReader([]byte(body)), int64(len(body)))
	if err != nil || status != 200 || len(archive.File) != 7 {
		t.Fatalf("the archive: %d %v", status, err)
	}
	f, err := archive.File[0].Open()
	if err != nil {
		t.Fatal(err)
	}
	if data, err := io.ReadAll(f); err != nil || !strings.Contains(string(data), "PB[Ada]") {
		t.Errorf("%s %v", data, err)
	}
}

// TestBadLists makes invalid list requests.
func TestBadLists(t *testing.T) {
	t.Parallel()
	ada := newPerson(t, startMemory(t))
	for path, words := range map[string]string{
		"/api/games/search?phase=green": "phase", "/api/games/search?cursor=x": "cursor", "/api/games/search?cursor=zzzzzzzzzzzzz.a": "cursor",
		"/api/games/search?since=yesterday": "since", "/api/games/search?rated=maybe": "rated", "/api/games/search?result=won": "one player",
		"/api/me/games?result=luck": "result", "/api/me/games?opponent=stranger": "no player", "/api/people/stranger/games": "no player",
		"/api/people/stranger/games/records": "no player", "/api/me/games/records?phase=green": "phase",
		"/api/games/search?names=" + strings.Repeat("x", 300): "fewer",
	} {
		if status, body := ada.call("GET", path, nil, nil); status != 400 && status != 404 || !strings.Contains(body, words) {
			t.Errorf("%s: %d %s", path, status, body)
		}
	}
}

// TestDownloadsAreBounded refuses downloads that are too frequent.
func TestDownloadsAreBounded(t *testing.T) {
	t.Parallel()
	cfg := testConfig(newStore(t))
	cfg.Limits.Records, cfg.Limits.Lists = 0.1, 0.1 // 2 at once
	ada := newPerson(t, start(t, cfg))
	for _, path := range []string{"/api/me/games/records", "/api/games/search"} {
		for i, want := range []int{200, 200, http.StatusTooManyRequests} {
			if status, body := ada.call("GET", path, nil, nil); status != want {
				t.Errorf("%s, time %d: %d %s", path, i+1, status, body)
			}
		}
	}
}

// TestRatedGamesNeedAccounts refuses guests in rated games, as makers and as
// second players.
func TestRatedGamesNeedAccounts(t *testing.T) {
	t.Parallel()
	s := New(testConfig(newStore(t)))
	url := serveFor(t, s)
	ada, guest := member(t, s, url, "Ada"), newPerson(t, url)
	in := goGame("anyone")
	in.Rated = true
	if status, body := ada.call("POST", "/api/games", in, nil); status != 400 || !strings.Contains(body, "a clock") {
		t.Errorf("without a clock: %d %s", status, body)
	}
	s.terms.Ratings = ranks{}
	if status, _ := guest.call("POST", "/api/games", in, nil); status != http.StatusUnauthorized {
		t.Errorf("a guest makes a rated game: %d", status)
	}
	guest.open(ada.newGame(in).ID).refused("signed-out", wire.ClientMessage{Type: "join"})
}

// TestBlockedPlayersStayApart refuses a blocked player without saying so.
func TestBlockedPlayersStayApart(t *testing.T) {
	t.Parallel()
	s := New(testConfig(newStore(t)))
	url := serveFor(t, s)
	ada, bo := member(t, s, url, "Ada"), member(t, s, url, "Bo")
	if status, body := ada.call("PUT", "/api/relations/block/Bo", nil, nil); status != http.StatusOK && status != http.StatusNoContent {
		t.Fatalf("blocking: %d %s", status, body)
	}
	g := ada.newGame(goGame("anyone"))
	b := bo.open(g.ID)
	answer := b.command(wire.ClientMessage{Type: "join"})
	if answer.Error == nil || answer.Error.Code != "not-for-you" || strings.Contains(answer.Error.Text, "block") {
		t.Errorf("joining: %+v", answer)
	}
	in := goGame("player")
	in.To = "Ada"
	if status, body := bo.call("POST", "/api/games", in, nil); status != http.StatusForbidden {
		t.Errorf("challenging: %d %s", status, body)
	}
}

// TestNearMine marks open challenges by people with a similar rating in games of that kind. It marks
// none for a player without a rating.
func TestNearMine(t *testing.T) {
	t.Parallel()
	url, _, s := startAt(t, nil)
	people := map[string]*person{}
	step := store.RatingStep{}
	for name, points := range map[string]float64{"Ada": 1500, "Bo": 1700, "Cy": 1301, "Dora": 1701, "Eve": 1299, "Finn": 0} {
		people[name] = newPerson(t, url).signUp(name)
		p, err := s.cfg.Store.PlayerNamed(t.Context(), skeleton(name))
		if err != nil {
			t.Fatal(err)
		}
		if points > 0 {
			step.Players = append(step.Players, store.PlayerRating{
				Player: p.ID, Pool: "gomoku", Rating: store.Rating{Points: points, Deviation: 50, Volatility: 0.06}, Since: s.cfg.Now(), Games: 9,
			})
		}
	}
	if err := s.cfg.Store.Rate(t.Context(), step); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"Bo", "Cy", "Dora", "Eve", "Finn"} {
		people[name].newGame(wire.NewGame{Board: "grid:15", Rules: "gomoku", Color: "black", Opponent: "anyone"})
	}
	people["Bo"].newGame(goGame("anyone")) // no player has a rating there
	for _, c := range []struct {
		who  *person
		want string
	}{{people["Ada"], "Bo Cy"}, {people["Dora"], "Bo Dora"}, {people["Finn"], ""}, {newPerson(t, url), ""}} {
		var names []string
		for _, g := range c.who.page("/api/games/search?phase=waiting&near=true").Games {
			names = append(names, g.Black.Name)
		}
		slices.Sort(names)
		if got := strings.Join(names, " "); got != c.want {
			t.Errorf("near: %q, want %q", got, c.want)
		}
	}
	if all := people["Ada"].page("/api/games/search?phase=waiting").Games; len(all) != 6 {
		t.Errorf("%d wait", len(all))
	}
}
