package server

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"moyo/internal/testenv"
	"moyo/server/access"
	"moyo/server/identity"
	"moyo/server/store"
	"moyo/server/wire"
)

// withRole returns a person who is signed in with that role, or a guest who has
// none, and may only watch where suspended.
func withRole(t *testing.T, s *Server, url string, role store.Role, suspended bool) *person {
	t.Helper()
	p := newPerson(t, url)
	token := identity.NewToken()
	who := store.Player{ID: identity.GuestID(identity.Hash(token)), Role: role}
	if suspended {
		who.Suspended = time.Now().Add(time.Hour)
	}
	if role != store.Guest {
		who.Name = fmt.Sprint(role, suspended)
		who.Skeleton = who.Name + who.ID
	}
	if err := s.cfg.Store.SavePlayer(t.Context(), who); err != nil {
		t.Fatal(err)
	}
	if role != store.Guest {
		var err error
		if token, err = s.sessions.Start(t.Context(), who.ID, "test"); err != nil {
			t.Fatal(err)
		}
	}
	p.setToken(token)
	return p
}

// setToken gives a browser its token.
func (p *person) setToken(token string) {
	p.t.Helper()
	at, err := url.Parse(p.url)
	if err != nil {
		p.t.Fatal(err)
	}
	p.http.Jar.SetCookies(at, []*http.Cookie{{Name: "moyo", Value: token, Path: "/"}})
}

// roles are what somebody can be on a server, from the least.
var roles = []store.Role{store.Guest, store.Bot, store.Member, store.Moderator, store.Administrator}

// placeholder is a part of a route that stands for an id or a name.
var placeholder = regexp.MustCompile(`\{[a-z]+\}`)

// TestAccess asks for every route as everybody that somebody can be, and compares
// who is let in with the table. A route without a row lets nobody in.
func TestAccess(t *testing.T) {
	cfg := testConfig(newStore(t))
	s := New(cfg)
	url := serveFor(t, s)
	var described struct {
		Paths map[string]map[string]struct{} `json:"paths"`
	}
	if status, body := newPerson(t, url).call("GET", "/api/openapi.json", nil, &described); status != 200 {
		t.Fatal(status, body)
	}
	rules := access.Routes()
	for path, methods := range described.Paths {
		for method := range methods {
			if _, ok := rules[strings.ToUpper(method)+" "+path]; !ok {
				t.Errorf("%s %s has no row in package access", strings.ToUpper(method), path)
			}
		}
	}
	for _, role := range roles {
		for _, suspended := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s suspended %v", role, suspended), func(t *testing.T) {
				if role != store.Administrator || suspended { // who is let in everywhere goes through all that the others do
					testenv.LongUnderRace(t)
				}
				for route, rule := range rules {
					checkRoute(t, withRole(t, s, url, role, suspended), route, wantAccess(rule, role, suspended))
				}
			})
		}
	}
}

// wantAccess says which answer the table has for somebody: 0 for any but a
// refusal.
func wantAccess(rule access.Rule, role store.Role, suspended bool) int {
	rank := func(r store.Role) int {
		switch r {
		case store.Guest:
			return 0
		case store.Moderator:
			return 2
		case store.Administrator:
			return 3
		}
		return 1
	}
	switch {
	case rank(role) < rank(rule.Least) && role == store.Guest:
		return http.StatusUnauthorized
	case rank(role) < rank(rule.Least), suspended && !rule.Suspended:
		return http.StatusForbidden
	}
	return 0
}

// checkRoute asks for a route, and compares the status with the one that is wanted: 0 for
// any but a refusal.
func checkRoute(t *testing.T, p *person, route string, want int) {
	t.Helper()
	method, path, _ := strings.Cut(route, " ")
	ctx, req := t.Context(), (*http.Request)(nil)
	req, err := http.NewRequestWithContext(ctx, method, p.url+placeholder.ReplaceAllString(path, "1"), strings.NewReader("{}"))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	if method == http.MethodGet {
		handshake(req.Header) // it may be for a WebSocket
	}
	res, err := p.http.Do(req)
	if err != nil {
		t.Fatalf("%s: %v", route, err)
	}
	res.Body.Close() // event streams have no end
	got := res.StatusCode
	refused := got == http.StatusUnauthorized || got == http.StatusForbidden
	if want != 0 && got != want || want == 0 && refused || got == http.StatusMethodNotAllowed {
		t.Errorf("%s: status %d, want %d (0: let in)", route, got, want)
	}
}

// TestAccessOfCommands gives every command of a game as its player and as one who
// watches, suspended or not.
func TestAccessOfCommands(t *testing.T) {
	s := New(testConfig(newStore(t)))
	url := serveFor(t, s)
	for name, rule := range access.Commands() {
		for _, relation := range []access.Relation{access.Watcher, access.Player} {
			for _, suspended := range []bool{false, true} {
				checkCommand(t, s, url, name, rule, relation, suspended)
			}
		}
	}
}

func checkCommand(t *testing.T, s *Server, url, name string, rule access.Command, relation access.Relation, suspended bool) {
	t.Helper()
	maker, other := newPerson(t, url), newPerson(t, url)
	somebody := withRole(t, s, url, store.Member, false)
	switch relation {
	case access.Player:
		maker = somebody
	}
	g := maker.newGame(wire.NewGame{Board: "grid:5", Rules: "weiqi:komi=0.5", Color: "black", Opponent: "human"})
	other.open(g.ID).must(wire.ClientMessage{Type: "join"})
	if suspended {
		s.suspend(t, somebody)
	}
	tb := somebody.open(g.ID)
	want := ""
	switch {
	case suspended && !rule.Suspended:
		want = "not-for-you"
	case relation < rule.Least:
		want = "not-a-player"
	}
	got := tb.answerTo(name)
	refused := got == "not-for-you" || got == "not-a-player"
	if want != "" && got != want || want == "" && refused {
		t.Errorf("%s of relation %d, suspended %v: %q, want %q", name, relation, suspended, got, want)
	}
}

// suspend lets somebody only watch from now on.
func (s *Server) suspend(t *testing.T, p *person) {
	t.Helper()
	at, err := url.Parse(p.url)
	if err != nil {
		t.Fatal(err)
	}
	hash := identity.Hash(p.http.Jar.Cookies(at)[0].Value)
	v, err := s.cfg.Store.Session(t.Context(), hash)
	if err != nil {
		t.Fatal(err)
	}
	who, err := s.cfg.Store.Player(t.Context(), v.Player)
	if err != nil {
		t.Fatal(err)
	}
	who.Suspended = time.Now().Add(time.Hour)
	if err := s.cfg.Store.SavePlayer(t.Context(), who); err != nil {
		t.Fatal(err)
	}
	s.sessions.Forget(hash)
}

// answerTo gives a command without anything in it, and returns the code of the
// refusal, "" for none.
func (tb *table) answerTo(name string) string {
	tb.t.Helper()
	switch name {
	case "hello":
		return ""
	case "ping":
		tb.send(wire.ClientMessage{Type: name})
		tb.until("pong", func(m wire.ServerMessage) bool { return m.Type == "pong" })
		return ""
	}
	if e := tb.command(wire.ClientMessage{Type: name}).Error; e != nil {
		return e.Code
	}
	return ""
}
