package server

import (
	"strings"
	"testing"

	"moyo/server/base/identity"
	"moyo/server/base/wire"
	"moyo/server/people/account"
	"moyo/server/people/profile"
	"moyo/server/store"
)

// TestBecomeBot: an account without games can permanently become a bot; an account
// with games or a moderator's cannot.
func TestBecomeBot(t *testing.T) {
	t.Parallel()
	s := New(testConfig(newStore(t)))
	url := serveFor(t, s)
	newAccount := func(name string) *person {
		p := newPerson(t, url)
		p.must(201, "POST", "/api/account", wire.SignUp{Name: name, Password: good}, nil)
		return p
	}
	robo, ada := newAccount("Robo"), newAccount("Ada")
	ada.newGame(wire.NewGame{Board: "grid:5", Rules: "weiqi", Color: "black", Opponent: "human"})
	for _, c := range []struct {
		who    *person
		name   string
		status int
		words  string
	}{
		{newPerson(t, url), "Robo", 401, "account"},
		{robo, "Ada", 400, "type your name: Robo"},
		{ada, "Ada", 400, "has already played"},
		{withRole(t, s, url, store.Moderator, false), "moderatorfalse", 403, "cannot become bot accounts"},
		{robo, "Robo", 204, ""},
		{robo, "Robo", 400, "already"},
	} {
		if body := c.who.must(c.status, "POST", "/api/account/bot", account.BecomeBot{Name: c.name}, nil); !strings.Contains(body, c.words) {
			t.Errorf("%s: %s, want %q", c.name, body, c.words)
		}
	}
	var me wire.Me
	var profile profile.Profile
	var a account.Account
	robo.must(200, "GET", "/api/me", nil, &me)
	ada.must(200, "GET", "/api/people/Robo", nil, &profile)
	if robo.must(200, "GET", "/api/account", nil, &a); me.Role != "bot" || profile.Role != "bot" || !a.Bot {
		t.Errorf("a bot is %+v, %+v, %+v", me, profile, a)
	}
	deeds, err := s.cfg.Store.Deeds(t.Context(), store.DeedQuery{Target: s.idOf(t, robo), Limit: 9})
	if err != nil || len(deeds) != 1 || deeds[0].Kind != store.MadeRole {
		t.Errorf("the audit log has %+v, %v", deeds, err)
	}
}

// TestBotsAreMarked checks bots' marks on seats that they take, create, and are challenged to.
func TestBotsAreMarked(t *testing.T) {
	t.Parallel()
	s := New(testConfig(newStore(t)))
	url := serveFor(t, s)
	ada := withRole(t, s, url, store.Member, false)
	robo := programWith(t, s, url, keepAccount(t, s, "Robo", store.Bot), identity.Play|identity.Challenge)
	game := wire.NewGame{Board: "grid:5", Rules: "weiqi", Color: "black", Opponent: "anyone"}

	taken := ada.newGame(game)
	tb := ada.open(taken.ID)
	robo.open(taken.ID).must(wire.ClientMessage{Type: "join"})
	tb.until("the bot", func(m wire.ServerMessage) bool {
		return m.Event != nil && m.Event.Game != nil && m.Event.Game.White.Bot && !m.Event.Game.Black.Bot
	})
	if made := robo.newGame(game); !made.Black.Bot || made.White.Bot {
		t.Errorf("made by a bot: %+v", made)
	}
	challenge := game
	challenge.Opponent, challenge.To = "player", "Robo"
	if asked := ada.newGame(challenge); !asked.White.Bot || asked.Black.Bot {
		t.Errorf("a bot is challenged: %+v", asked)
	}
}

// TestProgramsOfPersons: a person's program is marked on the seats that it takes and creates, plays
// there, and not on a seat that the person has taken.
func TestProgramsOfPersons(t *testing.T) {
	t.Parallel()
	s := New(testConfig(newStore(t)))
	url := serveFor(t, s)
	id := keepAccount(t, s, "Ada", store.Member)
	session, err := s.sessions.Start(t.Context(), id, "test")
	if err != nil {
		t.Fatal(err)
	}
	ada := newPerson(t, url)
	ada.setToken(session)
	program := programWith(t, s, url, id, identity.Play|identity.Challenge)
	game := wire.NewGame{Board: "grid:5", Rules: "nogo", Color: "black", Opponent: "human"}

	made := program.newGame(game)
	if !made.Black.Bot {
		t.Errorf("made by a program: %+v", made)
	}
	newPerson(t, url).open(made.ID).must(wire.ClientMessage{Type: "join"})
	program.open(made.ID).must(wire.ClientMessage{Type: "play", Move: "C3"})

	bo := newPerson(t, url)
	taken := bo.newGame(game)
	tb := bo.open(taken.ID)
	program.open(taken.ID).must(wire.ClientMessage{Type: "join"})
	tb.until("the program", func(m wire.ServerMessage) bool {
		return m.Event != nil && m.Event.Game != nil && m.Event.Game.White.Bot
	})

	own := ada.newGame(game)
	newPerson(t, url).open(own.ID).must(wire.ClientMessage{Type: "join"})
	if own.Black.Bot {
		t.Errorf("made by a person: %+v", own)
	}
	for _, name := range []string{"play", "resign", "draw"} {
		if got := program.open(own.ID).answerTo(name); got != "not-for-you" {
			t.Errorf("%s on the seat of a person: %q", name, got)
		}
	}
	ada.open(own.ID).must(wire.ClientMessage{Type: "play", Move: "C3"})
}

// TestRematchOfPerson: a person who asks for a rematch of their program's game plays as a person.
func TestRematchOfPerson(t *testing.T) {
	t.Parallel()
	s := New(testConfig(newStore(t)))
	url := serveFor(t, s)
	id := keepAccount(t, s, "Ada", store.Member)
	session, err := s.sessions.Start(t.Context(), id, "test")
	if err != nil {
		t.Fatal(err)
	}
	ada, bo := newPerson(t, url), newPerson(t, url)
	ada.setToken(session)
	program := programWith(t, s, url, id, identity.Play|identity.Challenge)
	for name, who := range map[string]*person{"the program": program, "the person": ada} {
		made := program.newGame(wire.NewGame{Board: "grid:5", Rules: "nogo", Color: "black", Opponent: "human"})
		tb := bo.open(made.ID)
		tb.must(wire.ClientMessage{Type: "join"})
		tb.must(wire.ClientMessage{Type: "resign"})
		who.open(made.ID).must(wire.ClientMessage{Type: "rematch"})
		tb.must(wire.ClientMessage{Type: "rematch"})
		next := tb.until("the rematch", func(m wire.ServerMessage) bool { return m.Rematch != nil && m.Rematch.Game != "" }).Rematch.Game
		if again := bo.open(next).game; again.White.Name != "Ada" || again.White.Bot != (who == program) || again.Black.Bot {
			t.Errorf("%s wants another game: %+v", name, again)
		}
	}
}

// TestBotsInQuickPairing: a program is paired only with players who accept programs.
func TestBotsInQuickPairing(t *testing.T) {
	t.Parallel()
	s := New(testConfig(newStore(t)))
	url := serveFor(t, s)
	robo := programWith(t, s, url, keepAccount(t, s, "Robo", store.Bot), identity.Play|identity.Challenge)
	want := wire.PairingRequest{Type: "seek", Board: "grid:5", Rules: "weiqi"}
	looking := robo.search(t, want)
	looking.until("waiting")
	ada := newPerson(t, url).search(t, want)
	ada.until("waiting")
	want.Bots = true
	bo := newPerson(t, url).search(t, want)
	bo.until("paired")
	if reply := looking.until("paired"); reply.Game == "" {
		// Bo's opponent: Robo came first and Bo accepts programs; Ada does too
		t.Errorf("%+v", reply)
	}
}

// TestTournamentFor checks who may join a tournament.
func TestTournamentFor(t *testing.T) {
	t.Parallel()
	s := New(testConfig(newStore(t)))
	url := serveFor(t, s)
	ada := withRole(t, s, url, store.Member, false)
	robo := programWith(t, s, url, keepAccount(t, s, "Robo", store.Bot), identity.Play)
	join := wire.TournamentAct{Do: "join"}
	for who, want := range map[string][2]int{"": {200, 200}, "people": {200, 400}, "programs": {400, 200}} {
		setup := wire.TournamentSetup{
			Title: "Cup", Format: "swiss", Rounds: 2, Most: 8, NoShow: 600, Board: "grid:5", Rules: "nogo", Clock: "absolute=10m", For: who,
		}
		var v wire.Tournament
		ada.must(201, "POST", "/api/tournaments", setup, &v)
		if v.Setup.For != who {
			t.Errorf("for %q, it says %q", who, v.Setup.For)
		}
		ada.must(want[0], "POST", "/api/tournaments/"+v.Head.ID+"/acts", join, nil)
		robo.must(want[1], "POST", "/api/tournaments/"+v.Head.ID+"/acts", join, nil)
	}
}
