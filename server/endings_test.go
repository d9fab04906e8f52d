package server

import (
	"context"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"moyo/server/base/wire"
	"moyo/server/club/ladders"
	"moyo/server/club/simuls"
	"moyo/server/club/teams"
	"moyo/server/learn/classes"
	"moyo/server/people/account"
	"moyo/server/people/admin"
	"moyo/server/share/studies"
)

// endsWithin is how soon a connection must end after its session, on a busy machine.
const endsWithin = 30 * time.Second

// longLived are the routes with answers that stay open.
func longLived(t *testing.T) []string {
	t.Helper()
	return slices.Sorted(maps.Keys(maps.Collect(func(yield func(string, bool) bool) {
		for route := range registered(t).Rules {
			path, get := strings.CutPrefix(route, "GET ")
			if get && (strings.HasSuffix(path, "/ws") || strings.HasSuffix(path, "/events")) && !yield(path, true) {
				return
			}
		}
	})))
}

// heldAt returns the addresses of a long-lived route: of a game, or of studies, tournaments, ladders or exhibitions that p
// creates. The class is one of the readers' classes.
func heldAt(p *person, routes []string, game, class string) map[string]string {
	p.t.Helper()
	var made studies.Study
	p.must(http.StatusCreated, "POST", "/api/studies",
		studies.StudyWish{Title: "Ladders", Edit: "owner", Source: studies.StudySource{Board: "grid:9", Rules: "weiqi:komi=6.5"}}, &made)
	var cup wire.Tournament
	p.must(http.StatusCreated, "POST", "/api/tournaments", wire.TournamentSetup{
		Title: "Cup", Format: "arena", Minutes: 9, Most: 9, NoShow: 60, Board: "grid:9", Rules: "weiqi", Clock: "absolute=5m",
	}, &cup)
	var club teams.Team
	var fight teams.TeamMatch
	p.must(http.StatusCreated, "POST", "/api/teams", teams.NewTeam{Name: "Team " + made.Head.ID[:8], Rules: "weiqi", Entry: "open"}, &club)
	p.must(http.StatusCreated, "POST", "/api/team-matches", teams.NewTeamMatch{
		Home: club.Head.ID, Setup: teams.TeamMatchSetup{Boards: 1, Board: "grid:9", Rules: "weiqi", Clock: "absolute=5m", NoShow: 60},
	}, &fight)
	var simul simuls.Simul
	p.must(http.StatusCreated, "POST", "/api/simuls",
		simuls.SimulSetup{Title: "Friday", Most: 9, Board: "grid:9", Rules: "weiqi", Clock: "absolute=5m", Color: "white"}, &simul)
	var ladder ladders.Ladder
	p.must(http.StatusCreated, "POST", "/api/ladders", clubLadder, &ladder)
	at := map[string]string{}
	for _, route := range routes {
		id := game
		switch {
		case strings.HasPrefix(route, "/api/studies/"):
			id = made.Head.ID
		case strings.HasPrefix(route, "/api/tournaments/"):
			id = cup.Head.ID
		case strings.HasPrefix(route, "/api/teams/"):
			id = club.Head.ID
		case strings.HasPrefix(route, "/api/team-matches/"):
			id = fight.Head.ID
		case strings.HasPrefix(route, "/api/simuls/"):
			id = simul.Head.ID
		case strings.HasPrefix(route, "/api/ladders/"):
			id = ladder.Head.ID
		case strings.HasPrefix(route, "/api/classes/") && class == "":
			continue // guests have none
		case strings.HasPrefix(route, "/api/classes/"):
			id = class
		}
		at[route] = strings.Replace(route, "{id}", id, 1)
	}
	return at
}

// hold opens a connection and returns a channel that is closed when the server has ended it.
func (p *person) hold(path string) <-chan struct{} {
	p.t.Helper()
	ended := make(chan struct{})
	if strings.HasSuffix(path, "/ws") {
		ctx, cancel := context.WithTimeout(context.Background(), testTime)
		defer cancel()
		conn, res, err := websocket.Dial(ctx, strings.Replace(p.url, "http", "ws", 1)+path, &websocket.DialOptions{HTTPClient: p.http})
		if err != nil {
			p.t.Fatalf("%s: %v (%v)", path, err, res)
		}
		p.t.Cleanup(func() { _ = conn.CloseNow() })
		go func() {
			defer close(ended)
			for {
				if _, _, err := conn.Read(context.Background()); err != nil {
					return
				}
			}
		}()
		return ended
	}
	client := *p.http
	client.Timeout = 0
	res, err := client.Get(p.url + path)
	if err != nil || res.StatusCode != http.StatusOK {
		p.t.Fatalf("%s: %v (%v)", path, err, res)
	}
	p.t.Cleanup(func() { res.Body.Close() })
	go func() {
		defer close(ended)
		_, _ = io.Copy(io.Discard, res.Body)
	}()
	return ended
}

// TestConnectionsEnd opens every kind of connection in two browsers of one person, and ends the
// session of one in every possible way. Its connections must end soon, and no others,
// unless both sessions end.
func TestConnectionsEnd(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		how  string
		both bool // sessions end
		end  func(s *Server, phone, desk *person)
	}{
		{"signing out", false, func(_ *Server, phone, _ *person) { phone.must(204, "DELETE", "/api/session", nil, nil) }},
		{"signing in once more", false, func(_ *Server, phone, _ *person) { phone.signIn(200, "Ada", good) }},
		{"signing in as another", false, func(_ *Server, phone, _ *person) { phone.signIn(200, "Bo", good) }},
		{"ended in the other browser", false, func(_ *Server, _, desk *person) {
			desk.must(204, "DELETE", "/api/account/sessions", nil, nil)
		}},
		{"another password", true, func(_ *Server, _, desk *person) {
			desk.must(200, "PUT", "/api/account/password", account.NewPassword{Old: good, New: better}, nil)
		}},
		{"suspended", true, func(s *Server, _, _ *person) { operate(s, admin.Request{Do: "suspend", Name: "Ada", Why: "rude"}) }},
		{"reset by the operator", true, func(s *Server, _, _ *person) { operate(s, admin.Request{Do: "reset", Name: "Ada"}) }},
		{"another role", true, func(s *Server, _, _ *person) {
			operate(s, admin.Request{Do: "role", Name: "Ada", Role: "moderator"})
		}},
		{"deleted", true, func(_ *Server, phone, _ *person) {
			phone.must(204, "DELETE", "/api/account", account.DeleteAccount{Name: "Ada"}, nil)
		}},
	} {
		t.Run(strings.ReplaceAll(c.how, " ", "_"), func(t *testing.T) {
			url, _, s := startAt(t, nil)
			bo := newPerson(t, url).signUp("Bo")
			phone, desk := newPerson(t, url).signUp("Ada"), newPerson(t, url)
			desk.signIn(200, "Ada", good)
			g := newPerson(t, url).newGame(goGame("human"))
			ended, others := map[string]<-chan struct{}{}, map[string]<-chan struct{}{}
			var class classes.Class
			phone.must(http.StatusCreated, "POST", "/api/classes", classes.NewClass{Title: "Year 3"}, &class)
			for path, at := range heldAt(bo, longLived(t), g.ID, class.ID) {
				ended[path], others[path] = phone.hold(at), desk.hold(at)
			}
			if len(ended) < 8 {
				t.Fatalf("%d kinds of connections: %v", len(ended), longLived(t))
			}
			c.end(s, phone, desk)
			late := time.After(endsWithin)
			wait := func(whose string, all map[string]<-chan struct{}) {
				for path, done := range all {
					select {
					case <-done:
					case <-late:
						t.Errorf("%s, %s: continues", path, whose)
						late = time.After(0)
					}
				}
			}
			wait("the phone's", ended)
			if c.both {
				wait("the other browser's", others)
				return
			}
			for path, done := range others {
				select {
				case <-done:
					t.Errorf("%s, the other browser's, has ended too", path)
				default:
				}
			}
		})
	}
}

// TestGuestConnectionsEnd: a guest's connections end when they create an account or sign in,
// since their token becomes invalid.
func TestGuestConnectionsEnd(t *testing.T) {
	t.Parallel()
	for how, enter := range map[string]func(p *person){
		"signing up": func(p *person) { p.signUp("Ada") }, "signing in": func(p *person) { p.signIn(200, "Bo", good) },
	} {
		url, _, _ := startAt(t, nil)
		bo := newPerson(t, url).signUp("Bo")
		guest := newPerson(t, url)
		g := guest.newGame(goGame("human"))
		ended := map[string]<-chan struct{}{}
		for path, at := range heldAt(bo, longLived(t), g.ID, "") {
			ended[path] = guest.hold(at)
		}
		enter(guest)
		late := time.After(endsWithin)
		for path, done := range ended {
			select {
			case <-done:
			case <-late:
				t.Fatalf("%s, %s: continues", how, path)
			}
		}
	}
}

// operate performs an operator's request.
func operate(s *Server, r admin.Request) {
	if _, err := s.Admin().Do(context.Background(), r); err != nil {
		panic(err)
	}
}
