package server

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"moyo/internal/testenv"
	"moyo/server/base/access"
	"moyo/server/base/identity"
	"moyo/server/base/wire"
	"moyo/server/store"
)

// tokenAs creates a player with a role, or a guest, optionally suspended,
// and returns their token.
func tokenAs(t *testing.T, s *Server, role store.Role, suspended bool) string {
	t.Helper()
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
	return token
}

// withRole returns the browser of such a player.
func withRole(t *testing.T, s *Server, url string, role store.Role, suspended bool) *person {
	t.Helper()
	p := newPerson(t, url)
	p.setToken(tokenAs(t, s, role, suspended))
	return p
}

// setToken sets a browser's token.
func (p *person) setToken(token string) {
	p.t.Helper()
	at, err := url.Parse(p.url)
	if err != nil {
		p.t.Fatal(err)
	}
	p.http.Jar.SetCookies(at, []*http.Cookie{{Name: "moyo", Value: token, Path: "/"}})
}

// roles are all roles, in the order of the columns of access.txt.
var roles = []store.Role{store.Guest, store.Bot, store.Member, store.Moderator, store.Administrator, store.Pupil}

// placeholder matches the part of a route that stands for an id or a name.
var placeholder = regexp.MustCompile(`\{[a-z]+\}`)

// accessRow is a row of access.txt or commands.txt.
type accessRow struct {
	name   string   // the route with its method, or the command
	cells  []string // all, active or no
	scopes string   // an access token needs one of these
}

// lets reports whether a cell allows access.
func lets(cell string, suspended bool) bool { return cell == "all" || cell == "active" && !suspended }

// takes reports whether an access token with a scope is enough.
func (r accessRow) takes(scope string) bool {
	return r.scopes == "any" || slices.Contains(strings.Split(r.scopes, ","), scope)
}

// accessTable reads a table of testdata with the given numbers of words in each name and of cells in each row.
func accessTable(t *testing.T, file string, words, cells int) (rows []accessRow) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", file))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		f := strings.Fields(line)
		if len(f) != words+cells+1 {
			t.Fatalf("%s: %q has %d fields", file, line, len(f))
		}
		r := accessRow{strings.Join(f[:words], " "), f[words : words+cells], f[words+cells]}
		for _, cell := range r.cells {
			if cell != "all" && cell != "active" && cell != "no" {
				t.Fatalf("%s: %q has the cell %q", file, r.name, cell)
			}
		}
		rows = append(rows, r)
	}
	return rows
}

func accessOfRoutes(t *testing.T) []accessRow { return accessTable(t, "access.txt", 2, len(roles)) }

// accessOfCommands has the columns watcher, player and pupil.
func accessOfCommands(t *testing.T) []accessRow { return accessTable(t, "commands.txt", 1, 3) }

// TestAccessTable checks that each described route, each route with a rule in package access, and each command
// has a row in the test's table.
func TestAccessTable(t *testing.T) {
	t.Parallel()
	var described struct {
		Paths map[string]map[string]struct{} `json:"paths"`
	}
	if status, body := newPerson(t, startMemory(t)).call("GET", "/api/openapi.json", nil, &described); status != 200 {
		t.Fatal(status, body)
	}
	routes := registered(t).Rules
	for path, methods := range described.Paths {
		for method := range methods {
			route := strings.ToUpper(method) + " " + path
			if _, ok := routes[route]; !ok {
				t.Errorf("%s has no rule", route)
			}
		}
	}
	compareNames(t, accessOfRoutes(t), slices.Collect(maps.Keys(routes)))
	compareNames(t, accessOfCommands(t), slices.Collect(maps.Keys(access.Commands())))
}

func compareNames(t *testing.T, rows []accessRow, names []string) {
	t.Helper()
	var have []string
	for _, r := range rows {
		have = append(have, r.name)
	}
	slices.Sort(have)
	slices.Sort(names)
	if !slices.Equal(have, names) {
		t.Errorf("the table has the rows %q, the server %q", have, names)
	}
}

// TestAccess requests every route as every role, and compares access with the table.
// Pupils have a separate test.
func TestAccess(t *testing.T) {
	t.Parallel()
	testenv.SkipUnderRace(t)
	s := newServer(t, testConfig(newStore(t)))
	for _, row := range accessOfRoutes(t) {
		for i, role := range roles {
			if role == store.Pupil {
				continue
			}
			for _, suspended := range []bool{false, true} {
				want := 0
				switch {
				case lets(row.cells[i], suspended):
				case role == store.Guest && row.cells[i] == "no":
					want = http.StatusUnauthorized
				default:
					want = http.StatusForbidden
				}
				as := http.Header{"Cookie": {"moyo=" + tokenAs(t, s, role, suspended)}}
				checkRoute(t, s, fmt.Sprintf("%s, suspended %v", role, suspended), as, row.name, want)
			}
		}
	}
}

// newServer returns a server without a network.
func newServer(t *testing.T, cfg Config) *Server {
	t.Helper()
	s := New(cfg)
	t.Cleanup(s.Close)
	return s
}

// checkRoute requests a route with headers, and compares the status with the wanted one: 0 for
// any but a refusal.
func checkRoute(t *testing.T, s *Server, who string, header http.Header, route string, want int) {
	t.Helper()
	method, path, _ := strings.Cut(route, " ")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	req := httptest.NewRequestWithContext(ctx, method, placeholder.ReplaceAllString(path, "1"), strings.NewReader("{}"))
	maps.Copy(req.Header, header)
	req.Header.Set("Content-Type", "application/json")
	if method == http.MethodGet {
		handshake(req.Header) // in case it is a WebSocket
	}
	w := &statusOnly{header: http.Header{}, leave: cancel}
	s.ServeHTTP(w, req)
	refused := w.status == http.StatusUnauthorized || w.status == http.StatusForbidden
	if want != 0 && w.status != want || want == 0 && refused || w.status == http.StatusMethodNotAllowed {
		t.Errorf("%s as %s: status %d, want %d (0: let in)", route, who, w.status, want)
	}
}

// statusOnly is a client that disconnects after the status of the answer: event streams do not end.
type statusOnly struct {
	header http.Header
	status int
	leave  func()
}

// Header implements http.ResponseWriter.
func (w *statusOnly) Header() http.Header { return w.header }

// WriteHeader implements http.ResponseWriter.
func (w *statusOnly) WriteHeader(status int) {
	if w.status == 0 && status >= 200 {
		w.status = status
		w.leave()
	}
}

// Write implements http.ResponseWriter.
func (w *statusOnly) Write(data []byte) (int, error) {
	w.WriteHeader(http.StatusOK)
	return len(data), nil
}

// Flush implements http.Flusher.
func (w *statusOnly) Flush() { w.WriteHeader(http.StatusOK) }

// TestAccessOfCommands sends every command of a game as its player and as a spectator,
// suspended or not, and as a spectating guest, moderator and administrator.
func TestAccessOfCommands(t *testing.T) {
	t.Parallel()
	testenv.SkipUnderRace(t)
	s := New(testConfig(newStore(t)))
	url := serveFor(t, s)
	for _, row := range accessOfCommands(t) {
		for _, relation := range []access.Relation{access.Watcher, access.Player} {
			for _, suspended := range []bool{false, true} {
				checkCommand(t, s, url, row, relation, store.Member, suspended)
			}
		}
		for _, role := range []store.Role{store.Guest, store.Moderator, store.Administrator} {
			checkCommand(t, s, url, row, access.Watcher, role, false)
		}
	}
}

func checkCommand(t *testing.T, s *Server, url string, row accessRow, relation access.Relation, role store.Role, suspended bool) {
	t.Helper()
	maker, other := newPerson(t, url), newPerson(t, url)
	somebody := withRole(t, s, url, role, false)
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
	switch cell := row.cells[relation]; {
	case lets(cell, suspended):
	case suspended:
		want = "not-for-you"
	default:
		want = "not-a-player"
	}
	got := tb.answerTo(row.name)
	refused := got == "not-for-you" || got == "not-a-player"
	if want != "" && got != want || want == "" && refused {
		t.Errorf("%s of relation %d, role %s, suspended %v: %q, want %q", row.name, relation, role, suspended, got, want)
	}
}

// suspend suspends a player, who may then only watch.
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

// answerTo sends a command without fields, and returns the code of the
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
