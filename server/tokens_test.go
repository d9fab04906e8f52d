package server

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"moyo/internal/testenv"
	"moyo/server/base/identity"
	"moyo/server/base/wire"
	"moyo/server/people/account"
	"moyo/server/store"
)

// bearer adds an access token to every request of a client.
type bearer struct {
	token  string
	header http.Header // further headers
	next   http.RoundTripper
}

// RoundTrip implements http.RoundTripper.
func (b bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	for key, values := range b.header {
		r.Header[key] = values
	}
	r.Header.Set("Authorization", "Bearer "+b.token)
	return b.next.RoundTrip(r)
}

// newProgram returns a program that uses a token.
func newProgram(t testing.TB, url, token string) *person {
	p := newPerson(t, url)
	p.http = &http.Client{Transport: bearer{token: token, next: http.DefaultTransport}}
	return p
}

// programWith stores a player's token with scopes, and returns a program that uses it.
func programWith(t *testing.T, s *Server, url, player string, scopes identity.Scopes) *person {
	t.Helper()
	return newProgram(t, url, accessToken(t, s, player, scopes))
}

// accessToken stores a player's token with scopes.
func accessToken(t *testing.T, s *Server, player string, scopes identity.Scopes) string {
	t.Helper()
	token, session := identity.NewAccessToken()
	hash, _ := identity.TokenOf(session)
	if err := s.cfg.Store.AddToken(t.Context(),
		store.Token{Hash: hash, Player: player, Title: "test", Scopes: scopes.String(), Created: time.Now()}, 99); err != nil {
		t.Fatal(err)
	}
	return token
}

// scopeNamed returns a scope.
func scopeNamed(t *testing.T, name string) identity.Scopes {
	t.Helper()
	scopes, err := identity.ParseScopes([]string{name})
	if err != nil {
		t.Fatal(err)
	}
	return scopes
}

// keepAccount stores an account, and returns its id.
func keepAccount(t *testing.T, s *Server, name string, role store.Role) string {
	t.Helper()
	id := identity.GuestID(identity.Hash(name))
	err := s.cfg.Store.SavePlayer(t.Context(), store.Player{ID: id, Role: role, Name: name, Skeleton: skeleton(name), Created: time.Now()})
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// TestAccessByToken requests every route with a token of every scope, of a player and of an
// administrator, and compares access with the table. No token gives access to the account
// or to moderators' actions.
func TestAccessByToken(t *testing.T) {
	t.Parallel()
	testenv.SkipUnderRace(t)
	cfg := testConfig(newStore(t))
	cfg.Limits.Programs = 10_000
	s := newServer(t, cfg)
	rows := accessOfRoutes(t)
	for _, role := range []store.Role{store.Bot, store.Administrator} {
		for _, scope := range identity.ScopeNames() {
			who := fmt.Sprintf("%s with a token for %s", role, scope)
			as := http.Header{
				"Authorization": {"Bearer " + accessToken(t, s, keepAccount(t, s, fmt.Sprint(role, scope), role), scopeNamed(t, scope))},
			}
			for _, row := range rows {
				want := 0
				if !row.takes(scope) {
					want = http.StatusForbidden
				}
				checkRoute(t, s, who, as, row.name, want)
			}
		}
	}
}

// TestNoTokenForTheAccount: no route about sign-in or moderation has a scope, so the table
// cannot allow a token by mistake.
func TestNoTokenForTheAccount(t *testing.T) {
	t.Parallel()
	for route, rule := range registered(t).Rules {
		_, path, _ := strings.Cut(route, " ")
		for _, own := range []string{"/api/account", "/api/session", "/api/moderation", "/api/mail"} {
			if strings.HasPrefix(path, own) && rule.Scope != 0 {
				t.Errorf("%s can be done with a token of scope %s", route, rule.Scope)
			}
		}
	}
}

// TestCommandsByToken sends every command of a game with a token of every scope.
func TestCommandsByToken(t *testing.T) {
	t.Parallel()
	testenv.SkipUnderRace(t)
	cfg := testConfig(newStore(t))
	cfg.Limits.Programs = 10_000
	s := New(cfg)
	url := serveFor(t, s)
	player := keepAccount(t, s, "Ada", store.Member)
	maker := programWith(t, s, url, player, identity.Challenge)
	for _, scopeName := range identity.ScopeNames() {
		p := programWith(t, s, url, player, scopeNamed(t, scopeName))
		for _, row := range accessOfCommands(t) {
			g := maker.newGame(wire.NewGame{Board: "grid:5", Rules: "weiqi:komi=0.5", Color: "black", Opponent: "human"})
			newPerson(t, url).open(g.ID).must(wire.ClientMessage{Type: "join"})
			if got := p.open(g.ID).answerTo(row.name); (got == "not-for-you") == row.takes(scopeName) {
				t.Errorf("%s with a token for %s: %q", row.name, scopeName, got)
			}
		}
	}
}

// TestTokens creates a token as the page does, uses it, and revokes it: it is shown once,
// stored as a hash, and its end closes its connections.
func TestTokens(t *testing.T) {
	t.Parallel()
	s := New(testConfig(newStore(t)))
	url := serveFor(t, s)
	ada := newPerson(t, url)
	ada.must(201, "POST", "/api/account", wire.SignUp{Name: "Ada", Password: good}, nil)
	var made account.MadeAccessToken
	ada.must(201, "POST", "/api/account/tokens", account.NewAccessToken{Title: " GNU Go ", Scopes: []string{"challenge", "play"}}, &made)
	if made.Token.Title != "GNU Go" || !slices.Equal(made.Token.Scopes, []string{"read", "play", "challenge"}) ||
		made.Token.Used != "" || !strings.HasPrefix(made.Secret, "moyo_") {
		t.Errorf("%+v", made)
	}
	if kept, err := s.cfg.Store.Token(t.Context(), identity.Hash(made.Secret)); err != nil ||
		strings.Contains(fmt.Sprintf("%+v", kept), made.Secret) {
		t.Errorf("kept as %+v, %v", kept, err)
	}
	bot := newProgram(t, url, made.Secret)
	var me wire.Me
	if bot.must(200, "GET", "/api/me", nil, &me); me.Name != "Ada" {
		t.Errorf("the program is %+v", me)
	}
	var list account.AccessTokens
	if body := ada.must(200, "GET", "/api/account/tokens", nil, &list); len(list.Tokens) != 1 ||
		list.Tokens[0].Used == "" || strings.Contains(body, made.Secret) {
		t.Errorf("%s", body)
	}
	g := bot.newGame(wire.NewGame{Board: "grid:5", Rules: "weiqi", Color: "black", Opponent: "human"})
	tb := bot.open(g.ID)
	for _, c := range []struct {
		in    account.NewAccessToken
		words string
	}{
		{account.NewAccessToken{Title: "x", Scopes: []string{"account"}}, `scope \"account\": unknown`},
		{account.NewAccessToken{Title: " \u202e ", Scopes: []string{"play"}}, "name"},
	} {
		if body := ada.must(400, "POST", "/api/account/tokens", c.in, nil); !strings.Contains(body, c.words) {
			t.Errorf("%+v: %s", c.in, body)
		}
	}
	ada.must(404, "DELETE", "/api/account/tokens/0123", nil, nil)
	newPerson(t, url).must(401, "DELETE", "/api/account/tokens/"+made.Token.ID, nil, nil)
	ada.must(204, "DELETE", "/api/account/tokens/"+made.Token.ID, nil, nil)
	if m, err := tb.receive(); err == nil {
		for ; err == nil; m, err = tb.receive() {
			if m.Type != "presence" {
				t.Errorf("after the end of its token a program receives %+v", m)
			}
		}
	}
	if body := bot.must(401, "GET", "/api/me", nil, nil); !strings.Contains(body, "revoked") {
		t.Errorf("%s", body)
	}
}

// TestTokensAreBounded: the number of a player's tokens is bounded, and creating one needs a recent
// sign-in.
func TestTokensAreBounded(t *testing.T) {
	t.Parallel()
	cfg := testConfig(newStore(t))
	cfg.Limits.Accounts = 1000
	ada := newPerson(t, start(t, cfg))
	ada.must(201, "POST", "/api/account", wire.SignUp{Name: "Ada", Password: good}, nil)
	var list account.AccessTokens
	ada.must(200, "GET", "/api/account/tokens", nil, &list)
	for range list.Most {
		ada.must(201, "POST", "/api/account/tokens", account.NewAccessToken{Title: "x"}, nil)
	}
	if body := ada.must(400, "POST", "/api/account/tokens", account.NewAccessToken{Title: "x"}, nil); !strings.Contains(body, "revoke one") {
		t.Errorf("%s", body)
	}
}

// TestTokensEnd: signing out everywhere else, or changing the password, ends all tokens; a
// suspended player's token may only watch, and a deleted player has none.
func TestTokensEnd(t *testing.T) {
	t.Parallel()
	for _, end := range []struct {
		name string
		do   func(t *testing.T, s *Server, ada *person)
		want int // status of creating a game
	}{
		{"sign out elsewhere", func(_ *testing.T, _ *Server, ada *person) { ada.must(204, "DELETE", "/api/account/sessions", nil, nil) }, 401},
		{"password", func(_ *testing.T, _ *Server, ada *person) {
			ada.must(200, "PUT", "/api/account/password", account.NewPassword{Old: good, New: better}, nil)
		}, 401},
		{"suspended", func(t *testing.T, s *Server, ada *person) { s.suspend(t, ada); s.changed(s.idOf(t, ada)) }, 403},
		{"gone", func(_ *testing.T, _ *Server, ada *person) {
			ada.must(204, "DELETE", "/api/account", account.DeleteAccount{Name: "Ada"}, nil)
		}, 401},
	} {
		t.Run(end.name, func(t *testing.T) {
			s := New(testConfig(newStore(t)))
			ada := newPerson(t, serveFor(t, s))
			ada.must(201, "POST", "/api/account", wire.SignUp{Name: "Ada", Password: good}, nil)
			var made account.MadeAccessToken
			ada.must(201, "POST", "/api/account/tokens", account.NewAccessToken{Title: "x", Scopes: []string{"challenge"}}, &made)
			bot := newProgram(t, ada.url, made.Secret)
			game := wire.NewGame{Board: "grid:5", Rules: "weiqi", Color: "black", Opponent: "human"}
			bot.must(201, "POST", "/api/games", game, nil)
			end.do(t, s, ada)
			bot.must(end.want, "POST", "/api/games", game, nil)
			if end.want == 403 {
				bot.must(200, "GET", "/api/games", nil, nil)
			}
		})
	}
}

// idOf returns the id of a signed-in person.
func (s *Server) idOf(t *testing.T, p *person) string {
	t.Helper()
	v, err := s.cfg.Store.Session(t.Context(), identity.Hash(p.token()))
	if err != nil {
		t.Fatal(err)
	}
	return v.Player
}

// TestBearerAndCookies: with a token, cookies are ignored, even if the token is invalid, and no cookie
// is set. The origin of the request does not matter. A token is invalid as a cookie, and a
// session's token is invalid as an access token.
func TestBearerAndCookies(t *testing.T) {
	t.Parallel()
	s := New(testConfig(newStore(t)))
	url := serveFor(t, s)
	ada, bo := newPerson(t, url), keepAccount(t, s, "Bo", store.Bot)
	ada.must(201, "POST", "/api/account", wire.SignUp{Name: "Ada", Password: good}, nil)
	bot := programWith(t, s, url, bo, identity.Read|identity.Challenge|identity.Play)
	token := bot.http.Transport.(bearer).token
	with := func(token, cookie string) *person {
		p := newProgram(t, url, token)
		b := p.http.Transport.(bearer)
		b.header = http.Header{"Cookie": {"moyo=" + cookie}, "Origin": {"https://elsewhere.example"}, "Sec-Fetch-Site": {"cross-site"}}
		p.http.Transport = b
		return p
	}
	var me wire.Me
	if with(token, ada.token()).must(200, "GET", "/api/me", nil, &me); me.Name != "Bo" || me.Role != "bot" {
		t.Errorf("with the token of Bo and the cookie of Ada: %+v", me)
	}
	with("moyo_made-up", ada.token()).must(401, "GET", "/api/me", nil, nil)
	with(ada.token(), "").must(401, "GET", "/api/me", nil, nil)
	g := with(token, "").newGame(wire.NewGame{Board: "grid:5", Rules: "weiqi", Color: "black", Opponent: "human"})
	with(token, "").open(g.ID).must(wire.ClientMessage{Type: "abort"})
	guest := newPerson(t, url)
	guest.setToken(token)
	if guest.must(200, "GET", "/api/me", nil, &me); me.Role != "guest" {
		t.Errorf("a token as a cookie: %+v", me)
	}
	res, err := with(token, "").http.Get(url + "/api/me")
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if res.Header.Get("Set-Cookie") != "" {
		t.Errorf("a program is given a cookie: %v", res.Header)
	}
}

// TestProgramsAreBounded: all tokens of one person share one limit, which every answer
// states; other persons have separate limits.
func TestProgramsAreBounded(t *testing.T) {
	t.Parallel()
	cfg := testConfig(newStore(t))
	cfg.Limits.Programs = 0.1 // 2 at once
	now := time.Now()
	cfg.Now = func() time.Time { return now } // independent of the test's speed
	s := New(cfg)
	url := serveFor(t, s)
	ada, bo := keepAccount(t, s, "Ada", store.Bot), keepAccount(t, s, "Bo", store.Bot)
	get := func(p *person) *http.Response {
		t.Helper()
		res, err := p.http.Get(url + "/api/me")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { res.Body.Close() })
		return res
	}
	for i, want := range []string{`"requests";r=1;t=1`, `"requests";r=0;t=10`} {
		res := get(programWith(t, s, url, ada, identity.Read))
		if got := res.Header.Get("RateLimit"); res.StatusCode != 200 || got != want ||
			res.Header.Get("RateLimit-Policy") != `"requests";q=2;w=20` {
			t.Errorf("request %d: %d, %q, %q; want %q", i, res.StatusCode, got, res.Header.Get("RateLimit-Policy"), want)
		}
	}
	res := get(programWith(t, s, url, ada, identity.Read))
	var problem wire.Problem
	if err := json.NewDecoder(res.Body).Decode(&problem); err != nil || res.StatusCode != 429 ||
		res.Header.Get("Retry-After") != "10" || problem.Code != "too-often" {
		t.Errorf("one too many: %d, Retry-After %q, %+v, %v", res.StatusCode, res.Header.Get("Retry-After"), problem, err)
	}
	if res := get(programWith(t, s, url, bo, identity.Read)); res.StatusCode != 200 {
		t.Errorf("another person: %d", res.StatusCode)
	}
	if res := get(newPerson(t, url)); res.StatusCode != 200 || res.Header.Get("RateLimit") != "" {
		t.Errorf("a browser: %d %q", res.StatusCode, res.Header.Get("RateLimit"))
	}
}
